/** One of anything for all tests of a describe block. */
import { after, before, type TestContext } from 'node:test'

/** Call it in the body of `describe`; what it returns is for the tests. */
export function share<T>(start: (t: TestContext) => Promise<T>): () => T {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let started: T
  before(async () => {
    started = await start(context)
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })
  return () => started
}
