/** The picture that messengers and social networks show beside a link to a page. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import { OG_PATH } from '../../publish/base/public-paths.ts'
import type { Html, PageContext } from '../base/page-context.ts'
import { shareImagePath } from '../base/site-paths.ts'
import { OG_HEIGHT, OG_WIDTH } from '../pictures/og-picture.ts'

/** An error page has no path. */
export function renderShareImage(
  { baseUrl, business, locale }: PageContext,
  { path = '/', title }: { path?: string; title: string },
): Html {
  const { say, words } = localeOf(locale)
  const image = shareImagePath(path)
  const alt = image === OG_PATH ? say(words.frame.imageAlt, { business: business.name }) : title
  return html`<meta property="og:image" content="${baseUrl}${image}">
<meta property="og:image:width" content="${OG_WIDTH}">
<meta property="og:image:height" content="${OG_HEIGHT}">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary_large_image">`
}

const IMAGE = /<meta property="og:image" [\s\S]*?<meta name="twitter:card" [^>]*>/

/** The page with the picture of the home page: a static host cannot draw one for each review. */
export const withHomeImage = (context: PageContext, page: string): string =>
  page.replace(IMAGE, () => String(renderShareImage(context, { title: '' })))
