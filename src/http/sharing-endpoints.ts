/** What other sites show, rendered per request: one review in a frame, and the link preview image. */
import { digestOf } from '../publish/pieces/content-digest.ts'
import { EMBED_PATH, HTML } from '../publish/pieces/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { bodyFrom, type Ctx, respondPage, respondWith } from './response.ts'
import { EMBED_HEADERS } from './response-headers.ts'
import { findReview, reviewNotFound } from './review-endpoints.ts'

/** Ids only: the frame with the newest reviews is beside them. */
export const EMBED_PAGE_PATH = `${EMBED_PATH}/:id{\\w{26}}`

/** How the site renders them. */
export interface Sharing {
  review(snapshot: Snapshot, review: Uint8Array): string
  gone(snapshot: Snapshot): string
  image(snapshot: Snapshot): Promise<Uint8Array>
}

/** A frame outlives its review, so it also says when the review has been removed. */
export function respondEmbedPage(c: Ctx, snapshot: Snapshot, sharing: Sharing): Response | Promise<Response> {
  const { review, tombstone } = findReview(snapshot, c.req.param('id'))
  if (!review && !tombstone) return reviewNotFound(c)
  if (!review) return respondPage(c, 410, sharing.gone(snapshot), { 'content-type': HTML, ...EMBED_HEADERS })
  const page = Buffer.from(sharing.review(snapshot, review))
  const body = { ...bodyFrom(digestOf(page), page), contentType: HTML }
  return respondWith(c, body, snapshot.lastModified, EMBED_HEADERS)
}

export async function respondOgImage(c: Ctx, snapshot: Snapshot, sharing: Sharing): Promise<Response> {
  const png = await sharing.image(snapshot)
  const body = { ...bodyFrom(digestOf(png), png), contentType: 'image/png', isCompressed: true }
  return await respondWith(c, body, snapshot.lastModified)
}
