/** What the list of reviews says where nothing matches: which filter to drop, and what a name may have meant. */
import { html } from 'hono/html'
import type { Unrecognized } from '../../model/search.ts'
import { REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import type { SearchHits } from '../../publish/search/search-response.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { count } from '../base/display-format.ts'
import { joinWithCommas } from '../base/join-list.ts'
import type { Html } from '../base/page-context.ts'
import { type Filters, filtersInAddress, filtersInWords, listPath, withoutFilter } from './filter-words.ts'

/** `countOf` counts the reviews that match. */
export function renderNothing(
  snapshot: Snapshot,
  filters: Filters,
  { unrecognized }: SearchHits,
  countOf: (filters: Filters) => number,
): Html {
  const drops = filtersInWords(snapshot, filtersInAddress(filters))
    .map(([name, text]) => {
      const rest = withoutFilter(filters, name)
      return { text, path: listPath(rest), left: countOf(rest) }
    })
    .filter(({ left }) => left > 0)
    .sort((a, b) => b.left - a.left)
  return html`<p>No reviews match.${drops.length > 0 ? ' Try removing a filter:' : ''}</p>
${unrecognized.map(one => renderSuggestions(filters, one))}${
  drops.length === 0
    ? ''
    : html`<ul>
${drops.map(({ text, path, left }) => html`<li><a href="${path}">Without <bdi>${text}</bdi>: ${count(left, 'review')}</a></li>\n`)}</ul>
`
}<p><a href="${REVIEWS_PATH}">Show all reviews</a></p>`
}

const renderSuggestions = (filters: Filters, { parameter, value, suggestions }: Unrecognized): Html => {
  const links = suggestions.map(
    name => html`<a href="${listPath({ ...filters, [parameter]: name })}"><bdi>${name}</bdi></a>`,
  )
  return html`<p>Nothing here goes by the name “<bdi>${value}</bdi>”.${links.length > 0 ? html` Did you mean ${joinWithCommas(links)}?` : ''}</p>
`
}
