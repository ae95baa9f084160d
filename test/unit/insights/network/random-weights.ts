/** Makes a weights file of any size with random numbers, always the same for the same seed. */
import { openWeights } from '../../../../src/insights/network/weights.ts'

export interface Sizes {
  layers: number
  width: number
  inner: number
}

export const WORDS = [
  '<pad>',
  '<unknown>',
  '<number>',
  '<joy>',
  '<anger>',
  'the',
  'work',
  'was',
  'good',
]
const MARKS = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', '<number>', '<joy>', '<anger>']
const LETTERS = [..."abcdefghijklmnopqrstuvwxyzäöüßéñ'.,!?"]
const LONGER = [
  'the',
  'work',
  'was',
  'good',
  'un',
  '##friend',
  '##ly',
  "l'",
  "n't",
  "'s",
  'att',
  '##ente',
]
export const PIECES = [...MARKS, ...LETTERS, ...LETTERS.map(letter => `##${letter}`), ...LONGER]

const ASPECTS = ['pricing', 'quality', 'speed', 'honesty', 'care']
const TRADES = ['home', 'dental', 'salon']
const [LOOKS, HIDDEN, FAR, ASPECT_HIDDEN] = [2, 48, 6, 40]

/** Numbers from -1 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1
  }
}

export const makeWeights = (sizes: Sizes, seed = 1) => openWeights(makeWeightsFile(sizes, seed))

type Content = Float32Array | Int8Array | string

export function makeWeightsFile({ layers, width, inner }: Sizes, seed = 1): Uint8Array {
  const random = createRandom(seed)
  const arrays = new Map<string, Content>()
  const floats = (name: string, length: number, size = 0.1, middle = 0) =>
    arrays.set(
      name,
      Float32Array.from({ length }, () => middle + size * random()),
    )
  const bytes = (name: string, rows: number, columns: number, size: number) => {
    arrays.set(
      name,
      Int8Array.from({ length: rows * columns }, () => Math.round(127 * random())),
    )
    floats(`${name}.scale`, rows, size / 127 / 4, size / 127)
  }
  const layer = (name: string, rows: number, columns: number) => {
    bytes(name, rows, columns, 1.5 / Math.sqrt(columns))
    floats(`${name}.bias`, rows)
  }
  const norm = (name: string) => {
    floats(name, width, 0.3, 1)
    floats(`${name}.bias`, width)
  }
  arrays.set('words', WORDS.join('\n')).set('pieces', PIECES.join('\n'))
  arrays.set(
    'valences',
    Int8Array.from(WORDS, () => Math.round(127 * random())),
  )
  bytes('table', PIECES.length, width, 1)
  for (let number = 0; number < layers; number++) {
    norm(`${number}.norm1`)
    layer(`${number}.qkv`, 3 * width, width)
    layer(`${number}.out`, width, width)
    norm(`${number}.norm2`)
    layer(`${number}.up`, inner, width)
    layer(`${number}.down`, width, inner)
  }
  norm('norm')
  const cues = 3 * ASPECTS.length
  const heads: Record<string, number> = {
    queries: LOOKS * width * width,
    hidden: HIDDEN * width * (LOOKS + 1),
    'hidden.bias': HIDDEN,
    out: 3 * HIDDEN,
    'out.bias': 3,
    distance: (2 * FAR + 1) * LOOKS,
    'aspects.hidden': ASPECT_HIDDEN * (2 * width + cues),
    'aspects.hidden.bias': ASPECT_HIDDEN,
    'aspects.trade': TRADES.length * ASPECT_HIDDEN,
    'aspects.out': (cues + 2) * ASPECT_HIDDEN,
    'aspects.out.bias': cues + 2,
    'aspects.direct': cues * cues,
    'aspects.looks': ASPECTS.length * width,
    'aspects.seen': cues * width,
  }
  for (const [name, length] of Object.entries(heads)) floats(name, length, 0.2)
  const fields = {
    digest: 'random',
    layers,
    width,
    heads: width / 32,
    inner,
    far: FAR,
    looks: LOOKS,
  }
  return toFile({ ...fields, hidden: HIDDEN, aspects: ASPECTS, trades: TRADES }, arrays)
}

/** A length, a header padded with spaces, and the arrays, each at a multiple of 4. */
function toFile(header: object, arrays: ReadonlyMap<string, Content>): Uint8Array {
  const listed: { name: string; kind: string; offset: number; length: number }[] = []
  const contents: Buffer[] = []
  let offset = 0
  for (const [name, content] of arrays) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.buffer)
    const kind = typeof content === 'string' ? 'text' : content instanceof Int8Array ? 'i8' : 'f32'
    listed.push({ name, kind, offset, length: kind === 'f32' ? bytes.length / 4 : bytes.length })
    contents.push(bytes, Buffer.alloc(-bytes.length & 3))
    offset += bytes.length + (-bytes.length & 3)
  }
  const write = () => JSON.stringify({ ...header, arrays: listed })
  // With room for the digits that the offsets gain.
  const start = Buffer.alloc(4 * Math.ceil(write().length / 4 + 2 * listed.length), ' ')
  for (const array of listed) array.offset += start.length
  start.write(write(), 4)
  start.writeUInt32LE(start.length - 4)
  return Buffer.concat([start, ...contents])
}
