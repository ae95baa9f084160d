/** Small pages for frames on other sites: the rating with the latest reviews, or one review. No script. */
import { type Locale, localeOf, originLabel } from '../../locale/locale.ts'
import type { Review } from '../../model/review.ts'
import { FRAME_PATH, HTML, REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Document, withFingerprint } from '../../publish/documents/document.ts'
import { parseReview } from '../../publish/months/prepare-review.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { readableOn } from '../base/color.ts'
import { langOf, renderDate, renderStars } from '../base/display-format.ts'
import { type Html, html, linkBelow, renderDocument, sayHtml } from '../base/markup.ts'
import { reviewPath } from '../base/site-paths.ts'
import { siteCss } from '../style/stylesheet.ts'

const NEWEST = 3

type Source = Pick<RenderContext, 'baseUrl' | 'business' | 'aggregateRating' | 'locale' | 'site'>

export function renderEmbedPage(context: RenderContext): Document {
  const locale = localeOf(context.locale)
  const reviews = context.newest.slice(0, NEWEST)
  const body = renderFrame(
    context,
    html`${renderHeading(context)}
<ul>
${reviews.map(review => html`<li>${renderOne(locale, review)}</li>\n`)}</ul>
${renderEnd(context, reviews.length)}`,
  )
  return { path: FRAME_PATH, contentType: HTML, body }
}

export function renderEmbeddedReview(snapshot: Snapshot, json: Uint8Array): string {
  const locale = localeOf(snapshot.locale)
  const { say, words } = locale
  const { business } = snapshot
  const review = parseReview(json)
  const title = say(words.embed.frameReview, { business: business.name, author: review.author })
  return renderFrame(
    snapshot,
    html`<h1 class="unseen">${title}</h1>
<div class="whole">${renderOne(locale, review)}</div>
<p class="end"><a href="/" target="_top">${business.name}</a> <span>${say(words.embed.oneOf, { reviews: countReviews(snapshot) })}</span></p>`,
  )
}

export function renderEmbeddedEnd(snapshot: Snapshot): string {
  const { say, words } = localeOf(snapshot.locale)
  const title = say(words.embed.frameTitle, { business: snapshot.business.name })
  return renderFrame(
    snapshot,
    html`<h1 class="unseen">${title}</h1>
<p>${words.embed.removed} <a href="/" target="_top">${title}</a></p>`,
  )
}

/** Search engines should find the original on our own pages instead. */
function renderFrame(source: Omit<Source, 'aggregateRating'>, content: Html): string {
  const { baseUrl, business, locale, site } = source
  const { say, words } = localeOf(locale)
  const document = renderDocument(
    locale,
    html`<meta name="robots" content="noindex">
<title>${say(words.embed.frameTitle, { business: business.name })}</title>
<link rel="stylesheet" href="${renderEmbedStyle({ site })[1]!.path}">`,
    html`<main>
${content}
</main>`,
  )
  return linkBelow(baseUrl, document)
}

function renderHeading(source: Source): Html {
  const locale = localeOf(source.locale)
  const { rating_value } = source.aggregateRating
  const business = html`<a href="/" target="_top">${source.business.name}</a>`
  return html`<h1>${sayHtml(locale, locale.words.embed.frameTitle, { business })}</h1>
${rating_value === null ? '' : html`<p class="rating"><strong>${locale.rating(rating_value)}</strong> ${renderStars(rating_value, locale)} ${countReviews(source)}</p>`}`
}

/** The demo's reviews are always called that. */
function countReviews({ business, aggregateRating, locale }: Source): string {
  const { say, words } = localeOf(locale)
  return say(business.fictional ? words.embed.demoReviews : words.common.reviews, {
    count: aggregateRating.review_count,
  })
}

function renderOne(locale: Locale, review: Review): Html {
  const { id, author, rating, text, language, source, incentive } = review
  const { ratingOnly, sentToBusiness } = locale.words.embed
  const date = renderDate(locale, review)
  const origin =
    source === 'direct'
      ? sayHtml(locale, sentToBusiness, { date })
      : html`${date} · ${originLabel(locale, review)}`
  return html`<article>
${renderStars(rating, locale)}
${text === null ? html`<p class="soft">${ratingOnly}</p>` : html`<p class="text"${langOf(language)} dir="auto">${text}</p>`}
<p class="from"><a href="${reviewPath(id)}" target="_top"><bdi>${author}</bdi></a> <span>${origin}</span>${incentive ? html` <span>${locale.words.review.incentive}</span>` : ''}</p>
</article>`
}

function renderEnd(source: Source, shown: number): Html {
  const { say, words } = localeOf(source.locale)
  if (shown === 0) return html`<p class="end">${words.embed.none}</p>`
  const newest = say(words.embed.newest, { count: shown, reviews: countReviews(source) })
  return html`<p class="end"><span>${newest}</span> <a href="${REVIEWS_PATH}" target="_top">${words.embed.readMore}</a></p>`
}

export const STYLE_PATH = '/embed.css'

export const renderEmbedStyle = ({ site }: Pick<RenderContext, 'site'>): Document[] =>
  withFingerprint({
    path: STYLE_PATH,
    contentType: 'text/css; charset=utf-8',
    body: renderEmbedCss(site.accent_color),
  })

const PAPER = { light: '#ffffff', dark: '#17191d' }

/** Stars and links are in the owner's color, as far as it is readable on the paper. */
function renderEmbedCss(accentColor: string): string {
  const inks = (paper: string, ratio: number) =>
    `--star:${readableOn(accentColor, paper, ratio)};--link:${readableOn(accentColor, paper, Math.max(ratio, 4.5))}`
  return `:root{color-scheme:light dark;--paper:${PAPER.light};--ink:#1c1e22;--soft:#5c626c;--line:#e1e4e9;--empty:#d3d7de;${inks(PAPER.light, 3)}}
@media(prefers-color-scheme:dark){:root{--paper:${PAPER.dark};--ink:#eceef1;--soft:#a6adb8;--line:#353941;--empty:#3a3f48;${inks(PAPER.dark, 6)}}}
${siteCss('embed')}`
}
