/** Tells failures on our side from those of subscribers, and pauses the hub while it can reach nobody. */
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import { type FailureKind, ForbiddenAddress, failureKind } from '../outgoing/failures.ts'
import type { Resolve } from '../outgoing/guarded-connections.ts'
import type { ReachedCallback } from '../store/hub/hub-store.ts'
import { type Callback, splitCallback } from './callback-url.ts'
import messages from './hub-messages.json' with { type: 'json' }

export type Outage = ReturnType<typeof createOutage>

/** The hub has an outage of its own, so nothing was sent. */
export class Paused extends Error {}

/** `unclear`: too few other callbacks are known to tell. */
export type Blame = 'ours' | 'theirs' | 'unclear'

export interface OutageDependencies {
  /** Callbacks that have received deliveries: only they are asked, so strangers with dead names cannot fake an outage. */
  listReached: () => Promise<ReachedCallback[]>
  /** Opens a connection and closes it without a request. */
  open: (callback: Callback) => Promise<void>
  resolve: Resolve
  baseUrl: string
  hasTrustStore: () => boolean
  random: () => number
  nowMs: () => number
  /** Called again at each probe, with the time of the next. */
  onPause: (sinceMs: number, nextProbeMs: number) => void
  onResume: () => void
  log: Logger
}

const MAX_CONTROLS = 5
/** Between two probes of a paused hub: twice as long each time, up to the second. */
const PROBE_MS = 15_000
const MAX_PROBE_MS = 300_000
const MAX_REMEMBERED = 1000

type Pause = { kind: FailureKind; sinceMs: number; probeMs: number; dueMs: number }

/** `unknown` if nobody else could be asked. */
type Control = 'works' | 'fails' | 'unknown'

