/** How well a sentence would read on its own, as a quote from a customer. */
import clauseWords from '../../../taxonomy/words/sentences.json' with { type: 'json' }
import type { AspectMention } from '../text/analysis.ts'
import type { Sentence } from '../text/sentences.ts'

const SHORTEST = 45
const LONGEST = 170
/** First words that refer to another sentence. */
const LEANING: ReadonlySet<string> = new Set(clauseWords.leaning_on_another_sentence)

/** 0 if it should not be quoted. Best is praise for several things, at a length that people read. */
export function quoteWorth({ words }: Sentence, mentions: AspectMention[]): number {
  const length = words.at(-1)!.end - words[0]!.start
  if (length < SHORTEST || length > LONGEST || mentions.length === 0) return 0
  if (mentions.some(({ sentiment }) => sentiment !== 'positive')) return 0
  const praise = mentions.reduce((sum, { score }) => sum + score, 0)
  const leaning = LEANING.has(words[0]!.norm) ? 0.5 : 1
  const fit = 1 - Math.abs(length - 100) / 200
  return Math.round(praise * leaning * fit * 1000) / 1000
}
