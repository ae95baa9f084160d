/** The page of one review: everything known about it, its history, and where to verify that. */
import { type Locale, localeOf, shorten } from '../../locale/locale.ts'
import type { ChangeReason, LedgerEntry, Revision, Tombstone } from '../../model/change.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import { parseReview } from '../../publish/months/prepare-review.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { reviewPath } from '../base/site-paths.ts'
import { renderLd, reviewLd } from '../parts/linked-data.ts'
import { type Page, renderCrumbs } from '../parts/page-frame.ts'
import { renderReview } from '../parts/review-card.ts'
import { describeVerification, renderOrigin } from '../parts/trust-labels.ts'

const LONGEST_DESCRIPTION = 200

export function reviewPage(snapshot: Snapshot, json: Uint8Array): Page {
  const review = parseReview(json)
  const { id, author, rating, text, incentive } = review
  const locale = localeOf(snapshot.locale)
  const { words, say } = locale
  const { review: texts } = words
  const said =
    text === null
      ? say(texts.stars, { rating })
      : shorten(text, LONGEST_DESCRIPTION).replaceAll(/\s+/g, ' ')
  const description = incentive ? `${texts.incentive}. ${said}` : said
  return {
    path: reviewPath(id),
    title: say(texts.title, { author, business: snapshot.business.name }),
    crumb: author,
    description,
    head: renderLd(reviewLd(snapshot, review)),
    content: html`${renderCrumbs(snapshot, [[REVIEWS_PATH, texts.allReviews]], author)}
${renderReview(snapshot, review, { level: 1 })}
<h2>${texts.origin}</h2>
<dl class="facts">
<dt>${texts.source}</dt>
<dd>${renderOrigin(locale, review)}</dd>
<dt>${texts.verification}</dt>
<dd>${describeVerification(locale, review).map(sentence => html`<p>${sentence}</p>\n`)}</dd>
<dt>${texts.permalink}</dt>
<dd><a href="${reviewPath(id)}">${snapshot.baseUrl}${reviewPath(id)}</a></dd>
<dt>${texts.data}</dt>
<dd><a href="/api/reviews/${id}">${texts.asJson}</a></dd>
</dl>
<h2>${texts.history}</h2>
${renderHistory(locale, snapshot.log.entriesAbout(id), snapshot.revisionsOf(id))}
${renderPlaceInLog(locale, snapshot, id)}`,
  }
}

function renderPlaceInLog(locale: Locale, { log, opening }: Snapshot, id: string): Html {
  const { inLog, proof, verifyLog } = locale.words.review
  return html`<p>${sayHtml(locale, inLog, {
    entry: opening(id)!.seq,
    size: log.size,
    proof: html`<a href="/api/log/proof?review_id=${id}">${proof}</a>`,
    verify: html`<a href="/policy#check">${verifyLog}</a>`,
  })}</p>`
}

/** An edit says what it changed, and the stars before and after, but never the words that were replaced. */
function renderHistory(locale: Locale, entries: LedgerEntry[], revisions: Revision[] = []): Html {
  const items = entries.map(entry => {
    const edit = revisions.find(
      ({ revision }) => entry.op === 'edit' && revision === entry.revision,
    )
    return html`<li>${renderEvent(locale, entry)}${describeRevision(locale, edit)} <span class="muted">${locale.say(locale.words.review.logEntry, { entry: entry.seq })}</span></li>\n`
  })
  return html`<ol class="history">
${items}</ol>`
}

/** What happened and when; and why, where that is recorded. */
function renderEvent(
  locale: Locale,
  { op, at, reason }: Pick<LedgerEntry, 'op' | 'at' | 'reason'>,
): Html {
  const date = html`<time datetime="${at}">${locale.date(at)}</time>`
  const event = sayHtml(locale, locale.words.review.events[op], { date })
  return reason ? html`${event} ${reasonInWords(locale, reason)}` : event
}

function describeRevision({ words, say, list }: Locale, revision: Revision | undefined): string {
  if (!revision) return ''
  const { changed, changedFields, starsChanged } = words.review
  const { rating } = revision
  const fields = revision.changed.filter(field => field !== 'rating').map(field => changed[field])
  const sentences = [
    ...(rating ? [say(starsChanged, rating)] : []),
    ...(fields.length > 0 ? [say(changedFields, { fields: list(fields) })] : []),
  ]
  return sentences.map(sentence => ` ${sentence}`).join('')
}

const reasonInWords = ({ words, say }: Locale, reason: ChangeReason) =>
  say(words.review.reason, { reason: words.trust.reasons[reason] })

/** What the page of a removed review needs. */
type AfterRemoval = Pick<Snapshot, 'business' | 'locale'> & {
  log: Pick<Snapshot['log'], 'entriesAbout'>
}

export function gonePage({ business, log, locale: tag }: AfterRemoval, tombstone: Tombstone): Page {
  const locale = localeOf(tag)
  const { words, say } = locale
  const {
    removedTitle,
    removedDescription,
    removedText,
    history,
    afterRemoval,
    otherReviews,
    whyRemoved,
  } = words.review
  const id = tombstone.review_id
  return {
    path: reviewPath(id),
    title: removedTitle,
    description: say(removedDescription, { business: business.name }),
    isView: true,
    content: html`<h1>${removedTitle}</h1>
<p>${renderEvent(locale, tombstone)} ${removedText}</p>
<h2>${history}</h2>
${renderHistory(locale, log.entriesAbout(id))}
<p>${sayHtml(locale, afterRemoval, {
      reviews: html`<a href="${REVIEWS_PATH}">${say(otherReviews, { business: business.name })}</a>`,
      why: html`<a href="/policy#fates">${whyRemoved}</a>`,
    })}</p>`,
  }
}
