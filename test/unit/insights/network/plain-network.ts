/** The network as the textbook has it: one number after the other, to compare the fast one with. */
import type { AspectHints, RangeReading } from '../../../../src/insights/network/network.ts'
import type { Weights } from '../../../../src/insights/network/weights.ts'

export type Vector = Float32Array

const HEAD = 32

export const dot = (a: Vector, b: Vector) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)
const add = (a: Vector, b: Vector) => a.map((value, index) => value + b[index]!)
const relu = (vector: Vector) => vector.map(value => Math.max(0, value))
const sigmoid = (score: number) => 1 / (1 + Math.exp(-score))
const concat = (...parts: Vector[]) => Float32Array.from(parts.flatMap(part => [...part]))

export function softmax(scores: Vector): Vector {
  const highest = Math.max(...scores)
  const powers = scores.map(score => Math.exp(score - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map(power => power / sum)
}

export function blend(vectors: Vector[], shares: Vector): Vector {
  return vectors[0]!.map((_, at) =>
    vectors.reduce((sum, one, index) => sum + one[at]! * shares[index]!, 0),
  )
}

export function normalize(x: Vector, gain: Vector, bias: Vector): Vector {
  const mean = x.reduce((sum, value) => sum + value, 0) / x.length
  const variance = x.reduce((sum, value) => sum + (value - mean) ** 2, 0) / x.length
  return x.map((value, at) => ((value - mean) / Math.sqrt(variance + 1e-5)) * gain[at]! + bias[at]!)
}

/** With activations in 7 bits. */
export function multiplyBytes(x: Vector, matrix: Int8Array, scales: Vector, bias: Vector): Vector {
  const lowest = Math.min(0, ...x)
  const width = Math.fround(Math.max(0, ...x) - lowest)
  const inverse = Math.fround(127 / width)
  const bytes = x.map(value =>
    width === 0 ? 0 : roundEven(Math.fround(Math.fround(value - lowest) * inverse)),
  )
  return scales.map((scale, row) => {
    const own = matrix.subarray(row * x.length, (row + 1) * x.length)
    const products = own.reduce((sum, value, at) => sum + value * bytes[at]!, 0)
    const sum = own.reduce((total, value) => total + value, 0)
    return scale * ((width / 127) * products + lowest * sum) + bias[row]!
  })
}

const roundEven = (value: number) => {
  const rounded = Math.round(value)
  return rounded - value === 0.5 && rounded % 2 === 1 ? rounded - 1 : rounded
}

function rotate(head: Vector, place: number): Vector {
  return head.map((value, at) => {
    const angle = place * 10_000 ** (-(at % 16) / 16)
    const other = at < 16 ? -head[at + 16]! : head[at - 16]!
    return value * Math.cos(angle) + other * Math.sin(angle)
  })
}

/** The cosines and sines that the fast loop reads. */
export const makeTurns = (tokens: number) =>
  Float32Array.from({ length: tokens * HEAD }, (_, index) => {
    const angle = Math.floor(index / HEAD) * 10_000 ** (-(index % 16) / 16)
    return index % HEAD < 16 ? Math.cos(angle) : Math.sin(angle)
  })

/** From each token's queries, keys and values, one after the other. */
export function attend(qkv: Vector[], width: number): Vector[] {
  const headOf = (token: number, from: number) => qkv[token]!.slice(from, from + HEAD)
  return qkv.map((_, token) => {
    const heads = Array.from({ length: width / HEAD }, (_, number) => {
      const query = rotate(headOf(token, number * HEAD), token)
      const keys = qkv.map((_, place) => rotate(headOf(place, width + number * HEAD), place))
      const values = qkv.map((_, place) => headOf(place, 2 * width + number * HEAD))
      return blend(
        values,
        softmax(Float32Array.from(keys, key => dot(query, key) / Math.sqrt(HEAD))),
      )
    })
    return concat(...heads)
  })
}

/** The states of these pieces. */
export function encode(weights: Weights, ids: readonly number[]): Vector[] {
  const { width, layers } = weights
  const norm = (name: string) => (x: Vector) =>
    normalize(x, weights.floats(name), weights.floats(`${name}.bias`))
  const layer = (name: string) => (x: Vector) =>
    multiplyBytes(
      x,
      weights.bytes(name),
      weights.floats(`${name}.scale`),
      weights.floats(`${name}.bias`),
    )
  const table = weights.bytes('table')
  const scales = weights.floats('table.scale')
  let x = ids.map(id =>
    Float32Array.from(table.subarray(id * width, (id + 1) * width), value => value * scales[id]!),
  )
  for (let number = 0; number < layers; number++) {
    const seen = attend(x.map(norm(`${number}.norm1`)).map(layer(`${number}.qkv`)), width)
    x = x.map((one, at) => add(one, layer(`${number}.out`)(seen[at]!)))
    const up = x
      .map(norm(`${number}.norm2`))
      .map(layer(`${number}.up`))
      .map(relu)
    x = x.map((one, at) => add(one, layer(`${number}.down`)(up[at]!)))
  }
  return x.map(norm('norm'))
}

function multiply(matrix: Vector, x: Vector, bias?: Vector): Vector {
  return Float32Array.from(
    { length: matrix.length / x.length },
    (_, row) => (bias?.[row] ?? 0) + dot(matrix.subarray(row * x.length, (row + 1) * x.length), x),
  )
}

const meanOf = (vectors: Vector[]) =>
  blend(vectors, new Float32Array(vectors.length).fill(1 / vectors.length))

/** The chances of negative, neutral and positive; the target is a range of the states. */
export function readOpinion(
  weights: Weights,
  states: Vector[],
  first: number,
  end: number,
): Vector {
  const { width, looks, far } = weights
  const mean = meanOf(states.slice(first, end))
  const queries = multiply(weights.floats('queries'), mean)
  const seen = Array.from({ length: looks }, (_, look) => {
    const query = queries.slice(look * width, (look + 1) * width)
    const scores = states.map((state, at) => {
      const distance =
        at < first ? Math.max(at - first, -far) : Math.min(Math.max(at - end + 1, 0), far)
      return (
        dot(query, state) / Math.sqrt(width) +
        weights.floats('distance')[(distance + far) * looks + look]!
      )
    })
    return blend(states, softmax(Float32Array.from(scores)))
  })
  const hidden = multiply(
    weights.floats('hidden'),
    concat(mean, ...seen),
    weights.floats('hidden.bias'),
  )
  return softmax(multiply(weights.floats('out'), relu(hidden), weights.floats('out.bias')))
}

/** From the states of a range. */
export function readAspects(weights: Weights, states: Vector[], hints: AspectHints): RangeReading {
  const { width, aspects } = weights
  const part = (name: string, number: number, size: number) =>
    weights.floats(name).slice(number * size, (number + 1) * size)
  const cues = new Float32Array(3 * aspects.length)
  for (const cue of hints.cues) cues[cue] = 1
  const highest = states[0]!.map((_, at) => Math.max(...states.map(state => state[at]!)))
  const bias = weights.floats('aspects.hidden.bias')
  const input = concat(highest, meanOf(states), cues)
  const hidden = add(
    multiply(weights.floats('aspects.hidden'), input, bias),
    part('aspects.trade', hints.trade, bias.length),
  )
  const scores = multiply(
    weights.floats('aspects.out'),
    relu(hidden),
    weights.floats('aspects.out.bias'),
  )
  const direct = multiply(weights.floats('aspects.direct'), cues)
  const readings = hints.wanted.map(aspect => {
    const look = part('aspects.looks', aspect, width)
    const seen = blend(states, softmax(Float32Array.from(states, state => dot(look, state))))
    const own = [0, 1, 2].map(side => {
      const at = 3 * aspect + side
      return Math.exp(scores[at]! + direct[at]! + dot(part('aspects.seen', at, width), seen))
    })
    const sum = own[0]! + own[1]! + own[2]!
    const [negative, neutral, positive] = own.map(power => power / sum)
    return {
      chance: sum / (1 + sum),
      reading: { negative: negative!, neutral: neutral!, positive: positive! },
    }
  })
  const [critical, praising] = scores.slice(-2)
  return { aspects: readings, critical: sigmoid(critical!), praising: sigmoid(praising!) }
}
