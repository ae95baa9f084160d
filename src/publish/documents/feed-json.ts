/** The JSON Feed 1.1 document of the newest reviews. */
import type { FeedItem, JsonFeed } from '../../model/feed.ts'
import type { Review } from '../../model/review.ts'
import type { RenderContext } from '../context/render-context.ts'
import { HUB_PATH, reviewUrl } from '../pieces/public-paths.ts'
import type { Document } from './document.ts'

export function renderJsonFeed(context: RenderContext): Document {
  const { baseUrl, business, language } = context
  const feed: JsonFeed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(context),
    home_page_url: `${baseUrl}/`,
    feed_url: `${baseUrl}/api/feed.json`,
    description: feedDescription(context),
    language,
    authors: [{ name: business.name, url: business.url ?? `${baseUrl}/` }],
    hubs: [{ type: 'WebSub', url: baseUrl + HUB_PATH }],
    items: context.newest.map(review => feedItem(review, baseUrl)),
  }
  return { path: '/api/feed.json', contentType: 'application/json', body: JSON.stringify(feed) }
}

export const feedTitle = ({ business }: RenderContext) => `Reviews of ${business.name}`

export function feedDescription({ business }: RenderContext): string {
  const fictional = business.fictional ? ' This business is fictional.' : ''
  return `The newest verified customer reviews of ${business.name}.${fictional}`
}

export const itemTitle = (review: Review) =>
  `${'★'.repeat(review.rating)}${'☆'.repeat(5 - review.rating)} ${review.author}`

/** A rating without text says so: a feed reader would show an empty entry. */
export const itemText = (review: Review) =>
  review.text ?? `${review.author} gave ${review.rating} of 5 stars and wrote no text.`

function feedItem(review: Review, baseUrl: string): FeedItem {
  const url = reviewUrl(baseUrl, review.id)
  const { rating, verified, source, owner_reply, mentions } = review
  return {
    id: review.id,
    url,
    ...(review.source_url && { external_url: review.source_url }),
    title: itemTitle(review),
    content_text: itemText(review),
    date_published: `${review.date}T00:00:00Z`,
    date_modified: review.updated_at,
    authors: [{ name: review.author, ...(review.author_avatar_url && { avatar: review.author_avatar_url }) }],
    ...(review.language && { language: review.language }),
    tags: [...mentions.technicians, ...mentions.services, ...mentions.service_areas],
    _review: {
      about: `${baseUrl}/.well-known/openapi.json`,
      rating,
      verified,
      source,
      owner_reply,
      mentions,
    },
  }
}
