/** Describes the feeds and the WebSub hub that pushes them. */
import { z } from 'zod'
import { JsonFeed } from '../../model/feed.ts'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { HubForm } from '../../model/subscription.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { HUB_PATH } from '../../publish/pieces/public-paths.ts'
import { operation, readResponses } from './building-blocks.ts'
import { feedExample } from './examples.ts'

export function describeFeedRoutes(context: RenderContext): Json {
  return {
    '/api/feed.json': {
      get: operation('getJsonFeed', 'feeds', 'JSON Feed', 'The 50 newest reviews as JSON Feed 1.1.', {
        responses: readResponses(JsonFeed, feedExample(context)),
      }),
    },
    '/feed.xml': {
      get: operation('getAtomFeed', 'feeds', 'Atom feed', 'The 50 newest reviews as Atom (RFC 4287).', {
        responses: readResponses(
          z.string(),
          '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>',
          'application/atom+xml',
        ),
      }),
    },
    [HUB_PATH]: { post: describeHub(context) },
  }
}

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

const textResponse = (description: string, example: string): Json => ({
  description,
  content: { 'text/plain': { schema: { type: 'string' }, example } },
})

const HUB_TEXT =
  'Starts or ends a subscription to a feed or to the dataset. The callback must confirm it, and then receives the full content after every change.'
