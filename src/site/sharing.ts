/** What other sites embed, and the preview they show beside links to ours. */
import { localeOf, sourceName } from '../locale/locale.ts'
import * as paths from '../publish/base/public-paths.ts'
import type { RenderContext } from '../publish/context/render-context.ts'
import { type Document, type DocumentSet, documentAt } from '../publish/documents/document.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { widgetScript } from './base/scripts.ts'
import * as frames from './pages/embed-pages.ts'
import { renderBadges } from './pictures/badge.ts'
import { icoOf, renderFavicon } from './pictures/favicon.ts'
import { logoFiles, logoPaths } from './pictures/logo.ts'
import { createPictures } from './pictures/og-image.ts'
import { siteCss } from './style/stylesheet.ts'

export const listShared = (context: RenderContext): DocumentSet[] => [
  {
    paths: [paths.BADGE_PATH, paths.LIGHT_BADGE_PATH, paths.DARK_BADGE_PATH],
    render: () => renderBadges(context),
  },
  documentAt(paths.FAVICON_PATH, () => renderFavicon(context)),
  { paths: logoPaths(context.site.logo), render: () => logoFiles(context.site.logo) },
  documentAt(paths.FRAME_PATH, () => frames.renderEmbedPage(context)),
  { paths: [frames.STYLE_PATH], render: () => frames.renderEmbedStyle(context) },
  documentAt(paths.WIDGET_PATH, () => renderWidget(context)),
]

/** The script begins with its look and the words of the site's language: one request, and no words of the other languages. */
function renderWidget({ locale, aggregateRating }: RenderContext): Document {
  const spoken = localeOf(locale)
  const { words } = spoken
  const site = {
    locale,
    words: { ...words.widget, weekOf: words.common.weekOf, incentive: words.review.incentive },
    sources: Object.keys(aggregateRating.by_source).map(source => [
      source,
      sourceName(spoken, source),
    ]),
    css: siteCss('widget'),
  }
  return {
    path: paths.WIDGET_PATH,
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
