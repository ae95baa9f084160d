/** One review, as part of a page. */
import { type Locale, languageName, localeOf, shorten, sourceName } from '../../locale/locale.ts'
import type { Review } from '../../model/review.ts'
import type { Passage } from '../../model/search.ts'
import { initials, langOf, renderDate, renderStars } from '../base/display-format.ts'
import { type Html, html, type PageContext, raw, sayHtml } from '../base/markup.ts'
import { reviewPath, subjectPath } from '../base/site-paths.ts'
import { type Highlight, highlight, markPassages } from './highlight.ts'
import { renderVerification } from './trust-labels.ts'

interface ReviewLook {
  /** The heading level on the page; on the review's own page nothing is collapsed. */
  level?: 1 | 2 | 3
  /** What to highlight in the text: wherever it occurs, or these passages. */
  marks?: Highlight | Passage[] | undefined
  /** Says what the highlighted passages are about. */
  labels?: Html | string
  /** Shortens a very long text: its own page has the rest. */
  isShort?: boolean
}

type Shown = Pick<PageContext, 'business' | 'site' | 'locale'>

export function renderReview(context: Shown, review: Review, look: ReviewLook = {}): Html {
  const { level = 3, labels = '' } = look
  const locale = localeOf(context.locale)
  const author = html`<bdi>${review.author}</bdi>`
  const heading =
    level === 1
      ? sayHtml(locale, locale.words.review.by, { author })
      : html`<a href="${reviewPath(review.id)}">${author}</a>`
  return html`<article class="review card" id="review-${review.id}">
<header>
${renderAvatar(context, review)}
${raw(`<h${level}>`)}${heading}${raw(`</h${level}>`)}
<p class="meta">${renderStars(review.rating, locale)} ${renderDate(locale, review)} ${renderVerification(locale, review)}</p>
</header>
${renderContent(locale, review, look)}
${renderExtras(locale, review)}
${renderReply(context, review, level === 1)}
${labels}${renderMentions(context, review)}
</article>
`
}

function renderAvatar({ site }: Shown, { author, author_avatar_url }: Review): Html {
  if (site.show_avatars && author_avatar_url?.startsWith('https://'))
    return html`<img class="avatar" src="${author_avatar_url}" alt="" width="40" height="40" loading="lazy" referrerpolicy="no-referrer">`
  return html`<span class="avatar" aria-hidden="true">${initials(author)}</span>`
}

/** A reader of the site's language sees the translation, with the original one tap away; others the other way around. */
function renderContent(locale: Locale, review: Review, look: ReviewLook): Html {
  const { text, translation } = review
  const {
    noText,
    translated,
    translatedFrom,
    original,
    translation: showTranslation,
  } = locale.words.review
  if (text === null) return html`<p class="muted">${noText}</p>`
  const own = renderText(locale, review, { ...look, marks: marksIn('text', look) })
  if (!translation) return own
  const translatedText = markText(translation.text, marksIn('translation', look))
  const other = html`<p class="text" dir="auto"${langOf(translation.language)}>${translatedText}</p>`
  if (!isForReaders(locale, review))
    return html`${own}
<details class="other"${openFor('translation', look)}><summary>${showTranslation}</summary>${other}</details>`
  const label = review.language
    ? locale.say(translatedFrom, { language: languageName(locale, review.language) })
    : translated
  // A highlighted passage of the original must be in sight.
  return html`<p class="meta">${label}</p>
${other}
<details class="other"${openFor('text', look)}><summary>${original}</summary>${own}</details>`
}

/** "Food 4, Service 5", and "2 photos on Google", which are linked and never loaded from there. */
function renderExtras(
  locale: Locale,
  { sub_ratings, photos, source, source_url }: Review,
): Html | string {
  const { photosOn, photosSent } = locale.words.review
  const ratings = Object.entries(sub_ratings).map(([name, rating], index) => {
    const title = name.charAt(0).toUpperCase() + name.slice(1)
    return html`${index > 0 ? ', ' : ''}<bdi>${title}</bdi> ${locale.number(rating)}`
  })
  const [first] = photos
  if (!first && ratings.length === 0) return ''
  const values = { count: photos.length, source: sourceName(locale, source) }
  const label = locale.say(source === 'direct' ? photosSent : photosOn, values)
  const page = source_url ?? first?.source_url ?? first?.url
  return html`<p class="meta">${ratings.length > 0 ? html`<span>${ratings}</span> ` : ''}${first ? html`<a href="${page}" rel="nofollow ugc noopener">${label}</a>` : ''}</p>`
}

const primary = (tag: string | null) => tag?.split('-')[0]?.toLowerCase() ?? null

/** Whether the translation is in the language of the site, and the original is not. */
function isForReaders({ tag }: Locale, { language, translation }: Review): boolean {
  const wanted = primary(tag)
  return primary(language) !== wanted && [null, wanted].includes(primary(translation!.language))
}

