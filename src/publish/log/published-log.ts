/** The ledger as it is served and read: entries in bundles, hashes in tiles, proofs, and the fate of every review. It only grows. */
import { HASH_BYTES } from '../../ledger/encoding.ts'
import { encodeBundle } from '../../ledger/entry-bundle.ts'
import { append, EMPTY_FRONTIER, rootOf } from '../../ledger/frontier.ts'
import { decodeEntry, encodeEntry, splitBundle } from '../../ledger/ledger-entry.ts'
import { consistencyProof, createHashAt, inclusionProof } from '../../ledger/make-proof.ts'
import { leafHash } from '../../ledger/merkle-tree.ts'
import { createReviewHistories } from '../../ledger/review-histories.ts'
import { parseTilePath } from '../../ledger/tile-list.ts'
import { TILE_HEIGHT, TILE_WIDTH } from '../../ledger/tiles.ts'
import { isAboutReview, type LedgerEntry, type LogEntry } from '../../model/change.ts'
import { sha256 } from '../../store/base/node-signatures.ts'

/** The log as it crosses to the serving thread. Full bundles and tiles are in shared memory and cost nothing to hand over. */
export type LogParts = PublishedLog['parts']

export type PublishedLog = ReturnType<ReturnType<typeof createLogBuilder>['read']>

export function createLogBuilder() {
  const histories = createReviewHistories()
  const bundles = createTiles()
  const tiles: ReturnType<typeof createTiles>[] = []
  const earlier = createNumberList()
  const gone = new Map<string, number>()
  const edited = new Set<string>()
  let frontier = EMPTY_FRONTIER
  let writtenAt: string | null = null

  const lastAbout = (id: string) => histories.shown.get(id)?.seq ?? gone.get(id) ?? 0

  function add(entry: LogEntry): void {
    const before = isAboutReview(entry) ? lastAbout(entry.review_id) : 0
    writtenAt = entry.at
    histories.apply(entry)
    earlier.push(before)
    if (isAboutReview(entry)) noteFate(entry)
    const bytes = encodeEntry(entry)
    bundles.push(encodeBundle([bytes]))
    frontier = append(frontier, leafHash(bytes, sha256), sha256, (level, hash) => {
      if (level % TILE_HEIGHT > 0) return
      tiles[level / TILE_HEIGHT] ??= createTiles()
      tiles[level / TILE_HEIGHT]!.push(hash)
    })
  }

  function noteFate({ op, review_id, seq }: LedgerEntry): void {
    if (op === 'edit') edited.add(review_id)
    if (histories.shown.has(review_id)) gone.delete(review_id)
    else gone.set(review_id, seq)
  }

  return {
    size: () => frontier.size,
    append: (entries: LogEntry[]) => entries.forEach(add),
    read() {
      const counts = histories.counts()
      const parts = {
        size: frontier.size,
        /** 256 entries each; the last may have fewer. */
        bundles: bundles.all(),
        /** By level, then by index: 256 hashes each; the last of a level may have fewer. */
        tiles: tiles.map(level => level.all()),
        /** For each entry, the number of the previous entry about the same review; 0 for the first. */
        earlier: earlier.all(),
        /** Reviews that are no longer shown, each with the number of the last entry about it. */
        gone: [...gone],
        counts,
        /** How many reviews were ever edited, shown or not. */
        edited: edited.size,
        rules: [...histories.rules],
      }
      return {
        size: frontier.size,
        root: rootOf(frontier, sha256),
        counts,
        /** When the last entry was added. */
        writtenAt,
        parts,
        /** The number of the last entry about a review; undefined if the review is not shown. */
        shownSeq: (id: string) => histories.shown.get(id)?.seq,
      }
    },
  }
}

/** Joins pieces into tiles of 256. */
function createTiles() {
  const full: Uint8Array[] = []
  let pieces: Uint8Array[] = []
  return {
    push(piece: Uint8Array) {
      pieces.push(piece)
      if (pieces.length < TILE_WIDTH) return
      full.push(Uint8Array.from(Buffer.concat(pieces)))
      pieces = []
    },
    all: () =>
      pieces.length === 0 ? [...full] : [...full, Uint8Array.from(Buffer.concat(pieces))],
  }
}

