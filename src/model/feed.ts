/** The JSON Feed 1.1 documents of the newest reviews and of all changes, with our `_review` and `_change` extensions. */
import { z } from 'zod'
import { ChangeOp, ChangeReason } from './change.ts'
import { Mentions, OwnerReply, Review, Verification } from './review.ts'
import { LanguageTag, ServiceUrl, Stars, Timestamp, Ulid, Url } from './scalars.ts'

const FeedAuthor = z.object({ name: z.string(), url: Url.optional(), avatar: Url.optional() })

export const FeedItem = z
  .object({
    id: Ulid,
    url: Url.describe("The review's page on this site."),
    external_url: Url.optional().describe('The permalink at the source.'),
    title: z.string(),
    content_text: z
      .string()
      .describe("The review, followed by the owner's reply. Never empty: a rating without text says so."),
    date_published: Timestamp.describe('The day of the review, at noon UTC.'),
    date_modified: Timestamp,
    authors: z.array(FeedAuthor),
    language: LanguageTag.optional(),
    tags: z.array(z.string()),
    _review: z.object({
      about: Url,
      rating: Stars,
      verified: z.boolean(),
      verification: Verification,
      incentive: Review.shape.incentive,
      source: z.string(),
      text: z.string().nullable().describe('Without the reply; null for a rating without a comment.'),
      owner_reply: OwnerReply.nullable(),
      mentions: Mentions,
    }),
  })
  .meta({ id: 'FeedItem' })
export type FeedItem = z.infer<typeof FeedItem>

export const JsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: Url,
    feed_url: Url.describe('The address of the feed, the same on all its pages.'),
    next_url: ServiceUrl.optional().describe('The next page; absent on the last.'),
    description: z.string(),
    language: LanguageTag,
    authors: z.array(FeedAuthor),
    hubs: z
      .array(z.object({ type: z.literal('WebSub'), url: Url }))
      .optional()
      .describe('On the first page, which is the WebSub topic.'),
    items: z.array(FeedItem).max(50),
    _deleted: z
      .array(z.object({ id: Ulid, at: Timestamp }))
      .optional()
      .describe(
        'On the first page: the reviews that were removed in the 90 days before the newest entry of the log. Delete your copies of them.',
      ),
  })
  .meta({ id: 'JsonFeed' })
export type JsonFeed = z.infer<typeof JsonFeed>

export const ChangeItem = FeedItem.partial({ authors: true, _review: true })
  .extend({
    id: z.string().describe('A UUID that ends with the number of the log entry.'),
    content_text: z
      .string()
      .describe(
        'The review as it is now, or what became of it: never the text of a review that was removed.',
      ),
    date_published: Timestamp.describe('When the change was recorded.'),
    date_modified: Timestamp.describe('Later if the review was removed or shown again since.'),
    _change: z.object({
      about: Url,
      seq: z.int().min(1),
      op: ChangeOp,
      review_id: Ulid,
      reason: ChangeReason.nullable(),
    }),
  })
  .meta({ id: 'ChangeItem' })
export type ChangeItem = z.infer<typeof ChangeItem>

export const ChangeFeed = JsonFeed.omit({ _deleted: true })
  .extend({ items: z.array(ChangeItem).max(100) })
  .meta({ id: 'ChangeFeed' })
export type ChangeFeed = z.infer<typeof ChangeFeed>
