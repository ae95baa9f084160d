/**
 * The search index over all reviews, newest first: plain typed arrays, so that it crosses threads without a copy.
 *
 * A run of letters and digits in a query always lies within one word of a text. So the index holds each distinct word once,
 * with the reviews that contain it, and a query is looked up in the words instead of the texts.
 */
import type { BusinessFile } from '../../model/business.ts'
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
  /** At index r, the reviews with r stars. */
  byStars: Uint32Array[]
  /** With a reply from the owner, and without. */
  byReply: Map<boolean, Uint32Array>
  /** All case-folded texts in UTF-8, joined without separators; `textStarts` has one extra entry, the end of the last. */
  text: Uint8Array
  textStarts: Uint32Array
  signatures: Uint32Array
  /** "\nword\nword\n": the line feeds let a search match the end of a word. */
  words: Uint8Array
  wordStarts: Uint32Array
  /** The reviews of word w: `postings` from `postingStarts[w]` to `postingStarts[w + 1]`. */
  postings: Uint32Array
  postingStarts: Uint32Array
  /** Reviews by case-folded name, under every spelling that a client may use. */
  technicians: Map<string, Uint32Array>
  services: Map<string, Uint32Array>
  serviceAreas: Map<string, Uint32Array>
  sources: Map<string, Uint32Array>
  languages: Map<string, Uint32Array>
}

/** Every spelling of a name, with the key that mentions carry. */
export type Spellings = [spelling: string, key: string][]

/** Every spelling of a technician, service or service area, with the name or id it stands for. */
export interface NameSpellings {
  technicians: Spellings
  services: Spellings
  serviceAreas: Spellings
}

export function listSpellings({ technicians, services, service_areas }: BusinessFile): NameSpellings {
  return {
    technicians: technicians.flatMap(({ name, aliases }) => spellingsOf(name, [name, ...aliases])),
    services: services.flatMap(({ id, label }) => spellingsOf(id, [id, label])),
    serviceAreas: service_areas.flatMap(({ id, label }) => spellingsOf(id, [id, label])),
  }
}

const spellingsOf = (key: string, names: string[]): Spellings => names.map(name => [name, key])

const LINE_FEED = 10
const EMPTY = new Uint8Array()

export function buildIndex(
  months: MonthOfReviews[],
  vocabulary: WordNumbers,
  names: NameSpellings,
): SearchIndex {
  const words = vocabulary.words()
  const reviews = months.flatMap(month => month.reviews)
  const text = joinByteTables(
    EMPTY,
    months.map(month => month.text),
    EMPTY,
    0,
  )
  return {
    ...listDatesAndStars(reviews),
    byReply: groupPositions(reviews, review => review.hasReply),
    text: text.bytes,
    textStarts: text.starts,
    signatures: joinNumbers(months.map(month => month.signatures)),
    ...joinWords(words),
    ...postWords(months, words.length),
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
    start = joined.indexOf(LINE_FEED, start) + 1
  }
  return { words: new Uint8Array(joined), wordStarts }
}

/** A counting sort: count the reviews of each word, then put every review into the ranges of its words. */
function postWords(
  months: MonthOfReviews[],
  wordCount: number,
): Pick<SearchIndex, 'postings' | 'postingStarts'> {
  const postingStarts = new Uint32Array(wordCount + 1)
  for (const { words } of months)
    for (let index = 0; index < words.length; index++) postingStarts[words[index]! + 1]!++
  for (let word = 0; word < wordCount; word++) postingStarts[word + 1]! += postingStarts[word]!
  const postings = new Uint32Array(postingStarts[wordCount]!)
  const next = postingStarts.slice()
  let position = 0
  for (const { words, wordCounts } of months) {
    let index = 0
    for (let review = 0; review < wordCounts.length; review++) {
      for (const end = index + wordCounts[review]!; index < end; index++)
        postings[next[words[index]!]!++] = position
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

/** Every array in the index, each exactly once. */
export function arraysOf(index: SearchIndex): (Uint8Array | Uint32Array)[] {
  const { byStars, byReply, technicians, services, serviceAreas, sources, languages, ...arrays } = index
  const maps = [byReply, technicians, services, serviceAreas, sources, languages]
  return [...Object.values(arrays), ...byStars, ...new Set(maps.flatMap(map => [...map.values()]))]
}
