/** The building blocks of summary and FAQ: sentences, lists, labels, quotes and shares in the language of the site. */
import { inSentence, type Locale, type Message, type Values } from '../../locale/locale.ts'
import { PARAMETER_OF } from '../../model/filters.ts'
import type {
  CountLink,
  EntityInsight,
  Insights,
  MentionKind,
  Sentiment,
} from '../../model/insights.ts'
import type { ReviewFilter } from '../../model/search.ts'
import type { CountedInsights } from '../counts/count-insights.ts'
import { cite, type SearchUrlOf } from '../counts/evidence.ts'
import { chooseQuote, type QuoteCandidate } from '../counts/quote-candidates.ts'
import { type MentionGroup, quotesIn, type ReviewGroup } from '../counts/review-groups.ts'
import type { ReadReview } from '../counts/tally.ts'

/** `a, b and c`; `a, b, and c and d` if an item has an "and" of its own. */
export function listed(locale: Locale, items: string[]): string {
  // Spanish has another "and" before some letters, so the items must not begin with the mark of a link.
  const plain = items.map(withoutLinks)
  let rest = joinPlain(locale, plain)
  const parts = items.map((item, place) => {
    const [before, ...after] = rest.split(plain[place]!)
    rest = after.join(plain[place])
    return before + item
  })
  return parts.join('') + rest
}

function joinPlain({ words, say, series }: Locale, items: string[]): string {
  const and = series(['', ''])
  if (items.length < 3 || !items.some(item => item.includes(and))) return series(items)
  return say(words.insights.compoundSeries, {
    items: items.slice(0, -1).join(', '),
    last: items.at(-1)!,
  })
}

/** Says which side it is from, and whether it is a translation. Adds a period unless the quote ends a sentence itself. */
function introduce({ words, say }: Locale, { review, text, sentiment }: QuoteCandidate): string {
  const { satisfied, dissatisfied, quote, quoteWithPeriod, translatedQuote } = words.insights
  const endsItself = /[.!?…]$/u.test(text)
  const isTranslation = review.insight.basis === 'translation'
  const form = isTranslation ? translatedQuote : endsItself ? quote : quoteWithPeriod
  return say(sentiment === 'positive' ? satisfied : dissatisfied, { quote: say(form, { text }) })
}

type ItemMessages = readonly [first: Message, next: Message, firstAll?: Message, nextAll?: Message]

/** One item of a list. */
type CountedItem = { counts: Record<string, ReviewCount>; values: Values }

/** The first item of a list says what is counted; one whose `part` is the whole count is said in other words. */
export const sayEach = (
  locale: Locale,
  [first, next, firstAll = first, nextAll = next]: ItemMessages,
  items: CountedItem[],
) =>
  items.map(({ counts, values }, rank) => {
    const isAll = counts.part !== undefined && counts.part.count === counts.count?.count
    const [one, other] = isAll ? [firstAll, nextAll] : [first, next]
    return sayCounts(locale, rank === 0 ? one : other, counts, values)
  })

type Shared = Pick<
  EntityInsight,
  'id' | 'label' | 'mention_count' | 'positive_count' | 'negative_count'
>

/** `Mike Alvarez (32 of the 34 that mention the name are positive) and Danielle Cho (all 21)`; a message may leave out the part. */
export function listShares(
  locale: Locale,
  messages: ItemMessages,
  kind: MentionKind,
  sentiment: 'positive' | 'negative',
  mentioned: Shared[],
): string {
  const shares = mentioned.map(({ id, label, mention_count, ...counts }) => ({
    counts: {
      part: mentionCount(kind, id, counts[`${sentiment}_count`], { sentiment }),
      count: mentionCount(kind, id, mention_count),
    },
    values: { name: label, aspect: inSentence(locale, label) },
  }))
  return listed(locale, sayEach(locale, messages, shares))
}

/** Picks one of several wordings by name, so that businesses read differently but each one stays the same. */
export function oneOf<T>(name: string, ways: T[]): T {
  let hash = 0
  for (const character of name) hash = (hash * 31 + character.codePointAt(0)!) % 65_521
  return ways[hash % ways.length]!
}

