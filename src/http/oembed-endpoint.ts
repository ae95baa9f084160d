/** The oEmbed 1.0 provider: what other sites show in place of a link to this one. */
import { html } from 'hono/html'
import { localeOf } from '../locale/locale.ts'
import { type OEmbed, OEmbedArgs } from '../model/oembed.ts'
import { basePathOf, EMBED_PATH, FRAME_PATH, framePath } from '../publish/base/public-paths.ts'
import { parseReview } from '../publish/months/prepare-review.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { canonicalPath, createQueryDecoder, queryOf } from './query-string.ts'
import {
  type AnyResponse,
  bodyOf,
  type Ctx,
  respondError,
  respondInvalid,
  respondWith,
} from './response.ts'
import { findReview } from './review-endpoints.ts'

const decode = createQueryDecoder(OEmbedArgs)

export function respondOEmbed(c: Ctx, snapshot: Snapshot): AnyResponse {
  const decoded = decode(queryOf(c))
  if ('issues' in decoded) return respondInvalid(c, decoded.issues)
  if (decoded.args.format !== 'json') return respondError(c, 'not_implemented')
  const embedded = findEmbedded(snapshot, decoded.args.url)
  if (!embedded) return respondError(c, 'not_found', NO_PAGE)
  const body = bodyOf(JSON.stringify(describeOEmbed(snapshot, embedded, decoded.args)))
  return respondWith(c, body, snapshot.lastModified)
}

export const NO_PAGE = 'This site has no page at that url.'

/** A page for frames, with its preferred size. */
export type Embedded = { path: string; title: string; width: number; height: number }

const WIDTH = 560
const LIST_HEIGHT = 540
const REVIEW_HEIGHT = 300

type Named = Pick<Snapshot, 'business' | 'baseUrl' | 'locale'>

export function embeddedSite({ business, locale }: Named): Embedded {
  const { say, words } = localeOf(locale)
  const title = say(words.embed.frameTitle, { business: business.name })
  return { path: FRAME_PATH, title, width: WIDTH, height: LIST_HEIGHT }
}

function findEmbedded(snapshot: Snapshot, url: string): Embedded | null {
  const { protocol, host, pathname = '' } = URL.parse(url) ?? {}
  const folder = basePathOf(snapshot.baseUrl)
  if (!/^https?:$/.test(protocol ?? '') || host !== new URL(snapshot.baseUrl).host) return null
  if (!pathname.startsWith(`${folder}/`)) return null
  const frame = framePath(canonicalPath(pathname.slice(folder.length)))
  if (frame === null) return null
  return frame === FRAME_PATH ? embeddedSite(snapshot) : embeddedReview(snapshot, frame)
}

function embeddedReview(snapshot: Snapshot, path: string): Embedded | null {
  const { review } = findReview(snapshot, path.slice(EMBED_PATH.length + 1))
  if (!review) return null
  const { author } = parseReview(review)
  const { say, words } = localeOf(snapshot.locale)
  const title = say(words.embed.frameReview, { business: snapshot.business.name, author })
  return { path, title, width: WIDTH, height: REVIEW_HEIGHT }
}

const CACHE_SECONDS = 300

export function describeOEmbed(
  { business, baseUrl }: Named,
  embedded: Embedded,
  {
    maxwidth = Number.POSITIVE_INFINITY,
    maxheight = Number.POSITIVE_INFINITY,
  }: Partial<OEmbedArgs>,
): OEmbed {
  const { path, title } = embedded
  const width = Math.min(embedded.width, maxwidth)
  const height = Math.min(embedded.height, maxheight)
  const frame = html`<iframe src="${baseUrl}${path}" width="${width}" height="${height}" title="${title}" loading="lazy" frameborder="0" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe>`
  return {
    type: 'rich',
    version: '1.0',
    title,
    provider_name: business.name,
    provider_url: `${baseUrl}/`,
    cache_age: CACHE_SECONDS,
    html: String(frame),
    width,
    height,
  }
}
