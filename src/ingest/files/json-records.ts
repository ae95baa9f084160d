/** Finds the records in JSON: in a document, in the scripts of a web page, or one per line. */
import { Parser } from 'htmlparser2'
import { unlessItThrows } from '../../model/scalars.ts'
import type { Fields, StatedTotal } from '../formats/format.ts'
import { totalBeside } from '../formats/stated-total.ts'
import { EmptyFile, FileProblem, NoReviews, WrongFile } from '../values/file-problem.ts'
import { isObject, parseJson, rejectDeep } from '../values/parse-json.ts'

export interface JsonRecords {
  records: unknown[]
  /** Present if the document carries the business too, as /reviews.json does. */
  business?: unknown
  /** How many reviews the place has, if the document says so beside the list. */
  total?: StatedTotal
  /** The place that each record is filed under, in a document with a list for each place. */
  places?: string[]
}

const LISTS = ['reviews', 'data', 'items', 'results', 'reviews_data', 'result']

/** Throws if the document holds something else than reviews. */
export function recordsOf(document: unknown): JsonRecords {
  const found = findRecords(document)
  if (found && found.records.length > 0) return found
  const problem = wrongFileIn(document)
  if (problem) throw problem
  if (found) return found
  // Google's Takeout writes an empty object for a location without reviews.
  const isEmpty = isObject(document) && Object.keys(document).length === 0
  throw isEmpty ? new EmptyFile(EXPECTED) : new NoReviews(EXPECTED)
}

const EXPECTED =
  'has no reviews: expected an object with a "reviews" array, an array of reviews, or one review per line'

function findRecords(document: unknown): JsonRecords | null {
  if (isLinkedData(document)) {
    const records = reviewNodes(document)
    return records.length > 0 ? { records } : null
  }
  if (Array.isArray(document)) return { records: ofLocations(document) }
  if (!isObject(document)) return null
  const jobs = isObject(document.results) && document.results.LdFetchReviews
  if (Array.isArray(jobs)) return { records: jobs.flatMap(ofJob) }
  const list = LISTS.map(key => listIn(document[key])).find(Array.isArray)
  if (list) {
    const total = totalBeside(document)
    return {
      records: ofLocations(list),
      ...(document.business !== undefined && { business: document.business }),
      ...(total && { total }),
    }
  }
  return 'rating' in document ? { records: [document] } : keyedLists(document)
}

/** `{ "en": […], "de": […] }` or `{ "place": { "reviews": […] } }`: a list under every key. */
function keyedLists(document: Fields): JsonRecords | null {
  const keys = Object.keys(document)
  const lists = Object.values(document).map(listIn)
  if (!lists.every(list => Array.isArray(list) && list.every(isObject))) return null
  const records = (lists as unknown[][]).flat()
  if (records.length === 0) return null
  if (keys.every(key => LANGUAGE.test(key))) return { records }
  return {
    records,
    places: lists.flatMap((list, index) => (list as unknown[]).map(() => keys[index]!)),
  }
}

const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z]{2,4})?$/i

/** BrightLocal reads one page per job, and only the job says which. */
const ofJob = (job: unknown): unknown[] =>
  isObject(job) && Array.isArray(job.results) && isObject(job.payload)
    ? ofLocations(job.results).map(review =>
        isObject(review)
          ? { ...review, 'profile-url': (job.payload as Fields)['profile-url'] }
          : review,
      )
    : []

/** Google's older APIs return one place, with its reviews inside. */
const listIn = (value: unknown): unknown =>
  isObject(value) && reviewsOfLocation(value) ? reviewsOfLocation(value) : value

/** A list of locations holds the reviews one level deeper; Outscraper makes a list of them for each search. */
function ofLocations(lists: unknown[]): unknown[] {
  const list = lists.some(Array.isArray) ? lists.flat() : lists
  return list.some(reviewsOfLocation)
    ? list.flatMap(location => reviewsOfLocation(location) ?? [])
    : list
}

