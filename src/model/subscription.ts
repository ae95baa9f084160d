/** WebSub subscriptions: topics, requests, and what the operator sees of subscribers. */
import { z } from 'zod'
import { Count, object, Timestamp } from './scalars.ts'

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
export const HubForm = object('HubForm', {
  'hub.mode': HubMode,
  'hub.topic': z.url(),
  'hub.callback': z.url({ protocol: /^https$/ }),
  'hub.lease_seconds': z.int().min(1).optional(),
  'hub.secret': z.string().optional(),
})
export type HubParameter = keyof z.infer<typeof HubForm>

export const SubscriptionAction = z.enum(['status', 'replay'])

/** The form with which subscribers ask about their own subscription. */
export const SubscriptionForm = object('SubscriptionForm', {
  callback: z.string(),
  topic: z.string(),
  action: SubscriptionAction,
  time: z.string(),
  proof: z.string().regex(/^[0-9a-f]{64}$/i),
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
export const OwnSubscription = object('OwnSubscription', {
  topic: TopicPath,
  state: z.enum(['current', 'behind']),
  verified_at: Timestamp,
  lease_seconds: Count,
  expires_at: Timestamp,
  last_delivered_at: Timestamp.nullable(),
  last_status: z.int().nullable(),
  failures: Count,
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
