/** The machine's clock and randomness, passed in wherever they are needed, and work that is repeated by the clock or when somebody wakes it. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export const system = {
  now: () => new Date(),
  randomBytes: (size: number): Uint8Array => randomBytes(size),
}

/** Repeats work until it is closed, which waits for what is under way. `work` returns how long to wait before the next time. */
export function startLoop(work: (signal: AbortSignal) => Promise<number>) {
  const closing = new AbortController()
  const { signal } = closing
  async function run(): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await work(signal)
      await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const running = run()
  return {
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}

/** Lets anyone end the sleep of a loop. */
export type WakeSignal = ReturnType<typeof createWakeSignal>

export function createWakeSignal() {
  let isAwake = false
  let endSleep = () => {}

  return {
    wake(): void {
      isAwake = true
      endSleep()
    },
    /** Forgets the calls to wake so far. */
    reset(): void {
      isAwake = false
    },
    /** Resolves at the next call to wake, at once if there was one since the reset, and after the given time at the latest. */
    async sleep(ms: number): Promise<void> {
      if (isAwake) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      endSleep = resolve
      await promise
      clearTimeout(timer)
    },
  }
}
