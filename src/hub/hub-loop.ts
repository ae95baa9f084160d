/** The hub's loop: looks for due work, starts it, and sleeps until there may be more. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WakeSignal } from '../model/system.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import type { JobClaimer } from './claim-jobs.ts'
import type { DenialNotices } from './denial-notices.ts'
import messages from './hub-messages.json' with { type: 'json' }
import type { Measurement } from './hub-metrics.ts'
import type { HubParts } from './hub-parts.ts'

type Loops = {
  claimer: JobClaimer
  denials: DenialNotices
  measurement: Measurement
  signal: WakeSignal
}

/** Every change wakes the loop; polling only catches what was missed. */
const POLL_MS = 5000
/** What arrives within this time is handled together. */
const GATHER_MS = 20
/** While jobs wait for crowded hosts. */
const CROWDED_MS = 100
const SWEEP_MS = 60_000
/** Smaller corrections of the clock delay nothing that matters. */
const SMALL_STEP_MS = 1000

export function startHubLoop(dependencies: HubParts & Loops) {
  const { store, topics, scheduler, claimer, denials, outage, measurement, metrics, signal } =
    dependencies
  const { instances, retrySeconds, nowMs, clock, log } = dependencies
  let isStopping = false
  let isDatabaseAway = false
  let sweptMs = Number.NEGATIVE_INFINITY
  // If everything that was due is claimed, a free slot is no reason to look for more.
  let hasClaimedAll = false
  scheduler.onRoom(() => {
    if (!hasClaimedAll) signal.wake()
  })

  async function sweep(): Promise<void> {
    if (clock.ms() - sweptMs < SWEEP_MS) return
    sweptMs = clock.ms()
    const count = await store.removeExpired()
    if (count > 0) metrics.removals.inc({ reason: 'expired' }, count)
  }

  let correctedMs: number | undefined
  // Deliveries under way when the clock was set back may write the time of their next attempt by the old one.
  let hasOldTimes = false
  /** Puts the schedules right if the machine's clock was set back, also before the start. */
  async function correctSchedules(): Promise<void> {
    const setBackMs = clock.ms() - nowMs()
    const isSetBack =
      correctedMs === undefined
        ? await store.hasFutureRecords()
        : setBackMs - correctedMs > SMALL_STEP_MS
    if (isSetBack || hasOldTimes) await store.bringForward(await instances.join(), retrySeconds)
    hasOldTimes = false
    if (isSetBack) {
      log.warn(messages.set_back)
      void claimer.drain().then(() => {
        hasOldTimes = true
      })
    }
    if (isSetBack || correctedMs === undefined) correctedMs = setBackMs
  }

  /** Starts what is due, and returns how long the loop may sleep. */
  async function look(): Promise<number> {
    await correctSchedules()
    const topicsMs = (await topics.save()) ?? POLL_MS
    await sweep()
    const againMs = Math.min(POLL_MS, topicsMs, await measurement.refresh())
    // Nothing can be sent before the next probe.
    const pausedMs = outage.pausedMs()
    if (pausedMs > 0) return Math.min(againMs, pausedMs)
    if (!measurement.isAnyoneWaiting()) outage.resume()
    const unclaimed = [await claimer.claimDue(false), await claimer.claimDue(true)]
    await denials.sendDue()
    hasClaimedAll = !unclaimed.includes('no room')
    if (!hasClaimedAll) return againMs
    if (unclaimed.includes('crowded')) return Math.min(CROWDED_MS, againMs)
    const dueAt = await store.nextDueAt()
    const dueMs = dueAt === null ? POLL_MS : Date.parse(dueAt) - nowMs()
    return Math.max(0, Math.min(againMs, dueMs))
  }

  /** Survives every error, and logs the loss and the return of the database once each. */
  async function lookSafely(): Promise<number> {
    try {
      const sleepMs = await look()
      if (isDatabaseAway) log.info('The hub can reach its database again. Deliveries continue.')
      isDatabaseAway = false
      return sleepMs
    } catch (error) {
      if (!(error instanceof StoreProblem)) log.error({ err: error }, messages.not_looked)
      else if (!isDatabaseAway)
        log.error(`The hub cannot reach its database, so deliveries wait: ${error.message}`)
      isDatabaseAway ||= error instanceof StoreProblem
      return POLL_MS
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      signal.reset()
      await signal.sleep(await lookSafely())
      await sleep(GATHER_MS)
    }
  }

  const running = run()
  return {
    /** Resolves when the loop has stopped; jobs that it started may still run. */
    async stop(): Promise<void> {
      isStopping = true
      signal.wake()
      await running
    },
  }
}
