/** Analyzed reviews made up for tests, and the counts over them. */
import fc from 'fast-check'
import { describeTag } from '../../../src/insights/aspects/tags.ts'
import {
  type CountedInsights,
  countInsights,
  type Mentionable,
} from '../../../src/insights/counts/count-insights.ts'
import { newestFirst } from '../../../src/insights/counts/evidence.ts'
import { countMonth, mentionKey } from '../../../src/insights/counts/month-counts.ts'
import { newestIn, type ReviewGroup } from '../../../src/insights/counts/review-groups.ts'
import type { ReadReview } from '../../../src/insights/counts/tally.ts'
import type { Sentiment } from '../../../src/model/insights.ts'
import type { Tag } from '../../../src/model/review.ts'
import type { ReviewFilter } from '../../../src/model/search.ts'

export const ASPECTS = [
  { id: 'pricing', label: 'Pricing', question: 'Are prices fair?' },
  { id: 'punctuality', label: 'Punctuality', question: 'Are they on time?' },
  { id: 'pain', label: 'Pain and gentleness', question: 'Does it hurt?' },
  { id: 'technical_knowledge', label: 'Technical knowledge' },
]
const TECHNICIANS = ['Mike Alvarez', 'Danielle Cho']
const SERVICES = ['furnace_repair', 'ac_repair']
const AREAS = ['larkfield', 'tanager_park']

export interface MadeReview {
  date?: string
  isDateExact?: boolean
  rating?: number
  /** Aspect, sentiment, the words quoted, the words that mention it. */
  aspects?: [id: string, sentiment: Sentiment, evidence?: string, phrase?: string][]
  /** Aspect, sentiment, the label that was ticked. */
  tags?: [id: string, sentiment: Tag['sentiment'], label: string][]
  technicians?: string[]
  services?: string[]
  areas?: string[]
  sentiment?: Sentiment
  basis?: ReadReview['insight']['basis']
  quote?: ReadReview['quote']
  hasReply?: boolean
  prices?: ReadReview['prices']
}

export function review(number: number, made: MadeReview = {}): ReadReview {
  const { date = '2025-03-01', rating = 5, aspects = [], tags = [] } = made
  return {
    id: `01J${String(number).padStart(23, '0')}`,
    date,
    isDateExact: made.isDateExact ?? true,
    rating,
    hasText: true,
    language: 'en',
    textLanguage: 'en',
    hasReply: made.hasReply ?? false,
    incentive: null,
    apt: aspects.map(() => true),
    confidence: [...aspects.map(() => 1), ...tags.map(() => null)],
    insight: {
      sentiment:
        made.sentiment ?? (rating > 3 ? 'positive' : rating === 3 ? 'neutral' : 'negative'),
      score: (rating - 3) / 2,
      basis: made.basis ?? 'text',
      aspects: [
        ...aspects.map(([id, sentiment, evidence = '']) => ({ id, sentiment, evidence })),
        ...tags.map(([id, sentiment, label]) => ({
          id,
          sentiment,
          evidence: describeTag({ label, sentiment }),
        })),
      ],
      technicians: made.technicians ?? [],
      services: made.services ?? [],
      problems: [],
      service_areas: made.areas ?? [],
      topics: [],
      corrected: [],
    },
    sentences: [],
    namedWith: aspects.map(([, , evidence = '']) => namesIn(evidence, made)),
    phrases: [...aspects.map(([id, , , phrase = id]) => phrase), ...tags.map(() => null)],
    verdicts: new Map(),
    hasAccusation: false,
    prices: made.prices ?? [],
    quote: made.quote ?? null,
  }
}

/** Whatever is mentioned with at least its first word in these words. */
function namesIn(
  evidence: string,
  { technicians = [], services = [], areas = [] }: MadeReview,
): string[] {
  const isNamed = (id: string) => new RegExp(`\\b${id.split(/[ _]/)[0]}\\b`, 'i').test(evidence)
  return [
    ...technicians.filter(isNamed).map(id => mentionKey('technicians', id)),
    ...services.filter(isNamed).map(id => mentionKey('services', id)),
    ...areas.filter(isNamed).map(id => mentionKey('service_areas', id)),
  ]
}

/** All of them, newest first. */
export const idsIn = (group: ReviewGroup) =>
  newestIn(group, Number.POSITIVE_INFINITY).map(({ id }) => id)

