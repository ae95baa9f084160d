/**
 * Every address of the service but its pages, in one table: routing, limits, metrics, `firsthand export`, the OpenAPI document, llms.txt
 * and the API catalog follow from it. docs/contributing/route.md says how to add one.
 */
import * as paths from '../publish/base/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { AppDependencies } from './app-dependencies.ts'
import { respondChanges } from './changes-endpoint.ts'
import { respondHub, respondOwnSubscription } from './hub-endpoint.ts'
import { respondMcp } from './mcp-route.ts'
import { respondOEmbed } from './oembed-endpoint.ts'
import type { OperationId } from './openapi/operations.ts'
import * as pages from './page-endpoints.ts'
import { COST } from './rate-limit.ts'
import type { AnyResponse, Ctx } from './response.ts'
import * as reviews from './review-endpoints.ts'
import * as search from './search-endpoints.ts'
import * as sharing from './sharing-endpoints.ts'
import type { FileContext, StaticFile } from './static-file.ts'
import { respondHealth, respondReadiness } from './status-endpoints.ts'
import * as texts from './well-known-texts.ts'
import {
  isWitness,
  respondAddCheckpoint,
  respondWitness,
  respondWitnessed,
} from './witness-endpoint.ts'

export interface Route {
  /** As OpenAPI writes it: `{id}` is one segment. */
  path: string
  /** As Hono writes it, where that says more. */
  pattern?: string
  /** Responds to GET and HEAD from the Snapshot, within the limit of the client. Absent: a document of the Snapshot. */
  respond?: (c: Ctx, snapshot: Snapshot, service: AppDependencies) => AnyResponse
  /** Whether this service has it; every service does when absent. */
  isOffered?: (service: AppDependencies) => boolean
  /** Responds to every method, at any time. */
  handle?: (c: Ctx, service: AppDependencies) => AnyResponse
  /** How many requests it counts as: 1 when absent. */
  cost?: number
  /** Its description in the OpenAPI document; absent for what only browsers and one registry load. */
  operation?: OperationId
  /** What a static host can serve of it, beside documents. */
  files?: (snapshot: Snapshot, context: FileContext) => Iterable<StaticFile>
  /** Its line in llms.txt, with an address that works. */
  llms?: LlmsLine
  /** How the API catalog (RFC 9727) links to it: what it says about which address. */
  catalog?: { anchor: string; relation: string; type?: string }
}

interface LlmsLine {
  section: 'Data' | 'Feeds' | 'Agents' | 'Optional'
  title: string
  about: string
  address?: string
}

const { reviews: newest, changes } = paths.FEED_PATHS
const JSON_TYPE = 'application/json'
const ATOM_TYPE = 'application/atom+xml'
const DATASET = '/reviews.json'
const ALTERNATE = { anchor: '/', relation: 'alternate' }

