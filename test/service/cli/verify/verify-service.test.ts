import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { verify } from '../../../../src/cli/verify/verify-service.ts'
import type { HistoryCounts, Opening } from '../../../../src/model/change.ts'
import type { Review } from '../../../../src/model/review.ts'
import { system } from '../../../../src/model/system.ts'
import { openStore, sqlitePath } from '../../../../src/store/open-store.ts'
import { type Finished, runCommand } from '../../../kit/command.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { freePort } from '../../../kit/free-port.ts'
import { createFakeService } from '../../../kit/ledger/fake-service.ts'
import { assertPlain, assertRejected } from '../../../kit/rejection.ts'
import { business, rows } from '../../../kit/rows.ts'
import { importInto, startTestService, until } from '../../../kit/service.ts'
import { shareService } from '../../../kit/shared.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'

const PINS = '.firsthand-pins.json'

const run = (folder: Folder, ...args: string[]) =>
  runCommand(['verify', ...args], { cwd: folder.path })

/** In this process, which is faster. */
async function runHere({ path }: Folder, url: string): Promise<Finished> {
  const output = { stdout: '', stderr: '' }
  const stream = (name: keyof typeof output) => ({
    write: (text: string) => (output[name] += text),
  })
  const streams = {
    stdout: stream('stdout'),
    stderr: stream('stderr'),
  } as unknown as NodeJS.Process
  const code = await verify(url, { pin: join(path, PINS), json: false, witness: [] }, streams)
  return { code, ...output }
}

const pinsIn = async ({ path }: Folder) => JSON.parse(await readFile(join(path, PINS), 'utf8'))

function assertVerified({ code, stdout, stderr }: Finished, ...lines: (string | RegExp)[]): void {
  assert.deepEqual([code, stderr], [0, ''])
  const printed = stdout.trimEnd().split('\n')
  assert.equal(printed.length, lines.length, stdout)
  for (const [index, line] of lines.entries())
    if (typeof line === 'string') assert.equal(printed[index], line)
    else assert.match(printed[index]!, line)
}

