/** What surrounds the content of every page. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import { reviewSites } from '../../model/business.ts'
import * as paths from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html, linkBelow, type PageContext, renderDocument } from '../base/markup.ts'
import { FOLDERS, HIGHLIGHTS_PATH, markdownPath, shareImagePath } from '../base/site-paths.ts'
import { renderLogo } from '../pictures/logo.ts'
import { OG_HEIGHT, OG_WIDTH } from '../pictures/og-picture.ts'
import { DARK, LIGHT, stylesheetPath } from '../style/stylesheet.ts'
import { postalAddress, renderPhone } from './contact.ts'
import { breadcrumbLd, renderLd } from './linked-data.ts'
import { LIMITS_PATH, renderRemoved } from './trust-labels.ts'

export interface Page {
  path: string
  title: string
  /** Its name in the breadcrumbs; the title when absent. */
  crumb?: string
  /** For search engines and previews: one or two sentences. */
  description: string
  /** Additions to the head: scripts, structured data. */
  head?: Html
  /** Set when the page is a view of another, such as a filtered list. */
  isView?: boolean
  content: Html
}

/** A page that is rendered when somebody asks for its path. */
export type PageAt = [path: string, page: () => Page]

/** An error page has no path. */
export type PerhapsPlaced = Omit<Page, 'path'> & Partial<Page>

/** A page also says whether anything was removed. */
type FrameContext = PageContext & Pick<RenderContext, 'history'>

export function renderPage(house: FrameContext, page: PerhapsPlaced): string {
  const { business } = house
  const locale = localeOf(house.locale)
  const { skip, fictional } = locale.words.frame
  const document = renderDocument(
    house.locale,
    renderHead(house, page),
    html`<a class="skip" href="#main">${skip}</a>
<header>
${business.fictional ? html`<p class="notice" role="note">${fictional}</p>` : ''}
${renderTop(house, locale, page.path)}
</header>
<main id="main" tabindex="-1">
${page.content}
</main>
${renderFooter(house, locale)}`,
  )
  return linkBelow(house.baseUrl, document)
}

function renderHead(context: PageContext, page: PerhapsPlaced): Html {
  const { baseUrl, business } = context
  const { path, title, description, head, isView } = page
  const { jsonChanges, atomChanges } = localeOf(context.locale).words.frame
  // A view is not a duplicate of the page it is a view of (RFC 6596 §3).
  const place = isView || !path ? null : `${baseUrl}${path}`
  return html`<title>${title}</title>
<meta name="description" content="${description}">
${isView ? html`<meta name="robots" content="noindex, follow">\n` : ''}${place ? html`<link rel="canonical" href="${place}">\n` : ''}<link rel="stylesheet" href="${stylesheetPath(context)}">
<link rel="icon" href="${paths.FAVICON_ICO_PATH}" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="${paths.FAVICON_PATH}" sizes="any">
<link rel="apple-touch-icon" href="${paths.TOUCH_ICON_PATH}">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${LIGHT.page}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${DARK.page}">
<link rel="alternate" type="application/feed+json" title="JSON Feed" hreflang="${context.locale}" href="${paths.FEED_PATHS.reviews.json}">
<link rel="alternate" type="application/atom+xml" title="Atom" hreflang="${context.locale}" href="${paths.FEED_PATHS.reviews.atom}">
<link rel="alternate" type="application/feed+json" title="${jsonChanges}" hreflang="${context.locale}" href="${paths.FEED_PATHS.changes.json}">
<link rel="alternate" type="application/atom+xml" title="${atomChanges}" hreflang="${context.locale}" href="${paths.FEED_PATHS.changes.atom}">
${place ? html`<link rel="alternate" type="text/markdown" hreflang="${context.locale}" href="${markdownPath(path!)}">\n` : ''}${place && paths.framePath(path!) ? html`${oembedLink(baseUrl, path!)}\n` : ''}<meta property="og:type" content="website">
<meta property="og:site_name" content="${business.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${place ? html`<meta property="og:url" content="${place}">\n` : ''}${renderShareImage(context, title, path)}
${place && path !== '/' ? html`${renderLd(breadcrumbLd(context, path!, page.crumb ?? title))}\n` : ''}${head ?? ''}`
}

type Link = [path: string, text: string]