export type SummaryClaim = Insights['summary_claims'][number]
export type FaqEntry = Insights['faq'][number]

/** Before its links are separated from the text. */
type Composed<Statement> = Omit<Statement, 'links'>

/** null if the reviews say too little for the sentence. */
export type WriteClaim = (
  findings: CountedInsights,
  locale: Locale,
) => Composed<SummaryClaim> | null

/** null if too few reviews help to answer. `quoted` are the quotes of the answers before. */
export type AnswerQuestion = (
  findings: CountedInsights,
  locale: Locale,
  quoted: QuoteCandidate[],
) => Composed<FaqEntry> | null

/** Whether someone who reads the site can read what is quoted from a review. What its source translated is marked as such. */
export const isInLanguage = ({ tag }: Locale, { insight, textLanguage }: ReadReview) =>
  insight.basis === 'translation' || textLanguage === null || tag.startsWith(textLanguage)

/** The best quote from that side of these groups whose review is not quoted yet, if there is one. It counts as quoted from now on. */
export function takeQuote(
  locale: Locale,
  groups: MentionGroup[],
  side: Sentiment,
  quoted: QuoteCandidate[],
) {
  const readable = groups.map(group =>
    Iterator.from(quotesIn(group, side)).filter(({ review }) => isInLanguage(locale, review)),
  )
  const quote = chooseQuote(readable, quoted)
  if (!quote) return []
  quoted.push(quote)
  return [quote]
}

/** Sentences, then quotes. Cites the quoted reviews, then some of each group. */
export const composeAnswer = (
  locale: Locale,
  question: string,
  sentences: (string | null)[],
  quotes: QuoteCandidate[],
  groups: ReviewGroup[],
): Composed<FaqEntry> => ({
  question,
  answer: [...sentences, ...quotes.map(quote => introduce(locale, quote))]
    .filter(sentence => sentence !== null)
    .join(' '),
  review_ids: cite(
    quotes.map(({ review }) => review),
    groups,
  ),
})

/** How many reviews, and the search that finds exactly these: every count in a sentence opens the reviews that it counts. */
type ReviewCount = { count: number; filter: ReviewFilter }

/** The reviews that mention something. */
export const mentionCount = (
  kind: MentionKind,
  id: string,
  count: number,
  more: ReviewFilter = {},
) => ({
  count,
  filter: { [PARAMETER_OF[kind]]: id, ...more },
})

/** Control characters surround a link while a sentence is composed: they are removed from every text that comes in. */
const [OPEN, MIDDLE, CLOSE] = ['\u0001', '\u0002', '\u0003'] as const

/** Words that open reviews. */
export const linkWords = (words: string, reviews: ReviewCount) =>
  `${OPEN}${JSON.stringify(reviews)}${MIDDLE}${words}${CLOSE}`

/** A message with counts that open their reviews; the one named `count` chooses the plural. */
export function sayCounts(
  locale: Locale,
  message: Message,
  counts: Readonly<Record<string, ReviewCount>>,
  values: Values = {},
): string {
  const linked = Object.entries(counts).map(([name, one]) => [
    name,
    linkWords(locale.number(one.count), one),
  ])
  return locale.say(locale.template(message, counts.count?.count), {
    ...values,
    ...Object.fromEntries(linked),
  })
}

/** Only what people read. */
export const withoutLinks = (composed: string) => separateLinks(composed, () => '').text

/** What people read, and where in it the links are. */
export function separateLinks(composed: string, searchUrl: SearchUrlOf) {
  const [start = '', ...parts] = composed.split(OPEN)
  let text = start
  const links = parts.map((part): CountLink => {
    const [json, rest] = part.split(MIDDLE) as [string, string]
    const [words, after] = rest.split(CLOSE) as [string, string]
    const { count, filter }: ReviewCount = JSON.parse(json)
    const from = text.length
    text += words + after
    return { from, to: from + words.length, review_count: count, search_url: searchUrl(filter) }
  })
  return { text, links }
}
