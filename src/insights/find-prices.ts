/** Finds what reviews say a service cost. What was only quoted, saved, added or charged by others is not found. */
import priceWords from '../../taxonomy/words/prices.json' with { type: 'json' }
import type { FoundEntity } from './find-entities.ts'
import { isWord, type Sentence, type Word, type WordRange } from './text/words.ts'

/** An amount of money, and the id of the service that it was paid for. */
export type FoundPrice = WordRange & { key: string }

const SIGN = /^[$£€]$/
const AMOUNT = /^\d{1,3}(?:,?\d{3})*(?:\.\d\d)?$/
const OTHERWISE: ReadonlySet<string> = new Set(priceWords.not_the_price)

/** A sentence that is hardly more than the amount is about what the review is about. */
const FEW_WORDS = 4
/** Less is a part or a tip. */
const LEAST = 20

/** For each sentence. An amount counts only if it is the only one in its sentence and can be for only one service. */
export function findPrices(sentences: Sentence[], entities: FoundEntity[][]): FoundPrice[][] {
  const inReview = servicesIn(entities.flat())
  const isOnly = sentences.flatMap(({ words }) => amountsIn(words)).length === 1
  return sentences.map(({ words }, number) => {
    const [amount, ...more] = amountsIn(words)
    if (!amount || more.length > 0 || words.some(({ norm }) => OTHERWISE.has(norm))) return []
    const isBare = isOnly && words.filter(isWord).length <= FEW_WORDS
    const [service, ...others] = isBare ? inReview : servicesIn(entities[number]!)
    return service && others.length === 0 ? [{ key: service, ...amount }] : []
  })
}

const servicesIn = (entities: FoundEntity[]) => [
  ...new Set(entities.filter(({ kind }) => kind === 'services').map(({ key }) => key)),
]

/** "$129", "129 dollars". */
function amountsIn(words: Word[]): WordRange[] {
  return words.flatMap(({ norm }, position) => {
    if (!AMOUNT.test(norm) || toNumber(norm) < LEAST) return []
    if (SIGN.test(words[position - 1]?.norm ?? ''))
      return [{ first: position - 1, end: position + 1 }]
    return priceWords.currencies.includes(words[position + 1]?.norm ?? '')
      ? [{ first: position, end: position + 2 }]
      : []
  })
}

const toNumber = (amount: string) => Number(amount.replaceAll(',', ''))

/** `{ sign: '$', amount: 1940 }` of "$1,940"; words have no sign. */
export function parsePrice(text: string): { sign: string; amount: number } {
  const [, sign, number] = /^([$£€]?)([\d,.]+)/.exec(text)!
  return { sign: sign!, amount: toNumber(number!) }
}
