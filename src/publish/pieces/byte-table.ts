/** Many short pieces of bytes joined to one long strip. */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import { digestOf } from './content-digest.ts'

export interface ByteTable {
  bytes: Uint8Array
  /** Where each piece begins, and where the next one would. */
  starts: Uint32Array
}

const COMMA = 44

/** With `commas`, one stands before each piece, the first too. */
export function joinPieces(pieces: Uint8Array[], { commas }: { commas: boolean }): ByteTable {
  const gap = commas ? 1 : 0
  const starts = new Uint32Array(pieces.length + 1)
  starts[0] = gap
  for (let place = 0; place < pieces.length; place++)
    starts[place + 1] = starts[place]! + pieces[place]!.length + gap
  const bytes = new Uint8Array(starts[pieces.length]! - gap)
  for (let place = 0; place < pieces.length; place++) {
    if (commas) bytes[starts[place]! - 1] = COMMA
    bytes.set(pieces[place]!, starts[place])
  }
  return { bytes, starts }
}

/** Puts strips between a head and a tail. `skip` bytes of the first strip are left out: the comma before the first piece. */
export function joinByteTables(
  head: Uint8Array,
  strips: ByteTable[],
  tail: Uint8Array,
  skip: number,
): ByteTable {
  const pieces = strips.reduce((sum, { starts }) => sum + starts.length - 1, 0)
  const skipped = strips.length > 0 ? skip : 0
  const size = strips.reduce((sum, { bytes }) => sum + bytes.length, head.length + tail.length - skipped)
  const bytes = new Uint8Array(size)
  const starts = new Uint32Array(pieces + 1)
  bytes.set(head)
  let offset = head.length - skipped
  let piece = 0
  for (const [place, strip] of strips.entries()) {
    const left = place === 0 ? skipped : 0
    bytes.set(strip.bytes.subarray(left), offset + left)
    for (let each = 0; each < strip.starts.length - 1; each++) starts[piece++] = offset + strip.starts[each]!
    offset += strip.bytes.length
  }
  starts[pieces] = offset + skip
  bytes.set(tail, size - tail.length)
  return { bytes, starts }
}

const digests = new WeakMap<ByteTable, string>()

/** Tells the content of what `joinStrips` makes, from the digests of strips that are kept. */
export function digestByteTables(head: Uint8Array, strips: ByteTable[], tail: Uint8Array): string {
  return digestOf([digestOf(head), ...strips.map(digestStrip), digestOf(tail)].join())
}

function digestStrip(strip: ByteTable): string {
  const digest = digests.get(strip) ?? digestOf(strip.bytes)
  digests.set(strip, digest)
  return digest
}

const deflated = new WeakMap<ByteTable, Promise<Buffer>>()

/**
 * The gzip of what `joinStrips` makes, from strips that are compressed once and kept: after a change only its own strip costs
 * anything. A full flush ends each part at a byte and lets none refer to another (RFC 1951 §3.2.4), so they can be joined.
 */
export async function gzipByteTables(
  joined: Uint8Array,
  head: Uint8Array,
  strips: ByteTable[],
  tail: Uint8Array,
  skip: number,
): Promise<Buffer> {
  const [first, ...rest] = strips
  const parts = await Promise.all([
    deflatePart(head),
    ...(first ? [deflatePart(first.bytes.subarray(skip))] : []),
    ...rest.map(deflateStrip),
    deflatePart(tail),
  ])
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(joined), 0)
  trailer.writeUInt32LE(joined.length % 2 ** 32, 4)
  return Buffer.concat([GZIP_HEADER, ...parts, LAST_BLOCK, trailer])
}

/** RFC 1952: deflate, no flags, no time, unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** An empty block that says it is the last. */
const LAST_BLOCK = Buffer.from([3, 0])
const LEVEL = 4

function deflateStrip(strip: ByteTable): Promise<Buffer> {
  const known = deflated.get(strip)
  if (known) return known
  const made = deflatePart(strip.bytes)
  deflated.set(strip, made)
  return made
}

const deflatePart = (bytes: Uint8Array) =>
  promisify(deflateRaw)(bytes, { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH })
