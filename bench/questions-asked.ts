/** Questions that customers and owners ask assistants: the calls, what these tell, and the same read in the reviews themselves. */
import type { ReviewInsight } from '../src/model/insights.ts'
import type { Review } from '../src/model/review.ts'

export interface Facts {
  /** As published. */
  reviews: Review[]
  /** What was read in each, by id. */
  read: Record<string, ReviewInsight>
  /** The ids that the change feed says were edited. */
  edited: ReadonlySet<string>
}

// biome-ignore lint/suspicious/noExplicitAny: a question names the fields it wants
type Result = any

export interface Asked {
  question: string
  calls: { name: string; arguments: object }[]
  told(results: Result[]): unknown
  counted(facts: Facts): unknown
}

type Test = (review: Review, facts: Facts) => boolean

const mean = (reviews: Review[]) =>
  Math.round((100 * reviews.reduce((sum, { rating }) => sum + rating, 0)) / reviews.length) / 100
const says = (pattern: RegExp) => (review: Review) => pattern.test(review.text ?? '')
const year = ({ date }: Review) => date.slice(0, 4)
const isCritical: Test = ({ id, rating }, { read }) => {
  const { aspects, basis, sentiment } = read[id]!
  const isNegative = basis !== 'rating' && sentiment === 'negative'
  return rating <= 2 || isNegative || aspects.some(one => one.sentiment === 'negative')
}
const median = (days: number[]) => {
  const sorted = days.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2
}
const replyDays = ({ date, owner_reply }: Review) =>
  (Date.parse(owner_reply!.date) - Date.parse(date)) / 86_400_000
const isRepliedExactly = ({ owner_reply, date_precision }: Review) =>
  owner_reply !== null && date_precision === 'day'

/** How many, by the total of a search. */
const howMany = (question: string, filters: object, test: Test): Asked => ({
  question,
  calls: [{ name: 'search_reviews', arguments: { ...filters, limit: 1 } }],
  told: ([{ matched }]) => matched,
  counted: facts => facts.reviews.filter(review => test(review, facts)).length,
})

/** Which: the ids of all that match. */
const which = (question: string, filters: object, test: Test): Asked => ({
  question,
  calls: [{ name: 'search_reviews', arguments: filters }],
  told: ([{ reviews }]) => reviews.map(({ id }: Review) => id).sort(),
  counted: facts =>
    facts.reviews
      .filter(review => test(review, facts))
      .map(({ id }) => id)
      .sort(),
})

type Figure =
  | 'review_count'
  | 'average_rating'
  | 'critical_count'
  | 'replied_count'
  | 'median_reply_days'

/** One figure for each group. */
const byGroup = (
  question: string,
  group_by: string,
  figure: Figure,
  valuesOf: (review: Review) => (string | number | boolean | null)[],
  filters: object = {},
  test: Test = () => true,
): Asked => ({
  question,
  calls: [{ name: 'count_reviews', arguments: { group_by, ...filters } }],
  told: ([{ groups }]) =>
    Object.fromEntries(groups.map((one: Result) => [String(one.key[group_by]), one[figure]])),
  counted(facts) {
    const chosen = facts.reviews.filter(review => test(review, facts))
    const values = new Set(chosen.flatMap(valuesOf))
    const figures: Record<Figure, (some: Review[]) => unknown> = {
      review_count: some => some.length,
      average_rating: mean,
      critical_count: some => some.filter(review => isCritical(review, facts)).length,
      replied_count: some => some.filter(({ owner_reply }) => owner_reply).length,
      median_reply_days: some => median(some.filter(isRepliedExactly).map(replyDays)) ?? null,
    }
    return Object.fromEntries(
      [...values].map(value => [
        String(value),
        figures[figure](chosen.filter(review => valuesOf(review).includes(value))),
      ]),
    )
  },
})

