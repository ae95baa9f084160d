/** The part of an audit about what people see: pages show the reviews of the dataset, with their stars and words, and the rating that follows from them. */
import type { Review } from '../model/review.ts'
import { AuditFailure, type AuditSource, failingAs, readSourceText } from './audit-failure.ts'
import { elementsOf, memberOf, membersOf, parsePiece } from './json-slices.ts'

/** Reviews on a page of the list. */
export const PAGE_SIZE = 20

type Expected = Pick<Review, 'id' | 'rating' | 'text'>

/** Which pages of the list to read, by number, given how many there are. */
export type ChoosePages = (pages: number) => number[]

/** Returns how many pages were read. `dataset` is the body of /reviews.json that was checked against the log. */
export async function checkPages(
  source: AuditSource,
  dataset: Uint8Array,
  choosePages: ChoosePages,
) {
  const list = failingAs('unreadable', '/reviews.json', () =>
    memberOf(membersOf(dataset), 'reviews'),
  )
  const pieces = [...elementsOf(dataset, list.start)]
  if (pieces.length === 0) return 0
  const reviewAt = (index: number) => parsePiece(dataset, pieces[index]!) as Expected
  checkAverage(await readSourceText(source, '/'), pieces.length, reviewAt)
  const numbers = choosePages(Math.ceil(pieces.length / PAGE_SIZE))
  for (const number of numbers) {
    const path = `/reviews?page=${number}`
    const first = (number - 1) * PAGE_SIZE
    const count = Math.min(PAGE_SIZE, pieces.length - first)
    const expected = Array.from({ length: count }, (_, index) => reviewAt(first + index))
    checkPage(await readSourceText(source, path), expected, path)
  }
  return numbers.length + 1
}

/** The data has two decimals and the page one, so the average is rounded twice. */
const MOST_ROUNDING = 0.0551

function checkAverage(page: string, count: number, reviewAt: (index: number) => Expected): void {
  let sum = 0
  for (let index = 0; index < count; index++) sum += reviewAt(index).rating
  const shown = /<p class="(?:score|few)"><strong[^>]*>([\d.,]+)<\/strong>/.exec(page)?.[1]
  const average = sum / count
  if (!(Math.abs(Number(shown?.replace(',', '.')) - average) <= MOST_ROUNDING))
    throw new AuditFailure(
      'page',
      `The home page shows a rating of ${shown ?? 'nothing'}; the reviews average ${average.toFixed(2)}.`,
    )
}

/** As much of a text as is compared: pages shorten long ones. */
const COMPARED = 200

function checkPage(page: string, expected: Expected[], path: string): void {
  const shown = [
    ...page.matchAll(/<article\b[^>]*\bid="review-([0-9A-Z]{26})"[^>]*>(.*?)<\/article>/gs),
  ]
  for (const [index, review] of expected.entries()) {
    const [, id, markup = ''] = shown[index] ?? []
    const where = `${path}, place ${index + 1}`
    if (id !== review.id)
      throw new AuditFailure(
        'page',
        `${where}: review ${review.id} belongs here, and ${id ? `${id} is shown` : 'nothing is'}.`,
      )
    if (!markup.includes(`<svg width="${20 * review.rating}.0" height="20">`))
      throw new AuditFailure(
        'page',
        `${where}: review ${id} is not shown with its ${review.rating} stars.`,
      )
    const words = plain(textOf(markup))
    if (review.text !== null && !words.includes(plain(review.text).slice(0, COMPARED)))
      throw new AuditFailure('page', `${where}: review ${id} is not shown with its words.`)
  }
  if (shown.length > expected.length)
    throw new AuditFailure(
      'page',
      `${path} shows ${shown.length} reviews instead of ${expected.length}.`,
    )
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** What our own pages escape, and nothing else: any other markup is a difference. */
const textOf = (markup: string) =>
  markup.replace(/<[^>]*>/g, '').replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => ENTITIES[name]!)

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