/** What the customer wrote about any aspect, without tags. */
export const wordsOf = ({ insight, confidence }: ReadReview) =>
  insight.aspects.filter((_, index) => confidence[index] !== null).map(({ evidence }) => evidence)

/** `count` reviews with the same content, a day apart, numbered from `from`. */
export const reviews = (from: number, count: number, made: MadeReview) =>
  Array.from({ length: count }, (_, index) =>
    review(from + index, {
      date: new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10),
      ...made,
    }),
  )

/** By month, newest first in both. */
export const monthsOf = (made: ReadReview[]): ReadReview[][] => [
  ...Map.groupBy(made.toSorted(newestFirst), ({ date }) => date.slice(0, 7)).values(),
]

export const countMade = (made: ReadReview[]) => monthsOf(made).map(countMonth)

const named = (id: string) => ({
  id,
  label: id.replace(/^[a-z]/, letter => letter.toUpperCase()).replaceAll('_', ' '),
})

export const searchUrl = (filter: ReviewFilter) =>
  `https://reviews.example/?${new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]))}`

export const ROSTER: Mentionable = {
  business: {
    name: 'Larkfield Heating & Cooling',
    technicians: TECHNICIANS.map(name => ({ name })),
    services: SERVICES.map(named),
    service_areas: AREAS.map(named),
  },
  aspects: ASPECTS,
  discovered: [],
  problems: [],
  searchUrl,
}

export const findingsOf = (
  made: ReadReview[],
  about: Partial<CountedInsights> = {},
): CountedInsights => ({
  ...countInsights(ROSTER, countMade(made)),
  ...about,
})

const anySentiment = fc.constantFrom<Sentiment>('positive', 'positive', 'neutral', 'negative')
const anyEvidence = fc.oneof(
  fc.constantFrom(
    'Mike Alvarez explained every line of the bill.',
    'and the price was fair, ',
    'late',
    'They came two hours late and did not call',
    'He made “no charge” and meant it, honestly',
    'WORST PRICES IN TOWN!!',
    'Danielle found the leak\nwithin ten minutes',
    'furnace repair took them all of twenty minutes',
    'x'.repeat(141),
  ),
  fc.string({ minLength: 15, maxLength: 150 }),
)

/** Any reviews, each with its own number. */
export const anyReviews = (
  limits: fc.ArrayConstraints = { maxLength: 60 },
): fc.Arbitrary<ReadReview[]> =>
  fc.array(anyMade(), limits).map(all => all.map((made, number) => review(number, made)))

const anyMade = (): fc.Arbitrary<MadeReview> =>
  fc
    .tuple(anyOpinions, anyParticulars)
    .map(([opinions, particulars]) => ({ ...particulars, ...opinions }))

/** Each aspect has words, a tag or neither. Some tags are as long as a quote or contain a name. */
const anyOpinions: fc.Arbitrary<MadeReview> = fc
  .tuple(fc.subarray(ASPECTS), fc.subarray(ASPECTS))
  .chain(([mentioned, ticked]) =>
    fc.record({
      aspects: fc.tuple(
        ...mentioned.map(({ id }) =>
          fc.tuple(fc.constant(id), anySentiment, anyEvidence, fc.constantFrom(id, 'Price')),
        ),
      ),
      tags: fc.tuple(
        ...ticked
          .filter(aspect => !mentioned.includes(aspect))
          .map(({ id }) =>
            fc.tuple(
              fc.constant(id),
              fc.constantFrom('positive', 'negative'),
              fc.constantFrom(
                'Value',
                'Knowledge and skill',
                'Mike Alvarez',
                'Skill in furnace repair',
              ),
            ),
          ),
      ),
    }),
  )

const anyParticulars: fc.Arbitrary<MadeReview> = fc.record({
  date: fc
    .date({ min: new Date('2022-01-01'), max: new Date('2025-12-31'), noInvalidDate: true })
    .map(date => date.toISOString().slice(0, 10)),
  rating: fc.integer({ min: 1, max: 5 }),
  technicians: fc.subarray(TECHNICIANS),
  services: fc.subarray(SERVICES),
  areas: fc.subarray(AREAS),
  sentiment: anySentiment,
  basis: fc.constantFrom('text', 'text', 'text', 'rating'),
  quote: fc.oneof(
    fc.constant(null),
    fc.record({ text: fc.string({ minLength: 1 }), worth: fc.constantFrom(0, 0.5, 1) }),
  ),
})
