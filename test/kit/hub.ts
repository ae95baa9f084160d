/** A hub with a real database and a clock that the test controls, without the rest of the service. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import type { HubResponse } from '../../src/hub/accept-request.ts'
import { type Hub, type HubDependencies, startHub } from '../../src/hub/hub.ts'
import { TopicPath } from '../../src/model/subscription.ts'
import { system } from '../../src/model/system.ts'
import type { Snapshot } from '../../src/publish/snapshot.ts'
import type { HubStore, RequestRow, SubscriptionRow } from '../../src/store/hub/hub-store.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { Store } from '../../src/store/store.ts'
import { borrowDatabase } from './borrow-database.ts'
import { type CallbackServer, startCallback } from './callback.ts'
import { makeFolder } from './folder.ts'
import { queryDatabase } from './query-database.ts'
import { until } from './service.ts'
import { trustAuthority } from './tls.ts'

export interface TestHub {
  /** The one running now: `restart` replaces it. */
  readonly hub: Hub
  /** The metrics of the hub running now. */
  readonly registry: Registry
  store: Store
  clock: TestClock
  /** What the hub has logged: one object per line. */
  log: { level: number; msg: string }[]
  /** Queries the database directly, not through the store. */
  query(sql: string): Promise<Record<string, unknown>[]>
  topicUrl(path: TopicPath): string
  /** Gives all three topics this text; the version goes up by one unless given. */
  publish(text: string, version?: number): void
  /** The exact body of a topic after a text is published. */
  bodyOf(text: string, path?: TopicPath): string
  /** Sends a request of any mode; verification begins at once. */
  subscribe(form: TestForm): Promise<HubResponse>
  active(): Promise<SubscriptionRow[]>
  pending(): Promise<RequestRow[]>
  /** Waits until no request is waiting for verification. */
  settled(): Promise<void>
  /** Waits until the hub has saved the newest content, looked for work since, and has nothing under way and nothing due. */
  idle(): Promise<void>
  /** Closes the hub and starts another on the same store, after the clock was advanced. */
  restart(aheadSeconds?: number): Promise<void>
}

/** The machine's clock, plus what the test has advanced it by. */
export interface TestClock {
  readonly nowMs: number
  advance(seconds: number): void
}

export interface TestForm {
  callback: string
  /** By default `subscribe`. */
  mode?: string
  /** A URL; by default that of /feed.xml. */
  topic?: string
  secret?: string
  lease_seconds?: number | string
}

const BASE_URL = 'https://reviews.example.net'

/**
 * The topics start with the text `first`. A callback that will hang must be started before the hub: what a test starts
 * first is closed first, and the hub waits for its callbacks.
 */
export async function startTestHub(
  t: TestContext,
  options: Partial<HubDependencies> = {},
): Promise<TestHub> {
  // The hub reads the trusted certificates only once, when it starts.
  await trustAuthority()
  let close = async () => {}
  t.after(() => close())
  const { databaseUrl } = await makeFolder(t, borrowDatabase)
  let aheadMs = 0
  const nowMs = () => Date.now() + aheadMs
  const now = () => new Date(nowMs())
  const store = await openStore(databaseUrl, { ...system, now })
  const log: TestHub['log'] = []
  const query = (sql: string) => queryDatabase(databaseUrl, sql)
  let registry = new Registry()
  const looks = watchLooks(store.hub)
  const start = () =>
    startHub({
      store: looks.store,
      baseUrl: BASE_URL,
      secretKeys: ['a key for tests only'],
      allowedNetworks: ['127.0.0.0/8', '::1/128'],
      minLeaseSeconds: 300,
      maxPerHost: 1000,
      maxPerTopic: 10_000,
      slots: 64,
      retrySeconds: [0.2, 0.4],
      waitForHost: () => 0,
      waitForPair: () => 0,
      userAgent: 'Firsthand/test',
      registry,
      ...system,
      now,
      // Waits get no jitter.
      random: () => 0.5,
      log: pino({ base: null }, { write: line => void log.push(JSON.parse(line)) }),
      ...options,
    })
  let hub = start()
  let newest: [text: string, version: number] = ['first', 1]

  async function publishFirst(): Promise<void> {
    hub.publish(makeSnapshot(...newest), newest[1])
    await until(
      async () => (await query('select * from topic')).length === TopicPath.options.length,
    )
  }

  close = async () => {
    await hub.close()
    await store.close()
  }
  await publishFirst()
  return {
    get hub() {
      return hub
    },
    get registry() {
      return registry
    },
    store,
    clock: {
      get nowMs() {
        return nowMs()
      },
      advance(seconds) {
        aheadMs += seconds * 1000
        hub.wake()
      },
    },
    log,
    query,
    topicUrl: path => BASE_URL + path,
    publish(text, version = newest[1] + 1) {
      newest = [text, version]
      hub.publish(makeSnapshot(text, version), version)
    },
    bodyOf: (text, path = '/feed.xml') => bodyOf(text, path),
    async subscribe({ callback, mode = 'subscribe', topic = `${BASE_URL}/feed.xml`, ...rest }) {
      const form = new URLSearchParams({
        'hub.mode': mode,
        'hub.topic': topic,
        'hub.callback': callback,
      })
      for (const [name, value] of Object.entries(rest)) form.set(`hub.${name}`, String(value))
      const answer = await hub.request(form.toString())
      hub.wake()
      return answer
    },
    active: async () =>
      (await query('select * from subscription order by id')) as unknown as SubscriptionRow[],
    pending: async () =>
      (await query('select * from subscription_request order by id')) as unknown as RequestRow[],
    settled: () =>
      until(async () => (await query('select 1 from subscription_request')).length === 0),
    async idle() {
      const saved = `select 1 from topic where version >= ${newest[1]}`
      await until(async () => (await query(saved)).length === TopicPath.options.length)
      const since = looks.started()
      hub.wake()
      await until(async () => looks.lastIdle() > since && (await query(CLAIMED)).length === 0)
    },
    async restart(aheadSeconds = 0) {
      await hub.close()
      aheadMs += aheadSeconds * 1000
      registry = new Registry()
      hub = start()
      await publishFirst()
    },
  }
}

