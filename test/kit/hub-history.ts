/** A whole hub in virtual time, on a machine whose clock, network, database and processes fail when the test says so, with callbacks that remember what they got. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { type HubDependencies, startHub } from '../../src/hub/hub.ts'
import { TopicPath } from '../../src/model/subscription.ts'
import { ForbiddenName, Unresolved } from '../../src/outgoing/failures.ts'
import type { createHttpClient, HttpRequest, HttpResponse } from '../../src/outgoing/http-client.ts'
import type { Snapshot } from '../../src/publish/snapshot.ts'
import type { HeldInstance } from '../../src/store/base/database-engine.ts'
import { StoreProblem } from '../../src/store/base/store-problem.ts'
import type { HubStore, RequestRow } from '../../src/store/hub/hub-store.ts'
import type { TestStore } from './store.ts'
import type { VirtualTime } from './virtual-time.ts'

export type HubHistory = Awaited<ReturnType<typeof startHistory>>

export const OUTAGES = ['resolver', 'lying resolver', 'rebinding', 'route', 'sockets'] as const
export const MANNERS = ['no name', 'silent', 'hangs', 'refuses', '404', '500'] as const
export const DATABASE_FAULTS = ['disk full', 'I/O error', 'gone', 'locked'] as const
/** Where a process may be killed, before or after the commit. */
export const KILL_POINTS = [
  'setTopic',
  'claimDeliveries',
  'settleDeliveries',
  'claimRequests',
  'settleRequest',
] as const

type Manner = (typeof MANNERS)[number]
type Outage = (typeof OUTAGES)[number]
type DatabaseFault = (typeof DATABASE_FAULTS)[number]
export interface Kill {
  at: (typeof KILL_POINTS)[number]
  commit: 'before' | 'after'
}

export interface HistorySubscriber {
  /** How it fails. */
  manner: Manner
  /** How many of its deliveries fail, but never three in a row; 1 for one that always fails. */
  failingShare: number
}

/** A delivery as a callback got it. */
interface Received {
  host: string
  content: string
  /** Which delivery it says that it is. */
  id: string
  isConfirmed: boolean
}

/** Whatever a process that was killed waits for never comes. */
interface HubProcess {
  isAlive: boolean
  instance: HeldInstance | undefined
}

const START_MS = Date.parse('2026-06-01T00:00:00.000Z')
const BASE_URL = 'https://reviews.example.net'
const FEED = '/feed.xml'
const LEASE_SECONDS = 10 * 86_400
/** How long the store waits for another process. */
const PATIENCE_MS = 120_000
/** How long it may take until a process that was killed is started again. */
const RESTART_SECONDS = 20
const SETTINGS = {
  baseUrl: BASE_URL,
  secretKeys: ['a key for tests only'],
  allowedNetworks: [],
  minLeaseSeconds: 300,
  maxPerHost: 1000,
  maxPerTopic: 1000,
  slots: 64,
  retrySeconds: [60, 1800],
  waitForHost: () => 0,
  waitForPair: () => 0,
  userAgent: 'Firsthand/test',
  randomBytes,
} satisfies Partial<HubDependencies>
const TABLES = [
  'subscription',
  'subscription_request',
  'denial',
  'suspension',
  'topic',
  'hub_instance',
]

const NEVER = new Promise<never>(() => {})
const errorOf = (code: string) => Object.assign(new Error(code), { code })

