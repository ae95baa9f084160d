/** `firsthand list`: finds reviews by the filters of the public search, hidden ones included. */
import { Option } from 'commander'
import { z } from 'zod'
import { STATES } from '../../actions/find-review.ts'
import type { StoredReview, StoredReviewList } from '../../actions/list-reviews.ts'
import { createQueryDecoder } from '../../http/query-string.ts'
import type { ReviewState } from '../../model/record.ts'
import { SearchArgs, type Unrecognized } from '../../model/search.ts'
import commandWords from '../base/command-words.json' with { type: 'json' }
import { openDatabase, printResult, type Streams, UsageError } from '../base/result.ts'
import { createProgress, fitLine, previewReview, type Screen, screenOf } from '../base/screen.ts'
import { baseUrlOf } from '../base/settings.ts'

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
  // Loaded only now, because every command reads the options above.
  const { listReviews } = await import('../../actions/list-reviews.ts')
  await using store = await openDatabase(databaseUrl)
  const states = state === 'all' ? STATES : [state]
  const baseUrl = baseUrlOf(options)
  const { update, clear } = createProgress(streams.stderr, 'Analyzing')
  const found = await listReviews(store, args, { states, baseUrl, onProgress: update }).finally(
    clear,
  )
  return printResult(streams, json, found, () => describeList(found, state, screenOf(streams)))
}

function describeList(
  found: StoredReviewList,
  state: ListOptions['state'],
  screen: Screen,
): string {
  const { matched, returned, reviews, next_cursor, unrecognized } = found
  if (unrecognized.length > 0) return `${unrecognized.map(describeUnrecognized).join('\n')}\n`
  if (matched === 0) return `No ${commandWords.states[state]} reviews match.\n`
  const blocks = reviews.map(review => describeListed(review, screen))
  const rest = next_cursor === null ? '' : ` For more, add --cursor ${next_cursor}`
  const end = `Showing ${returned} of ${matched} matching reviews.${rest}`
  return `${[...blocks, end].join('\n\n')}\n`
}

function describeListed(review: StoredReview, { width, paint }: Screen): string {
  const [line, text] = previewReview(review, width)
  const notes = [
    review.state !== 'published' && commandWords.states[review.state],
    review.owner_reply ? 'replied' : 'no reply',
  ].filter(note => note !== false)
  return [fitLine(`${line}, ${notes.join(', ')}`, width), text, paint('dim', review.id)].join('\n')
}

function describeUnrecognized({ parameter, value, suggestions }: Unrecognized): string {
  const known = suggestions.length > 0 ? ` Known: ${suggestions.join(', ')}.` : ''
  return `${parameterFlag(parameter)}: "${value}" is not known, or several share the name.${known}`
}

/** --min-rating for min_rating. */
const parameterFlag = (parameter: string) => `--${parameter.replaceAll('_', '-')}`

const { properties = {} } = z.toJSONSchema(SearchArgs, { io: 'input' })

const SEARCH_OPTIONS = Object.entries(properties).map(([name, property]) => {
  const { description = '', type, enum: values } = property as z.core.JSONSchema.JSONSchema
  const help = `${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`
  const choices = type === 'boolean' ? ['true', 'false'] : values?.map(String)
  const filter = new Option(
    `${parameterFlag(name)} <${choices ? choices.join('|') : 'value'}>`,
    help,
  )
  return choices ? filter.choices(choices) : filter
})

export const FILTER_OPTIONS = [
  new Option('--state <state>', 'which reviews').choices([...STATES, 'all']).default('published'),
  ...SEARCH_OPTIONS,
]

const decode = createQueryDecoder(SearchArgs)

/** Checked like the query string of the search, so that both accept the same. */
function readFilters(flags: Record<string, unknown>): SearchArgs {
  const query = new URLSearchParams()
  for (const name of Object.keys(SearchArgs.shape)) {
    const value = flags[camelCase(name)]
    if (typeof value === 'string') query.set(name, value)
  }
  const decoded = decode(query.toString())
  if ('args' in decoded) return decoded.args
  throw new UsageError(
    decoded.issues
      .map(({ path, message }) => `${parameterFlag(String(path[0]))}: ${message}.`)
      .join('\n'),
  )
}

/** As commander names the value of --min-rating. */
const camelCase = (name: string) =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
