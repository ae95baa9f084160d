/** The render context: everything that documents are rendered from. */
import type { Business } from '../../model/business.ts'
import type { History, RuleEntry } from '../../model/change.ts'
import type { AspectInsight, Insights, RatedPeriods } from '../../model/insights.ts'
import type { LocaleTag } from '../../model/locale-tag.ts'
import type { AggregateRating, Review } from '../../model/review.ts'
import type { SiteSettings } from '../../model/site.ts'
import type { Cosignature } from '../../model/witnessing.ts'
import type { CustomerQuestion } from './customer-questions.ts'
import type { CitedReview } from './quotes.ts'
import type { KnownTrend, Subject } from './subjects.ts'
import type { TrustSummary } from './trust-summary.ts'

/** How many reviews a page of a feed shows. */
export const FEED_SIZE = 50

export interface RenderContext {
  baseUrl: string
  business: Business
  locale: LocaleTag
  /** Of what the owner wrote. */
  language: string
  site: SiteSettings
  aggregateRating: AggregateRating
  /** While the texts are still being read, what stars and names tell. */
  insights: Omit<Insights, 'per_review'>
  /** Aspects that the insights do not list, for those who ask for one: nobody mentions it, it may not fit the business, or it is the business as a whole. */
  otherAspects: AspectInsight[]
  /** Whether the texts are still being read: the same data is published again when that is done. */
  isReading: boolean
  /** By month, or by quarter or year where reviews are few. */
  overTime: RatedPeriods
  /** null where there are too few reviews for a trend. */
  trend: KnownTrend | null
  /** The newest reviews, as many as a feed shows. */
  newest: Review[]
  trustSummary: TrustSummary
  /** Who and what the reviews mention. */
  subjects: Subject[]
  /** One for each aspect that the insights list, in the order in which customers ask. */
  questions: CustomerQuestion[]
  /** Every review that is quoted or cited, and the newest ones, by id. */
  cited: ReadonlyMap<string, CitedReview>
  /** All reviews by month, newest first. An unchanged month stays the same object. */
  months: { month: string; reviews: { id: string; updatedAt: string }[] }[]
  verificationPolicy: string
  license: string | null
  /** How many reviews were ever published, and what became of those no longer shown. */
  history: History
  /** What the business said about how its sources are verified, oldest first. */
  rules: RuleEntry[]
  /** How many entries the public log has. */
  logSize: number
  /** ISO 8601: when its last entry was added; null if it has none. */
  loggedAt: string | null
  /** The last cosignature of each witness of the log. */
  cosignatures: Cosignature[]
  /** ISO 8601: when the data last changed, by its own account. */
  lastModified: string
}

/** A date for examples: that of the newest review. */
export const exampleDate = ({ newest }: RenderContext) => newest[0]?.date ?? '2026-01-01'
