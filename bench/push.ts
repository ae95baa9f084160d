/** How fast the hub sends, compared with a loop of the same requests over as many connections, without a hub or a database. Both are timed from the first arrival. */
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createSecureContext } from 'node:tls'
import pg from 'pg'
import { Agent } from 'undici'
import type { Hub } from '../src/hub/hub.ts'
import { system } from '../src/model/system.ts'
import { openStore } from '../src/store/open-store.ts'
import { startPostgres } from '../test/kit/postgres-server.ts'
import { trustAuthority } from '../test/kit/tls.ts'
import { makeFolder, stopChild } from './cleanup.ts'
import {
  activate,
  callbacksOf,
  content,
  PUSH_TITLE,
  SECRET,
  type Sink,
  SLOTS,
  snapshotOf,
  startBenchHub,
  startSink,
  untilArrived,
} from './push-kit.ts'
import { printTable } from './table.ts'

/** The one with the middle ratio counts. */
const ROUNDS = 3

export async function benchPush(counts: number[]): Promise<void> {
  await trustAuthority()
  const sink = await startSink()
  const server = await startPostgres()
  const rows: (string | number)[][] = []
  try {
    for (const count of counts) rows.push(...(await compare(count, sink, server.url)))
  } finally {
    await server.stop()
  }
  await stopChild(sink.child)
  printTable(
    `${PUSH_TITLE}; SQLite and ${server.version} (fsync off)`,
    [
      'subscribers',
      'database',
      'bare ms',
      'hub ms',
      'ratio',
      'by CPU',
      'CPU µs each',
      'connections',
      'first ms',
      'with 1 % hung',
      'loop p99 ms',
      'heap kB',
    ],
    rows,
  )
}

/** The hub on each engine and the bare loop take turns, so that what else the machine does concerns all of them. */
async function compare(
  count: number,
  sink: Sink,
  postgresUrl: string,
): Promise<(string | number)[][]> {
  const callbacks = callbacksOf(count, sink.port)
  const hungCallbacks = callbacksOf(count, sink.port, 0.01)
  const hosts = new Set(callbacks.map(callback => new URL(callback).host)).size
  const engines = [
    {
      name: 'SQLite',
      newUrl: async () => `sqlite:${join(makeFolder(), 'push.db')}`,
      ...noRounds(),
    },
    { name: 'PostgreSQL', newUrl: () => createDatabase(postgresUrl), ...noRounds() },
  ]
  for (let round = 0; round < ROUNDS; round++) {
    for (const { newUrl, rounds } of engines) {
      const hub = await runHub(await newUrl(), callbacks, sink)
      const bare = await runBare(callbacks, sink, Math.max(1, Math.round(hub.connections / hosts)))
      rounds.push({ hub, bare, hung: await runHub(await newUrl(), hungCallbacks, sink) })
    }
  }
  return engines.map(({ name, rounds }) => {
    const { hub, bare, hung } = middle(rounds)
    return [
      count,
      name,
      bare.ms,
      hub.ms,
      (bare.ms / hub.ms).toFixed(2),
      (bare.cpuMs / hub.cpuMs).toFixed(2),
      `${Math.round((1000 * bare.cpuMs) / count)}, ${Math.round((1000 * hub.cpuMs) / count)}`,
      `${bare.connections}, ${hub.connections}`,
      hub.firstMs,
      (hung.ms / hub.ms).toFixed(2),
      hub.delayMs.toFixed(0),
      Math.round(hub.grownBytes / 1024),
    ]
  })
}

interface Round {
  hub: HubRun
  /** Right after the hub, over as many connections. */
  bare: Run
  hung: HubRun
}

const noRounds = () => ({ rounds: [] as Round[] })

/** By ratio. The best of each would compare rounds with different connections. */
const middle = (rounds: Round[]) =>
  rounds.toSorted((a, b) => a.bare.ms / a.hub.ms - b.bare.ms / b.hub.ms)[
    Math.floor(rounds.length / 2)
  ]!

async function createDatabase(serverUrl: string): Promise<string> {
  const name = `push_${Math.random().toString(36).slice(2)}`
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return new URL(name, serverUrl).href
}

interface Run {
  ms: number
  /** CPU time of the sending process. */
  cpuMs: number
  connections: number
}

/** One loop for each slot, always with the next callback. */
async function runBare(callbacks: string[], sink: Sink, perHost: number): Promise<Run> {
  const agent = new Agent({
    connections: perHost,
    pipelining: 1,
    connect: {
      allowH2: false,
      secureContext: createSecureContext(),
      lookup: (_host, options, done) =>
        options.all
          ? done(null, [{ address: '127.0.0.1', family: 4 }])
          : done(null, '127.0.0.1', 4),
    },
  })
  const body = content('bare')
  let next = 0
  const before = process.cpuUsage()
  async function loop(): Promise<void> {
    while (next < callbacks.length) {
      const url = new URL(callbacks[next++]!)
      const signature = createHmac('sha256', SECRET).update(body).digest('hex')
      const headers = {
        'content-type': 'application/atom+xml',
        'x-hub-signature': `sha256=${signature}`,
      }
      const response = await agent.request({
        origin: url.origin,
        path: url.pathname,
        method: 'POST',
        headers,
        body,
      })
      await response.body.dump()
    }
  }
  await Promise.all(Array.from({ length: SLOTS }, loop))
  const cpuMs = millisOf(process.cpuUsage(before))
  await agent.destroy()
  const { firstMs, lastMs, connections } = await sink.arrived()
  return { ms: lastMs - firstMs, cpuMs, connections }
}

/** After a garbage collection. */
function heapUsed(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

const millisOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

interface HubRun extends Run {
  firstMs: number
  delayMs: number
  grownBytes: number
}

async function runHub(databaseUrl: string, callbacks: string[], sink: Sink): Promise<HubRun> {
  const store = await openStore(databaseUrl, system)
  const hub = await startBenchHub(store)
  await activate(databaseUrl, callbacks)
  const run = await deliverToAll(hub, callbacks, sink)
  await hub.close()
  await store.close()
  return run
}

async function deliverToAll(hub: Hub, callbacks: string[], sink: Sink): Promise<HubRun> {
  const heapBefore = heapUsed()
  let [heapMost, measuringMs] = [0, 0]
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.cpuUsage()
  const startedMs = Date.now()
  hub.publish(snapshotOf('after'), 2)
  const wanted = callbacks.filter(callback => callback.includes('/good/')).length
  const { firstMs, lastMs, connections } = await untilArrived(sink, wanted, good => {
    if (heapMost > 0 || good <= wanted / 2) return
    // Garbage collection for the measurement is not the hub's cost.
    const began = process.cpuUsage()
    heapMost = heapUsed()
    measuringMs = millisOf(process.cpuUsage(began))
  })
  const cpuMs = millisOf(process.cpuUsage(before)) - measuringMs
  delay.disable()
  return {
    ms: lastMs - firstMs,
    cpuMs,
    connections,
    firstMs: firstMs - startedMs,
    delayMs: delay.percentile(99) / 1e6,
    grownBytes: heapMost - heapBefore,
  }
}
