/** What other sites and systems show, rendered per request: one review in a frame, share images, and icons. */
import * as paths from '../publish/base/public-paths.ts'
import type { Caching } from '../publish/documents/document.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { canonicalPath } from './query-string.ts'
import {
  type AnyResponse,
  bodyOf,
  type Ctx,
  respond,
  respondError,
  respondWith,
} from './response.ts'
import { CACHE_CONTROL, EMBED_HEADERS } from './response-headers.ts'
import { findReview, reviewNotFound } from './review-endpoints.ts'

export const respondFavicon = respondIcon('favicon', 'image/x-icon')
export const respondTouchIcon = respondIcon('touchIcon', 'image/png')

/** How the site renders them. */
export interface Sharing {
  review(snapshot: Snapshot, review: Uint8Array): string
  gone(snapshot: Snapshot): string
  /** The share image of a page; null where there is no such page. */
  image(snapshot: Snapshot, path: string): Promise<Uint8Array | null>
  favicon(snapshot: Snapshot): Promise<Uint8Array>
  touchIcon(snapshot: Snapshot): Promise<Uint8Array>
}

/** A frame outlives its review, so it also says when the review has been removed. */
export function respondEmbedPage(
  c: Ctx,
  snapshot: Snapshot,
  { sharing }: { sharing: Sharing },
): AnyResponse {
  const { review, tombstone } = findReview(snapshot, c.req.param('id'))
  if (!review && !tombstone) return reviewNotFound(c)
  if (!review)
    return respond(c, 410, sharing.gone(snapshot), { 'content-type': paths.HTML, ...EMBED_HEADERS })
  const body = bodyOf(sharing.review(snapshot, review), { contentType: paths.HTML })
  return respondWith(c, body, snapshot.lastModified, EMBED_HEADERS)
}

export const NO_IMAGE = 'No page has a share image at this address.'

/** /og.png belongs to the home page, /og/reviews.png to /reviews. An address that names no page draws nothing. */
export async function respondOgImage(
  c: Ctx,
  snapshot: Snapshot,
  { sharing }: { sharing: Sharing },
) {
  const [, path] = /^\/og(|\/.+)\.png$/.exec(canonicalPath(c.req.path)) ?? []
  const image = path === undefined ? null : await sharing.image(snapshot, path || '/')
  if (image !== null) return await respondPicture(c, snapshot, image, 'image/png', cachingOf(path!))
  const { tombstone } = findReview(snapshot, path?.slice(`${paths.REVIEWS_PATH}/`.length))
  return tombstone ? respondError(c, 'gone') : respondError(c, 'not_found', NO_IMAGE)
}

/** Only the picture of a single review quotes it. */
const cachingOf = (path: string): Caching =>
  path.startsWith(`${paths.REVIEWS_PATH}/`) ? 'reviews' : 'figures'

function respondIcon(icon: 'favicon' | 'touchIcon', type: string) {
  return async (c: Ctx, snapshot: Snapshot, { sharing }: { sharing: Sharing }) =>
    await respondPicture(c, snapshot, await sharing[icon](snapshot), type, 'asset')
}

async function respondPicture(
  c: Ctx,
  { lastModified }: Snapshot,
  image: Uint8Array,
  contentType: string,
  caching: Caching,
): Promise<Response> {
  const body = bodyOf(image, { contentType, isCompressed: true })
  return await respondWith(c, body, lastModified, { 'cache-control': CACHE_CONTROL[caching] })
}
