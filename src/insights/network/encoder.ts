/** Turns pieces into states with a transformer: layers of attention and of two matrices each, all in bytes. */
import { LONGEST } from './pieces.ts'
import type { ByteLayer, VectorMemory } from './vector-memory.ts'
import type { Weights } from './weights.ts'

export type Encoder = ReturnType<typeof createEncoder>

/** Tokens that are multiplied together. */
const TOGETHER = 4
/** The numbers in a head, and the tokens in a block of attention. */
const HEAD = 32
/** The most pieces with the two around them, in whole blocks. */
const MOST_TOKENS = Math.ceil((LONGEST + 2) / HEAD) * HEAD

/** Floats that an encoder needs. */
export const encoderCapacity = ({ layers, width, inner }: Weights) =>
  layers * (width * (width + inner / 2) + 20 * width + 4 * inner) +
  MOST_TOKENS * (8 * width + inner + 64)

export function createEncoder(weights: Weights, memory: VectorMemory) {
  const { width, inner } = weights
  const { numbers, reserve, put } = memory
  const table = weights.bytes('table')
  const scales = weights.floats('table.scale')
  const layers = Array.from({ length: weights.layers }, (_, number) =>
    readLayer(weights, memory, number),
  )
  const last = readNorm(weights, memory, 'norm')
  const x = reserve(MOST_TOKENS * width)
  const normal = reserve(MOST_TOKENS * width)
  const change = reserve(MOST_TOKENS * width)
  const qkv = reserve(MOST_TOKENS * 3 * width)
  const between = reserve(MOST_TOKENS * inner)
  const states = reserve(MOST_TOKENS * width)
  const attention = {
    turns: put(makeTurns()),
    keys: reserve(MOST_TOKENS * width),
    scores: reserve(MOST_TOKENS + TOGETHER),
  }

  function embed(ids: readonly number[]): void {
    for (const [place, id] of ids.entries())
      for (let each = 0; each < width; each++)
        numbers[x + place * width + each] = table[id * width + each]! * scales[id]!
  }

  return {
    /** Offset of the last text's states, piece after piece, `width` numbers each. */
    states,
    width,
    encode(ids: readonly number[]): void {
      const tokens = Math.ceil(ids.length / TOGETHER) * TOGETHER
      const normalize = ({ gain, bias }: Norm, out: number) =>
        memory.normalize(out, x, gain, bias, tokens, width)
      const addChange = () => memory.addShare(x, change, 1, tokens * width)
      embed(ids)
      for (const layer of layers) {
        normalize(layer.norm1, normal)
        memory.applyBytes(layer.qkv, normal, qkv, tokens)
        memory.attend(normal, qkv, attention, ids.length, width)
        memory.applyBytes(layer.out, normal, change, tokens)
        addChange()
        normalize(layer.norm2, normal)
        memory.applyBytes(layer.up, normal, between, tokens, 0)
        memory.applyBytes(layer.down, between, change, tokens)
        addChange()
      }
      normalize(last, states)
    },
  }
}

function readLayer(weights: Weights, memory: VectorMemory, number: number) {
  const bytes = (name: string): ByteLayer =>
    memory.addByteLayer(
      weights.bytes(`${number}.${name}`),
      weights.floats(`${number}.${name}.scale`),
      weights.floats(`${number}.${name}.bias`),
    )
  return {
    norm1: readNorm(weights, memory, `${number}.norm1`),
    qkv: bytes('qkv'),
    out: bytes('out'),
    norm2: readNorm(weights, memory, `${number}.norm2`),
    up: bytes('up'),
    down: bytes('down'),
  }
}

type Norm = ReturnType<typeof readNorm>

const readNorm = (weights: Weights, { put }: VectorMemory, name: string) => ({
  gain: put(weights.floats(name)),
  bias: put(weights.floats(`${name}.bias`)),
})

/** Rotary positions: for each, the cosines and sines of angles from fast to slow. */
function makeTurns(): Float32Array {
  const half = HEAD / 2
  const turns = new Float32Array(MOST_TOKENS * HEAD)
  for (let place = 0; place < MOST_TOKENS; place++)
    for (let each = 0; each < half; each++) {
      const angle = place * 10_000 ** (-each / half)
      turns[place * HEAD + each] = Math.cos(angle)
      turns[place * HEAD + half + each] = Math.sin(angle)
    }
  return turns
}
