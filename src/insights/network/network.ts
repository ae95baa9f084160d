/**
 * The small network that reads a review: pieces of words, a transformer over neighboring sentences, and two heads. One reads the
 * sentiment toward a target, the other which aspects a sentence mentions. `train/` makes its weights.
 */
import type { WordRange } from '../text/words.ts'
import { createEncoder, type Encoder, encoderCapacity } from './encoder.ts'
import { LONGEST, type Pieces, START, STOP } from './pieces.ts'
import { createVectorMemory, type VectorMemory } from './vector-memory.ts'
import type { Weights } from './weights.ts'

export type Network = ReturnType<typeof createNetwork>

/** Floats for the weights of all heads and their outputs. */
const HEADS_CAPACITY = 1_000_000

export function createNetwork(weights: Weights, module: WebAssembly.Module, { idsOf }: Pieces) {
  const memory = createVectorMemory(module, encoderCapacity(weights) + HEADS_CAPACITY)
  const encoder = createEncoder(weights, memory)
  const readOpinion = createOpinionHead(weights, memory, encoder)
  const readAspects = createAspectHead(weights, memory, encoder)
  const valences = weights.bytes('valences')
  return {
    aspects: weights.aspects,
    trades: weights.trades,
    /** How good or bad a word is by itself, from -1 to 1. */
    valenceOf: (word: number) => valences[word]! / 127,
    /** At most this many pieces are read together; the words after them are ignored. */
    longest: LONGEST,
    countPieces: (norm: string) => idsOf(norm).length,
    /** Reads sentences together. What it returns is valid until the next ones are read. */
    read(norms: string[]) {
      const { ids, places } = cutWords(norms, idsOf)
      encoder.encode(ids)
      const last = places.length - 2
      /** The states of those words. */
      const statesOf = ({ first, end }: WordRange): WordRange => ({
        first: places[Math.min(first, last)]!,
        end: places[Math.min(end, last + 1)]!,
      })
      return {
        /** The sentiment toward each target, all of them in one sentence. */
        opinions: (sentence: WordRange, targets: WordRange[]): Reading[] =>
          targets.map(target => readOpinion(statesOf(sentence), statesOf(target))),
        /** For each wanted aspect, whether `words` mention it, and with what sentiment; and whether they criticize or praise anything. */
        aspects: (words: WordRange, hints: AspectHints): RangeReading =>
          readAspects(statesOf(words), hints),
      }
    },
  }
}

/** The pieces of as many words as fit, with where each word begins; the last place is where the last word ends. */
function cutWords(norms: string[], idsOf: Pieces['idsOf']): { ids: number[]; places: number[] } {
  const ids = [START]
  const places = [ids.length]
  for (const norm of norms) {
    const own = idsOf(norm)
    if (ids.length - 1 + own.length > LONGEST) break
    ids.push(...own)
    places.push(ids.length)
  }
  ids.push(STOP)
  return { ids, places }
}

/** Probabilities that add up to 1. */
export type Reading = { negative: number; neutral: number; positive: number }

/** What is known about a sentence besides its words. */
export interface AspectHints {
  /** Numbers of the aspects to read. */
  wanted: number[]
  /** Numbers of cues: three for each aspect, for a positive cue, a negative one, and one that is neither. */
  cues: Iterable<number>
  /** The number of the trade. */
  trade: number
}

/** How likely the words mention an aspect, and with what sentiment if they do. */
export type AspectReading = { chance: number; reading: Reading }

/** What some words say: about each wanted aspect, and how likely they criticize, and praise, anything at all. */
export type RangeReading = ReturnType<ReturnType<typeof createAspectHead>>

/**
 * Reads some words from the maximum and mean of their states, their cues and the trade, and for each aspect from the states that it
 * looks at. `range` counts states.
 */
