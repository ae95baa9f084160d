/** Asking for reviews: the page that customers are sent to, its QR code, and the owner's page with a card to print and texts to copy. */
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { type Locale, localeOf, type Values } from '../../locale/locale.ts'
import { reviewSites } from '../../model/business.ts'
import { LocaleTag } from '../../model/scalars.ts'
import { CARD_PATH, QR_CODE_PATH, REVIEW_US_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { type Html, html } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import { renderCode } from '../developers/code-blocks.ts'
import type { Page, PageAt } from '../parts/page-frame.ts'

type Asking = Pick<RenderContext, 'baseUrl' | 'business' | 'locale'>

/** Without a site to write a review on, there is nothing to ask for. */
export const reviewUsPages = (context: Asking): PageAt[] =>
  reviewSites(context.business).length === 0
    ? []
    : [
        [REVIEW_US_PATH, () => reviewUsPage(context)],
        [CARD_PATH, () => cardPage(context)],
      ]

/** The same list for everyone: choosing the site by how pleased someone is would be unlawful (docs/owner/ask.md). */
function reviewUsPage({ business, locale }: Asking): Page {
  const { say, words } = localeOf(locale)
  const { title, lead, sameForAll, forOwner } = words.ask
  const sites = reviewSites(business).map(
    ({ name, url }) =>
      html`<li><a class="button" href="${url}"><bdi>${name}</bdi> <span>${new URL(url).host}</span></a></li>\n`,
  )
  return {
    path: REVIEW_US_PATH,
    title: say(title, { business: business.name }),
    crumb: words.home.writeReview,
    description: lead,
    content: html`<div class="ask">
<h1>${say(title, { business: business.name })}</h1>
<p class="lead">${lead}</p>
<ul class="review-sites">
${sites}</ul>
<p class="muted">${sameForAll}</p>
<p class="muted"><a href="${CARD_PATH}">${forOwner}</a></p>
</div>`,
  }
}

function cardPage({ baseUrl, business, locale: tag }: Asking): Page {
  const locale = localeOf(tag)
  const { ask, embed } = locale.words
  const address = baseUrl + REVIEW_US_PATH
  const values = { business: business.name, address }
  return {
    path: CARD_PATH,
    title: locale.say(ask.cardTitle, values),
    crumb: ask.cardHeading,
    description: ask.cardLead,
    head: renderScript('copy-texts'),
    content: html`<div class="ask owners" data-words="${JSON.stringify(embed.script)}">
<h1>${ask.cardHeading}</h1>
<p class="lead">${ask.cardLead}</p>
<h2>${ask.print}</h2>
<p>${ask.printHow} <a href="${QR_CODE_PATH}" download>${ask.download}</a></p>
<div class="review-card">
<p>${business.name}</p>
<p><strong>${ask.question}</strong></p>
<img src="${QR_CODE_PATH}" alt="${locale.say(ask.codeAlt, values)}" width="240" height="240">
<p>${ask.scan}</p>
<p><small>${address.replace(/^https?:\/\//, '')}</small></p>
</div>
<h2>${ask.texts}</h2>
<p>${ask.textsHow}</p>
${languagesFor(tag).map((other, place) => renderTexts(locale, localeOf(other), values, place === 0))}
</div>`,
  }
}

/** That of the site first; English is there once. */
const languagesFor = (own: LocaleTag) => [
  own,
  ...LocaleTag.options.filter(
    tag => tag !== own && tag !== 'en-GB' && !(tag === 'en-US' && own === 'en-GB'),
  ),
]

/** Customers may speak another language than the site: the texts are in theirs, the names of the texts are not. */
function renderTexts(
  { say, words: { ask } }: Locale,
  other: Locale,
  values: Values,
  isOpen: boolean,
): Html {
  const { question, email, message } = other.words.ask
  const name = new Intl.DisplayNames(other.tag, { type: 'language' }).of(other.tag)!
  const emailName = say(ask.emailName, { subject: question })
  return html`<details class="fold"${isOpen ? html` open` : ''}><summary lang="${other.tag}">${name}</summary>
<h3>${emailName}</h3>
<div lang="${other.tag}">${renderCode(`${emailName} (${name})`, 'text', other.say(email, values))}</div>
<h3>${ask.messageName}</h3>
<div lang="${other.tag}">${renderCode(`${ask.messageName} (${name})`, 'text', other.say(message, values))}</div>
</details>
`
}

/** The standard asks for four light modules around the code (ISO/IEC 18004). */
const QUIET = 4

/** Black on white in any color scheme, because scanners expect that. */
export function qrCode({ baseUrl, business }: Asking): Document[] {
  if (reviewSites(business).length === 0) return []
  const code = generate(baseUrl + REVIEW_US_PATH, { minCorrectionLevel: correction.M })
  const size = code.size + 2 * QUIET
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET} ${-QUIET} ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M${-QUIET} ${-QUIET}h${size}v${size}h${-size}z"/><path d="${toSvgPath(code)}"/></svg>\n`
  return [
    { path: QR_CODE_PATH, contentType: 'image/svg+xml', caching: 'asset', body: String(body) },
  ]
}