/** Passages belong to one of the two texts; words are highlighted in both. */
const marksIn = (field: Passage['field'], { marks }: ReviewLook) =>
  Array.isArray(marks) ? marks.filter(one => one.field === field) : marks

/** Opens the text that has passages to show. Words are looked for in the original. */
function openFor(field: Passage['field'], look: ReviewLook): Html | string {
  const marks = marksIn(field, look)
  const isOpen = Array.isArray(marks) ? marks.length > 0 : marks !== undefined && field === 'text'
  return isOpen ? html` open` : ''
}

const MOST_LETTERS = 1200

function renderText(locale: Locale, review: Review, { level, marks, isShort }: ReviewLook): Html {
  const { id, author, text, language } = review
  const { more, moreOfReview, readWhole } = locale.words.review
  const shown = isShort ? shorten(text!, MOST_LETTERS) : text!
  const collapsed = level === 1 || !isInSight(marks) ? '' : collapse(shown, 'fold')
  return html`<p class="text${collapsed}" dir="auto"${langOf(language)}>${markText(shown, marks)}</p>
${collapsed ? renderMore(locale, id, more, locale.say(moreOfReview, { author })) : shown === text ? '' : html`<p><a href="${reviewPath(id)}">${readWhole}</a></p>`}`
}

/** So many letters take about three lines on a phone. */
const LETTERS_IN_SIGHT = 120

/** Whether every highlighted passage is within the lines that stay when the text is collapsed. */
const isInSight = (marks: ReviewLook['marks']) =>
  marks === undefined || (Array.isArray(marks) && marks.every(({ to }) => to <= LETTERS_IN_SIGHT))

/** Leads to the whole review; where the page has the script for it, it opens the text in place. */
const renderMore = ({ words }: Locale, id: string, text: string, label: string): Html =>
  html`<a class="more" data-markdown="skip" href="${reviewPath(id)}" aria-label="${label}" data-less="${words.review.less}">${text}</a>`

function markText(text: string, marks: ReviewLook['marks']): Html | string {
  if (!marks) return text
  return Array.isArray(marks) ? markPassages(text, marks) : highlight(text, marks)
}

/** The people and things it mentions, each linked to its page. */
function renderMentions({ business, locale }: Shown, { mentions }: Review): Html | string {
  const named = (kind: 'services' | 'service_areas') =>
    mentions[kind]
      .flatMap(id => business[kind].find(one => one.id === id) ?? [])
      .map(one => ({ kind, ...one }))
  const subjects = [
    ...mentions.technicians.map(name => ({ kind: 'technicians' as const, id: name, label: name })),
    ...named('services'),
    ...named('service_areas'),
  ]
  if (subjects.length === 0) return ''
  const items = subjects.map(
    subject =>
      html`<li><a class="tag" href="${subjectPath(subject)}"><bdi>${subject.label}</bdi></a></li>`,
  )
  return html`<ul class="tags" aria-label="${localeOf(locale).words.review.mentioned}">${items}</ul>`
}

function renderReply(
  context: Shown,
  { id, author, owner_reply }: Review,
  isWhole: boolean,
): Html | string {
  if (!owner_reply) return ''
  const { business } = context
  const locale = localeOf(context.locale)
  const { replyFrom, more, moreOfReply } = locale.words.review
  const date = html`<time datetime="${owner_reply.date}">${locale.date(owner_reply.date)}</time>`
  const collapsed = isWhole ? '' : collapse(owner_reply.text, 'fold brief')
  return html`<div class="reply">
<p class="meta"><span>${sayHtml(locale, replyFrom, { business: business.name, date })}</span></p>
<p class="text${collapsed}" dir="auto">${owner_reply.text}</p>
${collapsed ? renderMore(locale, id, more, locale.say(moreOfReply, { author })) : ''}
</div>`
}

/** How many lines of a collapsed text stay in sight, by its look; the stylesheet has the same numbers. */
const LINES_IN_SIGHT = { fold: 6, 'fold brief': 3 }

/** Letters in a line on a phone, and in the column of a large screen. */
const NARROW = 42
const WIDE = 84

/** Hiding a single line would not be worth a tap. */
const WORTH_LINES = 2

/** The classes of a text, each with a space before it; none where it is short enough to be shown whole. That is estimated from its letters, so that nothing moves when the page is drawn. */
function collapse(text: string, look: keyof typeof LINES_IN_SIGHT): string {
  const least = LINES_IN_SIGHT[look] + WORTH_LINES
  if (linesOf(text, NARROW) < least) return ''
  return linesOf(text, WIDE) < least ? ` ${look}` : ` ${look} wide`
}

const linesOf = (text: string, width: number) =>
  text.split('\n').reduce((sum, line) => sum + Math.max(Math.ceil(line.length / width), 1), 0)