export function createOutage(dependencies: OutageDependencies) {
  const { listReached, open, resolve, baseUrl, hasTrustStore, random, nowMs, log } = dependencies
  const ownNames = [new URL(baseUrl).hostname].filter(isHostName)
  /** When each host was last connected to, oldest first. */
  const connectedMs = new Map<string, number>()
  let pause: Pause | undefined

  function begin(kind: FailureKind, error: unknown): void {
    if (pause) return
    pause = { kind, sinceMs: nowMs(), probeMs: PROBE_MS, dueMs: nowMs() + PROBE_MS }
    log.error({ kind, code: (error as NodeJS.ErrnoException).code }, messages.reaches_nobody)
    dependencies.onPause(pause.sinceMs, pause.dueMs)
  }

  /** The host was reached; or there is nobody left whom a probe could reach. */
  function resume(host?: string): void {
    if (!pause || (host !== undefined && !concerns(pause.kind, host))) return
    pause = undefined
    log.info(messages.reaches_again)
    dependencies.onResume()
  }

  function connected(host: string): void {
    connectedMs.delete(host)
    connectedMs.set(host, nowMs())
    if (connectedMs.size > MAX_REMEMBERED) connectedMs.delete(connectedMs.keys().next().value!)
    resume(host)
  }

  const hasConnectedSince = (ms: number, kind: FailureKind) =>
    [...connectedMs].some(([host, at]) => at >= ms && concerns(kind, host))

  /** Others that worked, the last ones first, and no two of one site, because one owner may have many hosts. */
  async function findControls(host: string, kind: FailureKind): Promise<ReachedCallback[]> {
    const others = (await listReached()).filter(
      one => one.host !== host && concerns(kind, one.host),
    )
    const order = new Map(others.map(one => [one.host, connectedMs.get(one.host) ?? random()]))
    const sites = new Map<string, ReachedCallback>()
    for (const one of others.toSorted((a, b) => order.get(b.host)! - order.get(a.host)!))
      if (!sites.has(siteOf(one.host))) sites.set(siteOf(one.host), one)
    return [...sites.values()].slice(0, MAX_CONTROLS)
  }

  async function tryOne({ callback, host }: ReachedCallback, kind: FailureKind): Promise<boolean> {
    try {
      await open(splitCallback(callback))
      connected(host)
      return true
    } catch (error) {
      // Whoever refuses has been reached, which settles everything but the certificates.
      const isConnection = !(error instanceof ForbiddenAddress) && failureKind(error) === 'answer'
      const hasAnswered = kind !== 'answer' && isConnection
      if (hasAnswered && pause?.kind !== 'answer') resume(host)
      return hasAnswered
    }
  }

  async function tryOthers(host: string, kind: FailureKind): Promise<Control> {
    const [first, ...rest] = await findControls(host, kind)
    if (!first) return 'unknown'
    if (await tryOne(first, kind)) return 'works'
    if ((await Promise.all(rest.map(one => tryOne(one, kind)))).includes(true)) return 'works'
    // Two sites that answer wrongly may both be broken; with three, the problem is more likely ours.
    return kind === 'answer' && rest.length === 0 ? 'unknown' : 'fails'
  }

  async function resolvesAny(names: string[]): Promise<boolean> {
    const found = await Promise.all(names.map(name => resolve(name).catch(() => [])))
    return found.some(addresses => addresses.length > 0)
  }

  /** A name that does not exist is the subscriber's fault, unless our name servers deny all names. */
  async function judgeName(host: string): Promise<Blame> {
    const controls = await findControls(host, 'no name')
    const names = [...controls.map(one => one.host), ...ownNames]
    return names.length === 0 || (await resolvesAny(names)) ? 'theirs' : 'ours'
  }

  /** Where no other callback is known. */
  async function judgeAlone(kind: FailureKind): Promise<Blame> {
    if (kind === 'answer') return hasTrustStore() ? 'theirs' : 'ours'
    const isResolverDead =
      kind === 'resolver' && ownNames.length > 0 && !(await resolvesAny(ownNames))
    return isResolverDead ? 'ours' : 'unclear'
  }

  async function find(host: string, kind: FailureKind, startedMs: number): Promise<Blame> {
    if (hasConnectedSince(startedMs, kind)) return 'theirs'
    if (pause && pause.sinceMs >= startedMs) return 'ours'
    if (kind === 'no name') return await judgeName(host)
    const control = await tryOthers(host, kind)
    if (control === 'unknown') return await judgeAlone(kind)
    return control === 'works' ? 'theirs' : 'ours'
  }

  let judging: Promise<unknown> = Promise.resolve()
  /** One after the other: requests that fail together need only one look at the others. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = judging.then(work)
    judging = done.catch(() => {})
    return done
  }

  return {
    /** Whose fault it is that a request got no response. */
    async judge(host: string, error: unknown, startedMs: number): Promise<Blame> {
      const kind = failureKind(error)
      const fault = kind === 'limit' ? 'ours' : await inTurn(() => find(host, kind, startedMs))
      if (fault === 'ours' && !hasConnectedSince(startedMs, kind)) begin(kind, error)
      return fault
    },
    /** Whether another callback can be reached by its name right now. */
    canReachOthers: (host: string) =>
      inTurn(async () => (await tryOthers(host, 'resolver')) === 'works'),
    /** A connection was opened, so our resolver, route and trust store work. */
    connected,
    /** Whether a request may be sent. While the hub is paused, one may now and then, to find out whether the outage is over. */
    admits(host: string): boolean {
      if (!pause || !concerns(pause.kind, host)) return true
      if (nowMs() < pause.dueMs) return false
      pause.probeMs = Math.min(2 * pause.probeMs, MAX_PROBE_MS)
      pause.dueMs = nowMs() + pause.probeMs
      dependencies.onPause(pause.sinceMs, pause.dueMs)
      const { kind } = pause
      // Or else whoever has a name that does not exist could use up every probe.
      inTurn(() => tryOthers(host, kind)).catch(() => {})
      return true
    },
    /** How long until that happens next; 0 if the hub is not paused. */
    pausedMs: () => (pause ? Math.max(0, pause.dueMs - nowMs()) : 0),
    isPaused: () => pause !== undefined,
    resume,
  }
}

/** An outage of the name servers concerns names only, and only reaching a name shows that it is over. */
const concerns = (kind: FailureKind, host: string) =>
  (kind !== 'resolver' && kind !== 'no name') || isHostName(host)

/** Known to name servers, so that reaching it shows that they work. */
export const isHostName = (host: string) =>
  isIP(host) === 0 && !host.startsWith('[') && !/(?:^|\.)localhost$/.test(host)

/** A rough guess at who owns a host. */
const siteOf = (host: string) => (isHostName(host) ? host.split('.').slice(-2).join('.') : host)
