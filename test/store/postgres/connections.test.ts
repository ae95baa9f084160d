/** Connections that break, and notifications of changes between processes. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { sql } from 'kysely'
import type { Tx } from '../../../src/store/base/tables.ts'
import { openEngine } from '../../../src/store/open-store.ts'
import { queryPostgres } from '../../kit/postgres.ts'
import { row, rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { openTestStore, type TestStore } from '../../kit/store.ts'
import { startTcpProxy } from '../../kit/tcp-proxy.ts'

/** All connections to a database but the one that asks. */
const OTHERS = 'datname = current_database() and pid <> pg_backend_pid()'
const LISTENING = `${OTHERS} and query like 'listen %'`

const terminate = ({ query }: TestStore, which = OTHERS) =>
  query(`select pg_terminate_backend(pid) from pg_stat_activity where ${which}`)

const isListening = ({ query }: TestStore) =>
  until(async () => (await query(`select 1 from pg_stat_activity where ${LISTENING}`)).length > 0)

describe('Connections that the server ends', () => {
  it('An idle connection that the server ended is replaced', async t => {
    const kept = await openTestStore(t)
    await kept.take(rows(3))
    await terminate(kept)
    assert.equal(await kept.store.version(), 1)
    await terminate(kept)
    assert.equal((await kept.take(rows(4))).added, 1)
  })

  it('A write whose connection the server ends starts again and writes nothing twice', async t => {
    const kept = await openTestStore(t)
    await kept.take(rows(2))
    let tries = 0
    await kept.store.write(async writer => {
      const known = (await writer.find(await anyId(kept)))!
      await writer.withhold(known, 'spam')
      if (++tries === 1) await terminate(kept)
    })
    assert.equal(tries, 2)
    const entries = await kept.query('select seq, op from ledger order by seq')
    assert.deepEqual(entries, [
      { seq: 1, op: 'add' },
      { seq: 2, op: 'add' },
      { seq: 3, op: 'withhold' },
    ])
    assert.equal(await kept.store.version(), 2)
  })

  it('A read whose connection the server ends starts again', async t => {
    const kept = await openTestStore(t)
    await kept.take(rows(3))
    const [{ shown }] = await Promise.all([kept.store.changesSince(0), terminate(kept)])
    assert.equal(shown.length, 3)
  })
})

describe('A lost response to a commit', () => {
  it('A transaction whose commit succeeded is not repeated when the response is lost', async t => {
    const direct = await openTestStore(t)
    await direct.take(rows(2))
    const proxy = await startTcpProxy(t, Number(new URL(direct.folder.databaseUrl).port))
    const databaseUrl = Object.assign(new URL(direct.folder.databaseUrl), { port: proxy.port }).href
    const { store } = await openTestStore(t, { ...direct.folder, databaseUrl })
    let tries = 0
    const state = await store.write(async writer => {
      tries++
      const known = (await writer.find(await anyId(direct)))!
      await writer.withhold(known, 'spam')
      proxy.loseAnswerTo('commit\0')
      return known.state
    })
    assert.deepEqual([tries, state], [1, 'published'])
    assert.deepEqual(await direct.query(`select op from ledger where op = 'withhold'`), [
      { op: 'withhold' },
    ])
  })
})

describe('A machine that vanishes in the middle of a transaction', () => {
  it('The server ends the transaction of a machine that vanished, so that its locks are released', async t => {
    const engine = await openEngine((await openTestStore(t)).folder.databaseUrl)
    t.after(() => engine.close())
    const patience = sql<{
      patience: string
    }>`select current_setting('idle_in_transaction_session_timeout') as patience`
    const within = (tx: Tx) => patience.execute(tx).then(({ rows }) => rows)
    assert.deepEqual(await engine.write(within), [{ patience: '1min' }])
    assert.deepEqual(await engine.change(within), [{ patience: '1min' }])
    // A read blocks nobody, and may idle while its data goes to another database.
    assert.deepEqual(await engine.read(within), [{ patience: '0' }])
  })
})

const anyId = async ({ query }: TestStore) =>
  String((await query('select min(id) as id from review'))[0]!.id)

interface Two {
  reader: TestStore
  writer: TestStore
}

describe('Notifications of changes', () => {
  async function openTwo(t: TestContext): Promise<Two> {
    const writer = await openTestStore(t)
    const reader = await openTestStore(t, writer.folder)
    return { reader, writer }
  }

  /** The first wait may return because of the new connection, so it waits once more. */
  async function listen({ reader, writer }: Two): Promise<void> {
    await reader.store.waitForChange()
    await isListening(writer)
    await reader.store.waitForChange()
  }

  /** The shortest of three waits, writing included. Without a notification, each would last a second. */
  async function shortestWaitMs({ reader, writer }: Two): Promise<number> {
    const waits: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      const since = performance.now()
      const woken = reader.store.waitForChange().then(() => performance.now() - since)
      await writer.take([row({ source_id: `new ${turn}` })])
      waits.push(await woken)
    }
    return Math.min(...waits)
  }

  it('A notification reaches a waiting process in well under a second', async t => {
    const two = await openTwo(t)
    await listen(two)
    const waitMs = await shortestWaitMs(two)
    assert.ok(waitMs < 900, `${waitMs} ms`)
  })

  it('A notification that arrives while nobody waits is not lost', async t => {
    const two = await openTwo(t)
    const { reader, writer } = two
    await listen(two)
    const waits: number[] = []
    for (let turn = 0; turn < 3; turn++) {
      await writer.take([row({ source_id: `unseen ${turn}` })])
      const since = performance.now()
      await reader.store.waitForChange()
      waits.push(performance.now() - since)
    }
    // Without a notification, each would last a second.
    assert.ok(Math.min(...waits) < 900, `${waits} ms`)
  })

  it('A wait ends even if the listening connection was ended', async t => {
    const two = await openTwo(t)
    const { reader, writer } = two
    await listen(two)
    await terminate(writer, LISTENING)
    await writer.take(rows(1))
    await reader.store.waitForChange()
    assert.equal(await reader.store.version(), 1)
  })

  it('Notifications arrive again once the listening connection is back', async t => {
    const two = await openTwo(t)
    const { reader, writer } = two
    await listen(two)
    const pids = await queryPostgres(
      writer.folder.databaseUrl,
      `select pid from pg_stat_activity where ${LISTENING}`,
    )
    await terminate(writer, LISTENING)
    await until(async () => {
      await reader.store.waitForChange()
      const now = await writer.query(`select pid from pg_stat_activity where ${LISTENING}`)
      return now.length > 0 && now[0]!.pid !== pids[0]!.pid
    })
    await reader.store.waitForChange()
    const waitMs = await shortestWaitMs(two)
    assert.ok(waitMs < 900, `${waitMs} ms`)
  })
})