/** The home page has the name as its heading, so it does not repeat it here. */
function renderTop({ business, site }: PageContext, { words }: Locale, path?: string): Html {
  const { frame, highlights } = words
  const roster: Link[] = [
    [FOLDERS.technicians, business.technicians.length > 0 ? site.labels.technician.many : ''],
    [FOLDERS.services, business.services.length > 0 ? site.labels.service.many : ''],
  ]
  const links: Link[] = [
    [paths.REVIEWS_PATH, frame.reviews],
    [HIGHLIGHTS_PATH, highlights.name],
    ...roster.filter(([, name]) => name !== ''),
    ['/policy', frame.trust],
  ]
  const isHere = (target: string) => path === target || path?.startsWith(`${target}/`)
  return html`<div class="top">
${path === '/' ? '' : html`<a class="brand" href="/">${renderLogo(site.logo)}${business.name}</a>`}
<nav aria-label="${frame.pages}"><ul>
${links.map(([target, text]) => html`<li><a href="${target}"${isHere(target) ? html` aria-current="${path === target ? 'page' : 'true'}"` : ''}>${text}</a></li>\n`)}</ul></nav>
</div>`
}

function renderFooter({ business, history }: FrameContext, locale: Locale): Html {
  const { frame, embed, home } = locale.words
  const links: Link[] = [
    ...(reviewSites(business).length > 0
      ? [[paths.REVIEW_US_PATH, home.writeReview] satisfies Link]
      : []),
    [paths.EMBED_PATH, embed.link],
    ['/developers', frame.developers],
    ['/policy', frame.trust],
    [paths.FEED_PATHS.reviews.json, frame.jsonFeed],
    [paths.FEED_PATHS.reviews.atom, frame.atomFeed],
    ['/reviews.json', frame.download],
  ]
  return html`<footer class="bottom">
<p class="who">${business.url ? html`<a href="${business.url}">${business.name}</a>` : html`<span>${business.name}</span>`}${business.telephone ? html` ${renderPhone(business.telephone)}` : ''}${postalAddress(business) ? html` <span>${postalAddress(business)}</span>` : ''}</p>
<nav aria-label="${frame.more}"><ul>
${links.map(([target, text]) => html`<li><a href="${target}">${text}</a></li>\n`)}</ul></nav>
<p class="muted">${frame.published}${history.log_began_at ? html` ${renderRemoved(locale, history)} <a href="${LIMITS_PATH}">${home.limits}</a>` : ''}</p>
</footer>`
}

/** Breadcrumbs: the path from the home page to this one. */
export function renderCrumbs(
  { locale }: Pick<PageContext, 'locale'>,
  above: Link[],
  here: string,
): Html {
  const { frame, common } = localeOf(locale).words
  return html`<nav class="crumbs" aria-label="${frame.whereYouAre}">${[
    ['/', common.home],
    ...above,
  ].map(
    ([path, name]) => html`<a href="${path}">${name}</a> <span aria-hidden="true">›</span> `,
  )}<span aria-current="page"><bdi>${here}</bdi></span></nav>`
}

/** Points to the page's oEmbed description (oEmbed 1.0 §4). */
export const oembedLink = (baseUrl: string, path: string): Html =>
  html`<link rel="alternate" type="application/json+oembed" href="${baseUrl}${paths.OEMBED_PATH}?url=${encodeURIComponent(baseUrl + path)}&amp;format=json">`

/** The picture that messengers and social networks show beside a link. An error page has no path. */
function renderShareImage(
  { baseUrl, business, locale }: PageContext,
  title: string,
  path = '/',
): Html {
  const { say, words } = localeOf(locale)
  const image = shareImagePath(path)
  const alt =
    image === paths.OG_PATH ? say(words.frame.imageAlt, { business: business.name }) : title
  return html`<meta property="og:image" content="${baseUrl}${image}">
<meta property="og:image:width" content="${OG_WIDTH}">
<meta property="og:image:height" content="${OG_HEIGHT}">
<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary_large_image">`
}

const IMAGE = /<meta property="og:image" [\s\S]*?<meta name="twitter:card" [^>]*>/

/** The page with the picture of the home page: a static host cannot draw one for each review. */
export const withHomeImage = (context: PageContext, page: string): string =>
  page.replace(IMAGE, () => String(renderShareImage(context, '')))
