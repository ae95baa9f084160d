/** What other sites embed, and the preview they show beside links to ours. */
import { localeOf } from '../locale/locale.ts'
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import { WIDGET_PATH } from '../publish/pieces/public-paths.ts'
import { sourceName } from './base/display-format.ts'
import { widgetScript } from './base/scripts.ts'
import {
  renderEmbeddedEnd,
  renderEmbeddedReview,
  renderEmbedPage,
  renderEmbedStyle,
} from './pages/embed-pages.ts'
import { renderBadges } from './pictures/badge.ts'
import { renderFavicon } from './pictures/favicon.ts'
import { createOgImage } from './pictures/og-image.ts'

/** Rendered when the data changes. */
export const renderShared = (context: RenderContext): Document[] => [
  ...renderBadges(context),
  renderFavicon(context),
  renderEmbedPage(context),
  renderEmbedStyle(context),
  renderWidget(context),
]

/** The script begins with the words of the site's language: one request, and no words of the other languages. */
function renderWidget({ locale, aggregateRating }: RenderContext): Document {
  const { words } = localeOf(locale)
  const site = {
    locale,
    words: { ...words.widget, weekOf: words.common.weekOf },
    sources: Object.keys(aggregateRating.by_source).map(source => [source, sourceName(source)]),
  }
  return {
    path: WIDGET_PATH,
    contentType: 'text/javascript; charset=utf-8',
    isCompressedLater: true,
    body: `const SITE = ${JSON.stringify(site)}\n${widgetScript()}`,
  }
}

/** Rendered on request. */
export const createSharing = () => ({
  review: renderEmbeddedReview,
  gone: renderEmbeddedEnd,
  image: createOgImage(),
})
