/** How many cases a property is tried on: a few with every change, and as many more as `FUZZ` says for who has time. */
export const runs = (count: number) => ({ numRuns: count * Number(process.env.FUZZ ?? 1) })
