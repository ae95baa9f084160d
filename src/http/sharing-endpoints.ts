/** What is made of the reviews for the pages of others when they ask: one review for a frame, and the picture beside links. */
import { digestOf } from '../publish/pieces/content-digest.ts'
import { EMBED_PATH, HTML } from '../publish/pieces/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { answerError, answerMade, answerPage, type Ctx, madeOf } from './response.ts'
import { EMBED_HEADERS } from './response-headers.ts'
import { findReview } from './review-endpoints.ts'

export const EMBED_PAGE_PATH = `${EMBED_PATH}/:id`

/** How the site makes them. */
export interface Sharing {
  review(snapshot: Snapshot, review: Uint8Array): string
  gone(snapshot: Snapshot): string
  image(snapshot: Snapshot): Promise<Uint8Array>
}

/** A frame stays where it was put, so the end of a review is told in it as well. */
export function answerEmbedPage(c: Ctx, snapshot: Snapshot, sharing: Sharing): Response | Promise<Response> {
  const { review, tombstone } = findReview(snapshot, c.req.param('id'))
  if (!review && !tombstone) return answerError(c, 404, 'not_found', 'There is no review with this id.')
  if (!review) return answerPage(c, 410, sharing.gone(snapshot), { 'content-type': HTML, ...EMBED_HEADERS })
  const page = Buffer.from(sharing.review(snapshot, review))
  const made = { ...madeOf(digestOf(page), page), contentType: HTML }
  return answerMade(c, made, snapshot.lastModified, EMBED_HEADERS)
}

export async function answerOgImage(c: Ctx, snapshot: Snapshot, sharing: Sharing): Promise<Response> {
  const png = await sharing.image(snapshot)
  const made = { ...madeOf(digestOf(png), png), contentType: 'image/png', isPacked: true }
  return await answerMade(c, made, snapshot.lastModified)
}
