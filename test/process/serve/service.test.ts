import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { system } from '../../../src/model/system.ts'
import { startService } from '../../../src/serve/service.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { startBuildingHere } from '../../kit/building-here.ts'
import { createClient } from '../../kit/client.ts'
import { runCommand, spawnCommand, startCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { freePort } from '../../kit/free-port.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { business, row, rows, unreadRows } from '../../kit/rows.ts'
import {
  importInto,
  QUIET_SETTINGS,
  startTestService,
  startWholeService,
  type TestService,
  until,
} from '../../kit/service.ts'
import { ask, openSocket } from '../../kit/wire.ts'

const ERROR = 50

describe('a running service', { concurrency: 3 }, () => {
  it('A running service publishes what another process imports', async t => {
    const service = await startWholeService(t, { rows: rows(3) })
    const file = await service.folder.write('more.json', rows(10))
    const { code } = await spawnCommand([
      'import',
      file,
      '--database-url',
      service.folder.databaseUrl,
    ])
    assert.equal(code, 0)
    await until(async () => (await readJson(service.url, '/reviews.json')).reviews.length === 10)
  })

  it('A running service publishes an edit', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    await service.importRows([
      row({ source_id: 'r1', date: '2020-01-02', text: 'On second thoughts.' }),
    ])
    await until(
      async () => (await readJson(service.url, '/api/reviews/search?query=second')).matched === 1,
    )
    const { reviews } = await readJson(service.url, '/reviews.json')
    assert.deepEqual(
      reviews.map((review: { revision: number }) => review.revision),
      [1, 2, 1],
    )
  })

  it('A change appears at every address at once', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    await service.importRows(rows(4))
    await until(async () => (await readJson(service.url, '/reviews.json')).reviews.length === 4)
    assert.equal((await readJson(service.url, '/insights.json')).review_count, 4)
    assert.equal((await readJson(service.url, '/api/feed.json')).items.length, 4)
    assert.equal((await readJson(service.url, '/api/reviews/search')).matched, 4)
  })

  it('Last-Modified advances when an old review is added', async t => {
    const service = await startTestService(t, {
      rows: rows(3, () => ({ updated_at: '2026-02-01T00:00:00Z' })),
    })
    const modified = async () =>
      Date.parse((await ask(service.url, '/reviews.json')).headers['last-modified']!)
    const before = await modified()
    await service.importRows([
      row({ source_id: 'old', date: '2019-01-01', updated_at: '2019-01-01T00:00:00Z' }),
    ])
    await until(async () => (await readJson(service.url, '/reviews.json')).reviews.length === 4)
    await until(async () => (await modified()) > before)
  })

  it('Importing the same file again publishes nothing new', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    const before = await ask(service.url, '/reviews.json')
    await service.importRows(rows(3))
    await service.importRows([row({ source_id: 'last', date: '2026-10-10' })])
    await until(async () => (await readJson(service.url, '/reviews.json')).reviews.length === 4)
    const published = service.log.filter(({ msg }) => msg.startsWith('Published'))
    assert.equal(published.length, 2)
    assert.notEqual((await ask(service.url, '/reviews.json')).headers.etag, before.headers.etag)
  })

  it('The public port has no page of the desk', async t => {
    const { url } = await startTestService(t, { rows: [row()] })
    for (const path of ['/desk', '/desk.css', '/removal', '/open/x', '/people', '/status'])
      assert.equal((await fetch(url + path)).status, 404, path)
  })
})

describe('the business file', { concurrency: 3 }, () => {
  it('A business file that becomes invalid leaves the site unchanged, and the log says where and why', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    const before = await ask(service.url, '/reviews.json')
    await service.folder.write('business.json', '{\n  "name": "New name",\n  "url": oops\n}')
    const message = await loggedError(service)
    assert.match(message, /the published site is unchanged/)
    assert.match(message, /business\.json: line 3: is not valid JSON/)
    assert.equal((await ask(service.url, '/reviews.json')).headers.etag, before.headers.etag)
  })

  it('An invalid business file is rejected with every line and field', async t => {
    const service = await startTestService(t)
    await service.folder.write(
      'business.json',
      '{\n  "name": "",\n  "email": "nobody",\n  "color": "red"\n}',
    )
    const message = await loggedError(service)
    assert.match(message, /line 2: name: /)
    assert.match(message, /line 3: email: /)
    assert.match(message, /color/)
  })

  it('A business file that was fixed is loaded', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    await service.folder.write('business.json', '{')
    await loggedError(service)
    await service.folder.write('business.json', { ...business, name: 'Mended & Sons' })
    await until(async () => (await nameAt(service.url)) === 'Mended & Sons')
    assert.equal((await readJson(service.url, '/reviews.json')).reviews.length, 3)
  })

  it('Another roster in the business file changes what the reviews mention', async t => {
    const service = await startTestService(t, { rows: [row({ text: 'Zoe fixed it.' })] })
    const path = '/api/reviews/search?mentions_technician=zoe'
    assert.equal((await readJson(service.url, path)).matched, 0)
    await service.folder.write('business.json', { ...business, technicians: [{ name: 'Zoe' }] })
    await until(async () => (await readJson(service.url, path)).matched === 1)
  })

  it('A service whose business is known starts with an invalid business file', async t => {
    const first = await startTestService(t, { rows: rows(3) })
    await first.close()
    const businessFile = await first.folder.write('business.json', '{')
    const log: { level: number; msg: string }[] = []
    const second = await startService(
      settingsFor(first.folder.databaseUrl, businessFile),
      pino({ base: null }, { write: line => void log.push(JSON.parse(line)) }),
      startBuildingHere,
    )
    t.after(() => second.close())
    await until(async () => (await ask(second.url, '/readyz')).status === 200)
    assert.equal(await nameAt(second.url), business.name)
    assert.ok(log.some(({ level, msg }) => level === ERROR && /line 1/.test(msg)))
  })
})

describe('a start', { concurrency: 3 }, () => {
  it('A starting service responds with a 503 error in our format until there is a Snapshot', async t => {
    const folder = await makeFolder(t)
    const businessFile = await folder.write('business.json', business)
    await importInto(folder.databaseUrl, unreadRows(2000))
    const service = await startService(settingsFor(folder.databaseUrl, businessFile), silent)
    t.after(() => service.close())
    await until(async () => {
      const { status, headers, body } = await ask(service.url, '/reviews.json')
      if (status === 200) return true
      assert.equal(status, 503)
      assert.equal(headers['retry-after'], '1')
      assert.equal(JSON.parse(body.toString()).error, 'unavailable')
      return false
    })
  })

  it('A start fails with a message if there are reviews but no business', async t => {
    await assert.rejects(startTestService(t, { business: null, rows: rows(3) }), {
      name: 'StoreProblem',
      message: /^There are reviews .* but no .*business\.json says whose they are\./,
    })
  })

  it('A first start fails with a message if the business file is invalid', async t => {
    const folder = await makeFolder(t)
    const businessFile = await folder.write('business.json', '{\n"name": 7}')
    await assert.rejects(startService(settingsFor(folder.databaseUrl, businessFile), silent), {
      name: 'FileProblem',
      message: /business\.json: line 2: name: /,
    })
  })

  it('A start that fails after the port is open closes the port again', async t => {
    const folder = await makeFolder(t)
    const businessFile = await folder.write('business.json', business)
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.after(() => other.close())
    const port = await freePort()
    const metricsPort = (other.address() as AddressInfo).port
    const settings = { ...settingsFor(folder.databaseUrl, businessFile), port, metricsPort }
    await assert.rejects(startService(settings, silent), { code: 'EADDRINUSE', port: metricsPort })
    assert.equal(await statusOrRefused(`http://127.0.0.1:${port}`, '/healthz'), 'refused')
  })

  it('A start ends with a message if the port is taken', async t => {
    const { path } = await makeFolder(t)
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    t.after(() => other.close())
    const port = String((other.address() as AddressInfo).port)
    const { code, stderr } = await runCommand(['serve', '--port', port], { cwd: path })
    assert.equal(code, 2)
    assert.match(stderr, new RegExp(`^Port ${port} is in use`))
  })
})

describe('the demo', { concurrency: 3 }, () => {
  it('The demo has the same bytes and ETags on every new installation, and where it replaces one from another version', async t => {
    const baseUrl = 'https://reviews.example.net'
    const one = await startWholeService(t, {
      business: null,
      makesDemo: true,
      settings: { baseUrl },
    })
    const folder = await makeFolder(t)
    const file = join(folder.path, 'demo.db')
    await (await openStore(`sqlite:${file}`, system)).close()
    const database = new DatabaseSync(file)
    database.exec("update publication set made_by = 'another version'")
    database.close()
    const settings = settingsFor(folder.databaseUrl, join(folder.path, 'business.json'))
    const other = await startService({ ...settings, baseUrl }, silent, startBuildingHere)
    t.after(() => other.close())
    await until(async () => (await ask(other.url, '/readyz')).status === 200)
    assert.match(await nameAt(other.url), /Larkfield/)
    for (const path of ['/reviews.json', '/insights.json', '/api/feed.json', '/feed.xml', '/']) {
      const [a, b] = [await ask(one.url, path), await ask(other.url, path)]
      assert.equal(a.headers.etag, b.headers.etag, path)
      assert.deepEqual(a.body, b.body)
    }
  })

  it('The demo stays out of the database of the operator', async t => {
    const { folder } = await startTestService(t, { business: null })
    const [count] = await queryDatabase(
      folder.databaseUrl,
      'select count(*) as reviews from review',
    )
    assert.equal(count!.reviews, 0)
  })

  it('The demo gives way to a business and its reviews without a restart', async t => {
    const service = await startTestService(t, { business: null })
    assert.match(await nameAt(service.url), /Larkfield/)
    await service.folder.write('business.json', business)
    await until(async () => (await nameAt(service.url)) === business.name)
    assert.equal((await readJson(service.url, '/reviews.json')).business.fictional, false)
    await service.importRows(rows(7))
    await until(async () => (await readJson(service.url, '/reviews.json')).reviews.length === 7)
  })

  it('The demo gives way to an imported file that contains the business with its reviews', async t => {
    const service = await startTestService(t, { business: null })
    const file = await service.folder.write('all.json', { business, reviews: rows(7) })
    await runCommand(['import', file, '--database-url', service.folder.databaseUrl])
    await until(async () => (await nameAt(service.url)) === business.name)
    assert.equal((await readJson(service.url, '/reviews.json')).reviews.length, 7)
  })
})

