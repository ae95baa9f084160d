/** Paths that more than one module needs. */
import type { SearchArgs } from '../../model/search.ts'
import type { TopicPath } from '../../model/subscription.ts'

export const REVIEWS_PATH = '/reviews'
/** All reviews in other forms than /reviews.json: a table, JSON Lines, and one year of them. */
export const CSV_PATH = '/reviews.csv'
export const LINES_PATH = '/reviews.jsonl'
export const yearPath = (year: number | string) => `${REVIEWS_PATH}/${year}.json`
export const CHANGES_PATH = '/api/reviews/changes'
export const SEARCH_PATH = '/api/reviews/search'
export const STATS_PATH = '/api/reviews/stats'
/** What a search finds, as a table and as a feed. */
export const SEARCH_CSV_PATH = '/api/reviews/search.csv'
export const SEARCH_FEED_PATH = '/api/reviews/search.atom'
export const HUB_PATH = '/api/websub/hub'
/** Where subscribers ask about their own subscription. */
export const OWN_SUBSCRIPTION_PATH = '/api/websub/subscription'
export const MCP_PATH = '/mcp'
/** The owner's desk, if someone was invited to it. */
export const DESK_PATH = '/desk'
/** The feed of the newest reviews, and the feed of all changes. */
export const FEED_PATHS = {
  reviews: { json: '/api/feed.json', atom: '/feed.xml' },
  changes: { json: '/api/changes.json', atom: '/changes.xml' },
} as const satisfies Record<string, Record<string, TopicPath>>
export type FeedName = keyof typeof FEED_PATHS
export type FeedFormat = keyof (typeof FEED_PATHS)[FeedName]

/** How many reviews a page of a feed shows. */
export const FEED_SIZE = 50
export const OEMBED_PATH = '/oembed'
/** The owner's page, and above the frames of single reviews. */
export const EMBED_PATH = '/embed'
/** What other sites show in a frame. The shorter address is the owner's page, because an owner can remember it. */
export const FRAME_PATH = '/embed/reviews'
/** Where customers can write a review; its QR code; and for the owner, what asks for reviews. */
export const REVIEW_US_PATH = '/review-us'
export const QR_CODE_PATH = '/review-us.svg'
export const CARD_PATH = '/review-us/card'
export const BADGE_PATH = '/badge.svg'
export const LIGHT_BADGE_PATH = '/badge-light.svg'
export const DARK_BADGE_PATH = '/badge-dark.svg'
export const OG_PATH = '/og.png'
/** The share images of other pages: /reviews has /og/reviews.png. */
export const OG_FOLDER = '/og'
export const FAVICON_PATH = '/favicon.svg'
/** Browsers and feed readers ask for these by name, whatever a page says. */
export const FAVICON_ICO_PATH = '/favicon.ico'
export const TOUCH_ICON_PATH = '/apple-touch-icon.png'
/** Other sites link to the widget, and AI clients to the view made of it, so their addresses are short and stable. */
export const WIDGET_PATH = '/widget.js'
export const MCP_APP_PATH = '/mcp-app.js'

export const HTML = 'text/html; charset=utf-8'
export const MARKDOWN = 'text/markdown; charset=utf-8'

/** The path of the base address, without a slash at its end: addresses of our own begin with it when they leave the program. */
export const basePathOf = (baseUrl: string) => new URL(baseUrl).pathname.replace(/\/$/, '')

/** The Link header with a topic's hub and its own URL, in responses and deliveries. Strict clients need exactly these spaces. */
export const topicLink = (baseUrl: string, path: TopicPath) =>
  `<${baseUrl}${HUB_PATH}>; rel="hub", <${baseUrl}${path}>; rel="self"`

/** A page of a feed: the first is at the address of the feed, a later one below it, named after what it begins with. */
export const feedPagePath = (feed: FeedName, format: FeedFormat, start: string | null) =>
  start === null ? FEED_PATHS[feed][format] : FEED_PATHS[feed][format].replace('.', `/${start}.`)

/** The page of a review. */
export const reviewUrl = (baseUrl: string, id: string) => `${baseUrl}${REVIEWS_PATH}/${id}`

type Asked = { [Name in keyof SearchArgs]?: SearchArgs[Name] | string | undefined }

/** The search with these filters, or what shows the same in another form. */
export function searchUrl(baseUrl: string, filters: Asked, path = SEARCH_PATH): string {
  const pairs = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `${baseUrl}${path}${pairs.length > 0 ? '?' : ''}${pairs.join('&')}`
}

/** The embeddable page with the content of a page; null where there is none. */
export function framePath(path: string): string | null {
  if (path === '/' || path === REVIEWS_PATH) return FRAME_PATH
  const [, id] = /^\/reviews\/(\w+)$/.exec(path) ?? []
  return id === undefined ? null : `${EMBED_PATH}/${id}`
}
