/** Time that passes only when a test says so, for everything in this process that waits: hours of timers take a moment. */
import { syncBuiltinESMExports } from 'node:module'
import { performance } from 'node:perf_hooks'
import type { TestContext } from 'node:test'
import timersPromises, { setImmediate as turn } from 'node:timers/promises'

export type VirtualTime = ReturnType<typeof useVirtualTime>

interface Timer {
  dueMs: number
  /** Of an interval. */
  everyMs: number | undefined
  run: () => void
}

/** Enough for what continues over several turns of the event loop. */
const QUIET_TURNS = 3

/** For the rest of the test. Only one test of a process may use it at a time. */
export function useVirtualTime(t: TestContext) {
  const timers = new Set<Timer>()
  let nowMs = 0
  let works = 0
  let running = 0

  const add = (run: () => void, delayMs = 0, everyMs?: number) => {
    const timer = { dueMs: nowMs + Math.max(1, delayMs), everyMs, run }
    timers.add(timer)
    return timer
  }
  const remove = (timer: Timer) => void timers.delete(timer)
  const sleep = (ms: number) => new Promise<void>(resolve => void add(resolve, ms))
  replace(t, globalThis, {
    setTimeout: add,
    setInterval: (run: () => void, ms: number) => add(run, ms, ms),
    clearTimeout: remove,
    clearInterval: remove,
  })
  replace(t, timersPromises, { setTimeout: sleep })
  replace(t, performance, {
    now: () => nowMs,
    eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: 0 }),
  })

  /** Resolves when nothing goes on without a timer. */
  async function settle(): Promise<void> {
    for (let [seen, turns] = [-1, 0]; turns < QUIET_TURNS; turns++) {
      if (running > 0 || works !== seen) [seen, turns] = [works, 0]
      await turn()
    }
  }

  function nextTimer(untilMs: number): Timer | undefined {
    let next: Timer | undefined
    for (const timer of timers)
      if (timer.dueMs <= untilMs && (!next || timer.dueMs < next.dueMs)) next = timer
    return next
  }

  function fire(timer: Timer): void {
    works++
    if (timer.everyMs === undefined) timers.delete(timer)
    else timer.dueMs += timer.everyMs
    timer.run()
  }

  return {
    sleep,
    /** Does work that time waits for. */
    async during<T>(work: () => Promise<T>): Promise<T> {
      works++
      running++
      try {
        return await work()
      } finally {
        running--
      }
    },
    /** Lets time pass, as `onPass` is told in small parts. */
    async pass(ms: number, onPass: (ms: number) => void): Promise<void> {
      const untilMs = nowMs + ms
      await settle()
      for (let timer = nextTimer(untilMs); timer; timer = nextTimer(untilMs)) {
        onPass(timer.dueMs - nowMs)
        nowMs = timer.dueMs
        fire(timer)
        await settle()
      }
      onPass(untilMs - nowMs)
      nowMs = untilMs
    },
    /** Ends whatever still waits. */
    forget: () => timers.clear(),
  }
}

/** Until the end of the test, also for modules that have imported them by name. */
function replace(t: TestContext, target: object, by: object): void {
  const before = Object.fromEntries(Object.keys(by).map(name => [name, Reflect.get(target, name)]))
  Object.assign(target, by)
  syncBuiltinESMExports()
  t.after(() => {
    Object.assign(target, before)
    syncBuiltinESMExports()
  })
}
