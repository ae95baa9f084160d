/** One state of the data, as documents are rendered from it. */
import type { Business } from '../model/business.ts'
import type { HistoryCounts } from '../model/change.ts'
import type { Insights } from '../model/insights.ts'
import type { AggregateRating, Review } from '../model/review.ts'
import type { SiteSettings } from '../model/site.ts'
import type { TopicPath } from '../model/subscription.ts'
import type { Cited, Subject } from './quotes.ts'
import type { Standing } from './standing.ts'
import type { KnownTrend } from './subjects.ts'

export interface Edition {
  baseUrl: string
  business: Business
  language: string
  site: SiteSettings
  aggregateRating: AggregateRating
  insights: Omit<Insights, 'per_review'>
  /** null where there are too few reviews to tell. */
  trend: KnownTrend | null
  /** The newest reviews, as many as a feed shows. */
  newest: Review[]
  standing: Standing
  /** Whom and what the reviews speak of. */
  subjects: Subject[]
  /** Every review that is quoted or cited, and the newest ones, by id. */
  cited: ReadonlyMap<string, Cited>
  /** All reviews by month, newest first. The list of a month stays the very same while nothing in it changes. */
  months: { month: string; reviews: { id: string; updatedAt: string }[] }[]
  verificationPolicy: string
  license: string | null
  /** How many reviews there ever were, and what became of those that are not shown. */
  history: HistoryCounts
  /** How many entries the public log has. */
  logSize: number
  /** ISO 8601, when the data last changed by its own account. */
  lastModified: string
}

/** What one address serves while the data stays as it is. */
export interface Document {
  path: string
  contentType: string
  body: string | Uint8Array
  /** Tells the content, where that is known without reading the whole body. */
  digest?: string
  /** Compressed only when somebody asks for it: there are many like it, and few are read before the data changes again. */
  isSeldom?: true
  /** Makes the gzip of a large body faster than from the body alone. */
  gzip?: () => Promise<Uint8Array>
}

export type RenderDocuments = (edition: Edition) => Document[]

export const REVIEWS_PATH = '/reviews'
export const HUB_PATH = '/api/websub/hub'
export const MCP_PATH = '/mcp'
export const OEMBED_PATH = '/oembed'
export const EMBED_PATH = '/embed'
export const BADGE_PATH = '/badge.svg'
export const OG_PATH = '/og.png'

export const HTML = 'text/html; charset=utf-8'

/** How a topic names itself and its hub, on its own page and in every delivery. Strict readers want these very spaces. */
export const topicLink = (baseUrl: string, path: TopicPath) =>
  `<${baseUrl}${HUB_PATH}>; rel="hub", <${baseUrl}${path}>; rel="self"`

/** Where a person reads the review. */
export const reviewUrl = (baseUrl: string, id: string) => `${baseUrl}${REVIEWS_PATH}/${id}`

/** The page for a frame that shows what a page shows; null where there is none. */
export function framePath(path: string): string | null {
  if (path === '/' || path === REVIEWS_PATH) return EMBED_PATH
  const [, id] = /^\/reviews\/(\w+)$/.exec(path) ?? []
  return id === undefined ? null : `${EMBED_PATH}/${id}`
}

/** A date to show as an example: that of the newest review. */
export const exampleDate = ({ newest }: Edition) => newest[0]?.date ?? '2026-01-01'
