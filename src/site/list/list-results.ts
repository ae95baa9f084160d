/** What surrounds the hits of a list: labels of the passages that a filter found, the numbers of the pages, and what to try where nothing matches; and what a search for words found besides the words themselves. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import { PARAMETER_OF } from '../../model/filters.ts'
import { MentionKind } from '../../model/insights.ts'
import type { Passage, Unrecognized } from '../../model/search.ts'
import * as paths from '../../publish/base/public-paths.ts'
import { parseReview } from '../../publish/months/prepare-review.ts'
import type { SearchHits } from '../../publish/search/search-response.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { foldName } from '../../publish/words/folded-words.ts'
import { kindLabel } from '../base/display-format.ts'
import { type Html, html, joinHtml, sayHtml } from '../base/markup.ts'
import { SENTIMENT_LOOKS } from '../parts/opinion-figures.ts'
import {
  type Filters,
  filtersInAddress,
  filtersInWords,
  listPath,
  nameOf,
  withoutFilter,
} from './filter-words.ts'

/** Each label once, in the order of the text; for words that were searched for, only that the translation has them. */
export function renderPassageLabels(
  snapshot: Snapshot,
  passages: Passage[],
  filters: Filters,
): Html {
  const labels = new Map([
    ...passages.flatMap(one => labelOf(snapshot, one)),
    ...labelTag(snapshot, passages, filters),
    ...labelTranslation(snapshot, passages),
  ])
  const items = [...labels].map(
    ([text, look]) => html`<span class="key ${look}"><bdi>${text}</bdi></span> `,
  )
  return items.length === 0 ? html`` : html`<p class="meta">${items}</p>\n`
}

type Label = [text: string, look: string]

function labelOf(
  snapshot: Snapshot,
  { kind, id, sentiment }: Pick<Passage, 'kind' | 'id' | 'sentiment'>,
): Label[] {
  const known = MentionKind.safeParse(kind).data
  if (!known) return []
  const locale = localeOf(snapshot.locale)
  const { passage, passages } = locale.words.reviews
  const subject = nameOf(snapshot, known, id)
  if (known !== 'aspects' || !sentiment)
    return [[locale.say(passage, { kind: kindLabel(snapshot, known).one, subject }), 'named']]
  return [[locale.say(passages[sentiment], { subject }), SENTIMENT_LOOKS[sentiment]]]
}

/** A review may mention an aspect only by a tag, which is not in its text. */
function labelTag(
  snapshot: Snapshot,
  passages: Passage[],
  { aspect, sentiment }: Filters,
): Label[] {
  if (aspect === undefined || passages.some(({ kind }) => kind === 'aspects')) return []
  const found = snapshot.findName('aspects', aspect)
  if (!('id' in found)) return []
  const { words, say } = localeOf(snapshot.locale)
  const labels = labelOf(snapshot, { kind: 'aspects', id: found.id, sentiment: sentiment ?? null })
  return labels.map(([label, look]) => [say(words.reviews.tagged, { label }), look])
}

function labelTranslation({ locale }: Snapshot, passages: Passage[]): Label[] {
  const fields = new Set(passages.filter(({ kind }) => kind === 'words').map(({ field }) => field))
  const isOnlyThere = fields.has('translation') && !fields.has('text')
  return isOnlyThere ? [[localeOf(locale).words.reviews.inTranslation, 'named']] : []
}

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
  [...new Set([1, page - 1, page, page + 1, pages])].filter(
    number => number >= 1 && number <= pages,
  )

function renderNumber(locale: Locale, filters: Filters, number: number, page: number): Html {
  const label = locale.say(locale.words.reviews.page, { page: number })
  return html`<li><a${number === page ? html` aria-current="page"` : ''} aria-label="${label}" href="${listPath({ ...filters, page: number })}">${locale.number(number)}</a></li>\n`
}

function renderJump({ words }: Locale, filters: Filters, page: number, pages: number): Html {
  const carried = Object.entries(filtersInAddress(filters))
  return html`<form class="jump" action="${paths.REVIEWS_PATH}">
${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}<label for="page">${words.reviews.goToPage}</label>
<input type="number" id="page" name="page" inputmode="numeric" min="1" max="${pages}" value="${page}" required>
<button type="submit">${words.reviews.go}</button>
</form>
`
}

/** The same list for spreadsheets, feed readers and other people. Files of all reviews also exist on a static host. */
export function renderListLinks({ baseUrl, locale: tag }: Snapshot, filters: Filters): Html {
  const { wholeList, asTable, asFeed, share, copied } = localeOf(tag).words.reviews
  // The search has another usual order than the page.
  const asked = { ...filtersInAddress(filters), ...(filters.words && { sort: filters.sort }) }
  const isAll = Object.keys(asked).length === 0
  const table = isAll ? paths.CSV_PATH : paths.searchUrl('', asked, paths.SEARCH_CSV_PATH)
  const feed = isAll
    ? paths.FEED_PATHS.reviews.atom
    : paths.searchUrl('', asked, paths.SEARCH_FEED_PATH)
  return html`<p class="line" data-markdown="skip"><span>${wholeList}</span> <a class="button" href="${table}" download="reviews.csv">${asTable}</a> <a class="button" href="${feed}">${asFeed}</a> <a class="button" id="share" href="${baseUrl}${listPath(filters)}" data-copied="${copied}">${share}</a></p>
`
}

