/** Reads the weights file: a length, a JSON header of that many bytes, and the arrays that it lists. */
import { z } from 'zod'
import { unlessItThrows } from '../../model/scalars.ts'

const HEAD = 32

const Header = z.object({
  /** Identifies these weights. */
  digest: z.string(),
  layers: z.int(),
  /** The numbers in the state of a piece, 32 for each head. */
  width: z.int().multipleOf(HEAD),
  heads: z.int(),
  /** The width between the two halves of a layer. */
  inner: z.int().multipleOf(16),
  /** Of the opinion head: its looks at the sentence, its hidden units, and the largest distance that it tells apart. */
  looks: z.int(),
  hidden: z.int(),
  far: z.int(),
  /** The aspects that the network finds by itself. */
  aspects: z.array(z.string()),
  /** The trades that it tells apart. */
  trades: z.array(z.string()),
  arrays: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(['f32', 'i8', 'text']),
      offset: z.int(),
      length: z.int(),
    }),
  ),
})

export type Weights = ReturnType<typeof openWeights>

export function openWeights(file: Uint8Array) {
  const buffer = new Uint8Array(file).buffer
  const header = readHeader(buffer)
  const find = (name: string) => {
    const array = header.arrays.find(one => one.name === name)
    if (!array) throw new Error(`The weights have no ${name}.`)
    return array
  }
  const bytes = (name: string) => new Int8Array(buffer, find(name).offset, find(name).length)
  function floats(name: string): Float32Array {
    const { kind, offset, length } = find(name)
    if (kind === 'i8') return scaleRows(bytes(name), floats(`${name}.scale`))
    return new Float32Array(buffer, offset, length)
  }
  const lines = (name: string) => Buffer.from(bytes(name)).toString().split('\n')
  return { ...header, floats, bytes, lines }
}

/** A matrix is stored in a quarter of its size: a byte for each weight, and one scale for each row. */
function scaleRows(bytes: Int8Array, scales: Float32Array): Float32Array {
  const width = bytes.length / scales.length
  return Float32Array.from(bytes, (byte, at) => byte * scales[Math.floor(at / width)]!)
}

const BYTES = { f32: 4, i8: 1, text: 1 }

function readHeader(buffer: ArrayBuffer): z.infer<typeof Header> {
  const length = buffer.byteLength < 4 ? 0 : new DataView(buffer).getUint32(0, true)
  const bytes = Buffer.from(buffer).subarray(4, 4 + length)
  const header = Header.safeParse(unlessItThrows(() => JSON.parse(bytes.toString()))).data
  if (!header || header.heads * HEAD !== header.width)
    throw new Error('Not a weights file, or one of another version.')
  const end = Math.max(...header.arrays.map(one => one.offset + one.length * BYTES[one.kind]))
  if (end > buffer.byteLength) throw new Error('The weights file is truncated.')
  return header
}
