/** Closes what a test has opened, and lets go of it: the runner keeps what it calls after a test until the process ends. */
import type { TestContext } from 'node:test'

export function closeAfter(t: Pick<TestContext, 'after'>, thing: { close(): unknown }): void {
  let open: typeof thing | undefined = thing
  t.after(async () => {
    await open?.close()
    open = undefined
  })
}
