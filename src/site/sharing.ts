/** What other sites embed, and the preview they show beside links to ours. */
import { localeOf, sourceName } from '../locale/locale.ts'
import { WIDGET_PATH } from '../publish/base/public-paths.ts'
import type { RenderContext } from '../publish/context/render-context.ts'
import type { Document } from '../publish/documents/document.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { widgetScript } from './base/scripts.ts'
import * as frames from './pages/embed-pages.ts'
import { renderBadges } from './pictures/badge.ts'
import { icoOf, renderFavicon } from './pictures/favicon.ts'
import { logoFiles } from './pictures/logo.ts'
import { createPictures } from './pictures/og-image.ts'
import { siteCss } from './style/stylesheet.ts'

/** These documents are rendered when the data changes. */
export const renderShared = (context: RenderContext): Document[] => [
  ...renderBadges(context),
  renderFavicon(context),
  ...logoFiles(context.site.logo),
  frames.renderEmbedPage(context),
  ...frames.renderEmbedStyle(context),
  renderWidget(context),
]

/** The script begins with its look and the words of the site's language: one request, and no words of the other languages. */
function renderWidget({ locale, aggregateRating }: RenderContext): Document {
  const { words } = localeOf(locale)
  const site = {
    locale,
    words: { ...words.widget, weekOf: words.common.weekOf },
    sources: Object.keys(aggregateRating.by_source).map(source => [source, sourceName(source)]),
    css: siteCss('widget'),
  }
  return {
    path: WIDGET_PATH,
    contentType: 'text/javascript; charset=utf-8',
    caching: 'asset',
    body: `const SITE = ${JSON.stringify(site)}\n${widgetScript()}`,
  }
}

/** These are rendered on request. */
export function createSharing() {
  const pictures = createPictures()
  return {
    review: frames.renderEmbeddedReview,
    gone: frames.renderEmbeddedEnd,
    image: async (snapshot: Snapshot, path: string) => await pictures.share(snapshot, path),
    favicon: async (snapshot: Snapshot) => icoOf(await pictures.icon(snapshot, 'favicon')),
    touchIcon: (snapshot: Snapshot) => pictures.icon(snapshot, 'touch'),
  }
}
