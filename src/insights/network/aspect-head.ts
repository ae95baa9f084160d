/** Reads which aspects some words mention, and with what sentiment, from the maximum and mean of their states and from their cues. */
import type { Arena } from './arena.ts'
import type { Encoder } from './encoder.ts'
import type { AspectReading, Target } from './network-reading.ts'
import type { Weights } from './weights.ts'

export type ReadAspectsOf = (words: Target, cues: Float32Array) => AspectReading[]

export function createAspectHead(weights: Weights, arena: Arena, { states, width }: Encoder): ReadAspectsOf {
  const { numbers, reserve, addLayer, apply } = arena
  const hints = 3 * weights.aspects.length
  const size = weights.floats('aspects.hidden.bias').length
  const hidden = addLayer(
    weights.floats('aspects.hidden'),
    weights.floats('aspects.hidden.bias'),
    2 * width + hints,
  )
  const out = addLayer(weights.floats('aspects.out'), weights.floats('aspects.out.bias'), size)
  const direct = addLayer(weights.floats('aspects.direct'), null, hints)
  const peak = reserve(2 * width + hints)
  const mean = peak + width
  const flags = mean + width
  const between = reserve(hidden.rows)
  const found = reserve(out.rows)

  function pool({ first, end }: Target): void {
    numbers.fill(Number.NEGATIVE_INFINITY, peak, mean)
    numbers.fill(0, mean, flags)
    for (let at = first; at < end; at++) {
      const row = states + at * width
      for (let each = 0; each < width; each++) {
        const value = numbers[row + each]!
        if (value > numbers[peak + each]!) numbers[peak + each] = value
        numbers[mean + each]! += value
      }
    }
    for (let each = mean; each < flags; each++) numbers[each]! /= end - first
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

  return (words, cues) => {
    pool(words)
    numbers.set(cues, flags)
    apply(hidden, peak, between)
    for (let each = between; each < between + size; each++) numbers[each] = Math.max(0, numbers[each]!)
    apply(out, between, found)
    // The direct contribution of the cues is added by using the result so far as the bias.
    apply({ ...direct, bias: found }, flags, found)
    return weights.aspects.map((_, number) => readingAt(found + 3 * number))
  }
}
