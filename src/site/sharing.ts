/** What other sites embed, and the preview they show beside links to ours. */
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import {
  renderEmbeddedEnd,
  renderEmbeddedReview,
  renderEmbedPage,
  renderEmbedStyle,
} from './pages/embed-pages.ts'
import { renderBadge } from './pictures/badge.ts'
import { icoOf, renderFavicon } from './pictures/favicon.ts'
import { createPictures, TooManyPictures } from './pictures/og-image.ts'

/** Rendered when the data changes. */
export const renderShared = (context: RenderContext): Document[] => [
  renderBadge(context),
  renderFavicon(context),
  renderEmbedPage(context),
  ...renderEmbedStyle(context),
]

/** Rendered on request. */
export function createSharing(pictures = createPictures()) {
  return {
    review: renderEmbeddedReview,
    gone: renderEmbeddedEnd,
    image: (snapshot: Snapshot, path: string) => unlessBusy(async () => await pictures.share(snapshot, path)),
    favicon: (snapshot: Snapshot) => unlessBusy(async () => icoOf(await pictures.icon(snapshot, 'favicon'))),
    touchIcon: (snapshot: Snapshot) => unlessBusy(() => pictures.icon(snapshot, 'touch')),
  }
}

async function unlessBusy<T>(draw: () => Promise<T>): Promise<T | 'busy'> {
  try {
    return await draw()
  } catch (error) {
    if (error instanceof TooManyPictures) return 'busy'
    throw error
  }
}
