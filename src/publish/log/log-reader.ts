/** Reads the public log: entries, tiles and proofs. */
import { HASH_BYTES } from '../../ledger/encoding.ts'
import { decodeEntry, splitBundle } from '../../ledger/ledger-entry.ts'
import { consistencyProof, createHashAt, inclusionProof } from '../../ledger/make-proof.ts'
import { parseTilePath } from '../../ledger/tile-list.ts'
import { TILE_WIDTH } from '../../ledger/tiles.ts'
import { isAboutReview, type LedgerEntry, type LogEntry } from '../../model/change.ts'
import { sha256 } from '../../store/base/node-signatures.ts'
import { CHUNK_NUMBERS, type LogParts } from './published-log.ts'

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
  const before = (seq: number) => earlier[Math.floor((seq - 1) / CHUNK_NUMBERS)]![(seq - 1) % CHUNK_NUMBERS]!

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
      return hashes && hashes.length >= width * HASH_BYTES ? hashes.slice(0, width * HASH_BYTES) : null
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
