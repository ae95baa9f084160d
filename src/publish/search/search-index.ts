/**
 * The index over the reviews, newest first: plain typed arrays, so that it crosses threads without a copy.
 *
 * A substring of a text that has only letters and digits lies inside one word. So the words are kept once, each with the
 * reviews that have it, and a query is looked up among the words, not among the texts.
 */
import { joinByteTables } from '../pieces/byte-table.ts'
import { foldCase } from '../pieces/case-folding.ts'
import { joinNumbers, type MonthOfReviews } from '../pieces/month.ts'
import type { ListedReview } from '../pieces/prepare-review.ts'
import type { WordNumbers } from '../pieces/word-numbers.ts'
import { listByRange } from './language-counts.ts'

export interface SearchIndex {
  /** 20261115 for 2026-11-15. */
  dates: Uint32Array
  stars: Uint8Array
  /** At place r, the reviews with r stars. */
  byStars: Uint32Array[]
  /** Those with a reply of the owner, and those without. */
  byReply: Map<boolean, Uint32Array>
  /** The case-folded texts, one after the other in UTF-8; `textStarts` has one more at the end. */
  text: Uint8Array
  textStarts: Uint32Array
  signatures: Uint32Array
  /** "\nword\nword\n": the line ends let a search ask for the end of a word. */
  words: Uint8Array
  wordStarts: Uint32Array
  /** The reviews of word w: `postings` from `postingStarts[w]` to `postingStarts[w + 1]`. */
  postings: Uint32Array
  postingStarts: Uint32Array
  /** Reviews by case-folded name: every spelling that a reader may ask with. */
  technicians: Map<string, Uint32Array>
  services: Map<string, Uint32Array>
  serviceAreas: Map<string, Uint32Array>
  sources: Map<string, Uint32Array>
  languages: Map<string, Uint32Array>
}

/** Every spelling of a name with the key that mentions carry. */
export type Spellings = [spelling: string, key: string][]

/** Every way to call a technician, a service or a service area, with the name or id it stands for. */
export interface NameSpellings {
  technicians: Spellings
  services: Spellings
  serviceAreas: Spellings
}

const LINE_END = 10
const EMPTY = new Uint8Array()

export function buildIndex(
  sheets: MonthOfReviews[],
  vocabulary: WordNumbers,
  names: NameSpellings,
): SearchIndex {
  const words = vocabulary.words()
  const reviews = sheets.flatMap(sheet => sheet.reviews)
  const text = joinByteTables(
    EMPTY,
    sheets.map(sheet => sheet.text),
    EMPTY,
    0,
  )
  return {
    ...listDatesAndStars(reviews),
    byReply: groupPositions(reviews, review => review.hasReply),
    text: text.bytes,
    textStarts: text.starts,
    signatures: joinNumbers(sheets.map(sheet => sheet.signatures)),
    ...joinWords(words),
    ...postWords(sheets, words.length),
    technicians: listsByName(reviews, names.technicians, review => review.insight.technicians),
    services: listsByName(reviews, names.services, review => review.insight.services),
    serviceAreas: listsByName(reviews, names.serviceAreas, review => review.insight.service_areas),
    sources: groupPositions(reviews, review => review.source),
    languages: listByRange(groupPositions(reviews, review => review.language)),
  }
}

function listDatesAndStars(reviews: ListedReview[]): Pick<SearchIndex, 'dates' | 'stars' | 'byStars'> {
  const dates = new Uint32Array(reviews.length)
  const stars = new Uint8Array(reviews.length)
  const lists: number[][] = [[], [], [], [], [], []]
  for (let position = 0; position < reviews.length; position++) {
    const { day, rating } = reviews[position]!
    dates[position] = day
    stars[position] = rating
    lists[rating]!.push(position)
  }
  return { dates, stars, byStars: lists.map(list => new Uint32Array(list)) }
}

function joinWords(words: string[]): Pick<SearchIndex, 'words' | 'wordStarts'> {
  const joined = Buffer.from(`\n${words.join('\n')}\n`)
  const wordStarts = new Uint32Array(words.length + 1)
  let start = 1
  for (let number = 0; number <= words.length; number++) {
    wordStarts[number] = start
    start = joined.indexOf(LINE_END, start) + 1
  }
  return { words: new Uint8Array(joined), wordStarts }
}

/** A counting sort: how many reviews each word has, then each review into its words' places. */
function postWords(
  sheets: MonthOfReviews[],
  wordCount: number,
): Pick<SearchIndex, 'postings' | 'postingStarts'> {
  const postingStarts = new Uint32Array(wordCount + 1)
  for (const { words } of sheets)
    for (let place = 0; place < words.length; place++) postingStarts[words[place]! + 1]!++
  for (let word = 0; word < wordCount; word++) postingStarts[word + 1]! += postingStarts[word]!
  const postings = new Uint32Array(postingStarts[wordCount]!)
  const next = postingStarts.slice()
  let position = 0
  for (const { words, wordCounts } of sheets) {
    let place = 0
    for (let review = 0; review < wordCounts.length; review++) {
      for (const end = place + wordCounts[review]!; place < end; place++)
        postings[next[words[place]!]!++] = position
      position++
    }
  }
  return { postings, postingStarts }
}

function listsByName(
  reviews: ListedReview[],
  spellings: Spellings,
  mentioned: (review: ListedReview) => string[],
): Map<string, Uint32Array> {
  const keys = new Set(spellings.map(([, key]) => key))
  const lists = new Map(Array.from(keys, key => [key, [] as number[]]))
  for (let position = 0; position < reviews.length; position++)
    for (const key of mentioned(reviews[position]!)) lists.get(key)?.push(position)
  const arrays = new Map(Array.from(lists, ([key, list]) => [key, new Uint32Array(list)]))
  return new Map(spellings.map(([spelling, key]) => [foldCase(spelling), arrays.get(key)!]))
}

function groupPositions<Key>(
  reviews: ListedReview[],
  keyOf: (review: ListedReview) => Key,
): Map<Key, Uint32Array> {
  const lists = new Map<Key, number[]>()
  for (let position = 0; position < reviews.length; position++) {
    const key = keyOf(reviews[position]!)
    const list = lists.get(key)
    if (list) list.push(position)
    else lists.set(key, [position])
  }
  return new Map(Array.from(lists, ([key, list]) => [key, new Uint32Array(list)]))
}

/** Every array of the index, each once. */
export function arraysOf(index: SearchIndex): (Uint8Array | Uint32Array)[] {
  const { byStars, byReply, technicians, services, serviceAreas, sources, languages, ...arrays } = index
  const maps = [byReply, technicians, services, serviceAreas, sources, languages]
  return [...Object.values(arrays), ...byStars, ...new Set(maps.flatMap(map => [...map.values()]))]
}
