/** Rows that are read once and needed again: kept compressed, because a large file has very many. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { ReviewRow } from '../../model/review.ts'

/** Read from the beginning, as often as one likes. */
export interface Spool extends Iterable<ReviewRow> {
  put(row: ReviewRow): void
}

const BATCH = 500
/** Fast and small: what a batch takes to be compressed is not given back at once. */
const COMPRESSION = { level: 1, windowBits: 12, memLevel: 5 }

export function createSpool(): Spool {
  const packed: Uint8Array[] = []
  let loose: ReviewRow[] = []
  return {
    put(row) {
      loose.push(row)
      if (loose.length < BATCH) return
      packed.push(deflateRawSync(JSON.stringify(loose), COMPRESSION))
      loose = []
    },
    *[Symbol.iterator]() {
      for (const batch of packed) yield* JSON.parse(inflateRawSync(batch).toString()) as ReviewRow[]
      yield* loose
    },
  }
}
