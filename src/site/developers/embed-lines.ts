/** The lines of HTML that put the reviews on another site. */
import { localeOf } from '../../locale/locale.ts'
import { FRAME_PATH, WIDGET_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html, raw } from '../base/markup.ts'

type Site = Pick<RenderContext, 'baseUrl' | 'business' | 'locale'>

export const scriptTag = ({ baseUrl }: Pick<Site, 'baseUrl'>): string =>
  String(html`<script type="module" src="${baseUrl}${WIDGET_PATH}"></script>`)

export function widgetLine(site: Pick<Site, 'baseUrl'>, attributes: Record<string, string>): string {
  const written = Object.entries(attributes).map(([name, value]): Html => html` ${name}="${value}"`)
  return String(html`${raw(scriptTag(site))}<reviews-widget${written}></reviews-widget>`)
}

export function badgeLine({ baseUrl, business, locale }: Site, path: string): string {
  const { say, words } = localeOf(locale)
  const alt = say(words.embed.badgeAlt, { business: business.name })
  return String(html`<a href="${baseUrl}/"><img src="${baseUrl}${path}" height="40" alt="${alt}"></a>`)
}

export function frameLine({ baseUrl, business, locale }: Site): string {
  const { say, words } = localeOf(locale)
  const title = say(words.embed.frameTitle, { business: business.name })
  return String(
    html`<iframe src="${baseUrl}${FRAME_PATH}" width="560" height="540" title="${title}" loading="lazy"></iframe>`,
  )
}
