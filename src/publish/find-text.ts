/** Finds the reviews whose text contains a query. */
import { asBuffer } from './bytes.ts'
import { foldCase } from './fold.ts'
import { intersect } from './lists.ts'
import { type SearchIndex, WORD } from './search-index.ts'

/** Positions of the reviews, ascending. */
export function findText(index: SearchIndex, query: string): Uint32Array {
  const needle = foldCase(query)
  const words = [...needle.matchAll(WORD)]
  let candidates: Uint32Array | null = null
  for (const { 0: word, index: start } of words) {
    const opensWord = start > 0
    const closesWord = start + word.length < needle.length
    const list = reviewsWithWord(index, `${opensWord ? '\n' : ''}${word}${closesWord ? '\n' : ''}`)
    candidates = candidates ? intersect(candidates, list) : list
    if (candidates.length === 0) return candidates
  }
  if (candidates && words[0]![0] === needle) return candidates
  return candidates ? keepThoseWith(index, needle, candidates) : scanAll(index, needle)
}

/** `part` is a piece of a word; a line end before or after it binds it to the word's beginning or end. */
function reviewsWithWord(index: SearchIndex, part: string): Uint32Array {
  const { wordStarts, postings, postingStarts } = index
  const words = asBuffer(index.words)
  const needle = Buffer.from(part)
  const shift = part.startsWith('\n') ? 1 : 0
  const found: Uint32Array[] = []
  let number = 0
  for (let at = words.indexOf(needle); at !== -1; at = words.indexOf(needle, wordStarts[number]! - 1)) {
    number = upperBound(wordStarts, at + shift, number)
    const list = postings.subarray(postingStarts[number - 1], postingStarts[number])
    if (list.length > 0) found.push(list)
    if (number === wordStarts.length - 1) break
  }
  return found.length === 1 ? found[0]! : union(found, index.dates.length)
}

function union(lists: Uint32Array[], size: number): Uint32Array {
  if (lists.length === 0) return new Uint32Array()
  const marks = new Uint8Array(size)
  for (const list of lists) for (let place = 0; place < list.length; place++) marks[list[place]!] = 1
  const positions = new Uint32Array(size)
  let count = 0
  for (let position = 0; position < size; position++) {
    positions[count] = position
    count += marks[position]!
  }
  return positions.subarray(0, count)
}

function keepThoseWith(index: SearchIndex, needle: string, candidates: Uint32Array): Uint32Array {
  const { textStarts } = index
  const text = asBuffer(index.text)
  const bytes = Buffer.from(needle).toString('latin1')
  let count = 0
  const kept = new Uint32Array(candidates.length)
  for (const position of candidates)
    if (text.toString('latin1', textStarts[position], textStarts[position + 1]).includes(bytes))
      kept[count++] = position
  return kept.subarray(0, count)
}

/** For a query of signs and spaces only: the whole text is read once, and each hit leads to the next review. */
function scanAll(index: SearchIndex, needle: string): Uint32Array {
  const { textStarts } = index
  const text = asBuffer(index.text)
  const bytes = Buffer.from(needle)
  const hits: number[] = []
  let next = 0
  for (let at = text.indexOf(bytes); at !== -1; at = text.indexOf(bytes, textStarts[next])) {
    next = upperBound(textStarts, at, next)
    if (at + bytes.length <= textStarts[next]!) hits.push(next - 1)
    if (next === textStarts.length - 1) break
  }
  return Uint32Array.from(hits)
}

/** The first place after `from` whose value is greater. */
function upperBound(sorted: Uint32Array, value: number, from: number): number {
  let low = from
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}
