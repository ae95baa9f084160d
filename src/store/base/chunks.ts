/** Splits a long list, because both engines limit the parameters of a statement. */
const SIZE = 500

export function* chunks<T>(list: T[], size = SIZE): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
