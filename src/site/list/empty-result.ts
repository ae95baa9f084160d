/** What the list of reviews says where nothing matches: which filter to drop, and what a name may have meant. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { Unrecognized } from '../../model/search.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { SearchHits } from '../../publish/search/search-response.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Html, html, joinHtml, sayHtml } from '../base/markup.ts'
import { type Filters, filtersInAddress, filtersInWords, listPath, withoutFilter } from './filter-words.ts'

/** `countOf` counts the reviews that match. */
export function renderNothing(
  snapshot: Snapshot,
  filters: Filters,
  { unrecognized }: SearchHits,
  countOf: (filters: Filters) => number,
): Html {
  const locale = localeOf(snapshot.locale)
  const { noMatch, noneYet, without, showAll } = locale.words.reviews
  if (snapshot.reviewCount === 0) return html`<p>${noneYet}</p>`
  const drops = filtersInWords(snapshot, filtersInAddress(filters))
    .map(([name, text]) => {
      const rest = withoutFilter(filters, name)
      return { text, path: listPath(rest), count: countOf(rest) }
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const items = drops.map(
    ({ text, path, count }) =>
      html`<li><a href="${path}">${sayHtml(locale, without, { filter: html`<bdi>${text}</bdi>`, count })}</a></li>\n`,
  )
  return html`<p>${noMatch}</p>
${unrecognized.map(one => renderSuggestions(locale, filters, one))}${items.length === 0 ? '' : html`<ul>\n${items}</ul>\n`}<p><a href="${REVIEWS_PATH}">${showAll}</a></p>`
}

function renderSuggestions(
  locale: Locale,
  filters: Filters,
  { parameter, value, suggestions }: Unrecognized,
): Html {
  const { unknownName, didYouMean } = locale.words.reviews
  const links = suggestions.map(
    name => html`<a href="${listPath({ ...filters, [parameter]: name })}"><bdi>${name}</bdi></a>`,
  )
  return html`<p>${sayHtml(locale, unknownName, { name: html`<bdi>${value}</bdi>` })}${links.length > 0 ? html` ${sayHtml(locale, didYouMean, { names: joinHtml(links) })}` : ''}</p>
`
}