function createAspectHead(weights: Weights, memory: VectorMemory, { states, width }: Encoder) {
  const { numbers, reserve, addLayer, apply, pool } = memory
  const cues = 3 * weights.aspects.length
  const size = weights.floats('aspects.hidden.bias').length
  const whole = weights.floats('aspects.hidden')
  const columns = 2 * width + cues
  const fromStates = whole.filter((_, at) => at % columns < 2 * width)
  const hidden = addLayer(fromStates, weights.floats('aspects.hidden.bias'), 2 * width)
  const out = addLayer(weights.floats('aspects.out'), weights.floats('aspects.out.bias'), size)
  const hiddenOfCue = lastColumns(cues, whole, columns)
  const outOfCue = lastColumns(cues, weights.floats('aspects.direct'), cues)
  const trades = weights.floats('aspects.trade')
  const addLook = createLook(weights, memory, { states, width })
  const pooled = reserve(2 * width)
  const between = reserve(hidden.rows)
  const found = reserve(out.rows)
  const [critical, praising] = [found + cues, found + cues + 1]

  /** Adds a column of a matrix: the few cues of a sentence are not worth a whole product. */
  function addTo(at: number, column: Float32Array): void {
    for (let each = 0; each < column.length; each++) numbers[at + each]! += column[each]!
  }

  /** A softmax over the three scores at that offset, and 0 for "not mentioned". */
  function readingAt(at: number): AspectReading {
    const negative = Math.exp(numbers[at]!)
    const neutral = Math.exp(numbers[at + 1]!)
    const positive = Math.exp(numbers[at + 2]!)
    const sum = negative + neutral + positive
    const reading = { negative: negative / sum, neutral: neutral / sum, positive: positive / sum }
    return { chance: sum / (1 + sum), reading }
  }
  const chanceAt = (at: number) => 1 / (1 + Math.exp(-numbers[at]!))

  return (range: WordRange, { wanted, cues, trade }: AspectHints) => {
    pool(pooled, states + range.first * width, range.end - range.first, width)
    apply(hidden, pooled, between)
    addTo(between, trades.subarray(trade * size, (trade + 1) * size))
    for (const cue of cues) addTo(between, hiddenOfCue[cue]!)
    for (let each = between; each < between + size; each++)
      numbers[each] = Math.max(0, numbers[each]!)
    apply(out, between, found)
    for (const cue of cues) addTo(found, outOfCue[cue]!)
    for (const number of wanted) addLook(number, range, found + 3 * number)
    return {
      aspects: wanted.map(number => readingAt(found + 3 * number)),
      critical: chanceAt(critical),
      praising: chanceAt(praising),
    }
  }
}

/** Each aspect looks at the states of a range in its own way, and adds what it sees to its three scores. */
function createLook(
  weights: Weights,
  memory: VectorMemory,
  { states, width }: Omit<Encoder, 'encode'>,
) {
  const { numbers, reserve, put, dot, softmax, blend } = memory
  const looks = put(weights.floats('aspects.looks'))
  const seen = put(weights.floats('aspects.seen'))
  const shares = reserve(LONGEST + 4)
  const blended = reserve(width)
  return (aspect: number, { first, end }: WordRange, scores: number): void => {
    const start = states + first * width
    for (let at = 0; at < end - first; at++)
      numbers[shares + at] = dot(looks + aspect * width, start + at * width, width)
    softmax(shares, end - first)
    blend(blended, shares, start, end - first, width)
    for (let side = 0; side < 3; side++)
      numbers[scores + side]! += dot(seen + (3 * aspect + side) * width, blended, width)
  }
}

const lastColumns = (count: number, matrix: Float32Array, columns: number) =>
  Array.from({ length: count }, (_, last) =>
    Float32Array.from(
      { length: matrix.length / columns },
      (_, row) => matrix[(row + 1) * columns - count + last]!,
    ),
  )

/** Attends by meaning and by distance. Both ranges count states. Only those of `sentence` are attended to; what the others say is in them. */
function createOpinionHead(weights: Weights, memory: VectorMemory, { states, width }: Encoder) {
  const { looks: heads, hidden: hiddenSize, far: maxDistance } = weights
  const { numbers, reserve, addLayer, apply, dot, addShare, softmax, blend } = memory
  const queries = addLayer(weights.floats('queries'), null, width)
  const hidden = addLayer(
    weights.floats('hidden'),
    weights.floats('hidden.bias'),
    width * (heads + 1),
  )
  const out = addLayer(weights.floats('out'), weights.floats('out.bias'), hiddenSize)
  const distances = weights.floats('distance')
  const query = reserve(queries.rows)
  const input = reserve(width * (heads + 1))
  const shares = reserve(LONGEST + 4)
  const between = reserve(hidden.rows)
  const scores = reserve(out.rows)

  /** The mean of the target's own states comes first in the input. */
  function meanOf({ first, end }: WordRange): void {
    numbers.fill(0, input, input + width)
    for (let at = first; at < end; at++)
      addShare(input, states + at * width, 1 / (end - first), width)
  }

  function attend(sentence: WordRange, { first, end }: WordRange, head: number): void {
    for (let at = sentence.first; at < sentence.end; at++) {
      const distance =
        at < first
          ? Math.max(at - first, -maxDistance)
          : Math.min(Math.max(at - end + 1, 0), maxDistance)
      const similarity = dot(query + head * width, states + at * width, width) / Math.sqrt(width)
      numbers[shares + at - sentence.first] =
        similarity + distances[(distance + maxDistance) * heads + head]!
    }
    const count = sentence.end - sentence.first
    softmax(shares, count)
    blend(input + (head + 1) * width, shares, states + sentence.first * width, count, width)
  }

  return (sentence: WordRange, target: WordRange): Reading => {
    meanOf(target)
    apply(queries, input, query)
    for (let head = 0; head < heads; head++) attend(sentence, target, head)
    apply(hidden, input, between)
    for (let each = between; each < between + hiddenSize; each++)
      numbers[each] = Math.max(0, numbers[each]!)
    apply(out, between, scores)
    softmax(scores, 3)
    return {
      negative: numbers[scores]!,
      neutral: numbers[scores + 1]!,
      positive: numbers[scores + 2]!,
    }
  }
}
