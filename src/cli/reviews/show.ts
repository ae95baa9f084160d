/** `firsthand show`: one review with everything that is stored about it. */
import { reviewIdIn } from '../../actions/find-review.ts'
import {
  type ErasedReview,
  type ReviewDetails,
  readReviewDetails,
} from '../../actions/review-details.ts'
import { openDatabase, printResult, type Streams } from '../base/result.ts'
import {
  paragraphs,
  reviewLine,
  type Screen,
  screenOf,
  withoutDirection,
  wrap,
} from '../base/screen.ts'
import { baseUrlOf } from '../base/settings.ts'

type ShowOptions = { databaseUrl: string; baseUrl?: string; port?: number; json: boolean }

export async function printReview(
  review: string,
  options: ShowOptions,
  streams: Omit<Streams, 'stderr'>,
) {
  await using store = await openDatabase(options.databaseUrl)
  const details = await readReviewDetails(store, reviewIdIn(review), baseUrlOf(options))
  return printResult(streams, options.json, details, () =>
    describeReview(details, screenOf(streams)),
  )
}

export function describeReview(details: ReviewDetails | ErasedReview, screen: Screen): string {
  const { width, paint } = screen
  const log = ['Public log:', ...details.log.map(describeEntry)]
  if (details.state === 'erased')
    return paragraphs([[paint('dim', details.id), 'Erased. Nothing of it is left but this.'], log])
  const { text, owner_reply: reply } = details
  return paragraphs([
    [paint('bold', reviewLine(details)), paint('dim', details.id)],
    text === null ? ['Rated without a comment.'] : prose(text, width),
    reply
      ? [
          `Reply of ${reply.date}${reply.written_here ? ', written here' : ''}:`,
          ...prose(reply.text, width, '  '),
        ]
      : ['No reply.'],
    describeState(details, width),
    details.log.length > 0 ? log : [],
  ])
}

function describeState(details: ReviewDetails, width: number): string[] {
  const { state, url, hidden_because, verification, source_url } = details
  const { level, method } = verification
  return [
    ...(state === 'published' ? [`Shown at ${url}`] : wrap(`Not shown: ${hidden_because}.`, width)),
    ...wrap(`Verification: ${level}${method ? ` (${withoutDirection(method)})` : ''}`, width),
    ...(source_url === null ? [] : [`Source: ${source_url}`]),
  ]
}

/** Keeps the lines of the text. */
const prose = (text: string, width: number, indent = '') =>
  withoutDirection(text)
    .split('\n')
    .flatMap(line => wrap(line, width, indent))

const describeEntry = ({ seq, op, at, reason }: ReviewDetails['log'][number]) =>
  `  ${at.slice(0, 10)} ${op}${reason ? ` (${reason})` : ''}, entry ${seq}`