const reviewsOfLocation = (value: unknown): unknown[] | undefined =>
  isObject(value) ? [value.reviews_data, value.reviews].find(Array.isArray) : undefined

function isLinkedData(document: unknown): boolean {
  const nodes = Array.isArray(document) ? document : [document]
  return nodes.some(node => isObject(node) && ('@type' in node || '@graph' in node))
}

const DEEPEST = 30

/** The nodes of type Review, wherever they are: alone, in a graph, or below the business. */
export function reviewNodes(value: unknown, depth = 0): unknown[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return []
  if (isObject(value) && isReviewType(value['@type'])) return [value]
  return Object.values(value).flatMap(inner => reviewNodes(inner, depth + 1))
}

const isReviewType = (type: unknown) =>
  [type].flat().some(name => typeof name === 'string' && /(?:^|[/:#])(?:User)?Review$/.test(name))

/** The JSON-LD documents in the scripts of a web page. Scripts that are not JSON are skipped, as search engines do. */
export function linkedDataOf(html: string): unknown[] {
  return scriptsOf(html).flatMap(script => unlessItThrows(() => [parseJson(script)]) ?? [])
}

function scriptsOf(html: string): string[] {
  const scripts: string[] = []
  let isOpen = false
  const parser = new Parser({
    onopentag(name, { type }) {
      isOpen = name === 'script' && /^\s*application\/ld\+json\b/i.test(type ?? '')
      if (isOpen) scripts.push('')
    },
    ontext(text) {
      if (isOpen) scripts.push(scripts.pop() + text)
    },
    onclosetag() {
      isOpen = false
    },
  })
  parser.end(html)
  return scripts
}

/** Whether the first line is a JSON object, with more lines to follow. */
export function looksLikeJsonLines(text: string): boolean {
  const content = text.trim()
  const firstLine = content.slice(0, content.indexOf('\n') + 1)
  return firstLine.startsWith('{') && recordsOfLine(firstLine) !== null
}

/** Returns null if the line is not JSON. */
export function recordsOfLine(line: string): unknown[] | null {
  rejectDeep(line)
  const value: unknown = unlessItThrows(() => JSON.parse(line))
  return value === undefined ? null : (reviewsOfLocation(value) ?? [value])
}

const LONGEST_LINE = 64 << 20

/** The lines of a text that arrives in pieces, numbered from 1. */
export async function* linesOf(
  texts: AsyncIterable<string>,
): AsyncGenerator<{ number: number; line: string }> {
  let number = 1
  let open = ''
  for await (const text of texts) {
    const [first, ...others] = text.split('\n')
    open += first
    for (const line of others) {
      yield { number: number++, line: open }
      open = line
    }
    if (open.length > LONGEST_LINE)
      throw new FileProblem(`line ${number}: is too long for one review`)
  }
  yield { number, line: open }
}

/** JSON that people mistake for a review file, with what it is instead. */
function wrongFileIn(document: unknown): WrongFile | null {
  if (!isObject(document)) return null
  if (isOwnersReviews(document)) return new WrongFile(OWNERS_REVIEWS)
  if (document.error) return new WrongFile(serviceError(document.error))
  return null
}

/** `Maps (your places)/Reviews.json` of Google Takeout. */
function isOwnersReviews({ type, features }: Record<string, unknown>): boolean {
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return false
  return features.some(
    ({ properties } = {}) => isObject(properties) && MARKS.some(mark => mark in properties),
  )
}

const MARKS = ['five_star_rating_published', 'review_text_published', 'location']

const OWNERS_REVIEWS =
  'holds the reviews that the owner of the Google account wrote about other places. Those about the business are in reviews.json below "Google Business Profile" in the same Takeout. If that folder is missing, choose "Google Business Profile" at takeout.google.com.'

function serviceError(error: unknown): string {
  const code = isObject(error) && Number.isInteger(error.code) ? ` (code ${error.code})` : ''
  return `holds an error message from the service${code} and no reviews. Download the file again.`
}
