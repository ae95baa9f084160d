/** Reads the sentiment of a sentence toward a target, with attention by meaning and by distance. */
import type { Encoder } from './encoder.ts'
import type { Reading, Target } from './network-reading.ts'
import { LONGEST } from './pieces.ts'
import type { VectorMemory } from './vector-memory.ts'
import type { Weights } from './weights.ts'

/** Both ranges count states. Only those of `sentence` are attended to; what the others say is in them. */
export function createOpinionHead(
  weights: Weights,
  memory: VectorMemory,
  { states, width }: Encoder,
): (sentence: Target, target: Target) => Reading {
  const { looks: heads, hidden: hiddenSize, far: maxDistance } = weights
  const { numbers, reserve, addLayer, apply, dot, addShare, softmax, blend } = memory
  const queries = addLayer(weights.floats('queries'), null, width)
  const hidden = addLayer(weights.floats('hidden'), weights.floats('hidden.bias'), width * (heads + 1))
  const out = addLayer(weights.floats('out'), weights.floats('out.bias'), hiddenSize)
  const distances = weights.floats('distance')
  const query = reserve(queries.rows)
  const input = reserve(width * (heads + 1))
  const shares = reserve(LONGEST + 4)
  const between = reserve(hidden.rows)
  const scores = reserve(out.rows)

  /** The mean of the target's own states comes first in the input. */
  function meanOf({ first, end }: Target): void {
    numbers.fill(0, input, input + width)
    for (let at = first; at < end; at++) addShare(input, states + at * width, 1 / (end - first), width)
  }

  function attend(sentence: Target, { first, end }: Target, head: number): void {
    for (let at = sentence.first; at < sentence.end; at++) {
      const distance =
        at < first ? Math.max(at - first, -maxDistance) : Math.min(Math.max(at - end + 1, 0), maxDistance)
      const similarity = dot(query + head * width, states + at * width, width) / Math.sqrt(width)
      numbers[shares + at - sentence.first] = similarity + distances[(distance + maxDistance) * heads + head]!
    }
    const count = sentence.end - sentence.first
    softmax(shares, count)
    blend(input + (head + 1) * width, shares, states + sentence.first * width, count, width)
  }

  return (sentence, target) => {
    meanOf(target)
    apply(queries, input, query)
    for (let head = 0; head < heads; head++) attend(sentence, target, head)
    apply(hidden, input, between)
    for (let each = between; each < between + hiddenSize; each++) numbers[each] = Math.max(0, numbers[each]!)
    apply(out, between, scores)
    softmax(scores, 3)
    return {
      negative: numbers[scores]!,
      neutral: numbers[scores + 1]!,
      positive: numbers[scores + 2]!,
    }
  }
}
