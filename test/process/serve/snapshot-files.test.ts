import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { before, describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import type { BuilderPort } from '../../../src/serve/builder-process.ts'
import { type ServiceSettings, startService } from '../../../src/serve/service.ts'
import { sqlitePath } from '../../../src/store/open-store.ts'
import { startBuildingHere, startNoBuilder } from '../../kit/building-here.ts'
import { spawnCommand } from '../../kit/command.ts'
import { startTestDesk } from '../../kit/desk.ts'
import type { Folder } from '../../kit/folder.ts'
import { freePort } from '../../kit/free-port.ts'
import { row, rows } from '../../kit/rows.ts'
import {
  importInto,
  type Service,
  settingsIn,
  startAgain,
  startTestService,
  until,
} from '../../kit/service.ts'
import { bytesOf, openTestStore } from '../../kit/store.ts'
import { ask } from '../../kit/wire.ts'

const SECRET = row({
  source_id: 'secret',
  author: 'Ann Secretname',
  text: 'Confidentialwords on the boiler.',
})

/** An instance is its port. */
const settings = { baseUrl: 'https://reviews.example', port: 0 }
before(async () => {
  settings.port = await freePort()
})

const filesOf = ({ path }: Folder): string[] => {
  const folder = join(path, 'snapshot', String(settings.port))
  return existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : []
}

/** The only one. */
function fileOf(folder: Folder): string {
  const files = filesOf(folder)
  assert.equal(files.length, 1, files.join())
  return files[0]!
}

/** A service that was stopped, and so has left its Snapshot. */
async function stopService(t: TestContext): Promise<{ folder: Folder; id: string }> {
  const service = await startTestService(t, { rows: [SECRET, ...rows(3)], settings })
  const found = await fetch(`${service.url}/api/reviews/search?query=Confidentialwords`)
  const [review] = ((await found.json()) as { reviews: { id: string }[] }).reviews
  await service.close()
  assert.ok(existsSync(fileOf(service.folder)))
  return { folder: service.folder, id: review!.id }
}

/** Whether a service that builds nothing has something to serve. */
async function isServed(t: TestContext, folder: Folder, other: Partial<ServiceSettings> = {}) {
  const { url, close } = await startService(
    settingsIn(folder, { ...settings, ...other }),
    pino({ enabled: false }),
    startNoBuilder,
  )
  t.after(close)
  const { status } = await fetch(`${url}/reviews.json`)
  await close()
  return status === 200
}

const PATHS = [
  '/',
  '/reviews.json',
  '/api/feed.json',
  '/feed.xml',
  '/insights.json',
  '/log/checkpoint',
  '/log/tile/entries/000.p/4',
  '/api/reviews/search?words=boiler&sort=relevance&facets=rating,source',
  '/api/reviews/stats?group_by=stars,month',
  '/api/reviews/changes?cursor=0',
  '/policy',
]

const readAll = async ({ url }: Service) => {
  const responses = []
  for (const path of PATHS)
    for (const coding of ['identity', 'br'])
      responses.push({
        path,
        ...(await ask(url, path, { headers: { 'accept-encoding': coding } })),
      })
  return responses.map(({ path, status, headers, body }) => {
    const { date, 'x-request-id': id, ...rest } = headers
    return { path, status, rest, body: body.toString('latin1') }
  })
}

const textOf = async ({ url }: Pick<Service, 'url'>) =>
  await (await fetch(`${url}/reviews.json`)).text()

describe('a service that starts again', () => {
  it('It serves the file that it finds without a builder, byte for byte what it would build', async t => {
    const { folder } = await stopService(t)
    const found = await startAgain(t, { folder }, settings, startNoBuilder)
    const atOnce = await readAll(found)
    await found.close()
    await rename(fileOf(folder), `${folder.path}/aside`)
    const built = await startAgain(t, { folder }, settings)
    assert.deepEqual(atOnce, await readAll(built))
    assert.deepEqual(
      atOnce.filter(({ status }) => status !== 200).map(({ path }) => path),
      [],
    )
  })

  it('It starts no builder if nothing has changed, and one at once if the database has another history of as many changes', async t => {
    const { folder } = await stopService(t)
    let starts = 0
    const counting = (): BuilderPort => {
      starts++
      return startBuildingHere()
    }
    await (await startAgain(t, { folder }, settings, counting)).close()
    assert.equal(starts, 0)
    using database = new DatabaseSync(sqlitePath(folder.databaseUrl))
    database.exec("update publication set changed_at = '2020-01-01T00:00:00.000Z'")
    await startAgain(t, { folder }, settings, counting)
    await until(() => starts === 1)
  })

  it('Its folder holds the newest version alone, which only its owner may read', async t => {
    const { folder } = await stopService(t)
    const first = basename(fileOf(folder))
    const service = await startAgain(t, { folder }, settings)
    await importInto(folder.databaseUrl, [row({ source_id: 'later' })])
    await until(async () => (await textOf(service)).includes('"review_count":5'))
    await until(() => filesOf(folder).length === 1)
    assert.equal(Number(basename(fileOf(folder))), Number(first) + 1)
    assert.equal(statSync(fileOf(folder)).mode & 0o777, 0o600)
  })

  it('Changes that it missed are added to what it serves as soon as they are built', async t => {
    const { folder } = await stopService(t)
    const { take, store } = await openTestStore(t, folder)
    await take([row({ source_id: 'new', text: 'Brandnew.' })])
    await store.close()
    const service = await startAgain(t, { folder }, settings)
    assert.match(await textOf(service), /Confidentialwords/)
    await until(async () => /Brandnew/.test(await textOf(service)))
  })

  it('A file that is damaged, cut off, empty or of other settings is not opened', async t => {
    const { folder } = await stopService(t)
    const file = fileOf(folder)
    const bytes = await readFile(file)
    const flipped = Buffer.from(bytes)
    flipped[bytes.length >> 1]! ^= 1
    for (const wrong of [flipped, bytes.subarray(0, -1), bytes.subarray(0, 40), Buffer.alloc(0)]) {
      await writeFile(file, wrong)
      assert.equal(await isServed(t, folder), false)
      await mkdir(join(file, '..'), { recursive: true })
    }
    await writeFile(file, bytes)
    assert.equal(await isServed(t, folder), true)
    assert.equal(await isServed(t, folder, { baseUrl: 'https://other.example' }), false)
  })

  it('A file of another database is not opened', async t => {
    const { folder } = await stopService(t)
    const other = await stopService(t)
    await rename(fileOf(folder), fileOf(other.folder))
    assert.equal(await isServed(t, other.folder), false)
  })

  for (const [command, ...more] of [['withhold', '--reason', 'spam'], ['erase']])
    it(`After ${command} while it was stopped, nothing is served until the rest is built, and no older file stays`, async t => {
      const { folder, id } = await stopService(t)
      const file = fileOf(folder)
      const copy = await readFile(file)
      const args = [command!, id, ...more, '--yes', '--database-url', folder.databaseUrl]
      assert.equal((await spawnCommand(args)).code, 0)
      // As if it had not been deleted.
      await mkdir(join(file, '..'), { recursive: true })
      await writeFile(file, copy)
      assert.equal(await isServed(t, folder), false)
      assert.deepEqual(filesOf(folder), [])
    })

  it('A review that is removed while nothing can be built is soon shown no longer', async t => {
    const { folder, id } = await stopService(t)
    const service = await startAgain(t, { folder }, settings, startNoBuilder)
    const args = ['withhold', id, '--reason', 'spam', '--yes', '--database-url', folder.databaseUrl]
    assert.equal((await spawnCommand(args)).code, 0)
    await until(async () => (await fetch(`${service.url}/reviews.json`)).status === 503)
  })
})

describe('an erased review', () => {
  const hasTrace = async (folder: Folder) =>
    /Confidentialwords|Secretname/.test(await bytesOf(folder))

  it('Erased at the command line while the service runs, it is in no file beside the database', async t => {
    const { folder, id } = await stopService(t)
    const service = await startAgain(t, { folder }, settings)
    assert.ok(await hasTrace(folder))
    const finished = await spawnCommand([
      'erase',
      id,
      '--yes',
      '--database-url',
      folder.databaseUrl,
    ])
    assert.equal(finished.code, 0)
    await until(async () => {
      const response = await fetch(`${service.url}/reviews.json`)
      return response.ok && !/Confidential/.test(await response.text())
    })
    await until(async () => !(await hasTrace(folder)))
    await service.close()
    assert.ok(existsSync(fileOf(folder)), 'the rest is there')
    assert.equal(await hasTrace(folder), false)
  })

  it('Erased while a stopped instance has a file of its own, it is in no file either', async t => {
    const { folder, id } = await stopService(t)
    const other = { ...settings, port: await freePort() }
    await (await startAgain(t, { folder }, other)).close()
    const finished = await spawnCommand([
      'erase',
      id,
      '--yes',
      '--database-url',
      folder.databaseUrl,
    ])
    assert.equal(finished.code, 0)
    assert.equal(await hasTrace(folder), false)
  })

  it('Erased at the desk, it is in no file beside the database', async t => {
    const { folder, store, post } = await startTestDesk(t, { rows: [SECRET, ...rows(3)] })
    await (await startAgain(t, { folder }, settings)).close()
    const [review] = (await store.findInStates(['published'])).filter(
      ({ content }) => content.author === 'Ann Secretname',
    )
    await post(`/reviews/${review!.id}/erase`, { name: 'Ann Secretname' })
    assert.equal(await hasTrace(folder), false)
  })
})
