/**
 * The small network that reads how a sentence speaks of a thing: word vectors, a GRU in both directions, and from the thing a
 * few looks at the rest of the sentence. `train/` makes its weights.
 */
import type { Weights } from './weights.ts'

/** Chances that add up to 1. */
export interface Reading {
  negative: number
  neutral: number
  positive: number
}

/** Words from `first` up to `end`. */
export interface Target {
  first: number
  end: number
}

/** A sentence that was read. Valid until the next one is. */
export interface Encoded {
  /** How it speaks of the things at these places. */
  opinions(targets: Target[]): Reading[]
  /**
   * For each of the network's aspects: the chance that the words from `first` up to `end` speak of it, and how. `cues` has a 1 for
   * each aspect with a cue that is good, bad or neither: three numbers for each aspect.
   */
  aspects(words: Target, cues: Float32Array): Spoken[]
}

export interface Spoken {
  chance: number
  reading: Reading
}

export interface Network {
  /** The ids of the aspects that it finds by itself, and how sure it must be. */
  aspects: string[]
  threshold: number
  read(words: number[]): Encoded
}

interface Loops {
  memory: WebAssembly.Memory
  project(out: number, matrix: number, x: number, bias: number, rows: number, columns: number): void
  step(word: number, old: number, state: number, out: number, size: number): void
}

const BLOCK = 16
const FLOAT = 4
const PAGE = 65_536
/** A longer sentence is read from its beginning up to here. */
const LONGEST = 160
/** Words whose part in the gates is kept; more than a language has in daily use. */
const KEPT_WORDS = 12_288