/** Sends a request and waits until it is verified; fails if it is not. A database too busy to respond is asked again. */
export async function subscribed(hub: TestHub, form: TestForm): Promise<SubscriptionRow> {
  await until(async () => {
    const answer = await hub.subscribe(form)
    assert.ok([202, 503].includes(answer.status), answer.text)
    return answer.status === 202
  })
  await hub.settled()
  const topic = new URL(form.topic ?? hub.topicUrl('/feed.xml')).pathname
  const row = (await hub.active()).find(
    one => one.callback === form.callback && one.topic === topic,
  )
  assert.ok(row, 'the subscription is not active')
  return row
}

const CLAIMED = `select 1 from subscription where claimed_until <> ''
  union all select 1 from subscription_request where claimed_until <> ''`

interface Looks {
  store: HubStore
  /** How many times the hub has looked for work. */
  started(): number
  /** The number of the last look that found nothing due. */
  lastIdle(): number
}

/** Watches the hub look for work, through the store that it asks. */
function watchLooks(store: HubStore): Looks {
  let started = 0
  let claimed = 0
  let lastIdle = 0
  const count = <Row>(rows: Row[]) => {
    claimed += rows.length
    return rows
  }
  return {
    store: {
      ...store,
      async claimRequests(claim) {
        // A look starts with the requests to callbacks that are not slow.
        if (!claim.slow) {
          started++
          claimed = 0
        }
        return count(await store.claimRequests(claim))
      },
      claimDeliveries: async (claim, range) => count(await store.claimDeliveries(claim, range)),
      async nextDueAt() {
        const dueAt = await store.nextDueAt()
        if (claimed === 0) lastIdle = started
        return dueAt
      },
    },
    started: () => started,
    lastIdle: () => lastIdle,
  }
}

/** Only the parts of a Snapshot that the hub reads. */
function makeSnapshot(text: string, version: number): Snapshot {
  const representations = TopicPath.options.map(path => {
    const body = Buffer.from(bodyOf(text, path))
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`
    const identity = { coding: 'identity', body, etag }
    return [path, { path, contentType: CONTENT_TYPES[path], identity, encoded: [] }] as const
  })
  return {
    version,
    representations: new Map(representations),
    log: { size: 10 * version },
  } as unknown as Snapshot
}

const bodyOf = (text: string, path: TopicPath) => `${path}: ${text}\n`

const CONTENT_TYPES: Record<TopicPath, string> = {
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/api/feed.json': 'application/json; charset=utf-8',
  '/changes.xml': 'application/atom+xml; charset=utf-8',
  '/api/changes.json': 'application/json; charset=utf-8',
  '/reviews.json': 'application/json; charset=utf-8',
}

/** The callback is closed first, so that the hub has nothing to wait for. */
export async function startBoth(
  t: TestContext,
): Promise<{ callback: CallbackServer; hub: TestHub }> {
  const callback = await startCallback(t)
  return { callback, hub: await startTestHub(t) }
}
