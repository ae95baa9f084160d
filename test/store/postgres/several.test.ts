/** Several processes on one PostgreSQL. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { append, EMPTY_FRONTIER, rootOf } from '../../../src/ledger/frontier.ts'
import { encodeEntry } from '../../../src/ledger/ledger-entry.ts'
import { leafHash } from '../../../src/ledger/merkle-tree.ts'
import { system } from '../../../src/model/system.ts'
import { sha256 } from '../../../src/store/base/node-signatures.ts'
import type { HubStore, NewRequest } from '../../../src/store/hub/hub-store.ts'
import { createHubStore } from '../../../src/store/hub/hub-store.ts'
import { openEngine, openStore } from '../../../src/store/open-store.ts'
import { startCommand } from '../../kit/command.ts'
import { makeFolder } from '../../kit/folder.ts'
import { makeDatabase } from '../../kit/postgres.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { row, rows } from '../../kit/rows.ts'
import { importInto, until } from '../../kit/service.ts'
import { openTestStore, type TestStore } from '../../kit/store.ts'

describe('Concurrent writers', () => {
  it('Concurrent writers keep the ledger intact', async t => {
    const first = await openTestStore(t)
    const second = await openTestStore(t, first.folder)
    const take = (store: TestStore, name: string, count: number) =>
      Array.from({ length: count }, (_, number) =>
        store.take([row({ source_id: `${name}${number}` })]),
      )
    await Promise.all([...take(first, 'a', 6), ...take(second, 'b', 6), ...take(first, 'b', 6)])
    const { entries, logRoot, version } = await first.store.changesSince(0)
    assert.deepEqual([entries.length, version], [12, 12])
    const frontier = entries.reduce(
      (tree, entry) => append(tree, leafHash(encodeEntry(entry), sha256), sha256),
      EMPTY_FRONTIER,
    )
    assert.equal(Buffer.from(rootOf(frontier, sha256)).toString('base64'), logRoot)
  })

  it('Concurrent writers see each other even if the database has another default isolation level', async t => {
    const folder = await makeFolder(t)
    const { pathname } = new URL(folder.databaseUrl)
    await queryDatabase(
      folder.databaseUrl,
      `alter database ${pathname.slice(1)} set default_transaction_isolation = 'repeatable read'`,
    )
    const stores = [await openTestStore(t, folder), await openTestStore(t, folder)]
    await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        stores[number % 2]!.take([row({ source_id: `r${number}` })]),
      ),
    )
    assert.equal(await stores[0]!.store.version(), 6)
  })

  it('An import that is killed leaves nothing behind', async t => {
    const folder = await makeFolder(t)
    await importInto(folder.databaseUrl, rows(10))
    const file = await folder.write('more.json', rows(3000))
    const child = startCommand(['import', file], { env: { DATABASE_URL: folder.databaseUrl } })
    const ended = once(child, 'close')
    const working = `select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory'`
    await until(async () => (await queryDatabase(folder.databaseUrl, working)).length > 0)
    child.kill('SIGKILL')
    await ended
    const report = await importInto(folder.databaseUrl, rows(11))
    assert.deepEqual([report.unchanged, report.added], [10, 1])
  })
})

const CLAIM_SECONDS = 60
const EVERYTHING = { hashes: ['B'], after: { host: '', id: '' } }

type Claimer = (hub: HubStore, by: string, limit: number) => Promise<{ id: string }[]>

const claimOf = (by: string, limit: number) => ({
  by,
  limit,
  seconds: CLAIM_SECONDS,
  slow: false,
  without: [],
})
const claimRequests: Claimer = (hub, by, limit) => hub.claimRequests(claimOf(by, limit))
const claimDeliveries: Claimer = (hub, by, limit) =>
  hub.claimDeliveries(claimOf(by, limit), EVERYTHING)

const ROWS = 40
const NO_LIMITS = { perTopic: 1e6, perHost: 1e6, pending: 1e6 }
const requestFrom = (number: number): NewRequest => ({
  mode: 'subscribe',
  topic: '/feed.xml',
  topicUrl: 'https://reviews.example.net/feed.xml',
  callback: `https://host${number % 5}.example/${number}`,
  host: `host${number % 5}.example`,
  secret: null,
  leaseSeconds: 1e9,
  delayMs: 0,
})

/** Two instances, with pending requests. */
async function openRequests(t: TestContext) {
  const first = await openTestStore(t)
  const second = await openTestStore(t, first.folder)
  await first.store.hub.setTopic('/feed.xml', 'A', 1)
  for (let number = 0; number < ROWS; number++)
    await first.store.hub.accept(requestFrom(number), NO_LIMITS)
  return { first, second }
}

/** Two instances, with subscriptions that lack B. */
async function openBehind(t: TestContext) {
  const both = await openRequests(t)
  const { hub } = both.first.store
  const sentAt = new Date(both.first.clock.now)
  const requests = await hub.claimRequests(claimOf('first', ROWS))
  for (const request of requests) await hub.settleRequest(request, { kind: 'verified', sentAt })
  await hub.setTopic('/feed.xml', 'B', 2)
  return both
}

