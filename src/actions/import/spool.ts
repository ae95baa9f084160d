/** Keeps the rows of a file for a second pass, compressed because a large file has very many. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ReviewRow } from '../../model/review.ts'

const BATCH = 500
/** Fast and small: zlib's memory is not freed at once. */
const COMPRESSION = { level: 1, windowBits: 12, memLevel: 5 }

/** Can be iterated any number of times. */
export function createSpool() {
  const packed: Uint8Array[] = []
  let pending: ReviewRow[] = []
  return {
    put(row: ReviewRow): void {
      pending.push(row)
      if (pending.length < BATCH) return
      packed.push(deflateRawSync(JSON.stringify(pending), COMPRESSION))
      pending = []
    },
    *[Symbol.iterator](): Generator<ReviewRow> {
      for (const batch of packed) yield* JSON.parse(inflateRawSync(batch).toString()) as ReviewRow[]
      yield* pending
    },
  }
}
