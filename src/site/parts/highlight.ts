/** Marks search hits in a text, comparing the way the search does. */

import { foldCase, foldWithPlaces } from '../../model/case-folding.ts'
import type { Passage } from '../../model/search.ts'
import { indexOfWords } from '../../publish/words/whole-words.ts'
import { type Html, html } from '../base/markup.ts'

/** Names and other texts; only whole words count. */
export type Highlight = { texts: string[] }

/** Marking a single letter everywhere helps nobody. */
const MOST_MARKS = 100

export function highlight(text: string, { texts }: Highlight): Html {
  const { folded, places } = foldWithPlaces(text)
  const found = findAll(folded, texts.map(foldCase)).take(MOST_MARKS)
  return mark(
    text,
    found.map(([start, end]) => ({ from: places[start]!, to: places[end]! })),
  )
}

type Place = Pick<Passage, 'from' | 'to'>

/** Marks passages by their places; where they overlap, as one. */
export const markPassages = (text: string, passages: Place[]): Html =>
  mark(text, joinOverlapping(passages))

function mark(text: string, places: Iterable<Place>): Html {
  const parts: (Html | string)[] = []
  let done = 0
  for (const { from, to } of places) {
    if (from < done) continue
    parts.push(text.slice(done, from), html`<mark>${text.slice(from, to)}</mark>`)
    done = to
  }
  return html`${parts}${text.slice(done)}`
}

function joinOverlapping(passages: Place[]): Place[] {
  const joined: Place[] = []
  for (const { from, to } of passages.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined.slice(0, MOST_MARKS)
}

/** Hits come from left to right, the longest first, and are never nested. */
function* findAll(text: string, needles: string[]): Generator<[start: number, end: number]> {
  const wanted = needles.filter(needle => needle !== '').sort((a, b) => b.length - a.length)
  for (let at = 0; at < text.length; ) {
    const found = wanted
      .map(needle => [indexOfWords(text, needle, at), needle.length] as const)
      .filter(([start]) => start !== -1)
      .sort(([a], [b]) => a - b)[0]
    if (!found) return
    yield [found[0], found[0] + found[1]]
    at = found[0] + found[1]
  }
}
