/** One of anything for all tests of a describe block, or of all that want it. */
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

/** One for all describe blocks that share it at the same time: it starts with the first and ends with the last of them. */
export function shareAmong<T>(start: (t: TestContext) => Promise<T>): () => () => T {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let sharers = 0
  let started: Promise<T> | undefined
  return () =>
    share(async t => {
      sharers++
      t.after(async () => {
        sharers--
        if (sharers > 0) return
        started = undefined
        for (const end of endings.splice(0).reverse()) await end()
      })
      started ??= start(context)
      return await started
    })
}
