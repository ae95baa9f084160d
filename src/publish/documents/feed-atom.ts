/** The Atom feed (RFC 4287) of the newest reviews. */
import { hash } from 'node:crypto'
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { Review } from '../../model/review.ts'
import type { RenderContext } from '../context/render-context.ts'
import { HUB_PATH, reviewUrl } from '../pieces/public-paths.ts'
import type { Document } from './document.ts'
import { feedDescription, feedTitle, itemText, itemTitle } from './feed-json.ts'

export function renderAtom(context: RenderContext): Document {
  const { baseUrl, business, language, newest } = context
  const updated = distinctTimes(newest)
  const locale = localeOf(context.locale)
  const entries = newest.map((review, index) => renderEntry(locale, review, updated[index]!, baseUrl))
  const body = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(language)}">
<id>${uuidUrn(hash('sha256', `feed ${business.id}`).slice(0, 32))}</id>
<title>${escapeXml(feedTitle(context))}</title>
<subtitle>${escapeXml(feedDescription(context))}</subtitle>
<updated>${context.lastModified}</updated>
<author><name>${escapeXml(business.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(baseUrl)}/feed.xml"/>
<link rel="hub" href="${escapeXml(baseUrl + HUB_PATH)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(baseUrl)}/"/>
${entries.join('')}</feed>
`
  return { path: '/feed.xml', contentType: 'application/atom+xml', body }
}

function renderEntry(locale: Locale, review: Review, updated: string, baseUrl: string): string {
  const language = review.language ? ` xml:lang="${escapeXml(review.language)}"` : ''
  return `<entry${language}>
<id>${uuidUrn(ulidHex(review.id))}</id>
<title>${escapeXml(itemTitle(locale, review))}</title>
<link rel="alternate" type="text/html" href="${escapeXml(reviewUrl(baseUrl, review.id))}"/>
<published>${review.date}T00:00:00Z</published>
<updated>${updated}</updated>
<author><name>${escapeXml(review.author)}</name></author>
<content type="text">${escapeXml(itemText(locale, review))}</content>
</entry>
`
}

/**
 * Reviews from one import share their time, but feed readers tell entries apart by it. So the fraction of the second comes
 * from the review's id: it is distinct, and does not change when other entries come and go.
 */
function distinctTimes(newest: Review[]): string[] {
  const used = new Set<string>()
  return newest.map(({ id, updated_at }) => {
    const second = updated_at.slice(0, 19)
    let fraction = Number(BigInt(`0x${ulidHex(id)}`) % 1_000_000n)
    while (used.has(second + fraction)) fraction = (fraction + 1) % 1_000_000
    used.add(second + fraction)
    return `${second}.${String(fraction).padStart(6, '0')}Z`
  })
}

/** A ULID has 128 bits, like a UUID: the entry's id depends on the review alone, not on the host. */
const uuidUrn = (hex: string) =>
  `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')}`

function ulidHex(ulid: string): string {
  const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  let value = 0n
  for (const character of ulid) value = (value << 5n) | BigInt(digits.indexOf(character))
  return value.toString(16).padStart(32, '0')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, character => ENTITIES[character]!)
