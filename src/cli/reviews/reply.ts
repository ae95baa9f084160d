/** `firsthand reply`: writes the owner's reply to a review. */
import { text as readAll } from 'node:stream/consumers'
import { reviewIdIn } from '../../actions/find-review.ts'
import { type ReplyResult, replyToReview } from '../../actions/reply-to-review.ts'
import { readTextFile } from '../../ingest/files/input-file.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { IsoDate } from '../../model/scalars.ts'
import { system } from '../../model/system.ts'
import { readLine, type Terminal } from '../base/confirm.ts'
import { openDatabase, printResult, UsageError } from '../base/result.ts'
import { previewReview, screenOf, wrap } from '../base/screen.ts'

interface ReplyOptions {
  databaseUrl: string
  json: boolean
  file?: string
  date?: string
  remove: boolean
}

export async function writeReply(
  review: string,
  text: string | undefined,
  options: ReplyOptions,
  streams: Terminal,
): Promise<number> {
  const { databaseUrl, date, json } = options
  if ([text !== undefined, options.file !== undefined, options.remove].filter(Boolean).length > 1)
    throw new UsageError('Give the text, --file or --remove, only one of them.')
  if (date !== undefined && !IsoDate.safeParse(date).success)
    throw new UsageError('--date must be an existing date in the form YYYY-MM-DD.')
  await using store = await openDatabase(databaseUrl)
  const id = reviewIdIn(review)
  const written = options.remove ? null : (text ?? (await readReply(options, streams)))
  const result = await replyToReview(store, id, { text: written, date }, system.now())
  return printResult(streams, json, toJson(result), () =>
    describeResult(result, screenOf(streams).width),
  )
}

/** From the file, or from the person at the terminal; a script has to say where the text is. */
async function readReply({ file }: ReplyOptions, { stdin, stdout }: Terminal): Promise<string> {
  if (file === '-') return await readAll(stdin)
  if (file !== undefined) {
    const text = await readTextFile(file)
    if (text === null) throw new FileProblem(`${file}: there is no such file.`)
    return text
  }
  if (!stdin.isTTY || !stdout.isTTY)
    throw new UsageError(
      'reply needs a text: give it after the review, or with --file FILE (- for standard input).',
    )
  stdout.write('Reply (one line): ')
  return (await readLine(stdin)) ?? ''
}

const toJson = ({ review, changed }: ReplyResult) => ({
  id: review.id,
  state: review.state,
  owner_reply: review.content.owner_reply,
  changed,
})

function describeResult({ review, before, changed }: ReplyResult, width: number): string {
  const { source, content, state, particulars } = review
  const preview = previewReview({ source, ...content }, width)
  return `${[...preview, ...wrap(outcome(), width), ...wrap(elsewhere(), width)].filter(line => line !== '').join('\n')}\n`

  function outcome(): string {
    if (!changed)
      return content.owner_reply
        ? 'This is its reply already. Nothing changed.'
        : 'It has no reply. Nothing changed.'
    if (!content.owner_reply) return 'The reply is removed, and the public log records that.'
    const what = before ? 'The reply is changed' : 'The reply is saved'
    return state === 'published'
      ? `${what} and public. The public log records it.`
      : `${what}. The review is not shown (${state}), so the reply is not either.`
  }

  function elsewhere(): string {
    if (source === 'direct' || !content.owner_reply || !changed) return ''
    const where = particulars.source_url ? `: ${particulars.source_url}` : ''
    return `It is shown here only. To reply on ${source}, write it there too${where}`
  }
}
