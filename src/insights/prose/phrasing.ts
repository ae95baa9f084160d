/** The building blocks of summary and FAQ: sentences, lists, labels, quotes and shares in the language of the site. */
import type { Message } from '../../locale/catalogs.ts'
import type { Locale } from '../../locale/locale.ts'
import type { Insights } from '../../model/insights.ts'
import type { LocaleTag } from '../../model/locale-tag.ts'
import { chooseQuote, type QuoteCandidate, type ReviewQuote } from '../counts/quote-candidates.ts'

/** `a, b and c`; `a, b, and c and d` if an item has an "and" of its own. */
export function listed({ words, say, series }: Locale, items: string[]): string {
  const and = series(['', ''])
  if (items.length < 3 || !items.some(item => item.includes(and))) return series(items)
  return say(words.insights.compoundSeries, { items: items.slice(0, -1).join(', '), last: items.at(-1)! })
}

/** A label begins with a capital letter; these languages write nouns so in the middle of a sentence too. */
const CAPITALIZED_NOUNS: LocaleTag[] = ['de']

/** For the middle of a sentence: `Waiting time` becomes `waiting time`, `HVAC` stays. */
export const inSentence = ({ tag }: Locale, label: string) =>
  CAPITALIZED_NOUNS.includes(tag)
    ? label
    : label.replace(/^\p{Lu}(?!\p{Lu})/u, letter => letter.toLowerCase())

/** Says which side it is from. Adds a period unless the quote ends a sentence itself. */
export function introduce({ words, say }: Locale, side: 'positive' | 'negative', text: string): string {
  const { satisfied, dissatisfied, quote, quoteWithPeriod } = words.insights
  const quoted = say(/[.!?…]$/u.test(text) ? quote : quoteWithPeriod, { text })
  return say(side === 'positive' ? satisfied : dissatisfied, { quote: quoted })
}

/** How to say that some of those who mention something have an opinion: the first item of a list says of what. */
export interface ShareMessages {
  first: Message
  firstAll: Message
  next: Message
  nextAll: Message
}

/** `first` for the first item of a list and `next` for the others, in other words if the part is the whole. */
export function chooseShare(messages: ShareMessages, rank: number, part: number, whole: number): Message {
  if (part === whole) return rank === 0 ? messages.firstAll : messages.nextAll
  return rank === 0 ? messages.first : messages.next
}

/** Picks one of several wordings by name, so that businesses read differently but each one stays the same. */
export function oneOf<T>(name: string, ways: T[]): T {
  let hash = 0
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)!) % 65_521
  return ways[hash % ways.length]!
}

export type SummaryClaim = Insights['summary_claims'][number]

export type FaqEntry = Insights['faq'][number]

/** The best quote of these lists from a review that is not quoted yet. It counts as quoted from now on. */
export function takeQuote(lists: Iterable<QuoteCandidate>[], quoted: ReviewQuote[]): QuoteCandidate | null {
  const quote = chooseQuote(lists, quoted)
  if (quote) quoted.push(quote)
  return quote
}

export const joinSentences = (sentences: (string | null)[]) =>
  sentences.filter(sentence => sentence !== null).join(' ')
