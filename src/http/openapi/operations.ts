/** What the OpenAPI document says about each operation; where it is, the table of routes says. */

import { ChangesArgs, ProofArgs } from '../../model/change.ts'
import { messageOf } from '../../model/errors.ts'
import { HealthFact } from '../../model/health-fact.ts'
import { OEmbedArgs } from '../../model/oembed.ts'
import { toJsonSchema } from '../../model/scalars.ts'
import { FeedArgs, SearchArgs, SinceArgs, TableArgs } from '../../model/search.ts'
import { StatsArgs, TOO_MANY_GROUPS } from '../../model/stats.ts'
import { HubForm, OwnSubscription, SubscriptionForm } from '../../model/subscription.ts'
import { WitnessList } from '../../model/witnessing.ts'
import { NO_PAGE } from '../oembed-endpoint.ts'
import { NO_FEED_PAGE, NO_REVIEW, NO_TILE } from '../review-endpoints.ts'
import { NO_YEAR } from '../search-endpoints.ts'
import { NO_CONTACT } from '../well-known-texts.ts'
import type { Examples } from './examples.ts'
import {
  ANYTHING,
  asJson,
  asText,
  describeMcpErrors,
  inHeader,
  inPath,
  type Operation,
  objectWith,
  parametersOf,
  REVIEW_ID,
  RpcResponse,
  refTo,
  TEXT,
  URI,
} from './operation-parts.ts'

export type OperationId = keyof ReturnType<typeof operationsOf>

const SERVER_CARD = objectWith({
  name: TEXT,
  title: TEXT,
  description: { type: 'string', maxLength: 100 },
  version: TEXT,
  websiteUrl: URI,
  icons: {
    type: 'array',
    items: objectWith({ src: URI, mimeType: TEXT, sizes: { type: 'array', items: TEXT } }),
  },
  remotes: { type: 'array', items: objectWith({ type: TEXT, url: URI }) },
})

