/** Limits how many requests go out at once. A slow one leaves its slot to others and goes on without, so that it delays nobody. */
import { TimedOut } from '../outgoing/failures.ts'
import type { Cancellation } from '../outgoing/http-client.ts'

export type RequestScheduler = ReturnType<typeof createRequestScheduler>

export interface Job<T> {
  host: string
  origin: string
  /** The callback was slow or failed before: it uses the slow slots, and never has to leave its slot. */
  slow: boolean
  send(signal: Cancellation): Promise<T>
}

/** The job was aborted because others were waiting and too many were late; the callback did nothing wrong. */
export class Displaced extends Error {
  override name = 'Displaced'
}
/** The hub is shutting down. */
export class Closing extends Error {
  override name = 'Closing'
}

export type ConcurrencyLimits = ReturnType<typeof concurrencyLimits>

/** A quarter of the slots is for callbacks that were slow or failed before. */
export function concurrencyLimits(slots: number) {
  const slow = Math.ceil(slots / 4)
  return {
    fast: slots - slow,
    slow,
    perHost: 8,
    /** After this time, a job leaves its slot if another could use it, and goes on without one. */
    patienceMs: 1000,
    /** How many jobs may go on without a slot, in total and for one host. With the slots, they limit the number of open connections. */
    late: 3 * slots,
    latePerHost: 24,
    timeoutMs: 10_000,
  }
}

/** Enough to keep every slot busy until the next claim, and few enough to finish before their claims run out. */
const MAX_WAITING = 1024
/** More than this for one host would only wait, and take the room of jobs for other hosts. */
const MAX_WAITING_PER_HOST = 128
/** One timer for all running jobs: one for each would cost more. */
const CHECK_MS = 100
/** A job without a response for this long does not count toward how many are worth their connections: it may hang, and others should not wait for it. */
const STALLED_MS = 250

interface QueuedJob extends Job<unknown> {
  signal: JobSignal
  startedMs: number
  resolve: (result: unknown) => void
  reject: (reason: unknown) => void
}

/** Does what is needed of an AbortSignal, which would cost more than the rest of a job. */
class JobSignal implements Cancellation {
  aborted = false
  reason: unknown
  #listener = () => {}
  addEventListener(_: 'abort', listener: () => void): void {
    this.#listener = listener
  }
  abort(reason: Error): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.#listener()
  }
}

/** The jobs waiting for one host, first come first served. */
type Queue = { slow: boolean; jobs: QueuedJob[] }