describe('Concurrent claims', () => {
  for (const [name, claim, open] of [
    ['requests', claimRequests, openRequests],
    ['deliveries', claimDeliveries, openBehind],
  ] as const)
    it(`Concurrent claims on ${name} never share a row, and together they get all of them`, async t => {
      const { first, second } = await open(t)
      const looks = fc.array(fc.integer({ min: 1, max: ROWS }), { minLength: 2, maxLength: 12 })
      let round = 0
      await fc.assert(
        fc.asyncProperty(looks, async limits => {
          round++
          // Lets the claims of the last round run out.
          first.clock.now = new Date(
            Date.parse(first.clock.now) + 1000 * CLAIM_SECONDS,
          ).toISOString()
          second.clock.now = first.clock.now
          const claimed = await Promise.all(
            limits.map((limit, index) =>
              claim((index % 2 ? second : first).store.hub, `${round}.${index}`, limit),
            ),
          )
          const rest = await claim(first.store.hub, `${round} rest`, ROWS)
          const ids = [...claimed, rest].flat().map(({ id }) => id)
          assert.equal(new Set(ids).size, ids.length)
          assert.equal(ids.length, ROWS)
        }),
        { numRuns: 15 },
      )
    })

  it('A claim that ran out goes to another instance, and settling it late changes nothing', async t => {
    const { first, second } = await openBehind(t)
    const late = await first.store.hub.claimDeliveries(claimOf('late', ROWS), EVERYTHING)
    second.clock.now = new Date(Date.parse(first.clock.now) + 1000 * CLAIM_SECONDS).toISOString()
    const taken = await second.store.hub.claimDeliveries(claimOf('taken', ROWS), EVERYTHING)
    assert.deepEqual([late.length, taken.length], [ROWS, ROWS])
    const snapshot = () => first.query('select * from subscription order by id')
    const before = await snapshot()
    for (const outcome of [
      { kind: 'delivered', hash: 'B', status: 200 },
      { kind: 'failed', status: 500, at: new Date() },
      { kind: 'ended' },
    ] as const)
      await first.store.hub.settleDeliveries(late.map(row => ({ row, outcome })))
    assert.deepEqual(await snapshot(), before)
  })
})

describe('Clocks that differ', () => {
  it('A claim lasts a minute even if the clocks of two instances differ by more', async t => {
    const { first } = await openBehind(t)
    const engine = await openEngine(first.folder.databaseUrl)
    t.after(() => engine.close())
    const behindMs = 65_000
    const slow = createHubStore(
      { ...engine, aheadMs: behindMs },
      { ...system, now: () => new Date(Date.parse(first.clock.now) - behindMs) },
    )
    assert.equal((await slow.claimDeliveries(claimOf('slow', ROWS), EVERYTHING)).length, ROWS)
    assert.deepEqual(await first.store.hub.claimDeliveries(claimOf('right', ROWS), EVERYTHING), [])
  })
})

describe('A subscription that another transaction is changing', () => {
  /** Changes a subscription in a transaction that stays open. */
  async function changing(
    t: TestContext,
    store: TestStore,
    change: string,
  ): Promise<{ commit(): Promise<unknown> }> {
    const client = new pg.Client(store.folder.databaseUrl)
    await client.connect()
    t.after(() => client.end())
    await client.query('begin')
    await client.query(change)
    return { commit: () => client.query('commit') }
  }

  it('New content is saved without waiting for a locked subscription', async t => {
    const { first } = await openBehind(t)
    const other = await changing(
      t,
      first,
      `update subscription set claimed_until = '' where id = (select min(id) from subscription)`,
    )
    await first.store.hub.setTopic('/feed.xml', 'C', 3)
    assert.deepEqual(await first.query('select hash from topic'), [{ hash: 'C' }])
    await other.commit()
  })

  it('A subscription that is just being renewed is not removed as expired', async t => {
    const { first } = await openBehind(t)
    await first.query(`update subscription set expires_at = '2026-01-01T00:00:00.000Z'`)
    const other = await changing(
      t,
      first,
      `update subscription set expires_at = '2099-01-01T00:00:00.000Z'`,
    )
    const removed = first.store.hub.removeExpired()
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until(async () => (await first.query(waits)).length > 0)
    await other.commit()
    assert.equal(await removed, 0)
    assert.equal((await first.query('select 1 from subscription')).length, ROWS)
  })
})

describe('Tables', () => {
  it('Text columns sort by code point, whatever the default of the database', async t => {
    const database = await makeDatabase(t)
    const names = ['Zoe', 'ada', 'Ada', 'zoe', 'Äda', '_', '-']
    const list = names.map(name => `('${name}')`).join(', ')
    const sortedByDatabase = await queryDatabase(
      database,
      `select name from (values ${list}) as names (name) order by name`,
    )
    const byCodePoints = names.toSorted()
    assert.notDeepEqual(
      sortedByDatabase.map(({ name }) => name),
      byCodePoints,
    )
    const store = await openStore(database, system)
    t.after(() => store.close())
    for (const name of names)
      await queryDatabase(database, `insert into setting values ('sort:${name}', '${name}')`)
    const sorted = await queryDatabase(
      database,
      `select value from setting where key like 'sort:%' order by value`,
    )
    assert.deepEqual(
      sorted.map(({ value }) => value),
      byCodePoints,
    )
  })

  it('Every text column has the C collation', async t => {
    const { query } = await openTestStore(t)
    const columns = await query(
      `select table_name, column_name from information_schema.columns
       where table_schema = 'public' and data_type = 'text' and collation_name is distinct from 'C'`,
    )
    assert.deepEqual(columns, [])
  })

  it('Counts are numbers', async t => {
    const engine = await openEngine(await makeDatabase(t))
    t.after(() => engine.close())
    const { rows: counts } = await sql`select count(*) as settings from setting`.execute(engine.db)
    assert.deepEqual(counts, [{ settings: 0 }])
  })
})