const serverCard = (x: Examples) => ({
  name: 'com.example.reviews/plumber-reviews',
  title: x.title,
  description: 'Customer reviews: search, sentiment, topics.',
  version: '1.0.0',
  websiteUrl: x.base,
  icons: [{ src: `${x.base}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }],
  remotes: [{ type: 'streamable-http', url: `${x.base}/mcp` }],
})

const OWN_SUBSCRIPTION = {
  topic: '/feed.xml',
  state: 'behind',
  verified_at: '2026-11-10T12:00:00.000Z',
  lease_seconds: 864000,
  expires_at: '2026-11-20T12:00:00.000Z',
  last_delivered_at: '2026-11-15T09:30:00.000Z',
  last_status: 503,
  failures: 1,
  next_attempt_at: '2026-11-16T20:16:00.000Z',
  attempts: [
    { at: '2026-11-16T20:15:00.000Z', status: 503 },
    { at: '2026-11-15T09:30:00.000Z', status: 204 },
  ],
}

/** Texts and schemas of the model, with examples from the published data. */
export const operationsOf = (x: Examples) =>
  ({
    getReviews: {
      tag: 'reviews',
      summary: 'All reviews',
      description: 'The business, its aggregate rating and all published reviews.',
      schema: 'ReviewsDataset',
      example: x.dataset,
    },
    getReviewsJsonl: {
      tag: 'reviews',
      summary: 'All reviews as JSON Lines',
      description:
        'The same reviews, one per line, newest first: a program can read them one by one, however many there are.',
      type: 'application/jsonl',
      example: x.lines,
    },
    getReviewsOfYear: {
      tag: 'reviews',
      summary: 'The reviews of one year',
      description:
        'The same reviews in smaller files, by the year of their date. `parts` in `/reviews.json` lists them. The ETag of a year stays the same while its reviews do.',
      parameters: [inPath('year', { type: 'integer' })],
      arguments: { year: x.year },
      schema: 'ReviewsOfYear',
      example: x.ofYear,
      errors: { not_found: NO_YEAR },
    },
    getReviewsCsv: {
      tag: 'reviews',
      summary: 'All reviews as a table',
      description:
        'The same reviews for spreadsheets (RFC 4180, UTF-8), one column per field. A cell that a spreadsheet would take for a formula begins with an apostrophe, so keep copies of `/reviews.json` instead.',
      type: 'text/csv',
      example: x.csv,
    },
    searchReviews: {
      tag: 'reviews',
      summary: 'Search',
      description:
        'Reviews that match all the given parameters, newest first unless `sort` says otherwise.',
      parameters: parametersOf(SearchArgs, 'query'),
      arguments: exampleArguments(x),
      schema: 'SearchResult',
      example: x.search,
      invalid: ['rating', 'too_big', 'must be 5 or less'],
    },
    getSearchCsv: {
      tag: 'reviews',
      summary: 'Search results as a table',
      description:
        'Everything that the search finds with these parameters, as a table with the columns of `/reviews.csv`. It takes time to make, so each client may request only a few at once.',
      parameters: parametersOf(TableArgs, 'query'),
      arguments: exampleArguments(x),
      type: 'text/csv',
      example: x.csv,
      invalid: ['rating', 'too_big', 'must be 5 or less'],
    },
    getSearchFeed: {
      tag: 'feeds',
      summary: 'Search results as an Atom feed',
      description:
        'What the search finds with these parameters, 50 reviews a page, always newest first; `sort=relevance` finds what it finds in the search. Later pages are linked (RFC 5005). Not a WebSub topic: poll it.',
      parameters: parametersOf(FeedArgs, 'query'),
      arguments: exampleArguments(x),
      type: 'application/atom+xml',
      example: '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
      invalid: ['rating', 'too_big', 'must be 5 or less'],
    },
    getStats: {
      tag: 'reviews',
      summary: 'Count reviews in groups',
      description:
        'Counts the reviews that match all filters of the search, by one or two properties. Each group has the search that finds exactly its reviews. A sentiment is about the aspect of each group, if these are grouped by aspect. At most 1,000 groups.',
      parameters: parametersOf(StatsArgs, 'query'),
      arguments: { ...exampleArguments(x), group_by: 'technician,year', sort: '-review_count' },
      schema: 'ReviewStats',
      example: {
        matched: x.reviewCount,
        average_rating: x.averageRating,
        groups: [
          {
            key: { technician: 'Ana Silva', year: 2026 },
            label: 'Ana Silva, 2026',
            review_count: 12,
            average_rating: 4.75,
            critical_count: 2,
            replied_count: 9,
            critical_replied_count: 2,
            median_reply_days: 1.5,
            search_url: `${x.base}/api/reviews/search?mentions_technician=Ana%20Silva&since=2026-01-01&until=2026-12-31`,
          },
        ],
      },
      invalid: ['group_by', 'too_big', TOO_MANY_GROUPS],
    },
    getReviewsSince: {
      tag: 'reviews',
      summary: 'Reviews since a date',
      description: 'All reviews on or after the date, newest first.',
      parameters: parametersOf(SinceArgs, 'path'),
      arguments: { date: x.date },
      schema: 'SinceResult',
      example: x.since,
      invalid: ['date', 'invalid_format', 'must be a date that exists, written YYYY-MM-DD'],
    },
    getReview: {
      tag: 'reviews',
      summary: 'One review',
      description: 'A review in its current state.',
      parameters: [inPath('id', REVIEW_ID)],
      arguments: { id: x.reviewId },
      schema: 'ReviewWithRevisions',
      example: x.review,
      invalid: ['fields', 'unknown_parameter', 'is not a parameter here; there are none'],
      responses: {
        '410': asJson(
          'The review was published here and has been removed.',
          refTo('schemas', 'Gone'),
          {
            error: 'gone',
            message: messageOf('gone'),
            tombstone: {
              seq: 2,
              op: 'gone_at_source',
              at: x.lastModified,
              review_id: x.id,
              reason: 'source_removed',
            },
          },
        ),
      },
      errors: { not_found: NO_REVIEW },
    },
    getChanges: {
      tag: 'history',
      summary: 'Changes',
      description:
        'Every change to the published reviews, oldest first: a client that applies them all ends up with the same reviews as /reviews.json. Each change includes the review in its current state, or null if it has been removed. When a link or mention changes without an edit, the last entry about the review is repeated.',
      parameters: parametersOf(ChangesArgs, 'query'),
      arguments: { cursor: '0', limit: 100 },
      schema: 'ChangesPage',
      example: { changes: [x.change], next_cursor: '1-9f86d081-1', has_more: false },
      invalid: ['cursor', 'invalid_cursor', 'must be the next_cursor of an earlier answer, or 0'],
    },
    getProof: {
      tag: 'history',
      summary: 'Proofs',
      description:
        'Proves that the log contains the last entry about a review (review_id), or that the log has only grown since it had a given size (from).',
      parameters: parametersOf(ProofArgs, 'query'),
      arguments: { review_id: x.reviewId, from: 0 },
      schema: 'LogProof',
      example: {
        review_id: x.id,
        entry: x.entry,
        leaf_index: 0,
        tree_size: 1,
        proof: [],
        opening: { seq: 1, source_key: 'example', salt: x.commitment },
        checkpoint: `${x.origin}\n1\nn4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=\n\n— ${x.origin} …\n`,
      },
      invalid: ['from', 'too_big', 'must not be more than 277'],
      errors: { not_found: 'The log has no entry about this review.' },
    },
    getCheckpoint: {
      tag: 'history',
      summary: 'Checkpoint',
      description: 'The signed head of the log (C2SP tlog-checkpoint).',
      type: 'text/plain',
      example: `${x.origin}\n1\nn4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=\n\n— ${x.origin} …\n`,
    },
    getLogKey: {
      tag: 'history',
      summary: 'Log key',
      description: 'The verifier key (C2SP signed-note).',
      type: 'text/plain',
      example: `${x.origin}+1f2e3d4c+AQ…\n`,
    },
    getWitnesses: {
      tag: 'history',
      summary: 'Witnesses',
      description:
        'Who else signed the log, at which size and when. Which witnesses count is for the client to decide: take their keys from them, not from here.',
      schema: toJsonSchema(WitnessList),
      example: { log_size: x.logSize, witnesses: [] },
    },
    getOpenings: {
      tag: 'history',
      summary: 'Openings',
      description:
        'For each published review, what is needed in addition to the review to recompute its commitment in the log.',
      schema: 'Openings',
      example: { openings: x.openings },
    },
    getTile: {
      tag: 'history',
      summary: 'Tiles',
      description:
        'Hashes of the tree, 256 per tile, or bundles of 256 entries (C2SP tlog-tiles). A published tile never changes.',
      parameters: [
        inPath('level', TEXT, 'A level of the tree, or "entries".'),
        inPath(
          'index',
          TEXT,
          'In groups of three digits: 067, x001/x234/067. A partial tile ends with .p/ and its width.',
        ),
      ],
      arguments: x.tile,
      type: 'application/octet-stream',
      schema: { type: 'string', format: 'binary' },
      example: '',
      errors: { not_found: NO_TILE },
    },
    getInsights: {
      tag: 'insights',
      summary: 'Insights',
      description: 'Sentiment, entities, topics and trend.',
      schema: 'Insights',
      example: x.insights,
    },
    getJsonFeed: {
      tag: 'feeds',
      summary: 'JSON Feed',
      description:
        'The 50 newest reviews as JSON Feed 1.1. Later pages are linked from here; only this one is a WebSub topic.',
      schema: 'JsonFeed',
      example: x.feed,
    },
    getAtomFeed: {
      tag: 'feeds',
      summary: 'Atom feed',
      description:
        'The 50 newest reviews as Atom (RFC 4287). Later pages are linked from here; only this one is a WebSub topic.',
      type: 'application/atom+xml',
      example: '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
    },
    getJsonFeedPage: {
      tag: 'feeds',
      summary: 'JSON Feed, later pages',
      description:
        '50 reviews from this one on, newest first. Follow the links of the pages: `next_url` in JSON Feed, `rel="next"` in Atom (RFC 5005).',
      parameters: [inPath('id', REVIEW_ID, 'The review that the page begins with.')],
      arguments: { id: x.reviewId },
      schema: 'JsonFeed',
      example: x.feed,
      errors: { not_found: NO_FEED_PAGE },
    },
    getAtomFeedPage: {
      tag: 'feeds',
      summary: 'Atom feed, later pages',
      description:
        '50 reviews from this one on, newest first. Follow the links of the pages: `next_url` in JSON Feed, `rel="next"` in Atom (RFC 5005).',
      parameters: [inPath('id', REVIEW_ID, 'The review that the page begins with.')],
      arguments: { id: x.reviewId },
      type: 'application/atom+xml',
      example: '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
      errors: { not_found: NO_FEED_PAGE },
    },
    getJsonChanges: {
      tag: 'feeds',
      summary: 'All changes as JSON Feed',
      description:
        'The 100 latest changes: every review that was added, edited, answered, removed or shown again, whatever its date. An entry shows the review as it is now; once a review has been removed, no entry has its name or text. As JSON Feed 1.1. Later pages are linked from here; only this one is a WebSub topic.',
      schema: 'ChangeFeed',
      example: x.changeFeed,
    },
    getAtomChanges: {
      tag: 'feeds',
      summary: 'All changes as Atom',
      description:
        'The 100 latest changes: every review that was added, edited, answered, removed or shown again, whatever its date. An entry shows the review as it is now; once a review has been removed, no entry has its name or text. As Atom (RFC 4287). Later pages are linked from here; only this one is a WebSub topic.',
      type: 'application/atom+xml',
      example: '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
    },
    getJsonChangesPage: {
      tag: 'feeds',
      summary: 'All changes as JSON Feed, later pages',
      description:
        '100 changes from this one back to the beginning of the log. Follow the links of the pages: `next_url` in JSON Feed, `rel="next"` in Atom (RFC 5005).',
      parameters: [
        inPath('seq', { type: 'integer', minimum: 1 }, 'The log entry that the page begins with.'),
      ],
      arguments: { seq: x.seq },
      schema: 'ChangeFeed',
      example: x.changeFeed,
      errors: { not_found: NO_FEED_PAGE },
    },
    getAtomChangesPage: {
      tag: 'feeds',
      summary: 'All changes as Atom, later pages',
      description:
        '100 changes from this one back to the beginning of the log. Follow the links of the pages: `next_url` in JSON Feed, `rel="next"` in Atom (RFC 5005).',
      parameters: [
        inPath('seq', { type: 'integer', minimum: 1 }, 'The log entry that the page begins with.'),
      ],
      arguments: { seq: x.seq },
      type: 'application/atom+xml',
      example: '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
      errors: { not_found: NO_FEED_PAGE },
    },
    subscribe: {
      method: 'post',
      tag: 'feeds',
      summary: 'Subscribe to changes',
      description:
        'Starts or ends a subscription to a feed or to the dataset. The callback must confirm it, and then receives the full content after every change.',
      request: {
        'application/x-www-form-urlencoded': {
          schema: toJsonSchema(HubForm),
          example: {
            'hub.mode': 'subscribe',
            'hub.topic': `${x.base}/feed.xml`,
            'hub.callback': 'https://subscriber.example/reviews?token=4hDk2',
            'hub.lease_seconds': 864000,
          },
        },
      },
      responses: {
        '202': asText(
          'Accepted; the callback is asked next.',
          'Accepted. The hub will now ask the callback to confirm.',
        ),
        '400': asText(
          'Invalid; one sentence says why.',
          'hub.mode must be subscribe or unsubscribe.',
        ),
        '405': asText('The method is not POST.', 'This is a WebSub hub.'),
        '413': asText('More than 16 KiB.', 'The request must have at most 16384 bytes.'),
        '415': asText('Not a form.', 'Send the request as application/x-www-form-urlencoded.'),
        '429': asText('Too many requests or subscriptions; see Retry-After.', 'Too many requests.'),
        '503': asText('Starting, stopping or full; see Retry-After.', 'The hub is starting.'),
      },
    },
    askAboutOwnSubscription: {
      method: 'post',
      tag: 'feeds',
      summary: 'Your own subscription',
      description:
        'For subscribers: how a subscription is doing, or the current content once more. The sender proves to know the secret of the subscription; no other credentials count.',
      request: {
        'application/x-www-form-urlencoded': {
          schema: toJsonSchema(SubscriptionForm),
          example: {
            callback: 'https://subscriber.example/reviews?token=4hDk2',
            topic: `${x.base}/feed.xml`,
            action: 'status',
            time: '1794859200',
            proof: 'b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1b5c1',
          },
        },
      },
      responses: {
        '200': asJson('The subscription.', toJsonSchema(OwnSubscription), OWN_SUBSCRIPTION),
        '202': asJson(
          'The content will be sent again.',
          toJsonSchema(OwnSubscription),
          OWN_SUBSCRIPTION,
        ),
      },
      errors: {
        invalid_action: 'The proof is valid, but the action is unknown.',
        invalid_encoding: 'Or the form is not UTF-8.',
        not_found: 'No subscription with a secret fits the proof, or the proof was used before.',
        method_not_allowed: 'The method is not POST.',
        too_large: 'More than 16 KiB.',
        unsupported_media_type: 'Not a form.',
        too_many_requests: 'Too many requests; see Retry-After.',
        unavailable: 'Starting or stopping; see Retry-After.',
      },
    },
    callMcp: {
      method: 'post',
      tag: 'agents',
      summary: 'Model Context Protocol',
      description:
        'One JSON-RPC message of MCP over Streamable HTTP, in protocol version 2026-07-28, or with initialize in 2025-11-25, 2025-06-18, 2025-03-26 and 2024-11-05. The response is JSON; only subscriptions/listen, which is off by default, returns a stream.',
      parameters: [
        inHeader('MCP-Protocol-Version', 'The protocol version.'),
        inHeader('Mcp-Method', 'From 2026-07-28 on: the method of the message.'),
        inHeader('Mcp-Name', 'From 2026-07-28 on: the tool, prompt or resource.'),
        inHeader('Mcp-Session-Id', 'Before 2026-07-28: from the response to initialize.'),
      ],
      arguments: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'search_reviews',
      },
      request: {
        'application/json': {
          schema: {
            type: 'object',
            properties: {
              jsonrpc: { type: 'string', const: '2.0' },
              id: { description: 'Absent in a notification.', type: ['string', 'number'] },
              method: TEXT,
              params: ANYTHING,
            },
            required: ['jsonrpc', 'method'],
          },
          example: {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: {
              name: 'search_reviews',
              arguments: { min_rating: 4, limit: 2 },
              _meta: {
                'io.modelcontextprotocol/protocolVersion': '2026-07-28',
                'io.modelcontextprotocol/clientInfo': { name: 'example', version: '1.0.0' },
                'io.modelcontextprotocol/clientCapabilities': {},
              },
            },
          },
        },
      },
      responses: {
        '200': {
          description: 'The result, or an error.',
          content: {
            'application/json': {
              schema: toJsonSchema(RpcResponse),
              example: {
                jsonrpc: '2.0',
                id: 1,
                result: {
                  resultType: 'complete',
                  content: [{ type: 'text', text: x.searchText }],
                  structuredContent: x.search,
                },
              },
            },
          },
          headers: { 'Mcp-Session-Id': { description: 'Only after initialize.', schema: TEXT } },
        },
        '202': { description: 'A notification was accepted; empty body.' },
      },
      rejections: describeMcpErrors(),
    },
    getServerCard: {
      tag: 'agents',
      summary: 'MCP server card',
      description:
        'The name, address, icon and protocol versions of the MCP endpoint, as a client learns them when it connects.',
      type: 'application/mcp-server-card+json',
      schema: SERVER_CARD,
      example: serverCard(x),
    },
    getRegistryEntry: {
      tag: 'agents',
      summary: 'MCP registry entry',
      description: 'The same, for the MCP registry.',
      schema: SERVER_CARD,
      example: serverCard(x),
    },
    getAiCatalog: {
      tag: 'agents',
      summary: 'AI catalog',
      description: 'Where to find the MCP server card.',
      type: 'application/ai-catalog+json',
      schema: objectWith({
        specVersion: TEXT,
        entries: {
          type: 'array',
          items: objectWith({
            identifier: TEXT,
            displayName: TEXT,
            type: TEXT,
            mediaType: {
              type: 'string',
              description: 'The same as type, for clients of earlier drafts.',
            },
            url: URI,
          }),
        },
      }),
      example: {
        specVersion: '1.0',
        entries: [
          {
            identifier: 'urn:air:reviews.example.com:mcp:plumber',
            displayName: x.title,
            type: 'application/mcp-server-card+json',
            mediaType: 'application/mcp-server-card+json',
            url: `${x.base}/mcp/server-card`,
          },
        ],
      },
    },
    getRating: {
      tag: 'sharing',
      summary: 'The rating alone',
      description:
        'Average, count and distribution of the star ratings, for a badge or widget: less than a kilobyte.',
      schema: 'RatingSummary',
      example: x.rating,
    },
    getBadge: {
      tag: 'sharing',
      summary: 'Badge',
      description:
        'The rating as a small image that follows the visitor’s color scheme; `/badge-light.svg` and `/badge-dark.svg` are always light or dark.',
      type: 'image/svg+xml',
      example: '<svg xmlns="http://www.w3.org/2000/svg">…</svg>',
    },
    getOEmbed: {
      tag: 'sharing',
      summary: 'oEmbed',
      description:
        'oEmbed 1.0: a frame with the rating and the newest reviews, or with one review.',
      parameters: parametersOf(OEmbedArgs, 'query'),
      arguments: x.embedArguments,
      schema: 'OEmbed',
      example: x.oembed,
      invalid: ['url', 'invalid_type', 'must be given'],
      errors: { not_found: NO_PAGE, not_implemented: messageOf('not_implemented') },
    },
    getOpenApi: {
      tag: 'service',
      summary: 'OpenAPI document',
      description: 'This description of the API.',
      schema: objectWith({ openapi: TEXT, info: ANYTHING, paths: ANYTHING }),
      example: { openapi: '3.1.0', info: { title: x.title }, paths: {} },
    },
    getLlmsTxt: {
      tag: 'service',
      summary: 'Overview for language models',
      description: 'What there is and where, in plain text (llmstxt.org).',
      type: 'text/plain',
      example: `# ${x.title}\n…`,
    },
    getApiCatalog: {
      tag: 'service',
      summary: 'API catalog',
      description:
        'The APIs of this service, with their descriptions and documentation (RFC 9727).',
      type: 'application/linkset+json',
      schema: objectWith({
        linkset: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              anchor: { type: 'string', format: 'uri', description: 'What the links are about.' },
            },
            required: ['anchor'],
            additionalProperties: {
              anyOf: [
                URI,
                {
                  type: 'array',
                  items: {
                    type: 'object',
                    properties: { href: URI, type: TEXT },
                    required: ['href'],
                  },
                },
              ],
            },
          },
        },
      }),
      example: { linkset: x.linkset },
    },
    getSecurityContact: {
      tag: 'service',
      summary: 'Security contact',
      description: 'Where to report a vulnerability (RFC 9116).',
      type: 'text/plain',
      example: x.security,
      errors: { not_found: NO_CONTACT },
    },
    getHealth: {
      tag: 'service',
      summary: 'Liveness',
      description: 'For load balancers and monitoring.',
      responses: {
        '200': asJson(
          'Yes.',
          objectWith({
            status: { type: 'string', const: 'ok' },
            problem: {
              description:
                'What the first of the facts with a problem says; null if there is none.',
              type: ['string', 'null'],
            },
            oldest_behind_seconds: {
              type: 'integer',
              minimum: 0,
              description: 'How long the WebSub subscriber furthest behind has been waiting.',
            },
          }),
          { status: 'ok', problem: null, oldest_behind_seconds: 0 },
        ),
        '405': refTo('responses', 'MethodNotAllowed'),
        '503': refTo('responses', 'Unavailable'),
      },
    },
    getReadiness: {
      tag: 'service',
      summary: 'Readiness',
      description: 'For load balancers and monitoring.',
      responses: {
        '200': asJson(
          'Yes.',
          objectWith({
            status: { type: 'string', const: 'ready' },
            version: {
              type: 'integer',
              minimum: 0,
              description: 'Increases with every change of the data.',
            },
            problem: {
              description:
                'What the first of the facts with a problem says; null if there is none.',
              type: ['string', 'null'],
            },
            facts: { type: 'array', items: toJsonSchema(HealthFact) },
          }),
          { status: 'ready', version: 1, problem: null, facts: [] },
        ),
        '405': refTo('responses', 'MethodNotAllowed'),
        '503': refTo('responses', 'Unavailable'),
      },
    },
  }) satisfies Record<string, Operation>

/** An example for each parameter of the search. */
const exampleArguments = (x: Examples) => ({
  rating: 5,
  min_rating: 4,
  max_rating: 2,
  since: x.oldestDate,
  until: x.newestDate,
  query: x.word,
  words: x.word,
  mentions_technician: x.technician,
  mentions_service: x.service,
  mentions_service_area: x.area,
  aspect: x.aspect,
  topic: x.topic,
  problem: x.problem,
  sentiment: 'negative',
  critical: true,
  has_reply: true,
  has_photos: false,
  edited: false,
  incentive: false,
  verification: x.level,
  language: x.language,
  read: 'no_text',
  source: x.source,
  sort: 'highest',
  evidence: true,
  limit: 2,
})
