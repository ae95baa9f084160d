/** Shared by the hub benchmarks: subscribers in the database, a sink in place of their callbacks, and the hub. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { type Hub, startHub } from '../src/hub/hub.ts'
import { TopicPath } from '../src/model/subscription.ts'
import { system } from '../src/model/system.ts'
import type { Snapshot } from '../src/publish/snapshot.ts'
import { createSeal } from '../src/store/base/sealed-secrets.ts'
import { chunks } from '../src/store/base/tables.ts'
import { openEngine } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { authority } from '../test/kit/tls.ts'
import { track } from './cleanup.ts'

const BASE_URL = 'https://reviews.example.net'
const TOPIC = '/feed.xml'
const TOPIC_BYTES = 20_000
export const SECRET = 'a secret of the subscriber'
const KEYS = ['a key of the benchmark']
const PER_HOST = 100
export const SLOTS = 64
const RETRY_SECONDS = [600, 600]
const PATIENCE_MS = 300_000

export const PUSH_TITLE = `A change of ${TOPIC_BYTES / 1000} kB to all subscribers, signed, over TLS, ${PER_HOST} per host`

export interface Sink {
  port: number
  child: ChildProcess
  /** What has arrived since the last call. */
  arrived(): Promise<Arrived>
}

export interface Arrived {
  good: number
  firstMs: number
  lastMs: number
  connections: number
}

export async function startSink(): Promise<Sink> {
  const certificate = await (await authority()).issue(['*.subscribers.example'])
  const env = { ...process.env, CERTIFICATE: JSON.stringify(certificate) }
  const child = track(fork(new URL('./sink.ts', import.meta.url), { env }))
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    port,
    child,
    async arrived() {
      child.send('report')
      return (await once(child, 'message'))[0] as Arrived
    },
  }
}

/** Waits for a number of successful deliveries; `onCheck` gets the number so far. */
export async function untilArrived(
  sink: Sink,
  wanted: number,
  onCheck: (good: number) => void = () => {},
): Promise<Arrived> {
  const all: Arrived = { good: 0, firstMs: 0, lastMs: 0, connections: 0 }
  for (const deadline = performance.now() + PATIENCE_MS; all.good < wanted; ) {
    if (performance.now() > deadline)
      throw new Error(`Only ${all.good} of ${wanted} deliveries arrived.`)
    await sleep(100)
    const arrived = await sink.arrived()
    all.good += arrived.good
    all.connections += arrived.connections
    all.firstMs ||= arrived.firstMs
    all.lastMs = Math.max(all.lastMs, arrived.lastMs)
    onCheck(all.good)
  }
  return all
}

export function callbacksOf(count: number, port: number, hungShare = 0): string[] {
  const every = hungShare === 0 ? Number.POSITIVE_INFINITY : Math.round(1 / hungShare)
  return Array.from({ length: count }, (_, number) => {
    const host = `h${Math.floor(number / PER_HOST)}.subscribers.example`
    return `https://${host}:${port}/${number % every === every - 1 ? 'hang' : 'good'}/${number}`
  })
}

/** As if every callback had confirmed and received "before". Written to the database, because subscribing one by one would take too long. */
export async function activate(databaseUrl: string, callbacks: string[]): Promise<void> {
  const seal = createSeal(KEYS, system.randomBytes)
  const now = system.now().toISOString()
  const rows = callbacks.map(callback => ({
    id: Buffer.from(system.randomBytes(12)).toString('base64url'),
    topic: TOPIC as TopicPath,
    topic_url: BASE_URL + TOPIC,
    callback,
    host: new URL(callback).hostname,
    secret: seal.close(SECRET),
    lease_seconds: 86_400,
    slow: 0 as const,
    next_attempt_at: now,
    claimed_until: '',
    verified_at: now,
    expires_at: '2099-01-01T00:00:00.000Z',
    delivered_hash: hashOf('before'),
    failures: 0,
    attempts: '',
  }))
  const engine = await openEngine(databaseUrl)
  await engine.change(async tx => {
    for (const chunk of chunks(rows)) await tx.insertInto('subscription').values(chunk).execute()
  })
  await engine.close()
}

/** A hub that has published "before", so that subscribers can fall behind. */
export async function startBenchHub(store: Store, registry = new Registry()): Promise<Hub> {
  const hub = startHub({
    store: store.hub,
    baseUrl: BASE_URL,
    secretKeys: KEYS,
    allowedNetworks: ['127.0.0.0/8'],
    minLeaseSeconds: 300,
    maxPerHost: PER_HOST,
    maxPerTopic: 1_000_000,
    slots: SLOTS,
    retrySeconds: RETRY_SECONDS,
    waitForHost: () => 0,
    waitForPair: () => 0,
    userAgent: 'bench',
    registry,
    ...system,
    random: Math.random,
    log: pino({ level: 'error' }),
    resolve: async () => ['127.0.0.1'],
  })
  hub.publish(snapshotOf('before'), 1)
  while ((await store.hub.measure()).length < TopicPath.options.length) await sleep(20)
  return hub
}

export function snapshotOf(text: string): Snapshot {
  const representation = (path: string) => ({
    path,
    contentType: 'application/atom+xml',
    identity: { coding: 'identity', body: content(text), etag: hashOf(text) },
    encoded: [],
  })
  const representations = new Map(TopicPath.options.map(path => [path, representation(path)]))
  return { representations, log: { size: 1 } } as unknown as Snapshot
}

export const content = (text: string) => Buffer.from(text.padEnd(TOPIC_BYTES, 'x'))

const hashOf = (text: string) => `"${text}"`
