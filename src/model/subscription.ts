/** WebSub: who is told when a topic changes, and until when. */
import { z } from 'zod'
import { Count, Timestamp } from './scalars.ts'

export const TopicPath = z.enum(['/feed.xml', '/api/feed.json', '/reviews.json'])
export type TopicPath = z.infer<typeof TopicPath>

export const HubMode = z.enum(['subscribe', 'unsubscribe'])
export type HubMode = z.infer<typeof HubMode>

/** What a subscriber sends. */
export const HubForm = z.object({
  'hub.mode': HubMode,
  'hub.topic': z.url().describe('The address of the feed or dataset to be told of.'),
  'hub.callback': z
    .url({ protocol: /^https$/ })
    .describe('Where the content is to be sent: HTTPS, on the public internet.'),
  'hub.lease_seconds': z.int().min(1).optional().describe('How long the subscription is to last.'),
  'hub.secret': z
    .string()
    .optional()
    .describe('Signs every delivery (X-Hub-Signature, HMAC with SHA-256); less than 200 bytes.'),
})
export type HubParameter = keyof z.infer<typeof HubForm>

/** What the operator may see of a subscription: the host and a hash instead of its callback. */
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
