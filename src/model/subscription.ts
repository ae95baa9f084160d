/** A WebSub subscription: who is told when a topic changes, and until when. */
import { z } from 'zod'
import { Timestamp } from './scalars.ts'

export const TopicPath = z.enum(['/feed.xml', '/api/feed.json', '/reviews.json'])
export type TopicPath = z.infer<typeof TopicPath>

export const Subscription = z.object({
  topic: TopicPath,
  callback: z.url({ protocol: /^https$/ }),
  lease_seconds: z.int().min(1),
  expires_at: Timestamp,
})
export type Subscription = z.infer<typeof Subscription>
