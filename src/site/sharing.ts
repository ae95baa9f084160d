/** What others put on their pages, and what they show beside links to ours. */
import type { Document, Edition } from '../publish/edition.ts'
import { renderBadge } from './badge.ts'
import { renderEmbed, renderEmbeddedEnd, renderEmbeddedReview, renderEmbedStyle } from './embed.ts'
import { renderFavicon } from './favicon.ts'
import { createOgImage } from './og-image.ts'

/** Made when the data changes. */
export const renderShared = (edition: Edition): Document[] => [
  renderBadge(edition),
  renderFavicon(edition),
  renderEmbed(edition),
  renderEmbedStyle(edition),
]

/** Made when somebody asks. */
export const createSharing = () => ({
  review: renderEmbeddedReview,
  gone: renderEmbeddedEnd,
  image: createOgImage(),
})
