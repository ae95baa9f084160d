/** The machine's clock and randomness, passed in wherever they are needed, and work that is repeated by the clock. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export const system = { now: () => new Date(), randomBytes: (size: number): Uint8Array => randomBytes(size) }

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
