/** Random objects with a few of the possible keys: a search with many filters at once would find nothing. */
import fc from 'fast-check'

export function fewOf<T extends object>(
  values: { [K in keyof T]: fc.Arbitrary<T[K]> },
  most: number,
): fc.Arbitrary<Partial<T>> {
  const names = fc.subarray(Object.keys(values) as (keyof T)[], { maxLength: most })
  return fc
    .tuple(fc.record(values), names)
    .map(([all, few]) => Object.fromEntries(few.map(name => [name, all[name]])) as Partial<T>)
}
