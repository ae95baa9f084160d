/** What a search for words found besides the words themselves: other spellings, forms and words for the same, and names. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import { PARAMETER_OF } from '../../model/search.ts'
import { parseReview } from '../../publish/months/prepare-review.ts'
import type { SearchHits } from '../../publish/search/search-response.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { foldName } from '../../publish/words/folded-words.ts'
import { type Html, html, joinHtml, sayHtml } from '../base/markup.ts'
import { type Filters, listPath, nameOf, withoutFilter } from './filter-words.ts'

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
      const word = (field === 'text' ? text : translation!.text)!.slice(from, to).replace(/['’]s$/, '')
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
