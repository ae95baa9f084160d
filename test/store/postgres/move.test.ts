import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { system } from '../../../src/model/system.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { runCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { makeDatabase } from '../../kit/postgres.ts'
import { business, rows } from '../../kit/rows.ts'
import { importInto } from '../../kit/service.ts'

async function fill(databaseUrl: string): Promise<void> {
  await importInto(
    databaseUrl,
    rows(1200, number => ({ text: number % 7 ? `Ünïcode ${number} 😀` : null })),
    business,
  )
  const store = await openStore(databaseUrl, system)
  const { shown } = await store.changesSince(0)
  await store.write(async writer => {
    await writer.withhold((await writer.find(shown[0]!.id))!, 'spam')
    await writer.erase((await writer.find(shown[1]!.id))!)
    const corrected = shown.find(({ content }, index) => index > 1 && content.text !== null)!
    await writer.correct(corrected, {
      kind: 'technicians',
      id: 'Rosa Méndez',
      mark: 'not_mentioned',
    })
  })
  await store.hub.setTopic('/feed.xml', 'hash', 1)
  await store.hub.accept(
    {
      mode: 'subscribe',
      topic: '/feed.xml',
      topicUrl: 'https://reviews.example/feed.xml',
      callback: 'https://subscriber.example/',
      host: 'subscriber.example',
      secret: 'sealed',
      leaseSeconds: 1000,
      delayMs: 0,
    },
    { perTopic: 10, perHost: 10, pending: 10 },
  )
  await store.secretKey()
  await store.logKey()
  await store.close()
}

async function everythingIn(databaseUrl: string): Promise<unknown> {
  const store = await openStore(databaseUrl, system)
  try {
    const { shown, ...publication } = await store.changesSince(0)
    return {
      ...publication,
      shown: shown.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      removed: publication.removed.toSorted(),
      keys: [await store.secretKey(), Buffer.from(await store.logKey()).toString('hex')],
      subscribers: await store.hub.list(),
      corrections: await store.corrections(),
    }
  } finally {
    await store.close()
  }
}

const migrate = (cwd: string, from: string, to: string) =>
  runCommand(['migrate', '--from', from, '--to', to], { cwd })

async function makeFull(t: TestContext) {
  const { path } = await makeFolder(t)
  const databaseUrl = `sqlite:${path}/old.db`
  await fill(databaseUrl)
  return { path, databaseUrl }
}

describe('firsthand migrate', () => {
  it('The migrate command moves reviews, history, corrections, keys and subscriptions to PostgreSQL and back', async t => {
    const folder = await makeFull(t)
    const postgres = await makeDatabase(t)
    const { code, stdout, stderr } = await migrate(folder.path, folder.databaseUrl, postgres)
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^review: 1200$/m)
    assert.match(stdout, /^subscription_request: 1$/m)
    assert.match(stdout, /^correction: 1$/m)
    assert.match(stdout, /the 1202 entries of the public log are the same/)
    const before = await everythingIn(folder.databaseUrl)
    assert.deepEqual(await everythingIn(postgres), before)
    const again = `sqlite:${folder.path}/again.db`
    assert.equal((await migrate(folder.path, postgres, again)).code, 0)
    assert.deepEqual(await everythingIn(again), before)
  })

  it('The migrate command overwrites nothing', async t => {
    const folder = await makeFull(t)
    const postgres = await makeDatabase(t)
    await importInto(postgres, rows(1), business)
    const { code, stderr } = await migrate(folder.path, folder.databaseUrl, postgres)
    assert.notEqual(code, 0)
    assert.match(stderr, /The target database is not empty\. Nothing was moved\./)
    assert.doesNotMatch(stderr, /postgres:\/\//)
  })

  it('The migrate command does not move a database to itself, however its URL is spelled', async t => {
    const { path, databaseUrl } = await makeFull(t)
    await symlink(`${path}/old.db`, `${path}/other.db`)
    for (const to of [
      'sqlite:old.db',
      'sqlite:./old.db',
      `sqlite:${path}/../${basename(path)}/old.db`,
      'sqlite:other.db',
    ]) {
      const { code, stderr } = await migrate(path, databaseUrl, to)
      assert.deepEqual([code, stderr], [2, '--from and --to name the same database.\n'], to)
    }
  })

  it('The migrate command reports that there is no database at the old URL', async t => {
    const folder = await makeFolder(t)
    const { code, stderr } = await migrate(folder.path, 'sqlite:nowhere.db', 'sqlite:new.db')
    assert.notEqual(code, 0)
    assert.match(stderr, /There is no database at nowhere\.db/)
  })
})