export async function startHistory(
  { store: { hub: store }, clock, query }: TestStore,
  time: VirtualTime,
  subscribers: HistorySubscriber[],
  random: () => number,
) {
  for (const table of TABLES) await query(`delete from ${table}`)
  const hosts = subscribers.map((_, number) => `www.site${number}.example`)
  const machine = createMachine(clock)
  const callbacks = createCallbacks(hosts, subscribers, time, random)
  const contents: string[] = []
  const unsubscribed = new Set<string>()
  const uninvited: string[] = []
  let kill: Kill | undefined

  function die(process: HubProcess): void {
    process.isAlive = false
    process.instance?.release()
    kill = undefined
    void time.sleep(1000 * RESTART_SECONDS * random()).then(start)
  }

  /** The store as this process sees it. */
  function storeOf(process: HubProcess): HubStore {
    const guard = (name: string, work: (...parameters: unknown[]) => Promise<unknown>) => {
      const isKill = (commit: Kill['commit']) => kill?.at === name && kill.commit === commit
      return async (...parameters: unknown[]) => {
        if (process.isAlive) await machine.meetDatabaseFault(isRead(name), time)
        if (process.isAlive && isKill('before')) die(process)
        if (!process.isAlive) return await NEVER
        const result = await time.during(() => work(...parameters))
        if (name === 'joinInstances') process.instance = result as HeldInstance
        if (name === 'settleRequest' && result) unsubscribed.add((parameters[0] as RequestRow).host)
        if (isKill('after')) die(process)
        return process.isAlive ? result : await NEVER
      }
    }
    return Object.fromEntries(
      Object.entries(store).map(([name, work]) => [name, guard(name, work as never)]),
    ) as unknown as HubStore
  }

  const clientOf =
    (process: HubProcess): typeof createHttpClient =>
    ({ onConnect }) => {
      async function reach(origin: string): Promise<string> {
        const host = new URL(origin).hostname
        if (!process.isAlive) await NEVER
        machine.connect(host)
        callbacks.connect(host)
        onConnect!(host)
        return host
      }
      return {
        async send({ origin }, request): Promise<HttpResponse> {
          const host = await reach(origin)
          if (request.method === 'POST' && unsubscribed.has(host)) uninvited.push(host)
          const challenge = new URL(request.target, origin).searchParams.get('hub.challenge')
          const status = request.method === 'GET' ? 200 : await callbacks.receive(host, request)
          if (!process.isAlive) await NEVER
          return { status, headers: {}, body: Buffer.from(challenge ?? '') }
        },
        async open({ origin }) {
          await reach(origin)
        },
        close: async () => {},
      }
    }

  function startProcess() {
    const process: HubProcess = { isAlive: true, instance: undefined }
    const hub = startHub({
      ...SETTINGS,
      store: storeOf(process),
      resolve: async host => machine.resolve(host),
      createClient: clientOf(process),
      registry: new Registry(),
      now: machine.now,
      random,
      log: pino({ enabled: false }),
    })
    hub.publish(snapshotOf(contents.at(-1)!), contents.length)
    return { process, hub }
  }

  let running: ReturnType<typeof startProcess>
  function start(): void {
    running = startProcess()
  }

  const history = {
    hosts,
    machine,
    callbacks,
    contents,
    /** Those that the hub has confirmed. */
    unsubscribed,
    /** The hosts of deliveries that were sent after that. */
    uninvited,
    publish(): void {
      contents.push(`content ${contents.length}`)
      if (running?.process.isAlive)
        running.hub.publish(snapshotOf(contents.at(-1)!), contents.length)
    },
    async request(mode: 'subscribe' | 'unsubscribe', host: string): Promise<number | undefined> {
      if (!running.process.isAlive) return undefined
      const form = {
        'hub.mode': mode,
        'hub.topic': BASE_URL + FEED,
        'hub.callback': `https://${host}/`,
      }
      const parameters = new URLSearchParams({
        ...form,
        'hub.lease_seconds': String(LEASE_SECONDS),
      })
      const answered = running.hub.request(parameters.toString()).then(({ status }) => status)
      running.hub.wake()
      return await answered
    },
    /** Kills the process at that point, whenever it comes to it. */
    killAt(next: Kill): void {
      kill = next
    },
    /** From now on, nothing fails any more, and the hub runs. */
    async recover(): Promise<void> {
      kill = undefined
      machine.heal()
      callbacks.setPhase('calm')
      if (!running.process.isAlive) await history.pass(RESTART_SECONDS)
    },
    pass: (seconds: number) => time.pass(1000 * seconds, machine.pass),
    problem: () => running.hub.problem(),
    oldestBehindSeconds: () => running.hub.oldestBehindSeconds(),
    /** The hosts of all subscriptions, and which content they have according to the hub. */
    async delivered(): Promise<Map<string, string>> {
      const rows = await query('select host, delivered_hash from subscription')
      return new Map(rows.map(row => [String(row.host), String(row.delivered_hash)]))
    },
    end(): void {
      running.process.isAlive = false
      running.process.instance?.release()
      time.forget()
    },
  }
  history.publish()
  start()
  return history
}

/** Such an operation does not write to the disk. */
const isRead = (name: string) => /^(?:has|is|find|list|some|next|measure)/.test(name)

type Lasting<Kind> = { kind: Kind; untilMs: number }

