import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { ReviewsDataset } from '../../../../src/model/dataset.ts'
import type { KnownReview } from '../../../../src/model/record.ts'
import { system } from '../../../../src/model/system.ts'
import { openStore } from '../../../../src/store/open-store.ts'
import type { StoreWriter } from '../../../../src/store/store.ts'
import { runCommand } from '../../../kit/command.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { queryDatabase } from '../../../kit/query-database.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { business, type Row, row, rows } from '../../../kit/rows.ts'
import { importInto, startTestService, type TestService, until } from '../../../kit/service.ts'
import { bytesOf } from '../../../kit/store.ts'
import { startTestWebServer, type TestWebServer } from '../../../kit/web-server.ts'
import { pull } from '../pull.ts'

async function readJson<T>(address: string): Promise<T> {
  return (await (await fetch(address)).json()) as T
}

const datasetOf = ({ url }: TestService) => readJson<ReviewsDataset>(`${url}/reviews.json`)
const idsOf = async (service: TestService) => (await datasetOf(service)).reviews.map(({ id }) => id)

/** The reviews that a database shows, by id. */
async function shownIn(databaseUrl: string): Promise<Map<string, KnownReview>> {
  const store = await openStore(databaseUrl, system)
  const { shown } = await store.changesSince(0)
  await store.close()
  return new Map(shown.map(review => [review.id, review] as const).sort())
}

const contentsIn = async ({ databaseUrl }: Folder) =>
  Array.from(await shownIn(databaseUrl), ([id, { content, updated_at }]) => ({
    id,
    updated_at,
    ...content,
  }))

const versionOf = async ({ databaseUrl }: Folder) =>
  (await queryDatabase(databaseUrl, 'select version from publication'))[0]?.version

/** Changes something at the other service and waits until it is published. */
async function act(
  { folder, url }: TestService,
  work: (writer: StoreWriter) => Promise<unknown>,
): Promise<void> {
  const store = await openStore(folder.databaseUrl, system)
  await store.write(work)
  const version = await store.version()
  await store.close()
  await until(
    async () => (await readJson<{ version: number }>(`${url}/readyz`)).version === version,
  )
}

async function take(service: TestService, changed: ReturnType<typeof rows>): Promise<void> {
  await service.importRows(changed)
  await act(service, async () => {})
}

/** Passes requests on to a service, with small pages; `fails` says for which requests the connection breaks. */
function passOn(
  t: TestContext,
  target: { service: TestService; fails?: (url: string, asked: string[]) => boolean },
): Promise<TestWebServer> {
  const side = startTestWebServer(t, async ({ url }, outgoing) => {
    if (target.fails?.(url!, (await side).asked)) {
      outgoing.destroy()
      return
    }
    const response = await fetch(target.service.url + url!.replace('limit=1000', 'limit=2'))
    outgoing.writeHead(response.status, { 'content-type': response.headers.get('content-type')! })
    outgoing.end(await response.text())
  })
  return side
}

const report = (counts: string) => new RegExp(`^[\\w.]+:\\d+ \\(Firsthand\\): ${counts}\n$`)
async function businessIn({ databaseUrl }: Folder): Promise<string | undefined> {
  const [setting] = await queryDatabase(
    databaseUrl,
    "select value from setting where key = 'business'",
  )
  return setting && JSON.parse(String(setting.value)).name
}

