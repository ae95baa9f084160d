/** Describes the feeds and the WebSub hub that pushes them. */
import { z } from 'zod'
import { ChangeFeed, JsonFeed } from '../../model/feed.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { Ulid } from '../../model/scalars.ts'
import { HubForm, OwnSubscription, SubscriptionForm } from '../../model/subscription.ts'
import { FEED_PATHS, feedPagePath, HUB_PATH, OWN_SUBSCRIPTION_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { ATOM } from '../../publish/documents/feed-atom.ts'
import { NO_FEED_PAGE } from '../feed-endpoints.ts'
import { errorResponse, operation, parametersOf, readResponses } from './building-blocks.ts'
import { changeFeedExample, feedExample } from './examples.ts'

export function describeFeedRoutes(context: RenderContext): Json {
  const { reviews, changes } = FEED_PATHS
  const [asFeed, asChanges] = [
    readResponses(JsonFeed, feedExample(context)),
    readResponses(ChangeFeed, changeFeedExample(context)),
  ]
  const start = parametersOf(ReviewStart, 'path', { id: context.newest[0]?.id })
  const seq = parametersOf(ChangeStart, 'path', { seq: context.logSize || undefined })
  const describe = (id: string, summary: string, text: string, responses: Json) => ({
    get: operation(id, 'feeds', summary, text, { responses }),
  })
  const describePage = (id: string, summary: string, text: string, parameters: Json[], responses: Json) => ({
    get: operation(id, 'feeds', summary, text, {
      parameters,
      responses: { ...responses, 404: errorResponse(NO_FEED_PAGE, 'not_found') },
    }),
  })
  return {
    [reviews.json]: describe('getJsonFeed', 'JSON Feed', `${NEWEST} as JSON Feed 1.1. ${PAGES}`, asFeed),
    [reviews.atom]: describe('getAtomFeed', 'Atom feed', `${NEWEST} as Atom (RFC 4287). ${PAGES}`, asAtom()),
    [feedPagePath('reviews', 'json', '{id}')]: describePage(
      'getJsonFeedPage',
      'JSON Feed, later pages',
      LATER_REVIEWS,
      start,
      asFeed,
    ),
    [feedPagePath('reviews', 'atom', '{id}')]: describePage(
      'getAtomFeedPage',
      'Atom feed, later pages',
      LATER_REVIEWS,
      start,
      asAtom(),
    ),
    [changes.json]: describe(
      'getJsonChanges',
      'All changes as JSON Feed',
      `${CHANGES} As JSON Feed 1.1. ${PAGES}`,
      asChanges,
    ),
    [changes.atom]: describe(
      'getAtomChanges',
      'All changes as Atom',
      `${CHANGES} As Atom (RFC 4287). ${PAGES}`,
      asAtom(),
    ),
    [feedPagePath('changes', 'json', '{seq}')]: describePage(
      'getJsonChangesPage',
      'All changes as JSON Feed, later pages',
      LATER_CHANGES,
      seq,
      asChanges,
    ),
    [feedPagePath('changes', 'atom', '{seq}')]: describePage(
      'getAtomChangesPage',
      'All changes as Atom, later pages',
      LATER_CHANGES,
      seq,
      asAtom(),
    ),
    [HUB_PATH]: { post: describeHub(context) },
    [OWN_SUBSCRIPTION_PATH]: { post: describeOwnSubscription(context) },
  }
}

const asAtom = () => readResponses(z.string(), '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>', ATOM)

const ReviewStart = z.object({ id: Ulid.describe('The review that the page begins with.') })
const ChangeStart = z.object({ seq: z.int().min(1).describe('The log entry that the page begins with.') })

const NEWEST = 'The 50 newest reviews'
const CHANGES =
  'The 100 latest changes: every review that was added, edited, answered, removed or shown again, whatever its date. An entry shows the review as it is now; once a review has been removed, no entry has its name or text.'
const PAGES = 'Later pages are linked from here; only this one is a WebSub topic.'
const LATER_REVIEWS =
  '50 reviews from this one on, newest first. Follow the links of the pages: `next_url` in JSON Feed, `rel="next"` in Atom (RFC 5005).'
const LATER_CHANGES =
  '100 changes from this one back to the beginning of the log. Follow the links of the pages: `next_url` in JSON Feed, `rel="next"` in Atom (RFC 5005).'

function describeHub({ baseUrl }: RenderContext): Json {
  const example = {
    'hub.mode': 'subscribe',
    'hub.topic': `${baseUrl}/feed.xml`,
    'hub.callback': 'https://subscriber.example/reviews?token=4hDk2',
    'hub.lease_seconds': 864000,
  }
  return operation('subscribe', 'feeds', 'Subscribe to changes', HUB_TEXT, {
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: toJsonSchema(HubForm), example } },
    },
    responses: {
      202: textResponse(
        'Accepted; the callback is asked next.',
        'Accepted. The hub will now ask the callback to confirm.',
      ),
      400: textResponse('Invalid; one sentence says why.', 'hub.mode must be subscribe or unsubscribe.'),
      405: textResponse('The method is not POST.', 'This is a WebSub hub.'),
      413: textResponse('More than 16 KiB.', 'The request must have at most 16384 bytes.'),
      415: textResponse('Not a form.', 'Send the request as application/x-www-form-urlencoded.'),
      429: textResponse('Too many requests or subscriptions; see Retry-After.', 'Too many requests.'),
      503: textResponse('Starting, stopping or full; see Retry-After.', 'The hub is starting.'),
    },
  })
}

function describeOwnSubscription({ baseUrl }: RenderContext): Json {
  const example: z.infer<typeof SubscriptionForm> = {
    callback: 'https://subscriber.example/reviews?token=4hDk2',
    topic: `${baseUrl}/feed.xml`,
    action: 'status',
    time: '1794859200',
    proof: 'b5c1'.repeat(16),
  }
  const response = (description: string) => ({
    description,
    content: { 'application/json': { schema: toJsonSchema(OwnSubscription), example: OWN_EXAMPLE } },
  })
  return operation('askAboutOwnSubscription', 'feeds', 'Your own subscription', OWN_TEXT, {
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: toJsonSchema(SubscriptionForm), example } },
    },
    responses: {
      200: response('The subscription.'),
      202: response('The content will be sent again.'),
      400: errorResponse('The proof is valid, but the action is unknown.', 'invalid_action'),
      404: errorResponse(
        'No subscription with a secret fits the proof, or the proof was used before.',
        'not_found',
      ),
      405: errorResponse('The method is not POST.', 'method_not_allowed'),
      413: errorResponse('More than 16 KiB.', 'too_large'),
      415: errorResponse('Not a form.', 'unsupported_media_type'),
      429: errorResponse('Too many requests; see Retry-After.', 'too_many_requests'),
      503: errorResponse('Starting or stopping; see Retry-After.', 'unavailable'),
    },
  })
}

const OWN_EXAMPLE: OwnSubscription = {
  topic: '/feed.xml',
  state: 'behind',
  verified_at: '2026-11-10T12:00:00.000Z',
  lease_seconds: 864_000,
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

const OWN_TEXT =
  'For subscribers: how a subscription is doing, or the current content once more. The sender proves to know the secret of the subscription; no other credentials count.'

const textResponse = (description: string, example: string): Json => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' }, example } },
})

const HUB_TEXT =
  'Starts or ends a subscription to a feed or to the dataset. The callback must confirm it, and then receives the full content after every change.'
