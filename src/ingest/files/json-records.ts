/** Finds the records in JSON: in a document, or one per line. */
import type { Fields } from '../formats/format.ts'
import { FileProblem, NoReviews } from '../values/file-problem.ts'
import { isObject } from '../values/parse-json.ts'
import { wrongFileIn } from './wrong-file.ts'

export interface JsonRecords {
  records: unknown[]
  /** Present if the document carries the business too, as /reviews.json does. */
  business?: unknown
}

const LISTS = ['reviews', 'data', 'items', 'results', 'reviews_data', 'result']

/** Throws if the document holds something else than reviews. */
export function recordsOf(document: unknown): JsonRecords {
  const found = findRecords(document)
  if (found && found.records.length > 0) return found
  const problem = wrongFileIn(document)
  if (problem) throw problem
  if (found) return found
  throw new NoReviews(
    'has no reviews: expected an object with a "reviews" array, an array of reviews, or one review per line',
  )
}

function findRecords(document: unknown): JsonRecords | null {
  if (isLinkedData(document)) return unlessEmpty(reviewNodes(document))
  if (Array.isArray(document)) return { records: ofLocations(document) }
  if (!isObject(document)) return null
  const jobs = isObject(document.results) && document.results.LdFetchReviews
  if (Array.isArray(jobs)) return { records: jobs.flatMap(ofJob) }
  const list = LISTS.map(key => listIn(document[key])).find(Array.isArray)
  if (list)
    return {
      records: ofLocations(list),
      ...(document.business !== undefined && { business: document.business }),
    }
  return 'rating' in document ? { records: [document] } : null
}

/** BrightLocal reads one page per job, and only the job says which. */
const ofJob = (job: unknown): unknown[] =>
  isObject(job) && Array.isArray(job.results) && isObject(job.payload)
    ? ofLocations(job.results).map(review =>
        isObject(review) ? { ...review, 'profile-url': (job.payload as Fields)['profile-url'] } : review,
      )
    : []

const unlessEmpty = (records: unknown[]) => (records.length > 0 ? { records } : null)

/** Google's older APIs return one place, with its reviews inside. */
const listIn = (value: unknown): unknown =>
  isObject(value) && reviewsOfLocation(value) ? reviewsOfLocation(value) : value

/** A list of locations holds the reviews one level deeper; Outscraper makes a list of them for each search. */
function ofLocations(lists: unknown[]): unknown[] {
  const list = lists.some(Array.isArray) ? lists.flat() : lists
  return list.some(reviewsOfLocation) ? list.flatMap(location => reviewsOfLocation(location) ?? []) : list
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

/** Whether the first line is a JSON object, with more lines to follow. */
export function looksLikeJsonLines(text: string): boolean {
  const content = text.trim()
  const firstLine = content.slice(0, content.indexOf('\n') + 1)
  return firstLine.startsWith('{') && recordsOfLine(firstLine) !== null
}

/** null if the line is not JSON. */
export function recordsOfLine(line: string): unknown[] | null {
  try {
    const value = JSON.parse(line)
    return reviewsOfLocation(value) ?? [value]
  } catch {
    return null
  }
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
    if (open.length > LONGEST_LINE) throw new FileProblem(`line ${number}: is too long for one review`)
  }
  yield { number, line: open }
}