/** A proxy in front of a service that passes responses on unchanged until a test changes them. */
async function startProxy(t: TestContext, target: string) {
  const proxy = {
    url: '',
    target,
    seen: [] as IncomingMessage[],
    /** Responds itself if it returns true. */
    intercept: (_path: string, _response: ServerResponse): boolean => false,
    change: (_path: string, body: Buffer): Buffer | string => body,
  }
  const server = createServer(async (request, response) => {
    proxy.seen.push(request)
    const path = pathOf(request)
    if (proxy.intercept(path, response)) return
    const original = await fetch(proxy.target + request.url)
    const body = Buffer.from(await original.arrayBuffer())
    response.writeHead(original.status).end(proxy.change(path, body))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

/** Without the query that bypasses caches. */
const pathOf = ({ url }: IncomingMessage) => url!.split('?')[0]!

const alterJson =
  <T>(wanted: string, alter: (document: T) => void) =>
  (path: string, body: Buffer) => {
    if (path !== wanted) return body
    const document = JSON.parse(body.toString())
    alter(document)
    return JSON.stringify(document)
  }

interface Dataset {
  reviews: Review[]
  history: HistoryCounts
}

async function idsIn(url: string): Promise<Map<string, string>> {
  const { reviews } = (await (await fetch(`${url}/reviews.json`)).json()) as Dataset
  return new Map(reviews.map(({ text, id }) => [text!, id]))
}

const sizeOf = async (url: string) =>
  Number((await (await fetch(`${url}/log/checkpoint`)).text()).split('\n')[1])

const ALL_MATCH =
  'The data matches its public log: every review says what the log recorded, and none is missing.'
const NO_PAGE =
  'No page was seen as visitors see it: a site can hide reviews there that are in its data.'

describe('firsthand verify', { concurrency: 3 }, () => {
  const shared = shareService({ rows: rows(300) })

  it('An honest service is verified and described', async t => {
    const folder = await makeFolder(t)
    const key = (await (await fetch(`${shared.url}/log/key`)).text()).trim()
    assertVerified(
      await run(folder, shared.url),
      '300 ever published, 300 shown, 0 gone at the source (says the business), 0 withheld',
      `The log has 300 entries, signed with the key: ${key}`,
      ALL_MATCH,
      NO_PAGE,
      /^First check: the key and the log are now pinned in \.firsthand-pins\.json\. /,
    )
    const { [shared.url]: pin, ...others } = await pinsIn(folder)
    assert.deepEqual([pin.key, pin.size, others], [key, 300, {}])
    assertVerified(
      await run(folder, `${shared.url}/?utm_source=mail`),
      '300 ever published, 300 shown, 0 gone at the source (says the business), 0 withheld',
      `The log has 300 entries, signed with the same key as before: ${key}`,
      /^No new entries since \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Nothing before that was changed\.$/,
      ALL_MATCH,
      NO_PAGE,
    )
    assert.deepEqual(await readdir(folder.path), [PINS])
  })

  const articles = (page: Buffer) =>
    page.toString().match(/<article class="review card".*?<\/article>/gs)!
  const LIES: Record<
    string,
    [change: (path: string, body: Buffer) => Buffer | string, message: RegExp]
  > = {
    'hides a review': [
      (path, body) =>
        path === '/reviews' ? body.toString().replace(articles(body)[3]!, '') : body,
      /\/reviews\?page=\d+, place 4: review [0-9A-Z]{26} belongs here, and [0-9A-Z]{26} is shown\./,
    ],
    'shows more stars': [
      (path, body) =>
        path === '/reviews'
          ? body.toString().replaceAll('svg width="20.0"', 'svg width="100.0"')
          : body,
      /is not shown with its 1 stars\./,
    ],
    'shows other words': [
      (path, body) =>
        path === '/reviews' ? body.toString().replaceAll('Review number', 'Praise number') : body,
      /is not shown with its words\./,
    ],
    'adds a review': [
      (path, body) =>
        path === '/reviews'
          ? body.toString().replace('</main>', `${articles(body)[0]}</main>`)
          : body,
      /shows 21 reviews instead of 20\./,
    ],
    'shows a better rating': [
      (path, body) =>
        path === '/'
          ? body.toString().replace(/(class="score"><strong[^>]*>)[\d.]+/, '$14.9')
          : body,
      /The home page shows a rating of 4\.9; the reviews average 3\.00\./,
    ],
  }
  for (const [what, [change, message]] of Object.entries(LIES))
    it(`A proxy that ${what} on pages is found with --pages, and only then`, async t => {
      const folder = await makeFolder(t)
      const proxy = await startProxy(t, shared.url)
      proxy.change = change
      assert.equal((await run(folder, proxy.url)).code, 0)
      const { code, stderr } = await run(folder, proxy.url, '--pages')
      assert.equal(code, 4)
      assert.match(stderr, message)
    })

  it('With --pages an honest service passes, and the number of pages is told', async t => {
    const { code, stdout } = await run(await makeFolder(t), shared.url, '--pages')
    assert.equal(code, 0)
    assert.match(stdout, /\n16 pages were sent to this check with what the data says\.\n/)
  })

  it('The command verify --json prints the same as JSON, and --pin chooses the pin file', async t => {
    const folder = await makeFolder(t)
    const other = {
      key: `elsewhere.example/log+00000000+${'A'.repeat(44)}`,
      size: 7,
      root: `${'A'.repeat(43)}=`,
    }
    const pins = { 'https://elsewhere.example': { ...other, seen_at: '2026-01-01T00:00:00Z' } }
    await folder.write('mine.json', pins)
    const { code, stdout, stderr } = await run(folder, shared.url, '--json', '--pin', 'mine.json')
    assert.deepEqual([code, stderr], [0, ''])
    const { url, verified, origin, size, grown_by, grown_since, counts, key, root, checked_at } =
      JSON.parse(stdout)
    const { ever_published, shown, withheld, removed } = counts
    assert.deepEqual(
      {
        url,
        verified,
        origin,
        size,
        grown_by,
        grown_since,
        counts: { ever_published, shown, withheld, removed },
      },
      {
        url: shared.url,
        verified: true,
        origin: `${new URL(shared.url).host}/log`,
        size: 300,
        grown_by: null,
        grown_since: null,
        counts: { ever_published: 300, shown: 300, withheld: {}, removed: {} },
      },
    )
    assert.match(counts.log_began_at, /^\d{4}-/)
    assert.deepEqual(JSON.parse(await readFile(join(folder.path, 'mine.json'), 'utf8')), {
      ...pins,
      [shared.url]: { key, size: 300, root, seen_at: checked_at },
    })
  })

  const lies: [
    name: string,
    change: (path: string, body: Buffer) => Buffer | string,
    says: RegExp,
  ][] = [
    [
      'a byte of the log that was changed',
      (path, body) => {
        if (path === '/log/tile/entries/001.p/44')
          body.write('7', body.indexOf('"revision":1') + 11)
        return body
      },
      /^Entry 257 of the log is not what was signed: the log was changed afterwards\.$/,
    ],
    [
      'a checkpoint that was changed',
      (path, body) =>
        path === '/log/checkpoint' ? body.toString().replace('\n300\n', '\n299\n') : body,
      /^The signature of localhost:\d+\/log on the checkpoint is wrong\.$/,
    ],
    [
      'a review that was dropped',
      alterJson<Dataset>('/reviews.json', ({ reviews }) => reviews.splice(7, 1)),
      /^Review \w{26} is not in \/reviews\.json, .* it was dropped\.$/,
    ],
    [
      'a rating that was polished',
      alterJson<Dataset>('/reviews.json', ({ reviews }) => {
        reviews.find(({ rating }) => rating === 1)!.rating = 5
      }),
      /^Review \w{26} does not say what entry \d+ of the log recorded/,
    ],
    [
      'a review that was slipped in',
      alterJson<Dataset>('/reviews.json', ({ reviews }) => {
        reviews.push({ ...reviews[0]!, id: '01JQ0000000000000000000000' })
      }),
      /^Review 01JQ0000000000000000000000 is shown, but in the log it is not/,
    ],
    [
      'an opening that was changed',
      alterJson<{ openings: Record<string, Opening> }>('/log/openings.json', ({ openings }) => {
        Object.values(openings)[0]!.salt = Buffer.alloc(32).toString('base64url')
      }),
      /^Review \w{26} does not say what entry \d+ of the log recorded/,
    ],
    [
      'counts that are not true',
      alterJson<Dataset>('/reviews.json', ({ history }) => {
        history.ever_published = 299
      }),
      /^The history counts .* are not those of the log: 300 ever published, 300 shown/,
    ],
    [
      'a document that is none',
      (path, body) => (path === '/reviews.json' ? '<html>' : body),
      /^\/reviews\.json: The JSON is broken at byte 0\.$/,
    ],
  ]
  for (const [name, change, says] of lies)
    it(`The verify command finds ${name} and pins nothing`, async t => {
      const folder = await makeFolder(t)
      const proxy = await startProxy(t, shared.url)
      proxy.change = change
      const finished = await runHere(folder, proxy.url)
      assertRejected(finished, 4, /^NOT VERIFIED: /)
      assert.match(finished.stderr.replace('NOT VERIFIED: ', '').trimEnd(), says)
      assert.deepEqual(await readdir(folder.path), [])
    })

  it('The command verify --json prints a failure as JSON', async t => {
    const proxy = await startProxy(t, shared.url)
    proxy.change = alterJson<Dataset>('/reviews.json', ({ reviews }) => reviews.pop())
    const { code, stdout, stderr } = await run(await makeFolder(t), proxy.url, '--json')
    const { checked_at, ...said } = JSON.parse(stdout)
    assert.equal(code, 4)
    assert.deepEqual(said, {
      url: proxy.url,
      verified: false,
      code: 'missing',
      message: stderr.trimEnd().replace('NOT VERIFIED: ', ''),
    })
  })

  it('The verify command rejects a key whose name contains terminal control characters', async t => {
    const proxy = await startProxy(t, shared.url)
    proxy.change = (path, body) =>
      path === '/log/key' ? body.toString().replace('localhost', '\u001b[2Jother\u009b') : body
    assertRejected(
      await runHere(await makeFolder(t), proxy.url),
      1,
      /^Nothing was checked: .* has no log key/,
    )
  })

  it('The verify command sends the user name and password of an address and neither shows nor keeps them', async t => {
    const folder = await makeFolder(t)
    const proxy = await startProxy(t, shared.url)
    const { code, stdout, stderr } = await runHere(folder, proxy.url.replace('//', '//ada:p%40ss@'))
    assert.equal(code, 0)
    for (const { headers } of proxy.seen)
      assert.equal(headers.authorization, `Basic ${btoa('ada:p@ss')}`)
    assert.doesNotMatch(stdout + stderr, /p@ss|p%40ss/)
    assert.deepEqual(Object.keys(await pinsIn(folder)), [proxy.url])
  })
})

describe('firsthand verify of a service that cannot be read', { concurrency: 3 }, () => {
  const shared = shareService({ rows: rows(3) })

  it('The verify command says that nothing was checked when nothing is listening', async t => {
    const folder = await makeFolder(t)
    const url = `http://127.0.0.1:${await freePort()}`
    const sentence = `Nothing was checked: cannot read ${url}. 127.0.0.1 refused the connection: nothing is listening there.`
    assertRejected(await run(folder, url), 1, new RegExp(`^${RegExp.escape(sentence)}$`, 'm'))
    const { code, stdout } = await run(folder, url, '--json')
    const { verified, message } = JSON.parse(stdout)
    assert.deepEqual([code, verified, message], [1, null, sentence])
    assert.deepEqual(await readdir(folder.path), [])
  })

  it('The verify command says that nothing was checked when the address serves some other page', async t => {
    const proxy = await startProxy(t, shared.url)
    for (const status of [200, 404]) {
      proxy.intercept = (_, response) => Boolean(response.writeHead(status).end('<h1>Welcome</h1>'))
      assertRejected(
        await runHere(await makeFolder(t), proxy.url),
        1,
        /^Nothing was checked: http:\S+ has no log key .* Is it a Firsthand service\?$/m,
      )
    }
  })

  it('The verify command does not follow a redirect and says where it leads', async t => {
    const proxy = await startProxy(t, shared.url)
    proxy.intercept = (path, response) =>
      Boolean(response.writeHead(301, { location: `https://reviews.example${path}` }).end())
    assertRejected(
      await runHere(await makeFolder(t), proxy.url),
      1,
      /^Nothing was checked: .* It redirects to https:\/\/reviews\.example\/log\/key\. Redirects are not followed/,
    )
    assert.equal(proxy.seen.length, 1)
  })

  it('The verify command is inconclusive when the service fails halfway', async t => {
    const folder = await makeFolder(t)
    const proxy = await startProxy(t, shared.url)
    proxy.intercept = (path, response) => {
      if (path === '/reviews.json') response.destroy()
      return path === '/reviews.json'
    }
    assertRejected(
      await runHere(folder, proxy.url),
      1,
      /^The check could not be finished: \/reviews\.json cannot be read: 127\.0\.0\.1 closed the connection\.$/m,
    )
    assert.deepEqual(await readdir(folder.path), [])
  })

  it('The verify command is inconclusive when the reviews keep changing', async t => {
    const service = createFakeService()
    let reads = 0
    const { url } = await startTestWebServer(t, (incoming, outgoing) => {
      const path = pathOf(incoming)
      if (path === '/reviews.json') service.show('add', ++reads)
      const body = service.publish().get(path)
      outgoing.writeHead(body ? 200 : 404).end(body)
    })
    const finished = await runHere(await makeFolder(t), url)
    assertRejected(
      finished,
      1,
      /^The check could not be finished: The reviews changed while they were read/,
    )
    assert.equal(reads, 3)
  })

  it('The verify command waits when the service asks it to slow down, and accepts compressed responses', async t => {
    const proxy = await startProxy(t, shared.url)
    let rejected = 0
    proxy.intercept = (path, response) => {
      if (path !== '/reviews.json' || rejected === 2) return false
      rejected++
      return Boolean(response.writeHead(429, { 'retry-after': '0' }).end())
    }
    const { code } = await runHere(await makeFolder(t), proxy.url)
    assert.deepEqual([code, rejected], [0, 2])
    for (const { headers } of proxy.seen) assert.equal(headers['accept-encoding'], 'gzip')
  })

  it('The verify command accepts only http and https addresses', async t => {
    for (const url of ['reviews.example.com', 'ftp://reviews.example.com'])
      assertRejected(
        await run(await makeFolder(t), url),
        2,
        /^verify needs an http or https address/,
      )
  })

  it('The verify command rejects a broken pin file and leaves it as it is', async t => {
    const folder = await makeFolder(t)
    const half = { [shared.url]: { size: 3 } }
    for (const content of ['{ "http://', [], half]) {
      const file = await folder.write(PINS, content)
      const before = await readFile(file, 'utf8')
      assertRejected(
        await run(folder, shared.url),
        1,
        /^\.firsthand-pins\.json: line 1: .* or start over with another one \(--pin FILE\)\.$/m,
      )
      assert.equal(await readFile(file, 'utf8'), before)
    }
  })

  it('The verify command prints the result before it says that the pin file cannot be written', async t => {
    const folder = await makeFolder(t)
    const { code, stdout, stderr } = await run(folder, shared.url, '--pin', 'missing/pins.json')
    assert.equal(code, 1)
    assert.match(stdout, /^3 ever published/)
    assert.match(stderr, /^missing\/pins\.json: cannot be written \(ENOENT\)/)
    assertPlain(stderr)
  })
})

describe('firsthand verify after changes', { concurrency: 3 }, () => {
  it('The verify command accepts and counts every legitimate change and says how the log grew', async t => {
    const { url, folder } = await startTestService(t, { rows: rows(20) })
    const auditor = await makeFolder(t)
    assert.equal((await run(auditor, url)).code, 0)
    const ids = await idsIn(url)
    const own = async (...args: string[]) => {
      const finished = await runCommand(args, {
        cwd: folder.path,
        env: { DATABASE_URL: folder.databaseUrl },
      })
      assert.equal(finished.code, 0, finished.stderr)
    }
    await own('withhold', ids.get('Review number 1.')!, '--reason', 'spam', '--yes')
    await own('erase', ids.get('Review number 2.')!, '--yes')
    const [first, second, third, , ...rest] = rows(20)
    await folder.write('all.json', [
      { ...first, text: 'Changed by its author.' },
      second,
      third,
      ...rest,
    ])
    await own('import', 'all.json', '--complete', '--confirm')
    await until(async () => (await sizeOf(url)) === 24)
    assertVerified(
      await run(auditor, url),
      '20 ever published, 17 shown, 1 gone at the source (says the business), 1 withheld, 1 erased on request',
      /^The log has 24 entries, signed with the same key as before: /,
      /^4 entries added since .* UTC\. Nothing before that was changed\.$/,
      ALL_MATCH,
      NO_PAGE,
    )
    await own('republish', ids.get('Review number 1.')!)
    await until(async () => (await sizeOf(url)) === 25)
    const { stdout } = await run(auditor, url)
    assert.match(
      stdout,
      /^20 ever published, 18 shown, 1 gone at the source \(says the business\), 0 withheld, 1 erased/,
    )
    assert.match(stdout, /^1 entry added since /m)
  })

  it('The verify command accepts a service behind a cache that keeps some documents longer than others', async t => {
    const service = await startTestService(t, { rows: rows(5) })
    const kept = new Map<string, Buffer>()
    const { url } = await startTestWebServer(t, async ({ url: asked = '' }, outgoing) => {
      const read = async () => Buffer.from(await (await fetch(service.url + asked)).arrayBuffer())
      const body = kept.get(asked) ?? (await read())
      kept.set(asked, body)
      outgoing.end(body)
    })
    await fetch(`${url}/reviews.json`)
    await service.importRows(rows(6))
    await until(async () => (await sizeOf(service.url)) === 6)
    const { code, stdout, stderr } = await runHere(await makeFolder(t), url)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^6 ever published, 6 shown/)
  })

  it('The verify command finds a log that was truncated, rewritten, signed with another key or removed', async t => {
    const folder = await makeFolder(t)
    const old = await makeDatabase(folder, 'old')
    const serve = async (databaseUrl: string) =>
      (await startTestService(t, { settings: { databaseUrl } })).url
    const [grown, forked] = [await copy(folder, old, 'grown'), await copy(folder, old, 'forked')]
    await importInto(grown, rows(8))
    await importInto(
      forked,
      rows(8, () => ({ source: 'yelp' })),
    )
    const proxy = await startProxy(t, await serve(grown))
    assert.equal((await run(folder, proxy.url)).code, 0)
    const pins = await pinsIn(folder)

    const assertFound = async (target: string, says: RegExp) => {
      proxy.target = target
      assertRejected(await runHere(folder, proxy.url), 4, says)
    }
    await assertFound(
      await serve(old),
      /^NOT VERIFIED: The log has 5 entries, but at the last check it had 8:/,
    )
    await assertFound(
      await serve(forked),
      /^NOT VERIFIED: The first 8 entries of the log are not those/,
    )
    const stranger = await startTestService(t, { rows: rows(8) })
    await assertFound(
      stranger.url,
      /^NOT VERIFIED: The log is signed with another key than at the last check\./,
    )
    proxy.intercept = (_, response) => Boolean(response.writeHead(404).end())
    await assertFound(
      stranger.url,
      /^NOT VERIFIED: http:\S+ no longer has a log\. .* its log had 8 entries\.$/m,
    )
    assert.deepEqual(await pinsIn(folder), pins)
  })
})

/** A database with five reviews and a key that its copies share. */
async function makeDatabase({ path }: Folder, name: string): Promise<string> {
  const databaseUrl = `sqlite:${join(path, `${name}.db`)}`
  await importInto(databaseUrl, rows(5), business)
  const store = await openStore(databaseUrl, system)
  await store.logKey()
  await store.close()
  return databaseUrl
}

async function copy({ path }: Folder, databaseUrl: string, name: string): Promise<string> {
  const file = join(path, `${name}.db`)
  await copyFile(sqlitePath(databaseUrl), file)
  return `sqlite:${file}`
}
