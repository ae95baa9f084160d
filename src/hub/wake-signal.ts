/** Lets anyone end the sleep of a loop. */

export interface WakeSignal {
  wake(): void
  /** Forgets the calls to wake so far. */
  reset(): void
  /** Resolves at the next call to wake, at once if there was one since the reset, and after the given time at the latest. */
  sleep(ms: number): Promise<void>
}

export function createWakeSignal(): WakeSignal {
  let isAwake = false
  let endSleep = () => {}

  return {
    wake() {
      isAwake = true
      endSleep()
    },
    reset() {
      isAwake = false
    },
    async sleep(ms) {
      if (isAwake) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      endSleep = resolve
      await promise
      clearTimeout(timer)
    },
  }
}