const named = ({ mentions }: Review) => mentions.technicians
const services = ({ mentions }: Review) => mentions.services
const areas = ({ mentions }: Review) => mentions.service_areas
const quarter = ({ date }: Review) => [
  `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`,
]
const isReplied: Test = ({ owner_reply }) => owner_reply !== null
const isLow: Test = ({ rating }) => rating <= 2
const in2026: Test = review => year(review) === '2026'
const about =
  (aspect: string, sentiment: string): Test =>
  ({ id }, { read }) =>
    read[id]!.aspects.some(one => one.id === aspect && one.sentiment === sentiment)
const YEAR_2026 = { since: '2026-01-01', until: '2026-12-31' }

export const QUESTIONS: Asked[] = [
  byGroup('How has the average changed year by year?', 'year', 'average_rating', one => [
    Number(year(one)),
  ]),
  byGroup('How many reviews came in each year?', 'year', 'review_count', one => [
    Number(year(one)),
  ]),
  byGroup('How many of each year are critical?', 'year', 'critical_count', one => [
    Number(year(one)),
  ]),
  byGroup('How does each quarter rate?', 'quarter', 'average_rating', quarter),
  byGroup('Which technician is mentioned most?', 'technician', 'review_count', named),
  byGroup('Which technician is rated best?', 'technician', 'average_rating', named),
  byGroup('Who gets the most criticism?', 'technician', 'critical_count', named),
  byGroup('How long do they take to reply, by year?', 'year', 'median_reply_days', one => [
    Number(year(one)),
  ]),
  byGroup('How soon do they reply on each site?', 'source', 'median_reply_days', ({ source }) => [
    source,
  ]),
  byGroup('How many reviews does each site have?', 'source', 'review_count', ({ source }) => [
    source,
  ]),
  byGroup('Is one site kinder than another?', 'source', 'average_rating', ({ source }) => [source]),
  byGroup('How many reviews have how many stars?', 'stars', 'review_count', ({ rating }) => [
    rating,
  ]),
  byGroup('Do they reply more to bad ratings?', 'stars', 'replied_count', ({ rating }) => [rating]),
  byGroup('Which service is rated best?', 'service', 'average_rating', services),
  byGroup('Which services do people review?', 'service', 'review_count', services),
  byGroup('Which towns do their customers live in?', 'service_area', 'review_count', areas),
  byGroup('Where are customers least happy?', 'service_area', 'average_rating', areas),
  byGroup('How many have a reply?', 'has_reply', 'review_count', one => [one.owner_reply !== null]),
  byGroup('How were the reviewers verified?', 'verification', 'review_count', one => [
    one.verification.level,
  ]),
  byGroup('Do verified customers rate differently?', 'verification', 'average_rating', one => [
    one.verification.level,
  ]),
  byGroup(
    'What did each star get in 2026?',
    'stars',
    'review_count',
    one => [one.rating],
    YEAR_2026,
    in2026,
  ),
  byGroup(
    'Who was mentioned most in 2026?',
    'technician',
    'review_count',
    named,
    { ...YEAR_2026, sort: '-review_count' },
    in2026,
  ),
  byGroup(
    'Which year had the most 1–2 stars?',
    'year',
    'review_count',
    one => [Number(year(one))],
    { max_rating: 2 },
    isLow,
  ),
  byGroup(
    'Who is named in bad reviews?',
    'technician',
    'review_count',
    named,
    { max_rating: 2 },
    isLow,
  ),
  byGroup(
    'Which services get bad ratings?',
    'service',
    'review_count',
    services,
    { max_rating: 2 },
    isLow,
  ),
  {
    question: 'What do people criticize most?',
    calls: [
      {
        name: 'count_reviews',
        arguments: { group_by: 'aspect', sentiment: 'negative', sort: '-review_count' },
      },
    ],
    told: ([{ groups }]) => [groups[0].review_count, groups[0].key.aspect],
    counted({ read }) {
      const counts = new Map<string, number>()
      for (const { aspects } of Object.values(read))
        for (const { id, sentiment } of aspects)
          if (sentiment === 'negative' && id !== 'general')
            counts.set(id, (counts.get(id) ?? 0) + 1)
      const [id, count] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]!
      return [count, id]
    },
  },
  howMany(
    'How many customers are verified?',
    { verification: 'transaction' },
    one => one.verification.level === 'transaction',
  ),
  howMany(
    'How many were invited?',
    { verification: 'invited' },
    one => one.verification.level === 'invited',
  ),
  howMany('How many reviews are critical?', { critical: true }, isCritical),
  howMany(
    'How many critical reviews are unanswered?',
    { critical: true, has_reply: false },
    (one, facts) => isCritical(one, facts) && !isReplied(one, facts),
  ),
  howMany('How many 1-star reviews are there?', { rating: 1 }, ({ rating }) => rating === 1),
  howMany(
    'Which 1-star reviews have no reply?',
    { rating: 1, has_reply: false },
    one => one.rating === 1 && !one.owner_reply,
  ),
  howMany(
    'How many reviews are in Spanish?',
    { language: 'es' },
    ({ language }) => language === 'es',
  ),
  howMany(
    'How many complain about the price?',
    { aspect: 'price', sentiment: 'negative' },
    about('pricing', 'negative'),
  ),
  howMany(
    'How many praise punctuality?',
    { aspect: 'on time', sentiment: 'positive' },
    about('punctuality', 'positive'),
  ),
  howMany('Does anyone mention financing?', { words: 'financing' }, says(/financing/i)),
  howMany('Does anyone mention a warranty?', { words: 'warranty' }, says(/\bwarrant(?:y|ies)\b/i)),
  howMany('Do people mention their dog?', { words: 'dog' }, says(/\bdogs?\b/i)),
  howMany('How many reviews mention a cat?', { words: 'cat' }, says(/\b(?:cat|kitten)s?\b/i)),
  howMany('How many mention Sundays?', { words: 'sunday' }, says(/\bsundays?\b/i)),
  howMany('How many reviews were edited?', { edited: true }, ({ id }, { edited }) =>
    edited.has(id),
  ),
  which('Which reviews say "no show"?', { words: 'no-show' }, says(/\bno[- ]?shows?\b/i)),
  which(
    'What do customers in Millbrook say?',
    { mentions_service_area: 'Millbrook' },
    says(/millbrook/i),
  ),
  which(
    'Which reviews name Priya with a heat pump?',
    { mentions_technician: 'Priya', mentions_service: 'heat pump' },
    one => named(one).includes('Priya Raman') && services(one).includes('heat_pump_installation'),
  ),
  which('What do German speakers say?', { language: 'de' }, ({ language }) => language === 'de'),
  which(
    'Which 1-star reviews came in 2026?',
    { rating: 1, ...YEAR_2026 },
    one => one.rating === 1 && year(one) === '2026',
  ),
  {
    question: 'Were 1-star reviews removed?',
    calls: [{ name: 'verify_history', arguments: {} }],
    told: ([{ shown, ever_published, removals }]) => [
      shown,
      ever_published - shown,
      removals.length,
    ],
    counted: ({ reviews }) => [reviews.length, 0, 0],
  },
  {
    question: 'What is their rating, over how many reviews?',
    calls: [{ name: 'get_business', arguments: {} }],
    told: ([{ aggregate_rating }]) => [
      aggregate_rating.rating_value,
      aggregate_rating.review_count,
    ],
    counted: ({ reviews }) => [mean(reviews), reviews.length],
  },
  {
    question: 'What is the newest bad review?',
    calls: [{ name: 'search_reviews', arguments: { max_rating: 2, limit: 1 } }],
    told: ([{ reviews }]) => reviews[0].id,
    counted: ({ reviews }) => reviews.find(({ rating }) => rating <= 2)!.id,
  },
  {
    question: 'How many people like Mike, and what did he do?',
    calls: [{ name: 'get_technician', arguments: { name: 'Mike' } }],
    told: ([{ mention_count, average_rating }]) => [mention_count, average_rating],
    counted({ reviews }) {
      const about = reviews.filter(one => named(one).includes('Mike Delgado'))
      return [about.length, mean(about)]
    },
  },
]
