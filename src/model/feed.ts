/** The JSON Feed 1.1 document of the newest reviews, with our `_review` extension. */
import { z } from 'zod'
import { Mentions, OwnerReply } from './review.ts'
import { LanguageTag, Stars, Timestamp, Ulid, Url } from './scalars.ts'

const FeedAuthor = z.object({ name: z.string(), url: Url.optional(), avatar: Url.optional() })

export const FeedItem = z
  .object({
    id: Ulid,
    url: Url.describe("The review's page on this site."),
    external_url: Url.optional().describe('The permalink at the source.'),
    title: z.string(),
    content_text: z.string().describe('Never empty: a rating without text says so.'),
    date_published: Timestamp,
    date_modified: Timestamp,
    authors: z.array(FeedAuthor),
    language: LanguageTag.optional(),
    tags: z.array(z.string()),
    _review: z.object({
      about: Url,
      rating: Stars,
      verified: z.boolean(),
      source: z.string(),
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
    feed_url: Url,
    description: z.string(),
    language: LanguageTag,
    authors: z.array(FeedAuthor),
    hubs: z.array(z.object({ type: z.literal('WebSub'), url: Url })),
    items: z.array(FeedItem).max(50),
  })
  .meta({ id: 'JsonFeed' })
export type JsonFeed = z.infer<typeof JsonFeed>
