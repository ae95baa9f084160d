/** Splits a long list, because both engines limit the parameters of a statement. */
const SIZE = 500

/** Finds rows for each of the chunks. */
export const findInChunks = async <T, Row>(list: T[], find: (chunk: T[]) => Promise<Row[]>): Promise<Row[]> =>
  (await Array.fromAsync(chunks(list), find)).flat()

export function* chunks<T>(list: T[], size = SIZE): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size)
}
