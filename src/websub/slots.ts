/** How many requests go out at once, and who gives way when others wait: a callback that hangs delays nobody else. */

export interface Slots {
  /** Runs the job when there is a place for it, and within the time that one request may take. */
  run<T>(job: Job<T>): Promise<T>
  /** How many more jobs it makes sense to bring. */
  room(slow: boolean): number
  /** Of an job that begins: its connection is not needed after it, because fewer wait for it than are open. */
  isLast(callback: Pick<Job<unknown>, 'host' | 'origin'>): boolean
  /** Hosts of which so many jobs wait that it makes no sense to bring more. */
  crowded(): string[]
  /** Ends what is under way after the deadline. */
  close(deadlineMs: number): Promise<void>
}

export interface Job<T> {
  host: string
  origin: string
  /** Was slow or failed before: it goes apart from the others, and need not give way. */
  slow: boolean
  send(signal: AbortSignal): Promise<T>
}

/** Why an job ended early, through no fault of the callback. */
export class GaveWay extends Error {
  override name = 'GaveWay'
}
export class Closing extends Error {
  override name = 'Closing'
}
export class TimedOut extends Error {
  override name = 'TimedOut'
}

export interface SlotCounts {
  /** Places for jobs of good repute, and for slow ones: all connections together. */
  places: number
  slowPlaces: number
  perHost: number
  /** After so long an job gives its place to one that waits. */
  patienceMs: number
  timeoutMs: number
}

export const SLOT_COUNTS: SlotCounts = {
  places: 48,
  slowPlaces: 16,
  perHost: 8,
  patienceMs: 1000,
  timeoutMs: 10_000,
}

/** Enough waiting jobs to keep all places busy while more are brought, and few enough to claim. */
const WAITING_MOST = 1024
/** More than this for one host would only wait, and keep others from being brought. */
const WAITING_PER_HOST = 128
const LOOK_MS = 100

interface QueuedJob extends Job<unknown> {
  controller: AbortController
  startedMs: number
  finish: (result: Promise<unknown>) => void
}

/** Errands to one host that wait, the first come first. */
interface Line {
  slow: boolean
  jobs: QueuedJob[]
}

export function createSlots(
  { places, slowPlaces, perHost, patienceMs, timeoutMs }: SlotCounts,
  nowMs: () => number,
  onRoom: () => void,
): Slots {
  const running = new Set<QueuedJob>()
  const runningByHost = new Map<string, number>()
  let runningSlow = 0
  const lines = new Map<string, Line>()
  const waitingByHost = new Map<string, number>()
  const waitingByOrigin = new Map<string, number>()
  const waiting = { fast: 0, slow: 0 }
  let look: NodeJS.Timeout | undefined
  let isClosing = false
  let onEmpty: (() => void) | undefined

  const laneOf = (slow: boolean) => (slow ? 'slow' : 'fast')
  const hasPlace = (slow: boolean) => (slow ? runningSlow < slowPlaces : running.size - runningSlow < places)
  const hasUse = () => (waiting.fast > 0 && hasPlace(false)) || (waiting.slow > 0 && hasPlace(true))
  const runningOn = (host: string) => runningByHost.get(host) ?? 0

  function countWaiting({ slow, host, origin }: QueuedJob, change: 1 | -1): void {
    waiting[laneOf(slow)] += change
    add(waitingByHost, host, change)
    add(waitingByOrigin, origin, change)
  }

  function bring(job: QueuedJob): void {
    countWaiting(job, 1)
    const key = `${laneOf(job.slow)} ${job.host}`
    const line = lines.get(key)
    if (line) line.jobs.push(job)
    else lines.set(key, { slow: job.slow, jobs: [job] })
  }

  function startWaiting(): void {
    // Every host has one before any has two: a connection serves who follows, and to open one costs most of a delivery.
    for (let most = 1; most <= perHost && hasUse(); most++) startUpTo(most)
    look ??= lines.size > 0 ? setInterval(lookForLate, LOOK_MS) : undefined
  }

  function startUpTo(most: number): void {
    for (const [key, { slow, jobs }] of lines) {
      if (!hasUse()) return
      while (jobs.length > 0 && hasPlace(slow) && runningOn(jobs[0]!.host) < most) start(jobs.shift()!)
      if (jobs.length === 0) lines.delete(key)
    }
  }

  function start(job: QueuedJob): void {
    countWaiting(job, -1)
    running.add(job)
    if (job.slow) runningSlow++
    add(runningByHost, job.host, 1)
    job.startedMs = nowMs()
    const timer = setTimeout(() => job.controller.abort(new TimedOut()), timeoutMs)
    const result = send(job).finally(() => {
      clearTimeout(timer)
      end(job)
    })
    job.finish(result)
  }

  function end(job: QueuedJob): void {
    running.delete(job)
    if (job.slow) runningSlow--
    add(runningByHost, job.host, -1)
    startWaiting()
    if (waiting.fast < WAITING_MOST / 2) onRoom()
    if (running.size === 0) onEmpty?.()
  }

  /** Those who have had their time give way to whoever could use their place. */
  function lookForLate(): void {
    if (lines.size === 0) {
      clearInterval(look)
      look = undefined
      return
    }
    for (const job of running) {
      const isLate = !job.slow && nowMs() - job.startedMs > patienceMs
      if (isLate && isInTheWay(job)) job.controller.abort(new GaveWay())
    }
  }

  const isInTheWay = ({ host }: QueuedJob) =>
    lines.has(`fast ${host}`) || (waiting.fast > 0 && !hasPlace(false))

  return {
    run<T>(job: Job<T>): Promise<T> {
      if (isClosing) return Promise.reject(new Closing())
      return new Promise<T>(resolve => {
        bring({
          ...job,
          controller: new AbortController(),
          startedMs: 0,
          finish: result => resolve(result as Promise<T>),
        })
        // When all that are brought together wait, each knows whether another follows it.
        queueMicrotask(startWaiting)
      })
    },
    room(slow) {
      if (isClosing) return 0
      if (slow) return slowPlaces - runningSlow - waiting.slow
      return waiting.fast < WAITING_MOST / 2 ? WAITING_MOST - waiting.fast : 0
    },
    isLast: ({ host, origin }) => (waitingByOrigin.get(origin) ?? 0) < runningOn(host),
    crowded: () => [...waitingByHost].flatMap(([host, count]) => (count >= WAITING_PER_HOST ? [host] : [])),
    async close(deadlineMs) {
      isClosing = true
      clearInterval(look)
      const left = [...lines.values()].flatMap(({ jobs }) => jobs)
      lines.clear()
      for (const job of left) {
        countWaiting(job, -1)
        job.finish(Promise.reject(new Closing()))
      }
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

const send = async (job: QueuedJob) => job.send(job.controller.signal)

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
