/** How many requests go out at once, and who gives way when others wait: a callback that hangs delays nobody else. */

export interface Lanes {
  /** Runs the errand when there is a place for it, and within the time that one request may take. */
  run<T>(errand: Errand<T>): Promise<T>
  /** How many more errands it makes sense to bring. */
  room(slow: boolean): number
  /** Of an errand that begins: its connection is not needed after it, because fewer wait for it than are open. */
  isLast(callback: Pick<Errand<unknown>, 'host' | 'origin'>): boolean
  /** Hosts of which so many errands wait that it makes no sense to bring more. */
  crowded(): string[]
  /** Ends what is under way after the deadline. */
  close(deadlineMs: number): Promise<void>
}

export interface Errand<T> {
  host: string
  origin: string
  /** Was slow or failed before: it goes apart from the others, and need not give way. */
  slow: boolean
  send(signal: AbortSignal): Promise<T>
}

/** Why an errand ended early, through no fault of the callback. */
export class GaveWay extends Error {
  override name = 'GaveWay'
}
export class Closing extends Error {
  override name = 'Closing'
}
export class TimedOut extends Error {
  override name = 'TimedOut'
}

export interface LaneSizes {
  /** Places for errands of good repute, and for slow ones: all connections together. */
  places: number
  slowPlaces: number
  perHost: number
  /** After so long an errand gives its place to one that waits. */
  patienceMs: number
  timeoutMs: number
}

export const LANE_SIZES: LaneSizes = {
  places: 48,
  slowPlaces: 16,
  perHost: 8,
  patienceMs: 1000,
  timeoutMs: 10_000,
}

/** Enough waiting errands to keep all places busy while more are brought, and few enough to claim. */
const WAITING_MOST = 1024
/** More than this for one host would only wait, and keep others from being brought. */
const WAITING_PER_HOST = 128
const LOOK_MS = 100

interface Job extends Errand<unknown> {
  controller: AbortController
  startedMs: number
  finish: (result: Promise<unknown>) => void
}

export function createLanes(
  { places, slowPlaces, perHost, patienceMs, timeoutMs }: LaneSizes,
  nowMs: () => number,
  onRoom: () => void,
): Lanes {
  const running = new Set<Job>()
  const waiting: Job[] = []
  const runningSlow = { count: 0 }
  const byHost = new Map<string, number>()
  const waitingByHost = new Map<string, number>()
  const waitingByOrigin = new Map<string, number>()
  let look: NodeJS.Timeout | undefined
  let closing = false
  let onEmpty: (() => void) | undefined

  const hasPlace = (slow: boolean) =>
    slow ? runningSlow.count < slowPlaces : running.size - runningSlow.count < places
  const fits = ({ slow, host }: Job) => hasPlace(slow) && (byHost.get(host) ?? 0) < perHost

  function startWaiting(): void {
    for (let place = 0; place < waiting.length && (hasPlace(false) || hasPlace(true)); )
      if (fits(waiting[place]!)) start(take(place))
      else place++
    look ??= waiting.length > 0 ? setInterval(lookForLate, LOOK_MS) : undefined
  }

  function bring(job: Job): void {
    waiting.push(job)
    add(waitingByHost, job.host, 1)
    add(waitingByOrigin, job.origin, 1)
  }

  function take(place: number): Job {
    const job = waiting.splice(place, 1)[0]!
    add(waitingByHost, job.host, -1)
    add(waitingByOrigin, job.origin, -1)
    return job
  }

  function start(job: Job): void {
    running.add(job)
    if (job.slow) runningSlow.count++
    add(byHost, job.host, 1)
    job.startedMs = nowMs()
    const timer = setTimeout(() => job.controller.abort(new TimedOut()), timeoutMs)
    const result = send(job).finally(() => {
      clearTimeout(timer)
      end(job)
    })
    job.finish(result)
  }

  function end(job: Job): void {
    running.delete(job)
    if (job.slow) runningSlow.count--
    add(byHost, job.host, -1)
    startWaiting()
    if (waiting.length < WAITING_MOST / 2) onRoom()
    if (running.size === 0) onEmpty?.()
  }

  /** Those who have had their time give way to whoever could use their place. */
  function lookForLate(): void {
    if (waiting.length === 0) {
      clearInterval(look)
      look = undefined
      return
    }
    const others = waiting.filter(job => !job.slow)
    for (const job of running) {
      const isLate = !job.slow && nowMs() - job.startedMs > patienceMs
      if (isLate && others.some(({ host }) => host === job.host || !hasPlace(false)))
        job.controller.abort(new GaveWay())
    }
  }

  return {
    run<T>(errand: Errand<T>): Promise<T> {
      if (closing) return Promise.reject(new Closing())
      return new Promise<T>(resolve => {
        bring({
          ...errand,
          controller: new AbortController(),
          startedMs: 0,
          finish: result => resolve(result as Promise<T>),
        })
        // When all that are brought together wait, each knows whether another follows it.
        queueMicrotask(startWaiting)
      })
    },
    room(slow) {
      if (closing) return 0
      if (slow) return slowPlaces - runningSlow.count - waiting.filter(job => job.slow).length
      return waiting.length < WAITING_MOST / 2 ? WAITING_MOST - waiting.length : 0
    },
    isLast: ({ host, origin }) => (waitingByOrigin.get(origin) ?? 0) < (byHost.get(host) ?? 0),
    crowded: () => [...waitingByHost].flatMap(([host, count]) => (count >= WAITING_PER_HOST ? [host] : [])),
    async close(deadlineMs) {
      closing = true
      clearInterval(look)
      while (waiting.length > 0) take(0).finish(Promise.reject(new Closing()))
      if (running.size === 0) return
      const deadline = setTimeout(() => {
        for (const { controller } of running) controller.abort(new Closing())
      }, deadlineMs)
      await new Promise<void>(resolve => {
        onEmpty = resolve
      })
      clearTimeout(deadline)
    },
  }
}

const send = async (job: Job) => job.send(job.controller.signal)

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
