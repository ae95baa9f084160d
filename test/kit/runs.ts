/** How many cases a property is tried on: a few by default, `FUZZ` times as many in the fuzz benchmark. */
export const runs = (count: number) => ({ numRuns: count * Number(process.env.FUZZ ?? 1) })
