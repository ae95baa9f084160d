/** The JSON Feed 1.1 document of the newest reviews. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { FeedItem, JsonFeed } from '../../model/feed.ts'
import type { Review } from '../../model/review.ts'
import type { RenderContext } from '../context/render-context.ts'
import { HUB_PATH, reviewUrl } from '../pieces/public-paths.ts'
import type { Document } from './document.ts'

export function renderJsonFeed(context: RenderContext): Document {
  const { baseUrl, business, language } = context
  const locale = localeOf(context.locale)
  const feed: JsonFeed = {
    version: 'https://jsonfeed.org/version/1.1',
    title: feedTitle(context),
    home_page_url: `${baseUrl}/`,
    feed_url: `${baseUrl}/api/feed.json`,
    description: feedDescription(context),
    language,
    authors: [{ name: business.name, url: business.url ?? `${baseUrl}/` }],
    hubs: [{ type: 'WebSub', url: baseUrl + HUB_PATH }],
    items: context.newest.map(review => feedItem(locale, review, baseUrl)),
  }
  return { path: '/api/feed.json', contentType: 'application/json', body: JSON.stringify(feed) }
}

export function feedTitle({ business, locale }: RenderContext): string {
  const { words, say } = localeOf(locale)
  return say(words.feeds.title, { business: business.name })
}

export function feedDescription({ business, locale }: RenderContext): string {
  const { words, say } = localeOf(locale)
  const description = say(words.feeds.description, { business: business.name })
  return business.fictional ? `${description} ${words.feeds.fictional}` : description
}

/** Enough to tell what the review is about in a list of titles. */
const TITLE_LETTERS = 80

/** The stars, who wrote it and the first words: ★★★★☆ Abdi Warsame: Came on time and … */
export function itemTitle({ words, say }: Locale, { rating, author, text }: Review): string {
  const stars = '★'.repeat(rating) + '☆'.repeat(5 - rating)
  if (text === null) return say(words.feeds.itemWithoutText, { stars, author })
  return say(words.feeds.item, { stars, author, words: firstWords(text, TITLE_LETTERS) })
}

/** In one line, cut between words. */
function firstWords(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** A rating without text says so: a feed reader would show an empty entry. */
export const itemText = ({ words }: Locale, { text }: Review) => text ?? words.feeds.noText

function feedItem(locale: Locale, review: Review, baseUrl: string): FeedItem {
  const url = reviewUrl(baseUrl, review.id)
  const { rating, verified, source, owner_reply, mentions } = review
  return {
    id: review.id,
    url,
    ...(review.source_url && { external_url: review.source_url }),
    title: itemTitle(locale, review),
    content_text: itemText(locale, review),
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
