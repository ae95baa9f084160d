/** The pages of a list: the neighbors, the first and the last, and any other by its number. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Html, html } from '../base/markup.ts'
import { type Filters, filtersInAddress, listPath } from './filter-words.ts'

export function renderPaging(
  { locale: tag }: Pick<Snapshot, 'locale'>,
  filters: Filters,
  page: number,
  pages: number,
): Html | string {
  if (pages <= 1) return ''
  const locale = localeOf(tag)
  const { pages: label, previous, next } = locale.words.reviews
  const step = (number: number, text: string, rel: string) =>
    html`<a class="button" rel="${rel}" href="${listPath({ ...filters, page: number })}">${text}</a>\n`
  const numbers = numbersAround(page, pages)
  return html`<nav class="paging" aria-label="${label}">
<ol data-markdown="skip">
${numbers.map((number, place) => html`${number - (numbers[place - 1] ?? 0) > 1 ? html`<li aria-hidden="true">…</li>\n` : ''}${renderNumber(locale, filters, number, page)}`)}</ol>
${page > 1 ? step(page - 1, previous, 'prev') : ''}${page < pages ? step(page + 1, next, 'next') : ''}${numbers.length < pages ? renderJump(locale, filters, page, pages) : ''}</nav>`
}

/** The numbers to show rise, and none comes twice. */
const numbersAround = (page: number, pages: number): number[] =>
  [...new Set([1, page - 1, page, page + 1, pages])].filter(number => number >= 1 && number <= pages)

function renderNumber(locale: Locale, filters: Filters, number: number, page: number): Html {
  const label = locale.say(locale.words.reviews.page, { page: number })
  return html`<li><a${number === page ? html` aria-current="page"` : ''} aria-label="${label}" href="${listPath({ ...filters, page: number })}">${locale.number(number)}</a></li>\n`
}

function renderJump({ words }: Locale, filters: Filters, page: number, pages: number): Html {
  const carried = Object.entries(filtersInAddress(filters))
  return html`<form class="jump" action="${REVIEWS_PATH}">
${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<label for="page">${words.reviews.goToPage}</label>
<input type="number" id="page" name="page" inputmode="numeric" min="1" max="${pages}" value="${page}" required>
<button type="submit">${words.reviews.go}</button>
</form>
`
}
