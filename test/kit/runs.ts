/** How many cases a property is tried on: a few by default, `FUZZ` times as many in the fuzz benchmark. */
export const runs = (count: number) => ({ numRuns: count * Number(process.env.FUZZ ?? 1) })

/**
 * For a property of code above the store, which is the same on both engines: PostgreSQL, where each case takes several times as long,
 * tries a quarter of the cases that SQLite does, others in each test run.
 */
export const runsAboveStore = (count: number) =>
  runs(process.env.TEST_ENGINE === 'postgres' ? Math.ceil(count / 4) : count)
