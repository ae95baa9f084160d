/** Renders a page of a feed as JSON Feed 1.1. */
import { localeOf } from '../../locale/locale.ts'
import type { ChangeFeed, ChangeItem, FeedItem, JsonFeed } from '../../model/feed.ts'
import type { Review } from '../../model/review.ts'
import { FEED_PATHS, type FeedName, feedPagePath, HUB_PATH, reviewUrl } from '../base/public-paths.ts'
import type { Document } from './document.ts'
import type { FeedContext, FeedEntry } from './feed-entries.ts'
import type { FeedPage } from './feed-page.ts'

export const renderJsonFeed = (context: FeedContext, page: FeedPage): Document => ({
  path: feedPagePath(page.feed, 'json', page.start),
  contentType: 'application/json',
  body: JSON.stringify(describeFeed(context, page)),
})

/** Only the first page is a topic: later ones name no hub. */
export function describeFeed(context: FeedContext, page: FeedPage): JsonFeed | ChangeFeed {
  const { baseUrl, business, locale } = context
  const { feed, start, links, entries, deleted } = page
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(context, feed),
    home_page_url: `${baseUrl}/`,
    feed_url: baseUrl + FEED_PATHS[feed].json,
    ...(links.next && { next_url: baseUrl + feedPagePath(feed, 'json', links.next) }),
    description: feedDescription(context, feed),
    language: locale,
    authors: [{ name: business.name, url: business.url ?? `${baseUrl}/` }],
    ...(start === null && { hubs: [{ type: 'WebSub' as const, url: baseUrl + HUB_PATH }] }),
    items: entries.map(entry => describeItem(entry, baseUrl)) as FeedItem[] | ChangeItem[],
    ...(deleted && { _deleted: deleted.map(({ ids, at }) => ({ id: ids.json, at })) }),
  } as JsonFeed | ChangeFeed
}

export function feedTitle({ business, locale }: FeedContext, feed: FeedName): string {
  const { words, say } = localeOf(locale)
  const title = feed === 'reviews' ? words.feeds.title : words.feeds.changesTitle
  return say(title, { business: business.name })
}

export function feedDescription({ business, locale }: FeedContext, feed: FeedName): string {
  const { words, say } = localeOf(locale)
  const template = feed === 'reviews' ? words.feeds.description : words.feeds.changesDescription
  const description = say(template, { business: business.name })
  return business.fictional ? `${description} ${words.feeds.fictional}` : description
}

function describeItem(entry: FeedEntry, baseUrl: string): FeedItem | ChangeItem {
  const { ids, reviewId, title, text, published, updated, review, change } = entry
  const about = `${baseUrl}/.well-known/openapi.json`
  const item = {
    id: ids.json,
    url: reviewUrl(baseUrl, reviewId),
    ...(review?.source_url && { external_url: review.source_url }),
    title,
    content_text: text,
    date_published: published,
    date_modified: updated,
    ...(review && { authors: [authorOf(review)] }),
    ...(review?.language && { language: review.language }),
    tags: review ? mentionsOf(review) : [],
    ...(review && { _review: { about, ...detailsOf(review) } }),
  }
  if (!change) return item as FeedItem
  const { seq, op, review_id, reason } = change
  return { ...item, _change: { about, seq, op, review_id, reason } }
}

const authorOf = ({ author, author_avatar_url }: Review) => ({
  name: author,
  ...(author_avatar_url && { avatar: author_avatar_url }),
})

const mentionsOf = ({ mentions }: Review) => [
  ...mentions.technicians,
  ...mentions.services,
  ...mentions.service_areas,
]

const detailsOf = (review: Review) => {
  const { rating, verified, verification, incentive, source, text, owner_reply, mentions } = review
  return { rating, verified, verification, incentive, source, text, owner_reply, mentions }
}
