/** Keeps the rows of a file for a second pass, compressed because a large file has very many. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ReviewRow } from '../../model/review.ts'

/** Can be iterated any number of times. */
export interface Spool extends Iterable<ReviewRow> {
  put(row: ReviewRow): void
}

const BATCH = 500
/** Fast and small: zlib's memory is not freed at once. */
const COMPRESSION = { level: 1, windowBits: 12, memLevel: 5 }

export function createSpool(): Spool {
  const packed: Uint8Array[] = []
  let pending: ReviewRow[] = []
  return {
    put(row) {
      pending.push(row)
      if (pending.length < BATCH) return
      packed.push(deflateRawSync(JSON.stringify(pending), COMPRESSION))
      pending = []
    },
    *[Symbol.iterator]() {
      for (const batch of packed) yield* JSON.parse(inflateRawSync(batch).toString()) as ReviewRow[]
      yield* pending
    },
  }
}
