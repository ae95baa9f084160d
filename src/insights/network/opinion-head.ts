/** Reads the sentiment of a sentence toward a target, with attention by meaning and by distance. */
import type { Arena } from './arena.ts'
import type { Encoder } from './encoder.ts'
import type { Reading, Target } from './network-reading.ts'
import type { Weights } from './weights.ts'

/** Only the words of `sentence` are attended to; what the others say is in their states. */
export type ReadOpinion = (sentence: Target, target: Target) => Reading

export function createOpinionHead(weights: Weights, arena: Arena, { states, width }: Encoder): ReadOpinion {
  const { looks: heads, hidden: hiddenSize, far: maxDistance } = weights
  const { numbers, reserve, addLayer, apply } = arena
  const queries = addLayer(weights.floats('queries'), null, width)
  const hidden = addLayer(weights.floats('hidden'), weights.floats('hidden.bias'), width * (heads + 1))
  const out = addLayer(weights.floats('out'), weights.floats('out.bias'), hiddenSize)
  const distances = weights.floats('distance')
  const query = reserve(queries.rows)
  const input = reserve(width * (heads + 1))
  const between = reserve(hidden.rows)
  const scores = reserve(out.rows)

  /** The mean of the target's own states comes first in the input. */
  function meanOf({ first, end }: Target): void {
    numbers.fill(0, input, input + width)
    for (let at = first; at < end; at++)
      for (let each = 0; each < width; each++)
        numbers[input + each]! += numbers[states + at * width + each]! / (end - first)
  }

  function attend(sentence: Target, { first, end }: Target, head: number): void {
    const attention = new Float32Array(sentence.end - sentence.first)
    for (let at = sentence.first; at < sentence.end; at++) {
      const distance =
        at < first ? Math.max(at - first, -maxDistance) : Math.min(Math.max(at - end + 1, 0), maxDistance)
      const similarity = dot(query + head * width, states + at * width) / Math.sqrt(width)
      attention[at - sentence.first] = similarity + distances[(distance + maxDistance) * heads + head]!
    }
    const shares = softmax(attention)
    const into = input + (head + 1) * width
    numbers.fill(0, into, into + width)
    for (let at = sentence.first; at < sentence.end; at++)
      for (let each = 0; each < width; each++)
        numbers[into + each]! += shares[at - sentence.first]! * numbers[states + at * width + each]!
  }

  /** Four sums in parallel, so that none waits for the one before. */
  function dot(a: number, b: number): number {
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let each = 0; each < width; each += 4) {
      first += numbers[a + each]! * numbers[b + each]!
      second += numbers[a + each + 1]! * numbers[b + each + 1]!
      third += numbers[a + each + 2]! * numbers[b + each + 2]!
      fourth += numbers[a + each + 3]! * numbers[b + each + 3]!
    }
    return first + second + third + fourth
  }

  return (sentence, target) => {
    meanOf(target)
    apply(queries, input, query)
    for (let head = 0; head < heads; head++) attend(sentence, target, head)
    apply(hidden, input, between)
    for (let each = between; each < between + hiddenSize; each++) numbers[each] = Math.max(0, numbers[each]!)
    apply(out, between, scores)
    const [negative, neutral, positive] = softmax(numbers.subarray(scores, scores + 3))
    return { negative: negative!, neutral: neutral!, positive: positive! }
  }
}

function softmax(scores: Float32Array): Float32Array {
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY)
  const powers = scores.map(score => Math.exp(score - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map(power => power / sum)
}
