/** What surrounds the content of every page. */
import { html } from 'hono/html'
import { framePath, REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import type { Html, PageContext } from '../base/page-context.ts'
import { FOLDERS, markdownPath } from '../base/site-paths.ts'
import { stylesheetPath } from '../style/stylesheet.ts'
import { postalAddress } from './contact.ts'
import { breadcrumbLd, renderLd } from './linked-data.ts'
import { oembedLink } from './oembed-link.ts'
import { renderIcons } from './page-icons.ts'
import { renderShareImage } from './share-image.ts'

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

/** An error page has no path. */
type PerhapsPlaced = Omit<Page, 'path'> & { path?: string }

export const FICTIONAL = 'Demo: this business is fictional, and so is every person and review on this page.'

export function renderPage(house: PageContext, page: PerhapsPlaced): string {
  const { business } = house
  return String(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${renderHead(house, page)}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
${business.fictional ? html`<p class="notice" role="note">${FICTIONAL}</p>` : ''}
${renderTop(house, page.path)}
</header>
<main id="main" tabindex="-1">
${page.content}
</main>
${renderFooter(house)}
</body>
</html>
`)
}

function renderHead(context: PageContext, page: PerhapsPlaced): Html {
  const { baseUrl, business, site } = context
  const { path, title, description, head, isView } = page
  // A view is not a duplicate of the page it is a view of (RFC 6596 §3).
  const place = isView || !path ? null : `${baseUrl}${path}`
  return html`<title>${title}</title>
<meta name="description" content="${description}">
${isView ? html`<meta name="robots" content="noindex, follow">\n` : ''}${place ? html`<link rel="canonical" href="${place}">\n` : ''}<link rel="stylesheet" href="${stylesheetPath({ site })}">
${renderIcons()}
<link rel="alternate" type="application/feed+json" title="JSON Feed" href="/api/feed.json">
<link rel="alternate" type="application/atom+xml" title="Atom" href="/feed.xml">
${place ? html`<link rel="alternate" type="text/markdown" href="${markdownPath(path!)}">\n` : ''}${place && framePath(path!) ? html`${oembedLink(baseUrl, path!)}\n` : ''}<meta property="og:type" content="website">
<meta property="og:site_name" content="${business.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${place ? html`<meta property="og:url" content="${place}">\n` : ''}${renderShareImage(context, { title, ...(path && { path }) })}
${place && path !== '/' ? html`${renderLd(breadcrumbLd(context, path!, page.crumb ?? title))}\n` : ''}${head ?? ''}`
}

function renderTop({ business, site }: PageContext, path: string | undefined): Html {
  const links: [path: string, text: string][] = [
    [REVIEWS_PATH, 'Reviews'],
    ['/summary', 'Summary'],
    ...(business.technicians.length > 0
      ? [[FOLDERS.technicians, site.labels.technician.many] as [string, string]]
      : []),
    ...(business.services.length > 0
      ? [[FOLDERS.services, site.labels.service.many] as [string, string]]
      : []),
    ['/faq', 'Questions'],
    ['/policy', 'How reviews are verified'],
  ]
  const isHere = (target: string) => path === target || path?.startsWith(`${target}/`)
  return html`<div class="top">
<a class="brand" href="/"${path === '/' ? html` aria-current="page"` : ''}>${business.name}</a>
<nav aria-label="Pages"><ul>
${links.map(([target, text]) => html`<li><a href="${target}"${isHere(target) ? html` aria-current="${path === target ? 'page' : 'true'}"` : ''}>${text}</a></li>\n`)}</ul></nav>
</div>`
}

function renderFooter({ business }: PageContext): Html {
  return html`<footer class="bottom">
<p class="who">${business.url ? html`<a href="${business.url}">${business.name}</a>` : html`<span>${business.name}</span>`}${business.telephone ? html` <a class="nobreak" href="tel:${business.telephone.replaceAll(/[^+\d]/g, '')}">${business.telephone}</a>` : ''}${postalAddress(business) ? html` <span>${postalAddress(business)}</span>` : ''}</p>
<nav aria-label="More"><ul>
<li><a href="/developers">For developers and agents</a></li>
<li><a href="/policy">How reviews are verified</a></li>
<li><a href="/api/feed.json">JSON Feed</a></li>
<li><a href="/feed.xml">Atom</a></li>
<li><a href="/reviews.json">All data</a></li>
</ul></nav>
<p class="muted">Published with Firsthand. Anyone can check that no review was quietly removed.</p>
</footer>`
}
