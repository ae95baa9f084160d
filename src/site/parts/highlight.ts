/** Marks search hits in a text, comparing the way the search does. */
import { html } from 'hono/html'
import { foldCase, foldWithPlaces } from '../../publish/pieces/case-folding.ts'
import { indexOfWords } from '../../publish/pieces/whole-words.ts'
import type { Html } from '../base/page-context.ts'

export interface Highlight {
  texts: string[]
  /** Only as whole words. */
  wholeWords: boolean
}

/** Marking a single letter everywhere helps nobody. */
const MOST_MARKS = 100

export function highlight(text: string, { texts, wholeWords }: Highlight): Html {
  const { folded, places } = foldWithPlaces(text)
  const parts: (Html | string)[] = []
  let done = 0
  const find = wholeWords ? indexOfWords : indexOf
  for (const [start, end] of findAll(folded, texts.map(foldCase), find).take(MOST_MARKS)) {
    const [from, to] = [places[start]!, places[end]!]
    if (from < done) continue
    parts.push(text.slice(done, from), html`<mark>${text.slice(from, to)}</mark>`)
    done = to
  }
  return html`${parts}${text.slice(done)}`
}

const indexOf = (text: string, wanted: string, from: number) => text.indexOf(wanted, from)

/** From left to right, longest first, never nested. */
function* findAll(
  text: string,
  needles: string[],
  find: typeof indexOf,
): Generator<[start: number, end: number]> {
  const wanted = needles.filter(needle => needle !== '').sort((a, b) => b.length - a.length)
  for (let at = 0; at < text.length; ) {
    const found = wanted
      .map(needle => [find(text, needle, at), needle.length] as const)
      .filter(([start]) => start !== -1)
      .sort(([a], [b]) => a - b)[0]
    if (!found) return
    yield [found[0], found[0] + found[1]]
    at = found[0] + found[1]
  }
}