export const ROUTES: Route[] = [
  {
    path: DATASET,
    operation: 'getReviews',
    llms: {
      section: 'Data',
      title: 'All reviews',
      about: 'the business, the aggregate rating and every published review',
    },
  },
  {
    path: paths.LINES_PATH,
    respond: search.respondLines,
    cost: COST.large,
    operation: 'getReviewsJsonl',
    files: search.lineFiles,
    llms: {
      section: 'Data',
      title: 'All reviews, one per line',
      about: 'the same reviews as JSON Lines; {{base}}/reviews/{year}.json has those of one year',
    },
    catalog: { anchor: DATASET, relation: 'alternate', type: 'application/jsonl' },
  },
  {
    path: paths.yearPath('{year}'),
    pattern: paths.yearPath(':file').replace('.json', '{[1-9][0-9]*[.]json}'),
    respond: search.respondYear,
    cost: COST.year,
    operation: 'getReviewsOfYear',
    files: search.yearFiles,
  },
  {
    path: paths.CSV_PATH,
    respond: search.respondCsv,
    cost: COST.large,
    operation: 'getReviewsCsv',
    files: search.csvFiles,
    llms: {
      section: 'Data',
      title: 'All reviews as a table',
      about: 'the same reviews as CSV, for spreadsheets',
    },
    catalog: { anchor: DATASET, relation: 'alternate', type: 'text/csv' },
  },
  {
    path: paths.SEARCH_PATH,
    respond: search.respondSearch,
    operation: 'searchReviews',
    llms: {
      section: 'Data',
      title: 'Search',
      about: 'parameters {{parameters}}',
      address: `${paths.SEARCH_PATH}?min_rating=4&limit=5`,
    },
  },
  {
    path: paths.SEARCH_CSV_PATH,
    respond: search.respondTable,
    cost: COST.large,
    operation: 'getSearchCsv',
    llms: {
      section: 'Data',
      title: 'Search results as a table',
      about:
        'all that the search finds, as CSV; [as an Atom feed]({{base}}/api/reviews/search.atom?rating=5)',
      address: `${paths.SEARCH_CSV_PATH}?rating=5`,
    },
  },
  { path: paths.SEARCH_FEED_PATH, respond: search.respondFeed, operation: 'getSearchFeed' },
  {
    path: paths.STATS_PATH,
    respond: search.respondStats,
    operation: 'getStats',
    llms: {
      section: 'Data',
      title: 'Counts in groups',
      about: 'the filters of the search, and group_by',
      address: `${paths.STATS_PATH}?group_by=year`,
    },
  },
  {
    path: '/api/reviews/since/{date}',
    respond: search.respondSince,
    operation: 'getReviewsSince',
    files: search.sinceFiles,
    llms: {
      section: 'Data',
      title: 'Since a date',
      about: 'every review on or after a date',
      address: '/api/reviews/since/{{date}}',
    },
  },
  {
    path: '/api/reviews/{id}',
    respond: reviews.respondReview,
    operation: 'getReview',
    files: reviews.reviewFiles,
  },
  {
    path: paths.CHANGES_PATH,
    respond: respondChanges,
    operation: 'getChanges',
    llms: {
      section: 'Data',
      title: 'Changes',
      about: 'every change since the beginning, for anyone keeping a copy',
    },
  },
  { path: '/api/log/proof', respond: reviews.respondProof, operation: 'getProof' },
  { path: '/log/checkpoint', operation: 'getCheckpoint' },
  { path: '/log/key', operation: 'getLogKey' },
  { path: '/log/witnesses', operation: 'getWitnesses' },
  { path: '/log/openings.json', operation: 'getOpenings' },
  {
    path: '/log/tile/{level}/{index}',
    pattern: '/log/tile/*',
    respond: reviews.respondTile,
    // Verifying the log means reading all of its tiles.
    cost: 0,
    operation: 'getTile',
    files: reviews.tileFiles,
  },
  {
    path: '/insights.json',
    operation: 'getInsights',
    llms: {
      section: 'Data',
      title: 'Insights',
      about: 'sentiment, technicians, services, service areas, trend',
    },
  },
  {
    path: newest.json,
    operation: 'getJsonFeed',
    llms: {
      section: 'Feeds',
      title: 'JSON Feed',
      about:
        'the 50 newest reviews; next_url leads to the others, and WebSub sends it when it changes (hub: {{base}}/api/websub/hub)',
    },
    catalog: { ...ALTERNATE, type: JSON_TYPE },
  },
  {
    path: newest.atom,
    operation: 'getAtomFeed',
    llms: { section: 'Feeds', title: 'Atom', about: 'the same' },
    catalog: { ...ALTERNATE, type: ATOM_TYPE },
  },
  { ...reviews.feedPages('reviews', 'json'), operation: 'getJsonFeedPage' },
  { ...reviews.feedPages('reviews', 'atom'), operation: 'getAtomFeedPage' },
  {
    path: changes.json,
    operation: 'getJsonChanges',
    llms: {
      section: 'Feeds',
      title: 'All changes as JSON Feed',
      about:
        'the 100 latest changes, including old reviews that were added, edited, answered or removed',
    },
    catalog: { ...ALTERNATE, type: JSON_TYPE },
  },
  {
    path: changes.atom,
    operation: 'getAtomChanges',
    llms: { section: 'Feeds', title: 'All changes as Atom', about: 'the same' },
    catalog: { ...ALTERNATE, type: ATOM_TYPE },
  },
  { ...reviews.feedPages('changes', 'json'), operation: 'getJsonChangesPage' },
  { ...reviews.feedPages('changes', 'atom'), operation: 'getAtomChangesPage' },
  { path: paths.HUB_PATH, handle: respondHub, operation: 'subscribe' },
  {
    path: paths.OWN_SUBSCRIPTION_PATH,
    handle: respondOwnSubscription,
    operation: 'askAboutOwnSubscription',
  },
  {
    path: paths.MCP_PATH,
    handle: respondMcp,
    operation: 'callMcp',
    llms: {
      section: 'Agents',
      title: 'MCP endpoint',
      about:
        'the Model Context Protocol over Streamable HTTP. All tools are read-only; start with get_insights_summary. A client needs only this address; {{base}}/developers/agents.md shows how to set up common clients',
    },
    catalog: { anchor: texts.API_CATALOG_PATH, relation: 'item' },
  },
  // The same, as some clients write it.
  { path: `${paths.MCP_PATH}/`, handle: respondMcp },
  {
    path: '/mcp/server-card',
    operation: 'getServerCard',
    llms: {
      section: 'Agents',
      title: 'Server card',
      about: 'its name, address and protocol versions',
    },
    catalog: {
      anchor: paths.MCP_PATH,
      relation: 'service-meta',
      type: 'application/mcp-server-card+json',
    },
  },
  {
    path: '/mcp/server.json',
    operation: 'getRegistryEntry',
    llms: { section: 'Agents', title: 'Registry entry', about: 'the same as server.json' },
  },
  {
    path: '/.well-known/ai-catalog.json',
    operation: 'getAiCatalog',
    llms: { section: 'Agents', title: 'AI catalog', about: 'where the card is' },
  },
  {
    path: '/rating.json',
    operation: 'getRating',
    llms: {
      section: 'Data',
      title: 'Rating',
      about: 'average, count and distribution of the star ratings, in less than a kilobyte',
    },
  },
  { path: paths.BADGE_PATH, operation: 'getBadge' },
  { path: paths.OEMBED_PATH, respond: respondOEmbed, operation: 'getOEmbed' },
  {
    path: '/.well-known/openapi.json',
    operation: 'getOpenApi',
    llms: { section: 'Data', title: 'OpenAPI 3.1', about: 'describes every endpoint' },
    catalog: { anchor: '/', relation: 'service-desc', type: JSON_TYPE },
  },
  {
    path: '/llms.txt',
    operation: 'getLlmsTxt',
    catalog: { anchor: '/', relation: 'service-meta', type: 'text/plain' },
  },
  {
    path: texts.API_CATALOG_PATH,
    operation: 'getApiCatalog',
    llms: {
      section: 'Optional',
      title: 'API catalog',
      about: 'the APIs, for programs that know only the host name',
    },
  },
  {
    path: texts.SECURITY_PATH,
    respond: texts.respondSecurity,
    operation: 'getSecurityContact',
    files: texts.securityFiles,
  },
  {
    path: '/healthz',
    handle: respondHealth,
    operation: 'getHealth',
    catalog: { anchor: '/', relation: 'status', type: JSON_TYPE },
  },
  { path: '/readyz', handle: respondReadiness, operation: 'getReadiness' },
  {
    path: '/sitemap.xml',
    llms: {
      section: 'Optional',
      title: 'Sitemap',
      about: 'the addresses of all pages and reviews',
    },
  },
  {
    path: paths.WIDGET_PATH,
    llms: {
      section: 'Optional',
      title: 'Widget',
      about: 'an element that shows the rating and reviews on other sites',
    },
  },
  { path: texts.REGISTRY_AUTH_PATH, respond: texts.respondRegistryAuth },
  { path: paths.REVIEWS_PATH, respond: pages.respondReviewsPage, cost: COST.page },
  { path: `${paths.REVIEWS_PATH}.md`, respond: pages.respondReviewsPage, cost: COST.page },
  { path: `${paths.REVIEWS_PATH}/{id}`, respond: pages.respondReviewPage, cost: COST.page },
  {
    path: `${paths.EMBED_PATH}/{id}`,
    // Ids only: the frame with the newest reviews is beside them.
    pattern: `${paths.EMBED_PATH}/:id{\\w{26}}`,
    respond: sharing.respondEmbedPage,
  },
  { path: paths.FAVICON_ICO_PATH, respond: sharing.respondFavicon },
  { path: paths.TOUCH_ICON_PATH, respond: sharing.respondTouchIcon },
  { path: paths.OG_PATH, respond: sharing.respondOgImage, cost: COST.large },
  { path: `${paths.OG_FOLDER}/*`, respond: sharing.respondOgImage, cost: COST.large },
  { path: '/witness/add-checkpoint', isOffered: isWitness, handle: respondAddCheckpoint },
  { path: '/witness', isOffered: isWitness, respond: respondWitness },
  { path: '/witness.json', isOffered: isWitness, respond: respondWitness },
  { path: '/witness/{hash}/checkpoint', isOffered: isWitness, respond: respondWitnessed },
]

/** As Hono needs it. */
export const patternOf = ({ path, pattern }: Route) =>
  pattern ?? path.replaceAll(/\{(\w+)\}/g, ':$1')
