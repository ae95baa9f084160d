/** The ledger as it is served: entries in bundles, hashes in tiles, and what became of every review. It only grows. */
import { encodeBundle, encodeEntry } from '../../ledger/ledger-entry.ts'
import { append, EMPTY_FRONTIER, leafHash, rootOf } from '../../ledger/merkle-tree.ts'
import { createReviewHistories } from '../../ledger/review-histories.ts'
import { TILE_HEIGHT, TILE_WIDTH } from '../../ledger/tiles.ts'
import type { HistoryCounts, LedgerEntry } from '../../model/change.ts'
import { sha256 } from '../../store/base/node-sha256.ts'
import { shareBytes } from '../pieces/bytes.ts'

/** As it crosses to the thread that serves it. What is full is shared memory and costs nothing to hand over. */
export interface LogParts {
  size: number
  /** 256 entries each, the last one perhaps less. */
  bundles: Uint8Array[]
  /** By level, then by place: 256 hashes each, the last one of a level perhaps less. */
  tiles: Uint8Array[][]
  /** For each entry, the number of the entry before it about the same review; 0 where it is the first. */
  earlier: Uint32Array[]
  /** The reviews that are shown no more, with the number of the last entry about each. */
  gone: [id: string, seq: number][]
}

export interface PublishedLog {
  size: number
  root: Uint8Array
  counts: HistoryCounts
  parts: LogParts
}

export interface LogBuilder {
  size(): number
  append(entries: LedgerEntry[]): void
  read(): PublishedLog
}

export function createLogBuilder(): LogBuilder {
  const fold = createReviewHistories()
  const bundles = createShelves()
  const tiles: ReturnType<typeof createShelves>[] = []
  const earlier = createNumbers()
  const gone = new Map<string, number>()
  let frontier = EMPTY_FRONTIER

  const lastAbout = (id: string) => fold.shown.get(id)?.seq ?? gone.get(id) ?? 0

  function take(entry: LedgerEntry): void {
    const before = lastAbout(entry.review_id)
    fold.take(entry)
    earlier.put(before)
    const bytes = encodeEntry(entry)
    bundles.put(encodeBundle([bytes]))
    frontier = append(frontier, leafHash(bytes, sha256), sha256, (level, hash) => {
      if (level % TILE_HEIGHT > 0) return
      tiles[level / TILE_HEIGHT] ??= createShelves()
      tiles[level / TILE_HEIGHT]!.put(hash)
    })
    if (fold.shown.has(entry.review_id)) gone.delete(entry.review_id)
    else gone.set(entry.review_id, entry.seq)
  }

  return {
    size: () => frontier.size,
    append: entries => entries.forEach(take),
    read() {
      const parts = {
        size: frontier.size,
        bundles: bundles.all(),
        tiles: tiles.map(level => level.all()),
        earlier: earlier.all(),
        gone: [...gone],
      }
      return { size: frontier.size, root: rootOf(frontier, sha256), counts: fold.counts(), parts }
    },
  }
}

/** Pieces joined to shelves of 256. */
function createShelves() {
  const full: Uint8Array[] = []
  let pieces: Uint8Array[] = []
  return {
    put(piece: Uint8Array) {
      pieces.push(piece)
      if (pieces.length < TILE_WIDTH) return
      full.push(shareBytes(Buffer.concat(pieces)))
      pieces = []
    },
    all: () => (pieces.length === 0 ? [...full] : [...full, Uint8Array.from(Buffer.concat(pieces))]),
  }
}

export const SHELF_NUMBERS = 16 * 1024

/** Numbers on shelves of shared memory. What is put is never changed, so a shelf that is not full yet may be read as well. */
function createNumbers() {
  const shelves: Uint32Array[] = []
  let count = 0
  return {
    put(number: number) {
      if (count % SHELF_NUMBERS === 0)
        shelves.push(new Uint32Array(new SharedArrayBuffer(SHELF_NUMBERS * Uint32Array.BYTES_PER_ELEMENT)))
      shelves.at(-1)![count % SHELF_NUMBERS] = number
      count++
    },
    all: () => [...shelves],
  }
}
