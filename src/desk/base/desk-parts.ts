/** Parts that several pages of the desk share: forms and their labeled fields, commands, reviews. */
import { localeOf, shorten, sourceLabel } from '../../locale/locale.ts'
import type { KnownReview } from '../../model/record.ts'
import { langOf, renderStars } from '../../site/base/display-format.ts'
import { type Html, html } from '../../site/base/markup.ts'
import type { DeskVisit } from './desk-context.ts'

/** The desk speaks English, whatever the site speaks. */
export const EN = localeOf('en-US')

/** The tag of a form that changes something: it repeats the token of the session. The content begins on a line of its own. */
export const formTo =
  (action: string, { session }: DeskVisit) =>
  (...content: Parameters<typeof html>): Html =>
    html`<form method="post" action="${action}">
<input type="hidden" name="csrf" value="${session.csrf}">${html(...content)}
</form>`

/** What a form sends without showing it. */
export const hide = (fields: Record<string, string>): Html =>
  html`${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`

/** Every form has the command beside it that does the same. */
export const renderCommand = (command: string): Html =>
  html`<p class="command"><span class="muted">The same as a command:</span> <code>${command}</code></p>`

export const deskReviewPath = (id: string) => `/reviews/${id}`

const LONGEST = 400

/** The review's own page shows the whole text; elsewhere the heading leads to that page. */
export function renderDeskReview(
  review: Pick<KnownReview, 'id' | 'source' | 'content'> & { language?: string | null },
  { isWhole = false, isLinked = true, below = '' as Html | string } = {},
): Html {
  const { id, source, content } = review
  const { author, rating, date, text, owner_reply, incentive } = content
  const name = html`<bdi>${author}</bdi>`
  const shown = text === null || isWhole ? text : shorten(text, LONGEST)
  return html`<article class="review card">
<header>
${isWhole ? html`<h2>${name}</h2>` : html`<h3>${isLinked ? html`<a href="${deskReviewPath(id)}">${name}</a>` : name}</h3>`}
<p class="meta">${renderStars(rating, EN)} <time datetime="${date}">${EN.date(date)}</time> <span>${sourceLabel(EN, source)}</span>${incentive ? html` <span>${EN.words.review.incentive}</span>` : ''}</p>
</header>
${shown === null ? html`<p class="muted">Rated without a comment.</p>` : html`<p class="text" dir="auto"${langOf(review.language ?? null)}>${shown}</p>`}
${owner_reply ? html`<div class="reply"><p class="meta">Your reply, ${EN.date(owner_reply.date)}</p><p class="text" dir="auto">${isWhole ? owner_reply.text : shorten(owner_reply.text, LONGEST)}</p></div>` : ''}
${below}</article>
`
}

export const renderReviews = (reviews: Html[]): Html => html`<div class="reviews">${reviews}</div>`

/** Writes 1 review, 2 reviews. */
export const countReviews = (count: number) =>
  EN.say({ one: '{count} review', other: '{count} reviews' }, { count })

export interface FormField {
  name: string
  label: string
  value?: string | null | undefined
  hint?: string
  type?: 'text' | 'email' | 'url' | 'tel' | 'color' | 'date' | 'search' | 'password'
  /** The id of a datalist. */
  list?: string
  required?: boolean
  autocomplete?: string
}

const idOf = (name: string) => `field-${name.replaceAll('.', '-')}`

const renderLabel = ({ name, label, hint }: FormField): Html =>
  html`<label for="${idOf(name)}">${label}${hint ? html` <span class="hint">${hint}</span>` : ''}</label>`

export function renderInput(field: FormField): Html {
  const { name, value, type = 'text', list, required = false, autocomplete = 'off' } = field
  return html`<div class="field">${renderLabel(field)}
<input id="${idOf(name)}" name="${name}" ${type === 'url' ? ADDRESS : html`type="${type}"`} value="${value ?? ''}" autocomplete="${autocomplete}"${list ? html` list="${list}"` : ''}${required ? html` required` : ''}></div>`
}

/** A browser rejects "www.example.com" as a URL, although the desk understands it. */
const ADDRESS = html`type="text" inputmode="url"`

export function renderTextArea(field: FormField, rows = 3): Html {
  const { name, value, required = false } = field
  return html`<div class="field">${renderLabel(field)}
<textarea id="${idOf(name)}" name="${name}" rows="${rows}"${required ? html` required` : ''}>
${value ?? ''}</textarea></div>`
}

export type Choice = [value: string, text: string]

export function renderSelect(field: FormField, choices: Choice[]): Html {
  const { name, value = '' } = field
  return html`<div class="field">${renderLabel(field)}
<select id="${idOf(name)}" name="${name}">${choices.map(([choice, text]) => html`<option value="${choice}"${choice === value ? html` selected` : ''}>${text}</option>`)}</select></div>`
}
