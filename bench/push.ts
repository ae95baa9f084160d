/** How fast the hub sends, against a loop of the same requests with no hub and no database. */
import { type ChildProcess, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { Agent } from 'undici'
import type { Snapshot } from '../src/publish/snapshot.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/store.ts'
import { system } from '../src/system.ts'
import { type Hub, startHub } from '../src/websub/hub.ts'
import { createSeal } from '../src/websub/seal.ts'
import { authority, trustAuthority } from '../test/kit/tls.ts'
import { printTable } from './table.ts'

const BASE_URL = 'https://reviews.example.net'
const TOPIC = '/feed.xml'
const TOPIC_BYTES = 20_000
const SECRET = 'a secret of the subscriber'
const KEYS = ['a key of the benchmark']
const PER_HOST = 100
const CONNECTIONS = 64
const RETRY_SECONDS = [600, 600]
/** The first warms up; the fastest of each counts. */
const ROUNDS = 3

export async function benchPush(counts: number[]): Promise<void> {
  await trustAuthority()
  const sink = await startSink()
  const rows: (string | number)[][] = []
  for (const count of counts) {
    const callbacks = callbacksOf(count, sink.port, 0)
    const hungCallbacks = callbacksOf(count, sink.port, 0.01)
    const [bares, hubs, hungs]: [Run[], HubRun[], HubRun[]] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      bares.push(await runBare(callbacks, sink))
      hubs.push(await runHub(callbacks, sink))
      hungs.push(await runHub(hungCallbacks, sink))
    }
    const bare = fastest(bares)
    const [hub, hung] = [fastest(hubs), fastest(hungs)]
    rows.push([
      count,
      bare.ms,
      hub.ms,
      (bare.ms / hub.ms).toFixed(2),
      (leastCpu(bares) / leastCpu(hubs)).toFixed(2),
      `${bare.connections}, ${hub.connections}`,
      hub.firstMs,
      (hung.ms / hub.ms).toFixed(2),
      hub.delayMs.toFixed(0),
      Math.round(hub.grownBytes / 1024),
    ])
  }
  sink.child.kill()
  printTable(
    `A change of ${TOPIC_BYTES / 1000} kB to all subscribers, signed, over TLS, ${PER_HOST} to a host`,
    [
      'subscribers',
      'bare ms',
      'hub ms',
      'ratio',
      'by CPU',
      'connections',
      'first ms',
      'with 1 % hung',
      'loop p99 ms',
      'heap kB',
    ],
    rows,
  )
}

interface Run {
  ms: number
  /** Processor time of the sending process. */
  cpuMs: number
  connections: number
}

const leastCpu = (runs: Run[]) => Math.min(...runs.map(({ cpuMs }) => cpuMs))
const fastest = <R extends Run>(runs: R[]) => runs.toSorted((a, b) => a.ms - b.ms)[0]!

interface Sink {
  port: number
  child: ChildProcess
  /** What came since the last time this was asked. */
  came(): Promise<{ good: number; firstMs: number; lastMs: number; connections: number }>
}

async function startSink(): Promise<Sink> {
  const certificate = await (await authority()).issue(['*.subscribers.example'])
  const env = { ...process.env, CERTIFICATE: JSON.stringify(certificate) }
  const child = fork(new URL('./sink.ts', import.meta.url), { env })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    child,
    async came() {
      child.send('came')
      return (await once(child, 'message'))[0] as Awaited<ReturnType<Sink['came']>>
    },
  }
}

function callbacksOf(count: number, port: number, hungShare: number): string[] {
  const every = hungShare === 0 ? Number.POSITIVE_INFINITY : Math.round(1 / hungShare)
  return Array.from({ length: count }, (_, place) => {
    const host = `h${Math.floor(place / PER_HOST)}.subscribers.example`
    return `https://${host}:${port}/${place % every === every - 1 ? 'hang' : 'good'}/${place}`
  })
}

const content = (text: string) => Buffer.from(text.padEnd(TOPIC_BYTES, 'x'))

