/** The JSON Feed 1.1 documents of the newest reviews and of all changes, with our `_review` and `_change` extensions. */
import { z } from 'zod'
import { ChangeOp, ChangeReason } from './change.ts'
import { Mentions, OwnerReply, Review, Verification } from './review.ts'
import { LanguageTag, named, object, ServiceUrl, Stars, Timestamp, Ulid, Url } from './scalars.ts'

const FeedAuthor = z.object({ name: z.string(), url: Url.optional(), avatar: Url.optional() })

export const FeedItem = named('FeedItem', {
  id: Ulid,
  url: Url,
  external_url: Url.optional(),
  title: z.string(),
  content_text: z.string(),
  date_published: Timestamp,
  date_modified: Timestamp,
  authors: z.array(FeedAuthor),
  language: LanguageTag.optional(),
  tags: z.array(z.string()),
  _review: object('FeedItem._review', {
    about: Url,
    rating: Stars,
    verified: z.boolean(),
    verification: Verification,
    incentive: Review.shape.incentive,
    source: z.string(),
    text: z.string().nullable(),
    owner_reply: OwnerReply.nullable(),
    mentions: Mentions,
  }),
})
export type FeedItem = z.infer<typeof FeedItem>

export const JsonFeed = named('JsonFeed', {
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: Url,
  feed_url: Url,
  next_url: ServiceUrl.optional(),
  description: z.string(),
  language: LanguageTag,
  authors: z.array(FeedAuthor),
  hubs: z.array(z.object({ type: z.literal('WebSub'), url: Url })).optional(),
  items: z.array(FeedItem).max(50),
  _deleted: z.array(z.object({ id: Ulid, at: Timestamp })).optional(),
})
export type JsonFeed = z.infer<typeof JsonFeed>

export const ChangeItem = named('ChangeItem', {
  ...FeedItem.partial({ authors: true, _review: true }).shape,
  id: z.string(),
  content_text: z.string(),
  date_published: Timestamp,
  date_modified: Timestamp,
  _change: z.object({
    about: Url,
    seq: z.int().min(1),
    op: ChangeOp,
    review_id: Ulid,
    reason: ChangeReason.nullable(),
  }),
})
export type ChangeItem = z.infer<typeof ChangeItem>

export const ChangeFeed = JsonFeed.omit({ _deleted: true })
  .extend({ items: z.array(ChangeItem).max(100) })
  .meta({ id: 'ChangeFeed' })
export type ChangeFeed = z.infer<typeof ChangeFeed>
