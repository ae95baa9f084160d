/** One of anything for all tests of a describe block. */
import { after, before, type TestContext } from 'node:test'

/** Call it in the body of `describe`; what it returns is for the tests. */
export function share<T>(start: (t: TestContext) => Promise<T>): () => T {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let started: T | undefined
  before(async () => {
    started = await start(context)
  })
  after(async () => {
    for (const end of endings.splice(0).reverse()) await end()
    // The runner keeps all tests of a process until the last one ends.
    started = undefined
  })
  return () => started!
}