/** As many loops as there may be connections, each taking the next callback. */
async function runBare(callbacks: string[], sink: Sink): Promise<Run> {
  const agent = new Agent({
    connections: 8,
    pipelining: 1,
    connect: {
      allowH2: false,
      secureContext: createSecureContext(),
      lookup: (_host, options, done) =>
        options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
    },
  })
  const body = content('bare')
  let next = 0
  const before = process.cpuUsage()
  const startedMs = Date.now()
  async function loop(): Promise<void> {
    while (next < callbacks.length) {
      const url = new URL(callbacks[next++]!)
      const signature = createHmac('sha256', SECRET).update(body).digest('hex')
      const headers = { 'content-type': 'application/atom+xml', 'x-hub-signature': `sha256=${signature}` }
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname,
        method: 'POST',
        headers,
        body,
      })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, loop))
  const cpuMs = millisOf(process.cpuUsage(before))
  await agent.destroy()
  const { lastMs, connections } = await sink.came()
  return { ms: lastMs - startedMs, cpuMs, connections }
}

/** What is still needed. */
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

async function runHub(callbacks: string[], sink: Sink): Promise<HubRun> {
  const folder = mkdtempSync(join(tmpdir(), 'firsthand-bench-'))
  const path = join(folder, 'push.db')
  const store = await openStore(`sqlite:${path}`, system)
  const hub = startBenchHub(store)
  hub.publish(snapshotOf('before'), 1)
  while ((await store.hub.measure()).length < 3) await sleep(20)
  activate(path, callbacks)
  const run = await tellAll(hub, callbacks, sink)
  await hub.close()
  await store.close()
  rmSync(folder, { recursive: true })
  return run
}

async function tellAll(hub: Hub, callbacks: string[], sink: Sink): Promise<HubRun> {
  const heapBefore = heapUsed()
  let [heapMost, measuringMs] = [0, 0]
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.cpuUsage()
  const startedMs = Date.now()
  hub.publish(snapshotOf('after'), 2)
  const wanted = callbacks.filter(callback => callback.includes('/good/')).length
  let good = 0
  let [firstMs, lastMs, connections] = [0, 0, 0]
  while (good < wanted) {
    await sleep(100)
    const came = await sink.came()
    good += came.good
    connections += came.connections
    firstMs ||= came.firstMs
    lastMs = Math.max(lastMs, came.lastMs)
    if (heapMost === 0 && good > wanted / 2) {
      // Collecting garbage costs time that is not the hub's.
      const began = process.cpuUsage()
      heapMost = heapUsed()
      measuringMs = millisOf(process.cpuUsage(began))
    }
  }
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

function startBenchHub(store: Store): Hub {
  return startHub({
    store: store.hub,
    baseUrl: BASE_URL,
    secretKeys: KEYS,
    allowedNetworks: ['127.0.0.0/8'],
    minLeaseSeconds: 300,
    maxPerHost: PER_HOST,
    maxPerTopic: 1_000_000,
    retrySeconds: RETRY_SECONDS,
    waitForHost: () => 0,
    userAgent: 'bench',
    registry: new Registry(),
    ...system,
    random: Math.random,
    log: pino({ level: 'error' }),
    resolve: async () => ['127.0.0.1'],
  })
}

/** As if every callback had answered its challenge. Past the store, because one by one would take longer than the benchmark. */
function activate(path: string, callbacks: string[]): void {
  const seal = createSeal(KEYS, system.randomBytes)
  const now = system.now().toISOString()
  const database = new DatabaseSync(path, { timeout: 5000 })
  database.exec('begin immediate')
  const insert = database.prepare(
    `insert into subscription (id, topic, topic_url, callback, host, secret, lease_seconds, slow, next_attempt_at, claimed_until,
       verified_at, expires_at, delivered_hash, failures)
     values (?, ?, ?, ?, ?, ?, 86400, 0, ?, '', ?, '2099-01-01T00:00:00.000Z', ?, 0)`,
  )
  for (const callback of callbacks) {
    const id = Buffer.from(system.randomBytes(12)).toString('base64url')
    const { hostname } = new URL(callback)
    insert.run(
      id,
      TOPIC,
      BASE_URL + TOPIC,
      callback,
      hostname,
      seal.close(SECRET),
      now,
      now,
      hashOf('before'),
    )
  }
  database.exec('commit')
  database.close()
}

const hashOf = (text: string) => `"${text}"`

function snapshotOf(text: string): Snapshot {
  const representation = (path: string) => ({
    path,
    contentType: 'application/atom+xml',
    identity: { coding: 'identity', body: content(text), etag: hashOf(text) },
    encoded: [],
  })
  const paths = [TOPIC, '/api/feed.json', '/reviews.json']
  return { representations: new Map(paths.map(path => [path, representation(path)])) } as unknown as Snapshot
}
