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
import examples from './api-examples.json' with { type: 'json' }
import texts from './api-texts.json' with { type: 'json' }
import { errorResponses, operation, parametersOf, route, textRoute } from './building-blocks.ts'
import { changeFeedExample, feedExample } from './examples.ts'

export function describeFeedRoutes(context: RenderContext): Json {
  const { reviews, changes } = FEED_PATHS
  const [feed, allChanges] = [feedExample(context), changeFeedExample(context)]
  const later = (parameters: Json[]) => ({ parameters, errors: errorResponses({ not_found: NO_FEED_PAGE }) })
  const ofReviews = later(parametersOf(ReviewStart, 'path', { id: context.newest[0]?.id }))
  const ofChanges = later(parametersOf(ChangeStart, 'path', { seq: context.logSize || undefined }))
  return {
    [reviews.json]: route('getJsonFeed', JsonFeed, feed),
    [reviews.atom]: textRoute('getAtomFeed', ATOM, ATOM_FEED),
    [feedPagePath('reviews', 'json', '{id}')]: route('getJsonFeedPage', JsonFeed, feed, ofReviews),
    [feedPagePath('reviews', 'atom', '{id}')]: textRoute('getAtomFeedPage', ATOM, ATOM_FEED, ofReviews),
    [changes.json]: route('getJsonChanges', ChangeFeed, allChanges),
    [changes.atom]: textRoute('getAtomChanges', ATOM, ATOM_FEED),
    [feedPagePath('changes', 'json', '{seq}')]: route(
      'getJsonChangesPage',
      ChangeFeed,
      allChanges,
      ofChanges,
    ),
    [feedPagePath('changes', 'atom', '{seq}')]: textRoute('getAtomChangesPage', ATOM, ATOM_FEED, ofChanges),
    [HUB_PATH]: { post: describeHub(context) },
    [OWN_SUBSCRIPTION_PATH]: { post: describeOwnSubscription(context) },
  }
}

const ATOM_FEED = '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>'

const ReviewStart = z.object({ id: Ulid.describe('The review that the page begins with.') })
const ChangeStart = z.object({ seq: z.int().min(1).describe('The log entry that the page begins with.') })

const SAMPLE_CALLBACK = 'https://subscriber.example/reviews?token=4hDk2'

function describeHub({ baseUrl }: RenderContext): Json {
  return operation('subscribe', {
    requestBody: formBody(HubForm, {
      'hub.mode': 'subscribe',
      'hub.topic': `${baseUrl}/feed.xml`,
      'hub.callback': SAMPLE_CALLBACK,
      'hub.lease_seconds': 864000,
    }),
    responses: Object.fromEntries(
      Object.entries(texts.hubResponses).map(([status, { description, example }]) => [
        status,
        { description, content: { 'text/plain': { schema: { type: 'string' }, example } } },
      ]),
    ),
  })
}

function describeOwnSubscription({ baseUrl }: RenderContext): Json {
  const content = {
    'application/json': { schema: toJsonSchema(OwnSubscription), example: examples.ownSubscription },
  }
  return operation('askAboutOwnSubscription', {
    requestBody: formBody(SubscriptionForm, {
      callback: SAMPLE_CALLBACK,
      topic: `${baseUrl}/feed.xml`,
      action: 'status',
      time: '1794859200',
      proof: 'b5c1'.repeat(16),
    }),
    responses: {
      200: { description: 'The subscription.', content },
      202: { description: 'The content will be sent again.', content },
      ...errorResponses({
        invalid_action: 'The proof is valid, but the action is unknown.',
        invalid_encoding: 'Or the form is not UTF-8.',
        not_found: 'No subscription with a secret fits the proof, or the proof was used before.',
        method_not_allowed: 'The method is not POST.',
        too_large: 'More than 16 KiB.',
        unsupported_media_type: 'Not a form.',
        too_many_requests: 'Too many requests; see Retry-After.',
        unavailable: 'Starting or stopping; see Retry-After.',
      }),
    },
  })
}

const formBody = (form: z.ZodObject, example: Json): Json => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: toJsonSchema(form), example } },
})