export function createNetwork(weights: Weights, module: WebAssembly.Module): Network {
  const { size, looks, hidden, far, dimensions } = weights
  const loops = new WebAssembly.Instance(module).exports as unknown as Loops
  const width = 2 * size
  const gates = 3 * size
  const inputs = dimensions + 1

  let end = 0
  const reserve = (floats: number) => {
    const at = end
    end += Math.ceil((floats * FLOAT) / 16) * 16
    return at
  }
  const place = (floats: Float32Array) => ({ at: reserve(floats.length), floats })
  const matrix = (name: string, columns: number) => place(toBlocks(weights.floats(name), columns))
  const vector = (name: string) => place(toBlocks(weights.floats(name), 1))
  const directions = ['forward', 'backward'].map(name => ({
    fromWord: matrix(`${name}.word`, inputs),
    wordBias: vector(`${name}.word.bias`),
    fromState: matrix(`${name}.state`, size),
    stateBias: vector(`${name}.state.bias`),
  }))
  const queries = matrix('queries', width)
  const noBias = place(new Float32Array(looks * width))
  const dense = matrix('hidden', width * (looks + 1))
  const denseBias = vector('hidden.bias')
  const out = matrix('out', hidden)
  const outBias = vector('out.bias')
  const hints = 3 * weights.aspects.length
  const finder = {
    hidden: matrix('aspects.hidden', 2 * width + hints),
    hiddenBias: vector('aspects.hidden.bias'),
    out: matrix('aspects.out', weights.floats('aspects.hidden.bias').length),
    outBias: vector('aspects.out.bias'),
    direct: matrix('aspects.direct', hints),
  }
  const finderSize = weights.floats('aspects.hidden.bias').length
  const foundSize = Math.ceil(hints / BLOCK) * BLOCK
  const distanceBias = weights.floats('distance')
  const table = weights.bytes('table')
  const scales = weights.floats('scales')
  const valences = weights.bytes('valences')

  const word = reserve(inputs)
  const old = reserve(gates)
  const state = reserve(size)
  const states = reserve(LONGEST * width)
  const seen = reserve(width * (looks + 1))
  const asked = reserve(looks * width)
  const denseOut = reserve(hidden)
  const logits = reserve(BLOCK)
  const pooled = reserve(2 * width + hints)
  const finderOut = reserve(finderSize)
  const found = reserve(foundSize)
  const kept = reserve(KEPT_WORDS * 2 * gates)
  loops.memory.grow(Math.ceil(end / PAGE))
  const memory = new Float32Array(loops.memory.buffer)
  for (const { at, floats } of [
    ...directions.flatMap(one => Object.values(one)),
    queries,
    noBias,
    dense,
    denseBias,
    out,
    outBias,
    ...Object.values(finder),
  ])
    memory.set(floats, at / FLOAT)

  const places = new Map<number, number>()

  /** Where the word's part in the gates of both directions lies. */
  function gatesOf(id: number): number {
    const known = places.get(id)
    if (known !== undefined) return known
    if (places.size === KEPT_WORDS) places.clear()
    const at = kept + places.size * 2 * gates * FLOAT
    places.set(id, at)
    for (let each = 0; each < dimensions; each++)
      memory[word / FLOAT + each] = table[id * dimensions + each]! * scales[id]!
    memory[word / FLOAT + dimensions] = valences[id]! / 127
    for (const [number, { fromWord, wordBias }] of directions.entries())
      loops.project(at + number * gates * FLOAT, fromWord.at, word, wordBias.at, gates, inputs)
    return at
  }

  function encode(words: number[]): void {
    for (const [number, { fromState, stateBias }] of directions.entries()) {
      memory.fill(0, state / FLOAT, state / FLOAT + size)
      for (let turn = 0; turn < words.length; turn++) {
        const at = number === 0 ? turn : words.length - 1 - turn
        loops.project(old, fromState.at, state, stateBias.at, gates, size)
        const into = states + (at * width + number * size) * FLOAT
        loops.step(gatesOf(words[at]!) + number * gates * FLOAT, old, state, into, size)
      }
    }
  }

  function look(length: number, { first, end: after }: Target): Reading {
    const term = seen / FLOAT
    memory.fill(0, term, term + width)
    for (let at = first; at < after; at++)
      for (let each = 0; each < width; each++)
        memory[term + each]! += memory[states / FLOAT + at * width + each]! / (after - first)
    loops.project(asked, queries.at, seen, noBias.at, looks * width, width)
    for (let number = 0; number < looks; number++) attend(length, first, after, number)
    loops.project(denseOut, dense.at, seen, denseBias.at, hidden, width * (looks + 1))
    cutNegative(denseOut, hidden)
    loops.project(logits, out.at, denseOut, outBias.at, BLOCK, hidden)
    const [negative, neutral, positive] = softmax(memory.subarray(logits / FLOAT, logits / FLOAT + 3))
    return { negative: negative!, neutral: neutral!, positive: positive! }
  }

  function attend(length: number, first: number, after: number, number: number): void {
    const query = asked / FLOAT + number * width
    const scores = new Float32Array(length)
    for (let at = 0; at < length; at++) {
      const row = states / FLOAT + at * width
      let sum = 0
      for (let each = 0; each < width; each++) sum += memory[query + each]! * memory[row + each]!
      const distance = at < first ? Math.max(at - first, -far) : Math.min(Math.max(at - after + 1, 0), far)
      scores[at] = sum / Math.sqrt(width) + distanceBias[(distance + far) * looks + number]!
    }
    const shares = softmax(scores)
    const into = seen / FLOAT + (number + 1) * width
    memory.fill(0, into, into + width)
    for (let at = 0; at < length; at++) {
      const row = states / FLOAT + at * width
      for (let each = 0; each < width; each++) memory[into + each]! += shares[at]! * memory[row + each]!
    }
  }

  function pool({ first, end: after }: Target): void {
    const peak = pooled / FLOAT
    const mean = peak + width
    for (let each = 0; each < width; each++) {
      let most = Number.NEGATIVE_INFINITY
      let sum = 0
      for (let at = first; at < after; at++) {
        const value = memory[states / FLOAT + at * width + each]!
        if (value > most) most = value
        sum += value
      }
      memory[peak + each] = most
      memory[mean + each] = sum / (after - first)
    }
  }

  function find(words: Target, cues: Float32Array): Spoken[] {
    pool(words)
    memory.set(cues, pooled / FLOAT + 2 * width)
    loops.project(finderOut, finder.hidden.at, pooled, finder.hiddenBias.at, finderSize, 2 * width + hints)
    cutNegative(finderOut, finderSize)
    loops.project(found, finder.out.at, finderOut, finder.outBias.at, foundSize, finderSize)
    // The cues' direct part is added on top: what was found so far is its bias.
    loops.project(found, finder.direct.at, pooled + 2 * width * FLOAT, found, foundSize, hints)
    return weights.aspects.map((_, number) => {
      const scores = Float32Array.of(
        0,
        ...memory.subarray(found / FLOAT + 3 * number, found / FLOAT + 3 * number + 3),
      )
      const [none, negative, neutral, positive] = softmax(scores)
      const chance = 1 - none!
      return {
        chance,
        reading: { negative: negative! / chance, neutral: neutral! / chance, positive: positive! / chance },
      }
    })
  }

  function cutNegative(at: number, count: number): void {
    for (let each = at / FLOAT; each < at / FLOAT + count; each++) memory[each] = Math.max(0, memory[each]!)
  }

  return {
    aspects: weights.aspects,
    threshold: weights.threshold,
    read(all) {
      const words = all.slice(0, LONGEST)
      encode(words)
      const within = ({ first, end: after }: Target): Target => ({
        first: Math.min(first, words.length - 1),
        end: Math.min(after, words.length),
      })
      return {
        opinions: targets => targets.map(target => look(words.length, within(target))),
        aspects: (part, cues) => find(within(part), cues),
      }
    },
  }
}

function softmax(scores: Float32Array): Float32Array {
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  const powers = scores.map(score => Math.exp(score - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map(power => power / sum)
}

/** Rows in blocks of 16, column after column, as the loops want them; missing rows are zeros. */
function toBlocks(matrix: Float32Array, columns: number): Float32Array {
  const rows = matrix.length / columns
  const blocks = new Float32Array(Math.ceil(rows / BLOCK) * BLOCK * columns)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const block = Math.floor(row / BLOCK)
      blocks[(block * columns + column) * BLOCK + (row % BLOCK)] = matrix[row * columns + column]!
    }
  return blocks
}
