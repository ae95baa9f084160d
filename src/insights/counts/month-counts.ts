/** Counts one month of reviews, once: a changed review costs its month and not the whole history. */
import { type HowRead, MentionKind, type Sentiment } from '../../model/insights.ts'
import { oncePer } from '../../model/once-per.ts'
import { meritForAspect, quoteAt } from './quote-candidates.ts'
import { addTo, emptyTally, type ReadReview, type Tally } from './tally.ts'

/** Identifies whatever reviews mention. */
export const mentionKey = (kind: MentionKind, id: string) => `${kind} ${id}`

/** Where reviews stand in the list of their month, newest first. */
export type Positions = Record<Sentiment, number[]>

/** Some reviews of a month, by sentiment. */
export type MonthPart = { month: string; reviews: ReadReview[]; positions: Positions }

/** The reviews of a month that mention one thing, by what they say about it. */
export type MonthMentions = ReturnType<typeof noMentions>

/** What a review says about one of its aspects, by its index; the words themselves stay in the review. */
export type RankedQuote = { review: ReadReview; aspect: number; merit: number }

/** How many reviews mention two things together, and how many of them are positive about the person. */
export type Pair = { count: number; positive: number }

export type MonthCounts = ReturnType<typeof countMonth>

/** `reviews` are one month's, newest first. The same list is counted only once, so it must not change. */
export const countMonth = oncePer((reviews: ReadReview[]) => ({
  month: monthOfReviews(reviews),
  reviews,
  tally: tallyReviews(reviews),
  languages: countLanguages(reviews),
  corrections: reviews.reduce((sum, { insight }) => sum + insight.corrected.length, 0),
  all: pick(reviews, () => true),
  critical: pick(reviews, isCritical),
  unread: pick(reviews, ({ insight, hasText }) => insight.basis === 'rating' && hasText),
  /** Critical, and with a reply. */
  answered: pick(reviews, review => isCritical(review) && review.hasReply),
  /** By `mentionKey`. */
  mentions: countMentions(reviews),
  /** The reviews that mention a person together with a service: by name, then by service id. */
  pairs: countPairs(reviews),
  /** People whom nothing may recommend. */
  accused: accusedIn(reviews),
  /** Reviews that say what something cost. */
  priced: reviews.filter(({ prices }) => prices.length > 0),
  /** Reviews with a sentence worth quoting for the whole business, best first. */
  pullQuotes: reviews.filter(hasPullQuote).sort(comparePullQuotes),
}))

/** Nobody who is named in a review of one or two stars, or in a text with an accusation, is recommended: in doubt nobody is. */
const accusedIn = (reviews: ReadReview[]): ReadonlySet<string> =>
  new Set(
    reviews
      .filter(({ rating, hasAccusation }) => rating <= 2 || hasAccusation)
      .flatMap(({ insight }) => insight.technicians),
  )

const monthOfReviews = (reviews: ReadReview[]) => reviews[0]!.date.slice(0, 7)

export function tallyReviews(reviews: Iterable<ReadReview>): Tally {
  const tally = emptyTally()
  for (const review of reviews) addTo(tally, review)
  return tally
}

type LanguageCount = { language: string | null; review_count: number; read: HowRead }

const HOW_READ = { text: 'native', translation: 'translation', rating: 'no' } as const

export const howRead = ({ hasText, insight }: ReadReview) =>
  hasText ? HOW_READ[insight.basis] : 'no_text'

/** One for each language, without its region, and how it is read; also of reviews without a text. */
const countLanguages = (reviews: ReadReview[]): LanguageCount[] =>
  sumLanguages(
    reviews.map(review => ({
      language: review.language?.split('-')[0]?.toLowerCase() ?? null,
      review_count: 1,
      read: howRead(review),
    })),
  )

/** Largest first. */
export function sumLanguages(counts: LanguageCount[]): LanguageCount[] {
  const sums = new Map<string, LanguageCount>()
  for (const { language, review_count, read } of counts) {
    const key = `${language ?? ''} ${read}`
    sums.set(key, {
      language,
      review_count: review_count + (sums.get(key)?.review_count ?? 0),
      read,
    })
  }
  return Array.from(sums)
    .sort(([a, one], [b, other]) => other.review_count - one.review_count || (a < b ? -1 : 1))
    .map(([, count]) => count)
}

/** The one definition of a critical review: one or two stars, or criticism in the text, of any aspect or the business as a whole. */
export const isCritical = (review: ReadReview) => review.rating <= 2 || hasCriticism(review)

/** In the text: stars alone criticize nothing. */
const hasCriticism = ({ insight }: ReadReview) =>
  insight.aspects.some(({ sentiment }) => sentiment === 'negative') ||
  (insight.basis !== 'rating' && insight.sentiment === 'negative')

