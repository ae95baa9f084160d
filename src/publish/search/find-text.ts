/** Finds the reviews whose text contains a query, ignoring case. */
import { asBuffer } from '../base/bytes.ts'
import { lowerBound } from '../base/sorted-lists.ts'
import { bigramTest, WORD } from '../words/bigram-signatures.ts'
import { foldCase } from '../words/case-folding.ts'
import { postingsOf, type SearchIndex } from './search-index.ts'

/** Their positions, ascending. */
export function findText(index: SearchIndex, query: string): Uint32Array {
  const needle = foldCase(query)
  const words = [...needle.matchAll(WORD)]
  if (words.length === 0) return scanTexts(index, needle)
  const lists = words.map(({ 0: word, index: start }) =>
    listsOfWord(index, word, { atStart: start > 0, atEnd: start + word.length < needle.length }),
  )
  const isOneWord = words[0]![0] === needle
  if (isOneWord && lists[0]!.length <= 1) return lists[0]![0] ?? new Uint32Array()
  const candidates = positionsInAll(lists, index.dates.length)
  return isOneWord ? candidates : keepContaining(index, needle, candidates)
}

/** The reviews of each word that contains the part: at its start or end, if the query continues before or after it. */
function listsOfWord(
  index: SearchIndex,
  part: string,
  { atStart, atEnd }: { atStart: boolean; atEnd: boolean },
): Uint32Array[] {
  const { bytes, starts } = index.words
  const joined = asBuffer(bytes)
  const needle = Buffer.from(atEnd ? `${part}\n` : part)
  const lists: Uint32Array[] = []
  let number = 0
  for (let at = joined.indexOf(needle); at !== -1; at = joined.indexOf(needle, starts[number])) {
    number = lowerBound(starts, at + 1, number)
    if (!atStart || at === starts[number - 1]) lists.push(postingsOf(index, number - 1))
  }
  return lists
}

/** The reviews in at least one list of each word. A review's mark counts how many words, from the first on, it contains. */
export function positionsInAll(words: Uint32Array[][], size: number): Uint32Array {
  const marks = marksFor(size)
  for (const [before, lists] of words.entries())
    for (const list of lists)
      for (let index = 0; index < list.length; index++) {
        const position = list[index]!
        if (marks[position] === before) marks[position] = before + 1
      }
  const all = words.length
  let total = 0
  for (let position = 0; position < size; position++) total += marks[position] === all ? 1 : 0
  const positions = new Uint32Array(total)
  for (let position = 0, count = 0; count < total; position++)
    if (marks[position] === all) positions[count++] = position
  return positions
}

/** Reused, because a search would otherwise leave as many bytes to collect as there are reviews. */
let scratch = new Uint8Array()

function marksFor(size: number): Uint8Array {
  if (scratch.length < size) scratch = new Uint8Array(size)
  return scratch.subarray(0, size).fill(0)
}

function keepContaining(index: SearchIndex, needle: string, candidates: Uint32Array): Uint32Array {
  const { starts } = index.text
  const text = asBuffer(index.text.bytes)
  const bytes = Buffer.from(needle).toString('latin1')
  const mayContain = bigramTest(index.signatures, needle)
  const kept: number[] = []
  for (let number = 0; number < candidates.length; number++) {
    const position = candidates[number]!
    if (!mayContain(position)) continue
    if (text.toString('latin1', starts[position], starts[position + 1]).includes(bytes)) kept.push(position)
  }
  return Uint32Array.from(kept)
}

/**
 * For a query without letters or digits, which the words cannot narrow down: reads all texts once and moves on to the next
 * review after each match. Texts are joined without separators, so a match may run over the end of a review.
 */
function scanTexts(index: SearchIndex, needle: string): Uint32Array {
  const { starts } = index.text
  const text = asBuffer(index.text.bytes)
  const bytes = Buffer.from(needle)
  const hits: number[] = []
  let next = 0
  for (let at = text.indexOf(bytes); at !== -1; at = text.indexOf(bytes, starts[next])) {
    next = lowerBound(starts, at + 1, next)
    if (at + bytes.length <= starts[next]!) hits.push(next - 1)
    if (next === starts.length - 1) break
  }
  return Uint32Array.from(hits)
}
