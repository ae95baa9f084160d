/** Byte tables: many short pieces of bytes joined into one array, with offsets. */
import { oncePer } from '../../model/once-per.ts'
import { digestOf } from './content-digest.ts'

export interface ByteTable {
  bytes: Uint8Array
  /** Where each piece begins, then where one more piece would. */
  starts: Uint32Array
}

const COMMA = 44

/** With `commas`, every piece is preceded by a comma, including the first. */
export function joinPieces(pieces: Uint8Array[], { commas }: { commas: boolean }): ByteTable {
  const gap = commas ? 1 : 0
  const starts = new Uint32Array(pieces.length + 1)
  starts[0] = gap
  for (let index = 0; index < pieces.length; index++)
    starts[index + 1] = starts[index]! + pieces[index]!.length + gap
  const bytes = new Uint8Array(starts[pieces.length]! - gap)
  for (let index = 0; index < pieces.length; index++) {
    if (commas) bytes[starts[index]! - 1] = COMMA
    bytes.set(pieces[index]!, starts[index])
  }
  return { bytes, starts }
}

/** Joins tables between a head and a tail, without the first `skip` bytes of the first table: its leading comma. */
export function joinByteTables(
  head: Uint8Array,
  tables: ByteTable[],
  tail: Uint8Array,
  skip: number,
) {
  const pieces = tables.reduce((sum, { starts }) => sum + starts.length - 1, 0)
  const skipped = tables.length > 0 ? skip : 0
  const size = tables.reduce(
    (sum, { bytes }) => sum + bytes.length,
    head.length + tail.length - skipped,
  )
  const bytes = new Uint8Array(size)
  const starts = new Uint32Array(pieces + 1)
  bytes.set(head)
  let offset = head.length - skipped
  let piece = 0
  for (const [index, table] of tables.entries()) {
    const omitted = index === 0 ? skipped : 0
    bytes.set(table.bytes.subarray(omitted), offset + omitted)
    for (let each = 0; each < table.starts.length - 1; each++)
      starts[piece++] = offset + table.starts[each]!
    offset += table.bytes.length
  }
  starts[pieces] = offset + skip
  bytes.set(tail, size - tail.length)
  return { bytes, starts }
}

/** A digest of what `joinByteTables` returns, computed from the cached digests of its tables. */
export function digestByteTables(head: Uint8Array, tables: ByteTable[], tail: Uint8Array): string {
  return digestOf([digestOf(head), ...tables.map(digestTable), digestOf(tail)].join())
}

const digestTable = oncePer(({ bytes }: ByteTable) => digestOf(bytes))