export const noPositions = (): Positions => noLists()

const noLists = <T>(): Record<Sentiment, T[]> => ({ positive: [], neutral: [], negative: [] })

function pick(reviews: ReadReview[], isWanted: (review: ReadReview) => boolean): MonthPart {
  const positions = noPositions()
  for (const [position, review] of reviews.entries())
    if (isWanted(review)) positions[review.insight.sentiment].push(position)
  return { month: monthOfReviews(reviews), reviews, positions }
}

function countMentions(reviews: ReadReview[]): Map<string, MonthMentions> {
  const mentions = new Map<string, MonthMentions>()
  const mentionsOf = (key: string) => {
    const those = mentions.get(key) ?? noMentions(reviews)
    mentions.set(key, those)
    return those
  }
  for (const [position, review] of reviews.entries()) {
    const { insight, phrases } = review
    const add = (key: string, sentiment: Sentiment, words: (string | null)[]) => {
      const those = mentionsOf(key)
      addTo(those.tally, review, sentiment)
      those.positions[sentiment].push(position)
      for (const phrase of words)
        if (phrase !== null) those.phrases.set(phrase, (those.phrases.get(phrase) ?? 0) + 1)
    }
    for (const [index, { id, sentiment, is_unsure }] of insight.aspects.entries()) {
      const key = mentionKey('aspects', id)
      if (is_unsure) mentionsOf(key).unsure++
      else add(key, sentiment, [phrases[index] ?? null])
    }
    for (const kind of ENTITY_KINDS)
      for (const id of insight[kind])
        add(mentionKey(kind, id), sentimentAbout(review, kind, id), phrases)
    addQuotes(mentions, review)
  }
  for (const { quotes } of mentions.values())
    for (const ranked of Object.values(quotes)) ranked.sort((a, b) => b.merit - a.merit)
  return mentions
}

/** About a person or service, what is said where they are named; about a problem, area or topic, the whole review. */
export const sentimentAbout = (
  { verdicts, insight }: Judged,
  kind: MentionKind,
  id: string,
): Sentiment => verdicts.get(mentionKey(kind, id)) ?? insight.sentiment

type Judged = Pick<ReadReview, 'verdicts' | 'insight'>

const ENTITY_KINDS = MentionKind.options.filter(kind => kind !== 'aspects')

const noMentions = (reviews: ReadReview[]) => ({
  month: monthOfReviews(reviews),
  reviews,
  positions: noPositions(),
  tally: emptyTally(),
  /** How often reviews use which words for aspects. */
  phrases: new Map<string, number>(),
  /** How many more may mention the aspect, but are not certain enough to be counted. */
  unsure: 0,
  /** Best first. */
  quotes: noLists<RankedQuote>(),
})

/** What a review says about an aspect can be quoted for that aspect, and for whatever the same clause names, if that is counted on the same side. */
function addQuotes(mentions: Map<string, MonthMentions>, review: ReadReview): void {
  for (const [aspect, { id, sentiment }] of review.insight.aspects.entries()) {
    const candidate = quoteAt(review, aspect)
    if (!candidate) continue
    const add = (key: string, merit: number | null) =>
      merit !== null && mentions.get(key)?.quotes[sentiment].push({ review, aspect, merit })
    add(mentionKey('aspects', id), meritForAspect(review, aspect, candidate))
    for (const key of review.namedWith[aspect] ?? [])
      if ((review.verdicts.get(key) ?? sentiment) === sentiment) add(key, candidate.merit)
  }
}

function countPairs(reviews: ReadReview[]): Map<string, Map<string, Pair>> {
  const pairs = new Map<string, Map<string, Pair>>()
  for (const review of reviews)
    for (const person of review.insight.technicians) {
      const services = pairs.get(person) ?? new Map<string, Pair>()
      pairs.set(person, services)
      const isPositive = sentimentAbout(review, 'technicians', person) === 'positive'
      for (const service of review.insight.services)
        addPair(services, service, { count: 1, positive: Number(isPositive) })
    }
  return pairs
}

export function addPair(pairs: Map<string, Pair>, id: string, { count, positive }: Pair): void {
  const sum = pairs.get(id) ?? { count: 0, positive: 0 }
  pairs.set(id, { count: sum.count + count, positive: sum.positive + positive })
}

const hasPullQuote = ({ rating, insight, quote, incentive }: ReadReview) =>
  !incentive && rating >= 4 && insight.sentiment === 'positive' && quote !== null && quote.worth > 0

/** The best sentence first, then the better rated review. */
export const comparePullQuotes = (a: ReadReview, b: ReadReview) =>
  b.quote!.worth - a.quote!.worth || b.rating - a.rating
