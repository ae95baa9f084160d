/** WebSub subscriptions: topics, requests, and what the operator sees of subscribers. */
import { z } from 'zod'
import { Count, Timestamp } from './scalars.ts'

/** The one list of topics: whatever is in it is pushed, advertised and described. */
export const TopicPath = z.enum([
  '/feed.xml',
  '/api/feed.json',
  '/changes.xml',
  '/api/changes.json',
  '/reviews.json',
])
export type TopicPath = z.infer<typeof TopicPath>

export const HubMode = z.enum(['subscribe', 'unsubscribe'])
export type HubMode = z.infer<typeof HubMode>

/** The form of a subscription request. */
export const HubForm = z.object({
  'hub.mode': HubMode,
  'hub.topic': z.url().describe('The URL of the feed or dataset to subscribe to.'),
  'hub.callback': z
    .url({ protocol: /^https$/ })
    .describe('Where to send the content: an HTTPS URL on the public internet.'),
  'hub.lease_seconds': z.int().min(1).optional().describe('How long the subscription should last.'),
  'hub.secret': z
    .string()
    .optional()
    .describe('Signs every delivery (X-Hub-Signature, HMAC with SHA-256). Shorter than 200 bytes.'),
})
export type HubParameter = keyof z.infer<typeof HubForm>

/** What the operator sees of a subscription: host and hash of the callback, which is the subscriber's secret. */
export const Subscriber = z.object({
  id: z.string(),
  state: z.enum(['pending', 'active']),
  topic: TopicPath,
  callback: z.string(),
  lease_seconds: Count,
  expires_at: Timestamp.nullable(),
  failures: Count,
  last_status: z.int().nullable(),
  last_delivered_at: Timestamp.nullable(),
})
export type Subscriber = z.infer<typeof Subscriber>