/** The clock, the network and the database of the machine. */
function createMachine(clock: { now: string }) {
  let elapsedMs = 0
  let setMs = 0
  let outage: Lasting<Outage> | undefined
  let databaseFault: Lasting<DatabaseFault> | undefined
  const now = () => new Date(START_MS + elapsedMs + setMs)
  const untilMs = (seconds: number) => elapsedMs + 1000 * seconds
  const current = <Kind>(fault: Lasting<Kind> | undefined) =>
    fault && elapsedMs < fault.untilMs ? fault.kind : undefined

  function showTime(): void {
    clock.now = now().toISOString()
  }
  showTime()

  function resolve(host: string): string[] {
    if (current(outage) === 'resolver') throw new Unresolved(host, 'ESERVFAIL')
    if (current(outage) === 'lying resolver') throw new Unresolved(host, 'ENOTFOUND')
    return ['192.0.2.1']
  }

  return {
    now,
    resolve,
    connect(host: string): void {
      resolve(host)
      if (current(outage) === 'rebinding') throw new ForbiddenName('10.0.0.1')
      if (current(outage) === 'sockets') throw errorOf('EMFILE')
      if (current(outage) === 'route') throw errorOf('ETIMEDOUT')
    },
    async meetDatabaseFault(isRead: boolean, time: VirtualTime): Promise<void> {
      if (isRead && current(databaseFault) !== 'gone') return
      for (let ms = 0; current(databaseFault) === 'locked' && ms < PATIENCE_MS; ms += 1000)
        await time.sleep(1000)
      const fault = current(databaseFault)
      if (fault) throw new StoreProblem(`The database: ${fault}.`)
    },
    pass(ms: number): void {
      elapsedMs += ms
      showTime()
    },
    setClock(seconds: number): void {
      setMs += 1000 * seconds
      showTime()
    },
    cutNetwork(kind: Outage, seconds: number): void {
      outage = { kind, untilMs: untilMs(seconds) }
    },
    failDatabase(kind: DatabaseFault, seconds: number): void {
      databaseFault = { kind, untilMs: untilMs(seconds) }
    },
    heal(): void {
      outage = undefined
      databaseFault = undefined
    },
  }
}

/** A healthy one may fail twice in a row, whatever time that takes: after a third failure it would lose its subscription. */
const MOST_IN_A_ROW = 2
const SLOWEST_MS = 500

function createCallbacks(
  hosts: string[],
  subscribers: HistorySubscriber[],
  time: VirtualTime,
  random: () => number,
) {
  const byHost = new Map(
    hosts.map((host, number) => [host, { ...subscribers[number]!, inARow: 0 }]),
  )
  const received: Received[] = []
  let phase: 'before' | 'trouble' | 'calm' = 'before'
  let failsOnce: string | undefined
  let hanging = 0
  const isHealthy = (host: string) => byHost.get(host)!.failingShare < 1

  function failConnection(host: string, manner: Manner): void {
    if (manner === 'no name') throw new Unresolved(host, 'ENOTFOUND')
    if (manner === 'silent') throw errorOf('ETIMEDOUT')
    if (manner === 'refuses') throw errorOf('ECONNREFUSED')
  }

  /** How the host fails now, if it does. */
  function failure(host: string): Manner | undefined {
    const one = byHost.get(host)!
    if (phase === 'before') return undefined
    if (!isHealthy(host)) return one.manner
    if (failsOnce === host) {
      failsOnce = undefined
      return '500'
    }
    const fails = phase === 'trouble' && random() < one.failingShare && one.inARow < MOST_IN_A_ROW
    one.inARow = fails ? one.inARow + 1 : 0
    return fails ? one.manner : undefined
  }

  return {
    received,
    isHealthy,
    isAnyHanging: () => hanging > 0,
    /** Before the first phase, nobody fails; when all is calm, only those that always do. */
    setPhase(next: 'trouble' | 'calm'): void {
      phase = next
    },
    failOnce(host: string): void {
      failsOnce = host
    },
    connect(host: string): void {
      if (phase !== 'before' && !isHealthy(host)) failConnection(host, byHost.get(host)!.manner)
    },
    async receive(host: string, { headers, body, signal }: HttpRequest): Promise<number> {
      const manner = failure(host)
      if (manner) failConnection(host, manner)
      const delivery = {
        host,
        content: Buffer.from(body!).toString(),
        id: headers!['firsthand-delivery']!,
      }
      received.push({ ...delivery, isConfirmed: !manner })
      if (manner === 'hangs')
        return await new Promise((_, reject) => {
          hanging++
          signal.addEventListener('abort', () => {
            hanging--
            reject(signal.reason as Error)
          })
        })
      await time.sleep(SLOWEST_MS * random())
      return Number(manner ?? 204)
    },
  }
}

/** Only the parts of a Snapshot that the hub reads. */
function snapshotOf(content: string): Snapshot {
  const identity = { coding: 'identity', body: Buffer.from(content), etag: content }
  const representations = new Map(
    TopicPath.options.map(path => [
      path,
      { path, contentType: 'text/plain', identity, encoded: [] },
    ]),
  )
  return { representations, log: { size: 1 } } as unknown as Snapshot
}
