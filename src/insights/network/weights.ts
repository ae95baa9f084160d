/** Reads the weights file: a length, a JSON header of that many bytes, and the arrays that it lists. */
import { z } from 'zod'

const Header = z.object({
  /** Identifies these weights. */
  digest: z.string(),
  /** The width of one direction of the recurrent layer. */
  size: z.int(),
  /** Attention heads. */
  looks: z.int(),
  hidden: z.int(),
  /** The largest distance that attention tells apart. */
  far: z.int(),
  words: z.int(),
  dimensions: z.int(),
  /** The aspects that the network finds by itself, and for each the least chance that counts as a mention. */
  aspects: z.array(z.string()),
  thresholds: z.array(z.number()),
  /** The trades that it tells apart. */
  trades: z.array(z.string()),
  arrays: z.array(
    z.object({ name: z.string(), kind: z.enum(['f32', 'i8', 'text']), offset: z.int(), length: z.int() }),
  ),
})

export interface Weights extends Omit<z.infer<typeof Header>, 'words' | 'arrays'> {
  words: string[]
  /** What the stars of a review add to the scores of negative, neutral and positive: log-odds. Zeros if they are unknown. */
  starOdds(stars: number | null): Float32Array
  floats(name: string): Float32Array
  bytes(name: string): Int8Array
}

export function openWeights(file: Uint8Array): Weights {
  const buffer = new Uint8Array(file).buffer
  const header = readHeader(buffer)
  const find = (name: string) => {
    const array = header.arrays.find(one => one.name === name)
    if (!array) throw new Error(`The weights have no ${name}.`)
    return array
  }
  const text = find('words')
  const odds = find('aspects.stars')
  return {
    ...header,
    words: Buffer.from(buffer, text.offset, text.length).toString().split('\n'),
    starOdds: stars => new Float32Array(buffer, odds.offset + 3 * FLOAT * (stars ?? 0), 3),
    floats(name) {
      const { offset, length } = find(name)
      return new Float32Array(buffer, offset, length)
    },
    bytes(name) {
      const { offset, length } = find(name)
      return new Int8Array(buffer, offset, length)
    },
  }
}

const FLOAT = 4
const BYTES = { f32: FLOAT, i8: 1, text: 1 }

function readHeader(buffer: ArrayBuffer): z.infer<typeof Header> {
  const length = buffer.byteLength < 4 ? 0 : new DataView(buffer).getUint32(0, true)
  const bytes = Buffer.from(buffer).subarray(4, 4 + length)
  const header = Header.safeParse(parseJson(bytes.toString())).data
  if (!header) throw new Error('Not a weights file, or one of another version.')
  const end = Math.max(...header.arrays.map(one => one.offset + one.length * BYTES[one.kind]))
  if (end > buffer.byteLength) throw new Error('The weights file is truncated.')
  return header
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