describe('the publishing thread', () => {
  it('A publishing thread that cannot read the store keeps what was published, and reports the problem until it can', async t => {
    const service = await startWholeService(t, { rows: rows(3) })
    const client = await createClient(service.url)
    const before = await ask(service.url, '/reviews.json')
    const query = (sql: string) => queryDatabase(service.folder.databaseUrl, sql)
    await query("update setting set key = 'hidden' where key = 'business'")
    await query(`insert into setting values ('business', '{"name": broken')`)
    await query('update publication set version = version + 1')
    assert.match(
      await loggedError(service),
      /The newest data is not published; what was published before is unchanged/,
    )
    assert.equal((await ask(service.url, '/reviews.json')).headers.etag, before.headers.etag)
    assert.equal(typeof (await client.get('/healthz')).json.problem, 'string')
    assert.equal((await client.get('/readyz')).status, 200)

    await query("delete from setting where key = 'business'")
    await query("update setting set key = 'business' where key = 'hidden'")
    await until(async () => (await client.get('/healthz')).json.problem === null)
    await service.importRows(rows(4))
    await until(async () => (await readJson(service.url, '/reviews.json')).reviews.length === 4)
  })
})

describe('a stop', () => {
  it('A service that is closed twice closes once', async t => {
    const service = await startWholeService(t, { rows: rows(3) })
    const [first, second] = [service.close(), service.close()]
    assert.equal(second, first)
    await first
    assert.equal(await statusOrRefused(service.url, '/healthz'), 'refused')
  })

  it('A stop does not wait for an idle connection', async t => {
    const service = await startTestService(t, { rows: rows(3) })
    const socket = openSocket(service.url)
    socket.write('GET /reviews.json HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'readable')
    const late = sleep(8000, 'late', { ref: false })
    assert.equal(await Promise.race([service.close().then(() => 'closed'), late]), 'closed')
    assert.match((await readAll(socket)).toString(), /"source_totals":\[\]\},"parts":\{.*\]\}\}$/)
  })

  it('A stop at the first response, before the log says that the service listens, is in order', async t => {
    const { path } = await makeFolder(t)
    const port = await freePort()
    const server = startCommand(['serve', '--port', String(port)], { cwd: path })
    t.after(() => server.kill('SIGKILL'))
    const ended = once(server, 'exit')
    await until(
      async () => (await statusOrRefused(`http://127.0.0.1:${port}`, '/healthz')) !== 'refused',
    )
    server.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })

  it('A stop finishes a slow download, takes no new requests, and exits with 0', async t => {
    const folder = await makeFolder(t)
    await folder.write('business.json', business)
    await importInto(
      folder.databaseUrl,
      // In a script that the insights engine does not read: analysis would take most of the time.
      rows(800, number => ({ text: `${number} ${'ж'.repeat(9000)}` })),
    )
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const server = startCommand(
      ['serve', '--port', String(port), '--database-url', folder.databaseUrl],
      {
        cwd: folder.path,
      },
    )
    t.after(() => server.kill('SIGKILL'))
    const ended = once(server, 'exit')
    await until(async () => (await statusOrRefused(url, '/readyz')) === 200)

    const socket = openSocket(url)
    socket.write('GET /reviews.json HTTP/1.1\r\nHost: x\r\n\r\n')
    await once(socket, 'readable')
    server.kill('SIGTERM')
    await until(async () => [503, 'refused'].includes(await statusOrRefused(url, '/reviews.json')))

    const answer = await readAll(socket)
    const head = answer.subarray(0, answer.indexOf('\r\n\r\n')).toString()
    const length = Number(/content-length: (\d+)/i.exec(head)![1])
    assert.ok(length > 12_000_000)
    assert.equal(answer.length, head.length + 4 + length)
    assert.deepEqual(await ended, [0, null])
  })
})

const silent = pino({ enabled: false })

function settingsFor(databaseUrl: string, businessFile: string) {
  return { host: '127.0.0.1', port: 0, ...QUIET_SETTINGS, databaseUrl, businessFile }
}

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
async function readJson(url: string, path: string): Promise<any> {
  return JSON.parse((await ask(url, path)).body.toString())
}

const nameAt = async (url: string): Promise<string> =>
  (await readJson(url, '/reviews.json')).business.name

async function loggedError({ log }: TestService): Promise<string> {
  await until(() => log.some(({ level }) => level >= ERROR))
  return log.find(({ level }) => level >= ERROR)!.msg
}

async function statusOrRefused(url: string, path: string): Promise<number | 'refused'> {
  try {
    return (await ask(url, path)).status
  } catch {
    return 'refused'
  }
}

async function readAll(socket: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks)
}
