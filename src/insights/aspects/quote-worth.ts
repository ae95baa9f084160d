/** How well a sentence would stand alone, as the voice of a customer. */
import type { AspectMention } from '../text/analysis.ts'
import type { Sentence } from '../text/sentences.ts'

const SHORTEST = 45
const LONGEST = 170
/** Words that point to another sentence. */
const LEANING = /^(?:and|but|so|then|also|he|she|it|that|this|they|which|because|however|although|plus)$/

/** 0 for one that would not. Praise of several things, said plainly and at a length that is read. */
export function quoteWorth({ words }: Sentence, mentions: AspectMention[]): number {
  const length = words.at(-1)!.end - words[0]!.start
  if (length < SHORTEST || length > LONGEST || mentions.length === 0) return 0
  if (mentions.some(({ sentiment }) => sentiment !== 'positive')) return 0
  const praise = mentions.reduce((sum, { score }) => sum + score, 0)
  const leaning = LEANING.test(words[0]!.norm) ? 0.5 : 1
  const fit = 1 - Math.abs(length - 100) / 200
  return Math.round(praise * leaning * fit * 1000) / 1000
}