export function renderNothing(
  snapshot: Snapshot,
  filters: Filters,
  { unrecognized }: SearchHits,
): Html {
  const locale = localeOf(snapshot.locale)
  const { noMatch, noWordMatches, noneYet, without, showAll } = locale.words.reviews
  if (snapshot.reviewCount === 0) return html`<p>${noneYet}</p>`
  const drops = filtersInWords(snapshot, filtersInAddress(filters))
    .map(([name, text]) => {
      const rest = withoutFilter(filters, name)
      return { text, path: listPath(rest), count: snapshot.search({ ...rest, limit: 1 })!.matched }
    })
    // The link to all reviews is there anyway.
    .filter(({ path, count }) => count > 0 && path !== paths.REVIEWS_PATH)
    .sort((a, b) => b.count - a.count)
  const isOnlyWords = filters.words !== undefined && drops.length === 0
  const items = drops.map(
    ({ text, path, count }) =>
      html`<li><a href="${path}">${sayHtml(locale, without, { filter: html`<bdi>${text}</bdi>`, count })}</a></li>\n`,
  )
  return html`<p>${isOnlyWords ? noWordMatches : noMatch}</p>
${offerLetters(snapshot, filters)}${unrecognized.map(one => renderSuggestions(locale, filters, one))}${items.length === 0 ? '' : html`<ul>\n${items}</ul>\n`}<p><a href="${paths.REVIEWS_PATH}">${showAll}</a></p>`
}

/** Words match as a whole: for the beginning of one, there is the search for letters. */
function offerLetters(snapshot: Snapshot, filters: Filters): Html | string {
  const { words, query } = filters
  if (words === undefined || query !== undefined) return ''
  const wanted = { ...withoutFilter(filters, 'words'), query: words }
  const count = snapshot.search({ ...wanted, limit: 1 })!.matched
  if (count === 0) return ''
  const locale = localeOf(snapshot.locale)
  const link = sayHtml(locale, locale.words.reviews.haveLetters, {
    count,
    words: html`<bdi>${words}</bdi>`,
  })
  return html`<p><a href="${listPath(wanted)}">${link}</a></p>\n`
}

function renderSuggestions(locale: Locale, filters: Filters, unknown: Unrecognized): Html {
  const { unknownName, didYouMean } = locale.words.reviews
  const pathOf = (name: string) => listPath({ ...filters, [unknown.parameter]: name })
  const links = unknown.suggestions.map(
    name => html`<a href="${pathOf(name)}"><bdi>${name}</bdi></a>`,
  )
  return html`<p>${sayHtml(locale, unknownName, { name: html`<bdi>${unknown.value}</bdi>` })}${links.length > 0 ? html` ${sayHtml(locale, didYouMean, { names: joinHtml(links) })}` : ''}</p>
`
}

/** A line for each, under the count. */
export function renderMatched(snapshot: Snapshot, hits: SearchHits, filters: Filters): Html {
  if (filters.words === undefined) return html``
  const locale = localeOf(snapshot.locale)
  const { readAs, alsoMatched } = locale.words.reviews
  const others = otherWords(hits)
  const lines = [
    ...hits.misspelled.map(({ word, read_as }) =>
      sayHtml(locale, readAs, { word: html`<bdi>${word}</bdi>`, words: listWords(read_as) }),
    ),
    ...(others.length > 0 ? [sayHtml(locale, alsoMatched, { words: listWords(others) })] : []),
    ...linkNames(snapshot, locale, filters),
  ]
  return html`${lines.map(line => html`\n<p class="muted">${line}</p>`)}`
}

const listWords = (words: string[]) => joinHtml(words.map(word => html`<bdi>${word}</bdi>`))

/** More would hide the reviews. */
const MOST_WORDS = 8

/** On this page, as reviewers wrote them. */
function otherWords({ reviews, evidence, misspelled }: SearchHits): string[] {
  const known = misspelled.flatMap(({ read_as }) => read_as).map(foldName)
  const others = new Map<string, string>()
  for (const { id, text, translation } of reviews.map(parseReview))
    for (const { kind, id: term, field, from, to } of evidence?.[id] ?? []) {
      if (kind !== 'words' || field === 'reply') continue
      const word = (field === 'text' ? text : translation!.text)!
        .slice(from, to)
        .replace(/['’]s$/, '')
      const folded = foldName(word)
      if (folded !== foldName(term) && !known.includes(folded)) others.set(folded, word)
    }
  return [...others.values()].slice(0, MOST_WORDS)
}

/** Reviews call people by their first name and services by many: whoever searches for one may mean all of these. */
const linkNames = (snapshot: Snapshot, locale: Locale, filters: Filters): Html[] =>
  (['technicians', 'services', 'service_areas'] as const).flatMap(kind => {
    const found = snapshot.findName(kind, filters.words!)
    if (!('id' in found)) return []
    const wanted = withoutFilter({ ...filters, [PARAMETER_OF[kind]]: found.id }, 'words')
    const count = snapshot.search({ ...wanted, limit: 1 })!.matched
    const name = html`<bdi>${nameOf(snapshot, kind, found.id)}</bdi>`
    const link = sayHtml(locale, locale.words.reviews.mention, { count, words: name })
    return count === 0 ? [] : [html`<a href="${listPath(wanted)}">${link}</a>`]
  })
