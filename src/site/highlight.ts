/** Marks in a text what a search found in it: compared as the search compares. */
import { html } from 'hono/html'
import { foldCase } from '../publish/fold.ts'
import type { Html } from './page.ts'

/** Substrings to mark. */
export type Highlight = string[]

export function highlight(text: string, wanted: Highlight): Html {
  const { folded, places } = foldWithPlaces(text)
  const parts: (Html | string)[] = []
  let done = 0
  for (const [start, end] of findAll(folded, wanted.map(foldCase))) {
    const [from, to] = [places[start]!, places[end]!]
    if (from < done) continue
    parts.push(text.slice(done, from), html`<mark>${text.slice(from, to)}</mark>`)
    done = to
  }
  return html`${parts}${text.slice(done)}`
}

/** Folding may change the length of a letter; `places` tells for each unit of the folded text where it was. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const letter of text) {
    const fold = foldCase(letter)
    for (let unit = 0; unit < fold.length; unit++) places.push(at)
    folded += fold
    at += letter.length
  }
  places.push(text.length)
  return { folded, places }
}

/** From left to right, longer ones first, none within another. */
function* findAll(text: string, needles: string[]): Generator<[start: number, end: number]> {
  const wanted = needles.filter(needle => needle !== '').sort((a, b) => b.length - a.length)
  for (let at = 0; at < text.length; ) {
    const found = wanted
      .map(needle => [text.indexOf(needle, at), needle.length] as const)
      .filter(([start]) => start !== -1)
      .sort(([a], [b]) => a - b)[0]
    if (!found) return
    yield [found[0], found[0] + found[1]]
    at = found[0] + found[1]
  }
}
