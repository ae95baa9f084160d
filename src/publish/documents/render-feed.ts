/** Renders a page of a feed as JSON Feed 1.1 and as Atom (RFC 4287). */
import { hash } from 'node:crypto'
import { type Locale, localeOf, originLabel, sourceLabel } from '../../locale/locale.ts'
import type { Business } from '../../model/business.ts'
import type { ChangeFeed, ChangeItem, FeedItem, JsonFeed } from '../../model/feed.ts'
import type { Review } from '../../model/review.ts'
import {
  FEED_PATHS,
  type FeedName,
  feedPagePath,
  HUB_PATH,
  reviewUrl,
} from '../base/public-paths.ts'
import type { Document } from './document.ts'
import {
  type FeedContext,
  type FeedEntry,
  textForReaders,
  uuidUrn,
  writeStars,
} from './feed-entries.ts'
import type { DeletedEntry, FeedPage, PageLinks } from './feed-page.ts'

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

export const ATOM = 'application/atom+xml'

export function renderAtom(context: FeedContext, page: FeedPage): Document {
  const { baseUrl, business, locale } = context
  const { feed, start, entries, deleted = [], updated, list } = page
  const times = distinctTimes(entries)
  const path = pathIn(page, start)
  const name = list?.pathOf(null) ?? (feed === 'reviews' ? 'feed' : feed)
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"${deleted.length > 0 ? ' xmlns:at="http://purl.org/atompub/tombstones/1.0"' : ''} xml:lang="${locale}">
<id>${uuidUrn(hash('sha256', `${name} ${business.id}`).slice(0, 32))}</id>
<title>${escapeXml(list?.title || feedTitle(context, feed))}</title>
<subtitle>${escapeXml(feedDescription(context, feed))}</subtitle>
<updated>${updated}</updated>
<author><name>${escapeXml(business.name)}</name></author>
<link rel="self" type="${ATOM}" href="${escapeXml(baseUrl + path)}"/>
${start === null && !list ? `<link rel="hub" href="${escapeXml(baseUrl + HUB_PATH)}"/>\n` : ''}<link rel="alternate" type="text/html" href="${escapeXml(baseUrl + (list?.page ?? '/'))}"/>
${renderPaging(page, baseUrl)}${entries.map((entry, index) => renderEntry(context, entry, times[index]!)).join('')}${deleted.map(renderTombstone).join('')}</feed>
`
  return { path, contentType: ATOM, body }
}

const pathIn = ({ feed, list }: FeedPage, start: FeedPage['start']) =>
  list?.pathOf(start) ?? feedPagePath(feed, 'atom', start)

const RELATIONS = ['first', 'previous', 'next', 'last'] as const satisfies (keyof PageLinks)[]

/** RFC 5005 §3. */
function renderPaging(page: FeedPage, baseUrl: string): string {
  const found = RELATIONS.flatMap(relation => {
    const start = page.links[relation]
    return start === undefined ? [] : [[relation, pathIn(page, start)]]
  })
  return found
    .map(
      ([relation, path]) =>
        `<link rel="${relation}" type="${ATOM}" href="${escapeXml(baseUrl + path)}"/>\n`,
    )
    .join('')
}

/** RFC 6721. */
const renderTombstone = ({ ids, at }: DeletedEntry) =>
  `<at:deleted-entry ref="${ids.atom}" when="${at}"/>\n`

function renderEntry(context: FeedContext, entry: FeedEntry, updated: string): string {
  const { ids, reviewId, title, published, review } = entry
  const language = review?.language ? ` xml:lang="${escapeXml(review.language)}"` : ''
  const author = review ? `<author><name>${escapeXml(review.author)}</name></author>\n` : ''
  // Feed readers show links to the source only in the content; this one is for programs.
  const via = review?.source_url ? `<link rel="via" href="${escapeXml(review.source_url)}"/>\n` : ''
  return `<entry${language}>
<id>${ids.atom}</id>
<title>${escapeXml(title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(reviewUrl(context.baseUrl, reviewId))}"/>
${via}<published>${published}</published>
<updated>${updated}</updated>
${author}${renderCategories(context, entry)}<content type="html">${escapeXml(renderContent(context, entry))}</content>
</entry>
`
}

type Category = { scheme?: string; term: string; label: string }

const RATING_SCHEME = 'https://schema.org/ratingValue'

/** Feed readers show the labels. */
function renderCategories(context: FeedContext, { review, change }: FeedEntry): string {
  const locale = localeOf(context.locale)
  const categories = [
    ...(change ? [{ term: change.op, label: locale.words.feeds.changes[change.op] }] : []),
    ...(review ? categoriesOf(locale, context.business, review) : []),
  ]
  return categories
    .map(({ scheme, term, label }: Category) => {
      const from = scheme ? `scheme="${scheme}" ` : ''
      return `<category ${from}term="${escapeXml(term)}" label="${escapeXml(label)}"/>\n`
    })
    .join('')
}

function categoriesOf(
  locale: Locale,
  { services, service_areas }: Business,
  { rating, source, mentions }: Review,
): Category[] {
  const labelOf = (list: { id: string; label: string }[], id: string) =>
    list.find(one => one.id === id)?.label ?? id
  return [
    { scheme: RATING_SCHEME, term: String(rating), label: ratingInWords(locale, rating) },
    { term: source, label: sourceLabel(locale, source) },
    ...mentions.technicians.map(name => ({ term: name, label: name })),
    ...mentions.services.map(id => ({ term: id, label: labelOf(services, id) })),
    ...mentions.service_areas.map(id => ({ term: id, label: labelOf(service_areas, id) })),
  ]
}

const ratingInWords = ({ words, say }: Locale, rating: number) =>
  say(words.common.ratingOfFive, { rating })

/** As HTML: feed readers join the lines of a plain text. */
function renderContent(context: FeedContext, { review, text }: FeedEntry): string {
  if (!review) return paragraphs(text)
  const locale = localeOf(context.locale)
  const { rating, source_url, owner_reply } = review
  const origin = escapeHtml(originLabel(locale, review))
  return [
    `<p>${writeStars(rating)} ${escapeHtml(ratingInWords(locale, rating))}</p>`,
    paragraphs(textForReaders(locale, review)),
    owner_reply ? `<blockquote>${renderReply(locale, context, owner_reply)}</blockquote>` : '',
    source_url ? `<p><a href="${escapeHtml(source_url)}">${origin}</a></p>` : `<p>${origin}</p>`,
  ].join('')
}

function renderReply(
  { words, say, date }: Locale,
  { business }: FeedContext,
  reply: NonNullable<Review['owner_reply']>,
): string {
  const heading = say(words.review.replyFrom, { business: business.name, date: date(reply.date) })
  return `<p><strong>${escapeHtml(heading)}</strong></p>${paragraphs(reply.text)}`
}

const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map(paragraph => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')

/**
 * Entries from one import share their time, but feed readers tell entries apart by it. So the fraction of the second comes
 * from the entry's id: it is distinct, and does not change when other entries come and go.
 */
function distinctTimes(entries: FeedEntry[]): string[] {
  const used = new Set<string>()
  return entries.map(({ updated, number }) => {
    const second = updated.slice(0, 19)
    let fraction = number
    while (used.has(second + fraction)) fraction = (fraction + 1) % 1_000_000
    used.add(second + fraction)
    return `${second}.${String(fraction).padStart(6, '0')}Z`
  })
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
export const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, character => ENTITIES[character]!)
/** HTML 4 has no name for the apostrophe. */
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, character => ENTITIES[character]!)
