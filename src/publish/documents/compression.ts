/** Compresses bodies off the event loop. */
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

/** In order of preference, the smallest first. */
export const CODINGS = ['br', 'zstd', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]
export type CodingOrNone = Coding | 'identity'

export const isLarge = (length: number) => length > LARGE_BYTES

type Effort = Record<Coding, number>

/** For bodies that are compressed once per change and served many times. */
const THOROUGH: Effort = { br: 6, zstd: 9, gzip: 6 }
/** For a dataset of many megabytes, which must still be published within a second. */
const SWIFT: Effort = { br: 1, zstd: 1, gzip: 1 }
const LARGE_BYTES = 16 * 1024 * 1024

const compressors: Record<Coding, (body: Uint8Array, level: number) => Promise<Buffer>> = {
  br: (body, level) =>
    promisify(zlib.brotliCompress)(body, {
      chunkSize: chunkSize(body),
      params: {
        [zlib.constants.BROTLI_PARAM_QUALITY]: level,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
      },
    }),
  zstd: (body, level) =>
    promisify(zlib.zstdCompress)(body, {
      chunkSize: chunkSize(body),
      // Without it, the tables are made for a body of any size: megabytes for a small page.
      pledgedSrcSize: body.length,
      params: { [zlib.constants.ZSTD_c_compressionLevel]: level },
    }),
  gzip: (body, level) => promisify(zlib.gzip)(body, { level, chunkSize: chunkSize(body) }),
}

/** Larger chunks mean fewer hops between threads. */
const chunkSize = (body: Uint8Array) =>
  Math.min(Math.max(16 * 1024, body.length >>> 2), 4 * 1024 * 1024)

export async function compress(
  body: Uint8Array,
  coding: Coding,
  effort?: 'swift',
): Promise<Buffer> {
  const levels = effort === 'swift' || isLarge(body.length) ? SWIFT : THOROUGH
  return await compressors[coding](body, levels[coding])
}

/** For a body that is compressed while it is made: in pieces, brotli needs level 2 to save more than gzip does. */
export const createCoder: Record<Coding, () => Duplex> = {
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } }),
  zstd: () =>
    zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_compressionLevel]: SWIFT.zstd } }),
  gzip: () => zlib.createGzip({ level: SWIFT.gzip }),
}