describe('firsthand sync of another Firsthand', { concurrency: 2 }, () => {
  it('A sync imports the same reviews under the same ids and keeps the business that is here', async t => {
    const other = await startTestService(t, {
      rows: [
        ...rows(5),
        row({
          text: 'Rosa unclogged it.',
          owner_reply: { text: 'Thank you!', date: '2026-03-15' },
        }),
        row({ source: 'direct', source_id: 'd1', text: null, verified: true, language: 'pt-BR' }),
      ],
    })
    const here = await startTestService(t, { business: { ...business, name: 'Ours' } })
    const { path, databaseUrl } = here.folder
    const finished = await runCommand(['sync', other.url], {
      cwd: path,
      env: { DATABASE_URL: databaseUrl },
    })
    const counts = '7 added, 0 edited, 0 unchanged, 0 duplicate, 0 rejected, 0 gone'
    const stdout = `${new URL(other.url).host} (Firsthand): ${counts}\n`
    assert.deepEqual(finished, { code: 0, stdout, stderr: '' })
    await until(async () => (await idsOf(here)).length === 7)
    const { reviews } = await datasetOf(other)
    const atHost = reviews.map(one => ({ ...one, url: one.url.replace(other.url, here.url) }))
    assert.deepEqual((await datasetOf(here)).reviews, atHost)
    assert.equal(await businessIn(here.folder), 'Ours')
  })

  it('A second sync asks only for what is new and creates no version if there is nothing', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    const { url, asked } = await passOn(t, { service })
    const here = await makeFolder(t)
    assert.equal((await pull(here, url)).stderr, '')
    assert.equal(await businessIn(here), business.name)
    const version = await versionOf(here)

    asked.length = 0
    assert.match((await pull(here, url)).stdout, report('0 added, 0 edited, 0 unchanged.*, 0 gone'))
    assert.equal(await versionOf(here), version)
    assert.equal(asked.length, 2)
    assert.match(asked[1]!, /^\/api\/reviews\/changes\?cursor=3\b/)

    await take(service, rows(4))
    assert.match((await pull(here, url)).stdout, report('1 added, 0 edited, 0 unchanged.*, 0 gone'))
    assert.deepEqual(await contentsIn(here), await contentsIn(service.folder))
  })

  it('A sync brings edits, replies, and reviews that were withheld, gone or restored', async t => {
    const other = await startTestService(t, { rows: rows(5) })
    const here = await makeFolder(t)
    await pull(here, other.url)
    const [first, second, third] = await idsOf(other)

    await take(other, [
      ...rows(1, () => ({ text: 'Changed.' })),
      rows(2, () => ({ owner_reply: { text: 'Thanks.', date: '2026-04-01' } }))[1]!,
    ])
    await act(other, async writer => {
      await writer.withhold((await writer.find(first!))!, 'off_topic')
      await writer.withhold((await writer.find(second!))!, 'spam')
      await writer.remove(third!)
    })
    assert.match(
      (await pull(here, other.url)).stdout,
      report('0 added, 2 edited, 0 unchanged.*, 3 gone'),
    )
    assert.deepEqual(await contentsIn(here), await contentsIn(other.folder))

    await act(other, async writer => writer.restore((await writer.find(first!))!))
    assert.match((await pull(here, other.url)).stdout, report('0 added, .*, 1 shown again, 0 gone'))
    assert.ok((await shownIn(here.databaseUrl)).has(first!))
    assert.deepEqual(await contentsIn(here), await contentsIn(other.folder))
  })

  it('A sync erases what was erased at the source, to the last byte, and does not import it again', async t => {
    const secret = 'Unforgettable: the kitchen of number 17.'
    const other = await startTestService(t, { rows: [...rows(2), row({ text: secret })] })
    const here = await makeFolder(t)
    await pull(here, other.url)
    assert.ok(await holds(here, secret))
    const { id } = (await datasetOf(other)).reviews.find(({ text }) => text === secret)!
    await act(other, async writer => writer.erase((await writer.find(id))!))
    assert.match((await pull(here, other.url)).stdout, report('0 added, .*, 0 gone, 1 erased'))
    assert.ok(!(await holds(here, secret)))
    assert.deepEqual(await contentsIn(here), await contentsIn(other.folder))
    assert.equal((await importInto(here.databaseUrl, [row({ id, text: secret })])).erased, 1)
  })

  it('A sync does not show a review that was withheld here', async t => {
    const other = await startTestService(t, { rows: rows(2) })
    const here = await makeFolder(t)
    await pull(here, other.url)
    const id = (await idsOf(other))[0]!
    const store = await openStore(here.databaseUrl, system)
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'unlawful'))
    await store.close()
    await take(
      other,
      rows(2, () => ({ text: 'Changed.' })),
    )
    await pull(here, other.url)
    assert.equal((await shownIn(here.databaseUrl)).has(id), false)
  })
})

const holds = async (folder: Folder, text: string) => (await bytesOf(folder)).includes(text)

describe('firsthand sync with problems', { concurrency: 2 }, () => {
  it('A sync resumes after a failure between two pages and misses nothing', async t => {
    const service = await startTestService(t, { rows: rows(7) })
    const target = {
      service,
      fails: (url: string, asked: string[]) => url.includes('limit=1000') && asked.length > 4,
    }
    const { url, asked } = await passOn(t, target)
    const here = await makeFolder(t)
    const broken = await pull(here, url)
    assert.equal(broken.code, 1)
    assert.match(broken.stdout, report('4 added, .*'))
    assert.match(
      broken.stderr,
      /^Cannot read http:\S+\/api\/reviews\/changes\?…\. 127\.0\.0\.1 closed the connection\.\n$/,
    )
    assert.equal((await shownIn(here.databaseUrl)).size, 4)

    await take(
      service,
      rows(1, () => ({ text: 'Changed.' })),
    )
    target.fails = () => false
    asked.length = 0
    assert.match((await pull(here, url)).stdout, report('3 added, 1 edited, 0 unchanged.*'))
    assert.match(asked[1]!, /cursor=4\b/)
    assert.deepEqual(await contentsIn(here), await contentsIn(service.folder))
  })

  it('A sync starts over when the log of the other service was replaced, and says so', async t => {
    const target = { service: await startTestService(t, { rows: rows(5) }) }
    const { url, host } = await passOn(t, target)
    const here = await makeFolder(t)
    await pull(here, url)
    target.service = await startTestService(t, { rows: rows(2, n => ({ source_id: `new${n}` })) })
    const { code, stdout, stderr } = await pull(here, url)
    assert.deepEqual(
      [code, stderr],
      [0, `${host}: the log is not the same as last time. Reading it from the beginning.\n`],
    )
    assert.match(stdout, report('2 added, .*'))
    assert.match((await pull(here, url)).stdout, report('0 added, 0 edited, 0 unchanged.*'))
  })

  it('A sync imports the valid reviews of a page and names the others', async t => {
    const { url, host } = await serveChanges(t, [
      { id: ID, rating: 5, date: '2026-01-02', source: 'google' },
      { id: ID.replace('F', 'G'), rating: 9, date: '2026-01-02', source: 'google' },
    ])
    const here = await makeFolder(t)
    await importInto(here.databaseUrl, [], business)
    const { code, stdout, stderr } = await pull(here, url)
    assert.deepEqual([code, stderr], [3, `${host}: row 2, rating: must be 5 or less\n`])
    assert.match(stdout, report('1 added, .*, 1 rejected, 0 gone'))
  })

  it('A sync stops at an endless change feed', async t => {
    const { url } = await serveChanges(t, [], true)
    const here = await makeFolder(t)
    const { code, stderr } = await pull(here, url)
    assert.equal(code, 1)
    assert.match(stderr, /: the change feed repeats itself\. Try again later\.\n$/)
  })

  it('A sync waits when the service asks it to slow down', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    let requests = 0
    const { url } = await startTestWebServer(t, async (incoming, outgoing) => {
      if (requests++ < 2) return void outgoing.writeHead(429, { 'retry-after': '0' }).end()
      outgoing.end(await (await fetch(service.url + incoming.url)).text())
    })
    const { code, stdout } = await pull(await makeFolder(t), url)
    assert.equal(code, 0)
    assert.match(stdout, report('3 added, .*'))
  })

  it('A sync reports the status when the service is unavailable', async t => {
    const { url } = await startTestWebServer(t, (_, outgoing) => {
      outgoing.writeHead(503, { 'content-type': 'application/json' }).end('{"error":"unavailable"}')
    })
    const finished = await pull(await makeFolder(t), url)
    assertRejected(
      finished,
      1,
      /expected the change feed of a Firsthand service, got status 503 with application\/json/,
    )
  })
})

const ID = '01KKMT9200Z88TWY7HK8WBY3NF'

function serveChanges(t: TestContext, reviews: Row[], has_more = false): Promise<TestWebServer> {
  const at = '2026-01-03T00:00:00Z'
  const changes = reviews.map((review, index) => ({
    seq: index + 1,
    op: 'add',
    at,
    review_id: review.id,
    review,
    reason: null,
  }))
  return startTestWebServer(t, (_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ changes, next_cursor: '2', has_more }))
  })
}
