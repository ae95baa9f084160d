/** What the hub costs PostgreSQL: server CPU time for each delivery and for queries over all subscriptions. */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { system } from '../src/model/system.ts'
import type { HubStore, Settled } from '../src/store/hub/hub-store.ts'
import { openStore } from '../src/store/open-store.ts'
import { startPostgres } from '../test/kit/postgres-server.ts'
import { cpuSeconds } from './load.ts'
import { printTable } from './table.ts'

const DELIVERIES = 20_000
const CLAIM_ROWS = 512
const INSTANCES = 4
const QUERIES = 5
const TOPIC = '/feed.xml'

export async function benchClaims(counts: number[]): Promise<void> {
  const server = await startPostgres()
  const rows: string[][] = []
  try {
    for (const count of counts) rows.push(await measure(server.url, count))
  } finally {
    await server.stop()
  }
  printTable(
    `Subscriptions in ${server.version}, of ${INSTANCES} instances: CPU time of the server (fsync off)`,
    [
      'subscribers',
      'µs per delivery',
      'ms for the totals',
      'ms for the next due',
      'ms per request',
    ],
    rows,
  )
}

async function measure(url: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const stores = await Promise.all(Array.from({ length: INSTANCES }, () => openStore(url, system)))
  const [hub] = stores.map(store => store.hub) as [HubStore]
  await hub.setTopic(TOPIC, 'before', 1)
  await fill(client, count)
  await hub.setTopic(TOPIC, 'after', 2)
  const server = postmasterOf((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
  const cost = async (work: () => Promise<unknown>) => {
    const before = cpuSeconds(server)
    await work()
    return cpuSeconds(server) - before
  }
  const delivering = await cost(() => Promise.all(stores.map(store => deliver(store.hub))))
  const counting = await cost(() => often(() => hub.measure()))
  const due = await cost(() => often(() => hub.nextDueAt()))
  const accepting = await cost(() => often(number => hub.accept(request(number), LIMITS)))
  await Promise.all(stores.map(store => store.close()))
  await client.query('truncate subscription, subscription_total, subscription_request, topic')
  await client.end()
  return [
    count.toLocaleString('en'),
    ((delivering * 1e6) / DELIVERIES).toFixed(0),
    ...[counting, due, accepting].map(seconds => ((seconds * 1e3) / QUERIES).toFixed(0)),
  ]
}

/** As if every callback had confirmed its subscription, 100 per host. */
async function fill(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into subscription (id, topic, topic_url, callback, host, secret, lease_seconds, slow, next_attempt_at, claimed_until,
       verified_at, expires_at, delivered_hash, failures)
     select lpad(n::text, 16, '0'), $1::text, 'https://reviews.example' || $1::text, 'https://h' || n / 100 || '.example/' || n, 'h' || n / 100 || '.example',
       repeat('x', 80), 864000, 0, '2026-01-01T00:00:00.000Z', '', '2026-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z', 'before', 0
     from generate_series(1, $2::int) as n`,
    [TOPIC, count],
  )
  await client.query('vacuum analyze subscription')
}

/** The share of one instance; each claim continues where the last one ended. */
async function deliver(hub: HubStore): Promise<void> {
  let after = { host: '', id: '' }
  for (let done = 0; done < DELIVERIES / INSTANCES; ) {
    const claim = {
      by: `${Math.random()}`,
      seconds: 60,
      slow: false,
      limit: CLAIM_ROWS,
      without: [],
    }
    const behind = await hub.claimDeliveries(claim, { hashes: ['after'], after })
    const outcome = { kind: 'delivered', hash: 'after', status: 204 } as const
    await hub.settleDeliveries(behind.map((row): Settled => ({ row, outcome })))
    if (behind.length === 0) throw new Error('No subscription is behind.')
    after = behind.at(-1)!
    done += behind.length
  }
}

const LIMITS = { perTopic: 10_000_000, perHost: 100, pending: 1000 }

const request = (number: number) => ({
  mode: 'subscribe' as const,
  topic: TOPIC as '/feed.xml',
  topicUrl: `https://reviews.example${TOPIC}`,
  callback: `https://new.example/${number}`,
  host: 'new.example',
  secret: null,
  leaseSeconds: 864_000,
  delayMs: 50,
})

async function often(work: (number: number) => Promise<unknown>): Promise<void> {
  for (let number = 0; number < QUERIES; number++) await work(number)
}

export const postmasterOf = (backend: number) =>
  Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${backend}/status`, 'utf8'))![1])
