/** `firsthand list`: finds reviews by the filters of the public search, hidden ones included. */
import { STATES } from '../../actions/find-review.ts'
import { listReviews, type StoredReview, type StoredReviewList } from '../../actions/list-reviews.ts'
import type { ReviewState } from '../../model/record.ts'
import type { Unrecognized } from '../../model/search.ts'
import { openDatabase, printResult, type Streams } from '../base/result.ts'
import { createProgress, fitLine, previewReview, type Screen, screenOf } from '../base/screen.ts'
import { baseUrlOf } from '../base/settings.ts'
import { parameterFlag, readFilters } from './list-filters.ts'

interface ListOptions {
  json: boolean
  databaseUrl: string
  baseUrl?: string
  port?: number
  state: ReviewState | 'all'
  /** A filter, as it was typed. */
  [filter: string]: unknown
}

export async function printList(options: ListOptions, streams: Streams): Promise<number> {
  const args = readFilters(options)
  const { state, json, databaseUrl } = options
  await using store = await openDatabase(databaseUrl)
  const states = state === 'all' ? STATES : [state]
  const baseUrl = baseUrlOf(options)
  const { update, clear } = createProgress(streams.stderr, 'Analyzing')
  const found = await listReviews(store, args, { states, baseUrl, onProgress: update }).finally(clear)
  return printResult(streams, json, found, () => describeList(found, state, screenOf(streams)))
}

const CALLED: Record<ReviewState | 'all', string> = {
  published: 'shown',
  unverified: 'unverified',
  withheld: 'withheld',
  gone: 'gone',
  all: 'stored',
}

function describeList(found: StoredReviewList, state: ListOptions['state'], screen: Screen): string {
  const { matched, returned, reviews, next_cursor, unrecognized } = found
  if (unrecognized.length > 0) return `${unrecognized.map(describeUnrecognized).join('\n')}\n`
  if (matched === 0) return `No ${CALLED[state]} reviews match.\n`
  const blocks = reviews.map(review => describeListed(review, screen))
  const rest = next_cursor === null ? '' : ` For more, add --cursor ${next_cursor}`
  const end = `Showing ${returned} of ${matched} matching reviews.${rest}`
  return `${[...blocks, end].join('\n\n')}\n`
}

function describeListed(review: StoredReview, { width, paint }: Screen): string {
  const [line, text] = previewReview(review, width)
  const notes = [
    review.state !== 'published' && CALLED[review.state],
    review.owner_reply ? 'replied' : 'no reply',
  ].filter(note => note !== false)
  return [fitLine(`${line}, ${notes.join(', ')}`, width), text, paint('dim', review.id)].join('\n')
}

function describeUnrecognized({ parameter, value, suggestions }: Unrecognized): string {
  const known = suggestions.length > 0 ? ` Known: ${suggestions.join(', ')}.` : ''
  return `${parameterFlag(parameter)}: "${value}" is not known, or several share the name.${known}`
}