/** How many numbers share one block of memory. */
export const CHUNK_NUMBERS = 16 * 1024

/** A list of numbers in chunks of shared memory. Numbers never change, so a chunk can be read before it is full. */
function createNumberList() {
  const chunks: Uint32Array[] = []
  let count = 0
  return {
    push(number: number) {
      if (count % CHUNK_NUMBERS === 0)
        chunks.push(
          new Uint32Array(new SharedArrayBuffer(CHUNK_NUMBERS * Uint32Array.BYTES_PER_ELEMENT)),
        )
      chunks.at(-1)![count % CHUNK_NUMBERS] = number
      count++
    },
    all: () => [...chunks],
  }
}

export type LogReader = ReturnType<typeof openLog>

/** `findShownSeq` returns the number of the last entry about a review; undefined if the review is not shown. */
export function openLog(
  { size, bundles, tiles, earlier, gone, counts, edited, rules }: LogParts,
  findShownSeq: (id: string) => number | undefined,
) {
  const lastSeq = new Map(gone)
  const hashAt = createHashAt((level, index) => tiles[level]?.[index] ?? new Uint8Array(), sha256)

  function readAfter(seq: number, limit: number): LogEntry[] {
    const found: LogEntry[] = []
    const end = Math.min(size, seq + limit)
    for (let index = seq; index < end; ) {
      const bundle = splitBundle(bundles[Math.floor(index / TILE_WIDTH)]!)
      const wanted = bundle.slice(index % TILE_WIDTH, (index % TILE_WIDTH) + end - index)
      found.push(...wanted.map(decodeEntry))
      index += wanted.length
    }
    return found
  }

  const anyEntry = (seq: number) => readAfter(seq - 1, 1)[0]!
  const entry = (seq: number) => anyEntry(seq) as LedgerEntry
  const before = (seq: number) =>
    earlier[Math.floor((seq - 1) / CHUNK_NUMBERS)]![(seq - 1) % CHUNK_NUMBERS]!

  return {
    size,
    counts,
    /** How many reviews were ever edited, shown or not. */
    edited,
    /** What the business said about how its sources are verified, oldest first. */
    rules,
    /** Of those about reviews. */
    entry,
    anyEntry,
    /** Those about reviews among the next `limit` entries after one, oldest first. */
    entriesAfter: (seq: number, limit: number) => readAfter(seq, limit).filter(isAboutReview),
    /** All entries about a review, shown or gone, oldest first. */
    entriesAbout(id: string): LedgerEntry[] {
      const found: LedgerEntry[] = []
      for (let seq = findShownSeq(id) ?? lastSeq.get(id) ?? 0; seq > 0; seq = before(seq))
        found.push(entry(seq))
      return found.reverse()
    },
    /** The last entry about a review that is no longer shown; null for any other id. */
    goneEntry(id: string): LedgerEntry | null {
      const seq = lastSeq.get(id)
      return seq === undefined ? null : entry(seq)
    },
    /** The tile at a path such as `tile/0/001` (C2SP tlog-tiles); null where there is none. */
    tile(path: string): Uint8Array | null {
      const wanted = parseTilePath(path)
      if (!wanted) return null
      const { level, index, width } = wanted
      if (level === 'entries') return firstEntries(bundles[index], width)
      const hashes = tiles[level]?.[index]
      return hashes && hashes.length >= width * HASH_BYTES
        ? hashes.slice(0, width * HASH_BYTES)
        : null
    },
    inclusion: (seq: number) => inclusionProof(seq - 1, size, hashAt, sha256),
    growth: (oldSize: number) => consistencyProof(oldSize, size, hashAt, sha256),
  }
}

/** The first `width` entries of a bundle, byte for byte. */
function firstEntries(bundle: Uint8Array | undefined, width: number): Uint8Array | null {
  if (!bundle) return null
  const last = splitBundle(bundle)[width - 1]
  return last ? bundle.slice(0, last.byteOffset + last.length - bundle.byteOffset) : null
}
