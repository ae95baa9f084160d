/** One review, as part of a page. */
import { html, raw } from 'hono/html'
import type { Insights } from '../../model/insights.ts'
import type { Review } from '../../model/review.ts'
import type { Passage } from '../../model/search.ts'
import type { SubjectQuote } from '../../publish/context/quotes.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { dateInWords, formatDate, initials, knownPart, shorten, writtenOn } from '../base/display-format.ts'
import { langOf } from '../base/lang.ts'
import type { Html, PageContext } from '../base/page-context.ts'
import { SENTIMENTS } from '../base/sentiments.ts'
import { reviewPath, subjectPath } from '../base/site-paths.ts'
import { renderStars } from '../base/stars.ts'
import { type Highlight, highlight, markPassages } from './highlight.ts'
import { verificationMark } from './verification-label.ts'

export interface ReviewLook {
  /** The heading level on the page. */
  level?: 1 | 2 | 3
  /** What to highlight in the text: wherever it occurs, or these passages. */
  marks?: Highlight | Passage[]
  /** Says what the highlighted passages are about. */
  labels?: Html | string
  /** Shortens a very long text: its own page has the rest. */
  isShort?: boolean
}

type Shown = Pick<PageContext, 'business' | 'site'>

export function renderReview(
  house: Shown,
  review: Review,
  { level = 3, marks, labels = '', isShort = false }: ReviewLook = {},
): Html {
  const author = html`<bdi>${review.author}</bdi>`
  const heading =
    level === 1 ? html`Review by ${author}` : html`<a href="${reviewPath(review.id)}">${author}</a>`
  return html`<article class="review card" id="review-${review.id}">
<header>
${renderAvatar(house, review)}
${raw(`<h${level}>`)}${heading}${raw(`</h${level}>`)}
<p class="meta">${renderStars(review.rating)} <span>${renderDate(review)} ${writtenOn(review.source)}</span> <a class="verified" href="${reviewPath(review.id)}">${verificationMark(review)}</a></p>
</header>
${labels}${renderText(review, isShort, marks)}
${renderMentions(house, review)}
${renderReply(house, review)}
</article>
`
}

function renderAvatar({ site }: Shown, { author, author_avatar_url }: Review): Html {
  if (site.show_avatars && author_avatar_url?.startsWith('https://'))
    return html`<img class="avatar" src="${author_avatar_url}" alt="" width="40" height="40" loading="lazy" referrerpolicy="no-referrer">`
  return html`<span class="avatar" aria-hidden="true">${initials(author)}</span>`
}

export function renderDate({ date, date_precision }: Review): Html {
  return html`<time datetime="${knownPart(date, date_precision)}">${dateInWords(date, date_precision)}</time>`
}

const MOST_LETTERS = 1200

function renderText(
  { id, text, language, translation }: Review,
  isShort: boolean,
  marks: ReviewLook['marks'],
): Html {
  if (text === null) return html`<p class="muted">A rating without words.</p>`
  const shown = isShort ? shorten(text, MOST_LETTERS) : text
  return html`<p class="text" dir="auto"${langOf(language)}>${markText(shown, marks)}</p>
${shown === text ? '' : html`<p><a href="${reviewPath(id)}">Read the whole review</a></p>`}
${translation ? html`<details><summary>Translation by the source</summary><p class="text" dir="auto"${langOf(translation.language)}>${translation.text}</p></details>` : ''}`
}

function markText(text: string, marks: ReviewLook['marks']): Html | string {
  if (!marks) return text
  return Array.isArray(marks) ? markPassages(text, marks) : highlight(text, marks)
}

/** The people and things it mentions, each linked to its page. */
function renderMentions({ business }: Shown, { mentions }: Review): Html | string {
  const named = (kind: 'services' | 'service_areas') =>
    mentions[kind].flatMap(id => {
      const known = business[kind].find(one => one.id === id)
      return known ? [{ kind, ...known }] : []
    })
  const subjects = [
    ...mentions.technicians.map(name => ({ kind: 'technicians' as const, id: name, label: name })),
    ...named('services'),
    ...named('service_areas'),
  ]
  if (subjects.length === 0) return ''
  const items = subjects.map(
    subject => html`<li><a class="tag" href="${subjectPath(subject)}"><bdi>${subject.label}</bdi></a></li>`,
  )
  return html`<ul class="tags" aria-label="Mentioned in this review">${items}</ul>`
}

function renderReply({ business }: Shown, { owner_reply }: Review): Html | string {
  if (!owner_reply) return ''
  return html`<div class="reply">
<p class="meta"><span>Reply from ${business.name}, <time datetime="${owner_reply.date}">${formatDate(owner_reply.date)}</time></span></p>
<p class="text" dir="auto">${owner_reply.text}</p>
</div>`
}

/** A sentence from a review, with its side and its source. */
export function renderQuote({ review, text, side }: SubjectQuote): Html {
  const { author, id, rating, language } = review
  const { look, noun } = SENTIMENTS[side]
  return html`<figure class="quote"><blockquote><p dir="auto"${langOf(language)}>${text}</p></blockquote><figcaption><span class="key ${look}">${noun}</span> <a href="${reviewPath(id)}"><bdi>${author}</bdi></a>, ${rating} ★, ${renderDate(review)}</figcaption></figure>`
}

/** The sentence that represents the praise for the whole business. */
export const renderPullQuote = (
  { cited }: Pick<RenderContext, 'cited'>,
  { text, review_id }: NonNullable<Insights['pull_quote']>,
): Html => renderQuote({ review: cited.get(review_id)!.review, text, side: 'positive' })
