/** What other sites embed, and the preview they show beside links to ours. */
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import {
  renderEmbeddedEnd,
  renderEmbeddedReview,
  renderEmbedPage,
  renderEmbedStyle,
} from './pages/embed-pages.ts'
import { renderBadge } from './pictures/badge.ts'
import { renderFavicon } from './pictures/favicon.ts'
import { createOgImage } from './pictures/og-image.ts'

/** Rendered when the data changes. */
export const renderShared = (context: RenderContext): Document[] => [
  renderBadge(context),
  renderFavicon(context),
  renderEmbedPage(context),
  renderEmbedStyle(context),
]

/** Rendered on request. */
export const createSharing = () => ({
  review: renderEmbeddedReview,
  gone: renderEmbeddedEnd,
  image: createOgImage(),
})