export function createRequestScheduler(
  limits: ConcurrencyLimits,
  nowMs: () => number,
  /** How many requests to one host are worth their connections right now. */
  hostLimit = () => limits.perHost,
) {
  const {
    fast: maxFast,
    slow: maxSlow,
    late: maxLate,
    perHost,
    latePerHost,
    patienceMs,
    timeoutMs,
  } = limits
  const running = new Set<QueuedJob>()
  const runningByHost = new Map<string, number>()
  /** As of the last check. */
  const stalledByHost = new Map<string, number>()
  let runningSlow = 0
  const late = new Set<QueuedJob>()
  const lateByHost = new Map<string, number>()
  const queues = new Map<string, Queue>()
  const waitingByHost = new Map<string, number>()
  const waitingByOrigin = new Map<string, number>()
  const waiting = { fast: 0, slow: 0 }
  let check: NodeJS.Timeout | undefined
  let isClosing = false
  let willStart = false
  let expected: string | null = null
  let notifyRoom = () => {}
  let notifyIdle = () => {}

  const hasCapacity = (slow: boolean) =>
    slow ? runningSlow < maxSlow : running.size - runningSlow < maxFast
  const canStartAny = () =>
    (waiting.fast > 0 && hasCapacity(false)) || (waiting.slow > 0 && hasCapacity(true))
  const runningOn = (host: string) => runningByHost.get(host) ?? 0

  function countWaiting({ slow, host, origin }: QueuedJob, change: 1 | -1): void {
    waiting[slow ? 'slow' : 'fast'] += change
    add(waitingByHost, host, change)
    add(waitingByOrigin, origin, change)
  }

  function enqueue(job: QueuedJob): void {
    countWaiting(job, 1)
    const key = queueKey(job.slow, job.host)
    const queue = queues.get(key)
    if (queue) queue.jobs.push(job)
    else queues.set(key, { slow: job.slow, jobs: [job] })
  }

  function startWaiting(): void {
    willStart = false
    for (let key = nextQueue(); key !== undefined; key = nextQueue()) startNext(key)
  }

  function startNext(key: string): void {
    const { jobs } = queues.get(key)!
    start(jobs.shift()!)
    if (jobs.length === 0) queues.delete(key)
  }

  /**
   * Every host gets one slot before any gets two, and two only if that is worth another connection: opening it costs as much as several
   * deliveries, and jobs that follow reuse it.
   */
  function nextQueue(): string | undefined {
    if (!canStartAny()) return undefined
    let best: string | undefined
    let fewest = perHost
    const limit = hostLimit()
    for (const [key, { slow, jobs }] of queues) {
      const { host } = jobs[0]!
      const count = runningOn(host)
      const isFull = count - (stalledByHost.get(host) ?? 0) >= limit
      if (isFull || count >= fewest || !hasCapacity(slow)) continue
      if (count === 0) return key
      best = key
      fewest = count
    }
    return best
  }

  async function start(job: QueuedJob): Promise<void> {
    countWaiting(job, -1)
    running.add(job)
    if (job.slow) runningSlow++
    add(runningByHost, job.host, 1)
    job.startedMs = nowMs()
    check ??= setInterval(checkRunning, CHECK_MS)
    try {
      job.resolve(await job.send(job.signal))
    } catch (error) {
      job.reject(error)
    } finally {
      end(job)
    }
  }

  function end(job: QueuedJob): void {
    if (late.delete(job)) add(lateByHost, job.host, -1)
    else release(job)
    if (waiting.fast < MAX_WAITING / 2) notifyRoom()
    if (running.size + late.size > 0) return
    clearInterval(check)
    check = undefined
    notifyIdle()
  }

  function release(job: QueuedJob): void {
    running.delete(job)
    if (job.slow) runningSlow--
    add(runningByHost, job.host, -1)
    // Usually the next job for the same host takes the slot and the connection, and no other queue needs a look.
    const key = queueKey(job.slow, job.host)
    if (runningOn(job.host) === 0 && queues.has(key)) startNext(key)
    else startWaiting()
  }

  function checkRunning(): void {
    stalledByHost.clear()
    for (const job of [...running, ...late]) {
      const ageMs = nowMs() - job.startedMs
      if (ageMs >= timeoutMs) job.signal.abort(new TimedOut())
      if (!running.has(job)) continue
      if (ageMs > STALLED_MS) add(stalledByHost, job.host, 1)
      if (!job.slow && ageMs > patienceMs && isBlocking(job)) detach(job)
    }
    // By now, hosts may get more slots.
    startWaiting()
  }

  /** Whether a waiting job could use its slot. */
  const isBlocking = ({ host }: QueuedJob) =>
    queues.has(queueKey(false, host)) || isBlockingOthers()
  const isBlockingOthers = () => waiting.fast > 0 && !hasCapacity(false)

  /** The request goes on: if it were aborted, the callback would get it twice. */
  function detach(job: QueuedJob): void {
    if (late.size < maxLate && (lateByHost.get(job.host) ?? 0) < latePerHost) {
      late.add(job)
      add(lateByHost, job.host, 1)
      release(job)
    } else if (isBlockingOthers()) job.signal.abort(new Displaced())
  }

  function rejectWaiting(): void {
    const left = [...queues.values()].flatMap(({ jobs }) => jobs)
    queues.clear()
    for (const job of left) {
      countWaiting(job, -1)
      job.reject(new Closing())
    }
  }

  return {
    /** Runs the job once it gets a slot, and aborts it at the time limit for one request. */
    run<T>(job: Job<T>): Promise<T> {
      if (isClosing) return Promise.reject(new Closing())
      const { host, origin, slow, send } = job
      return new Promise<T>((resolve, reject) => {
        const settle = resolve as QueuedJob['resolve']
        enqueue({
          host,
          origin,
          slow,
          send,
          resolve: settle,
          reject,
          signal: new JobSignal(),
          startedMs: 0,
        })
        // Not at once: jobs that are added together should all be queued before the first asks whether it is the last.
        if (!willStart) queueMicrotask(startWaiting)
        willStart = true
      })
    },
    /** How many more jobs are worth claiming. */
    room(slow: boolean): number {
      if (isClosing) return 0
      if (slow) return maxSlow - runningSlow - waiting.slow
      return waiting.fast < MAX_WAITING / 2 ? MAX_WAITING - waiting.fast : 0
    },
    /** Calls the listener whenever a job ends and more are worth claiming. */
    onRoom(listener: () => void): void {
      notifyRoom = listener
    },
    /** Rejects the jobs that have not started. */
    rejectWaiting,
    /** For a job that is starting: whether to close its connection afterwards, because fewer jobs wait for it than there are connections. */
    isLast: ({ host, origin }: Pick<Job<unknown>, 'host' | 'origin'>) =>
      host !== expected && (waitingByOrigin.get(origin) ?? 0) < runningOn(host),
    /** More jobs for this host may follow soon, and should find its connections open. */
    expect(host: string | null): void {
      expected = host
    },
    /** Hosts with so many waiting jobs that claiming more would only hold up others. */
    crowdedHosts: () =>
      [...waitingByHost].flatMap(([host, count]) => (count >= MAX_WAITING_PER_HOST ? [host] : [])),
    /** Rejects the waiting jobs at once, and aborts the running ones at the deadline. */
    async close(deadlineMs: number): Promise<void> {
      isClosing = true
      rejectWaiting()
      if (running.size + late.size === 0) return
      const deadline = setTimeout(() => {
        for (const { signal } of [...running, ...late]) signal.abort(new Closing())
      }, deadlineMs)
      await new Promise<void>(resolve => {
        notifyIdle = resolve
      })
      clearTimeout(deadline)
    },
  }
}

/** No host begins with a space. */
const queueKey = (slow: boolean, host: string) => (slow ? ` ${host}` : host)

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
