/** How many cases the tests try, and which ones. */

/** Printed by each run; the same number tries the same cases. */
export const seed = Number(process.env.TEST_SEED ?? 29)

/**
 * How many cases a property is tried on: a few by default, `FUZZ` times as many in the fuzz
 * benchmark.
 */
export const runs = (count: number) => ({ numRuns: count * Number(process.env.FUZZ ?? 1) })

/**
 * Of what takes minutes, each push tries a twentieth with a seed of its own; each night
 * (`NIGHTLY=1`) and the benchmark try all.
 */
export const isNightly = process.env.NIGHTLY !== undefined || process.env.FUZZ !== undefined

export const nightlyRuns = (count: number) => ({
  ...runs(isNightly ? count : Math.ceil(count / 20)),
  seed,
})
