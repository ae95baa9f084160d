import assert from 'node:assert/strict'
import { existsSync, statSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { eraseReview } from '../../src/actions/remove-review.ts'
import type { PublishingThread } from '../../src/publish/publisher.ts'
import { type ServiceSettings, startService } from '../../src/serve/service.ts'
import { sqlitePath } from '../../src/store/open-store.ts'
import { spawnCommand } from '../kit/command.ts'
import { startTestDesk } from '../kit/desk.ts'
import type { Folder } from '../kit/folder.ts'
import { startPublishingHere } from '../kit/publishing-thread.ts'
import { row, rows } from '../kit/rows.ts'
import { importInto, type Service, settingsIn, startAgain, startTestService, until } from '../kit/service.ts'
import { bytesOf, openTestStore } from '../kit/store.ts'
import { ask } from '../kit/wire.ts'

const settings = { baseUrl: 'https://reviews.example' }
const SECRET = row({
  source_id: 'secret',
  author: 'Ann Secretname',
  text: 'Confidentialwords on the boiler.',
})

/** So that nothing is served but what was saved. */
const neverBuilds = (): PublishingThread => ({ postMessage() {}, on() {}, async terminate() {} })

/** As while the next Snapshot is being built, which can take long. */
function buildsOnce(): PublishingThread {
  const { on, ...thread } = startPublishingHere()
  let count = 0
  return {
    ...thread,
    on: (event, listener) =>
      on.call(thread, event, message => {
        if (event !== 'message' || !('parts' in message) || count++ === 0) listener(message)
      }),
  }
}

function countStarts(): [start: () => PublishingThread, count: () => number] {
  let starts = 0
  const start = () => {
    starts++
    return startPublishingHere()
  }
  return [start, () => starts]
}

const fileOf = ({ databaseUrl }: Folder) => `${sqlitePath(databaseUrl)}-snapshot`

/** A service that was stopped, and so has saved its Snapshot. */
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
    neverBuilds,
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
      responses.push({ path, ...(await ask(url, path, { headers: { 'accept-encoding': coding } })) })
  return responses.map(({ path, status, headers, body }) => {
    const { date, 'x-request-id': id, ...rest } = headers
    return { path, status, rest, body: body.toString('latin1') }
  })
}

describe('a service that starts again', () => {
  it('Once something newer is public, the older file is gone: after a crash it would look like a log that was cut', async t => {
    const { folder } = await stopService(t)
    const service = await startAgain(t, { folder }, settings)
    await importInto(folder.databaseUrl, [row({ source_id: 'later' })])
    await until(async () =>
      (await (await fetch(`${service.url}/reviews.json`)).text()).includes('"review_count":5'),
    )
    await until(() => !existsSync(fileOf(folder)))
  })

  it('A service that starts again serves what it saved, before it has built anything, byte for byte the same', async t => {
    const { folder } = await stopService(t)
    const saved = await startAgain(t, { folder }, settings, neverBuilds)
    const atOnce = await readAll(saved)
    await saved.close()
    await rename(fileOf(folder), `${folder.path}/aside`)
    const built = await startAgain(t, { folder }, settings)
    assert.deepEqual(atOnce, await readAll(built))
    assert.deepEqual(
      atOnce.filter(({ status }) => status !== 200).map(({ path }) => path),
      [],
    )
  })

  it('The file can be read by its owner only', async t => {
    const { folder } = await stopService(t)
    assert.equal(statSync(fileOf(folder)).mode & 0o777, 0o600)
  })

  it('New reviews are added to what it saved as soon as they are built', async t => {
    const { folder } = await stopService(t)
    const { take, store } = await openTestStore(t, folder)
    await take([row({ source_id: 'new', text: 'Brandnew.' })])
    await store.close()
    const service = await startAgain(t, { folder }, settings)
    assert.match(await (await fetch(`${service.url}/reviews.json`)).text(), /Confidentialwords/)
    await until(async () => /Brandnew/.test(await (await fetch(`${service.url}/reviews.json`)).text()))
  })

  it('A file that is damaged, cut off, empty or of other settings is ignored', async t => {
    const { folder } = await stopService(t)
    const file = fileOf(folder)
    const bytes = await readFile(file)
    const flipped = Buffer.from(bytes)
    flipped[bytes.length >> 1]! ^= 1
    for (const wrong of [flipped, bytes.subarray(0, -1), bytes.subarray(0, 40), Buffer.alloc(0)]) {
      await writeFile(file, wrong)
      assert.equal(await isServed(t, folder), false)
    }
    await writeFile(file, bytes)
    assert.equal(await isServed(t, folder, { baseUrl: 'https://other.example' }), false)
    assert.equal(await isServed(t, folder), true)
  })

  it('A file beside another database is ignored', async t => {
    const { folder } = await stopService(t)
    const other = await stopService(t)
    await rename(fileOf(folder), fileOf(other.folder))
    assert.equal(await isServed(t, other.folder), false)
  })

  for (const [command, ...more] of [['withhold', '--reason', 'spam'], ['erase']])
    it(`After ${command} while it was stopped, nothing is served until the rest is built`, async t => {
      const { folder, id } = await stopService(t)
      const copy = await readFile(fileOf(folder))
      const args = [command!, id, ...more, '--yes', '--database-url', folder.databaseUrl]
      assert.equal((await spawnCommand(args)).code, 0)
      // As if it had not been deleted.
      await writeFile(fileOf(folder), copy)
      assert.equal(await isServed(t, folder), false)
    })

  it('A database with another history of as many changes is built at once', async t => {
    const { folder } = await stopService(t)
    using database = new DatabaseSync(sqlitePath(folder.databaseUrl))
    database.exec("update publication set changed_at = '2020-01-01T00:00:00.000Z'")
    const [startThread, count] = countStarts()
    await startAgain(t, { folder }, settings, startThread)
    assert.equal(count(), 1)
  })

  it('A review that is removed before the first build is not served until then', async t => {
    const { folder, id } = await stopService(t)
    const service = await startAgain(t, { folder }, settings, neverBuilds)
    const args = ['withhold', id, '--reason', 'spam', '--yes', '--database-url', folder.databaseUrl]
    assert.equal((await spawnCommand(args)).code, 0)
    await until(async () => (await fetch(`${service.url}/reviews.json`)).status === 503)
  })
})

describe('an erased review', () => {
  const hasTrace = async (folder: Folder) => /Confidentialwords|Secretname/.test(await bytesOf(folder))

  it('Erased at the command line while the service runs, it is in no file beside the database', async t => {
    const { folder, id } = await stopService(t)
    const service = await startAgain(t, { folder }, settings)
    assert.ok(await hasTrace(folder))
    const finished = await spawnCommand(['erase', id, '--yes', '--database-url', folder.databaseUrl])
    assert.equal(finished.code, 0)
    assert.equal(existsSync(fileOf(folder)), false)
    assert.equal(await hasTrace(folder), false)
    await until(async () => {
      const response = await fetch(`${service.url}/reviews.json`)
      return response.ok && !/Confidential/.test(await response.text())
    })
    await service.close()
    assert.ok(existsSync(fileOf(folder)), 'the rest is saved again')
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

  it('What was published before an erasure is not saved after it', async t => {
    const { folder, id } = await stopService(t)
    await rm(fileOf(folder))
    const service = await startAgain(t, { folder }, settings, buildsOnce)
    const { store } = await openTestStore(t, folder)
    await eraseReview(store, id)
    assert.match(await (await fetch(`${service.url}/reviews.json`)).text(), /Confidentialwords/)
    await service.close()
    assert.equal(existsSync(fileOf(folder)), false)
  })
})
