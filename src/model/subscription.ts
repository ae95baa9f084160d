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

export const SubscriptionAction = z.enum(['status', 'replay'])

/** The form with which subscribers ask about their own subscription. */
export const SubscriptionForm = z.object({
  callback: z.string().describe('The callback, exactly as in the subscription request.'),
  topic: z.string().describe('The topic, as in the subscription request.'),
  action: SubscriptionAction.describe(
    'status: how the subscription is doing. replay: send the current content again.',
  ),
  time: z
    .string()
    .describe(
      'The current time, at most five minutes off: Unix seconds, or a timestamp such as 2026-11-16T20:15:00Z.',
    ),
  proof: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .describe(
      'The HMAC-SHA256, in hexadecimal, of callback, topic, action and time joined by line feeds, with the secret of the subscription as key. Each proof works once.',
    ),
})
export type SubscriptionParameter = keyof z.infer<typeof SubscriptionForm>

/** A delivery that was sent: its response, or null if there was none. */
export const DeliveryAttempt = z.object({ at: Timestamp, status: z.int().nullable() })
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>

const ATTEMPTS = z.array(DeliveryAttempt).max(10).describe('The last ten deliveries, newest first.')
const NEXT_ATTEMPT = Timestamp.nullable().describe(
  'When the next delivery is due, if the newest content has not been delivered yet.',
)

/** What subscribers see of their own subscription. */
export const OwnSubscription = z.object({
  topic: TopicPath,
  state: z.enum(['current', 'behind']).describe('Whether the newest content has been delivered.'),
  verified_at: Timestamp.describe('When the callback last confirmed the subscription.'),
  lease_seconds: Count,
  expires_at: Timestamp.describe('When the lease ends. Subscribe again before that.'),
  last_delivered_at: Timestamp.nullable(),
  last_status: z.int().nullable().describe('The status of the last response; null if there was none.'),
  failures: Count.describe('Failed deliveries in a row. The third ends the subscription.'),
  next_attempt_at: NEXT_ATTEMPT,
  attempts: ATTEMPTS,
})
export type OwnSubscription = z.infer<typeof OwnSubscription>

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
  /** Since when it has lacked the newest content. */
  behind_since: Timestamp.nullable(),
  next_attempt_at: NEXT_ATTEMPT,
  /** Until when the hub sends it nothing, because it, its host or the hub itself has an outage. */
  suspended_until: Timestamp.nullable(),
  attempts: ATTEMPTS,
})
export type Subscriber = z.infer<typeof Subscriber>
