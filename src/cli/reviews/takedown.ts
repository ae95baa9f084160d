/** `firsthand withhold`, `republish`, `erase` and `merge`: what an owner may do about a review. */
import { reviewIdIn } from '../../actions/find-review.ts'
import * as removal from '../../actions/remove-review.ts'
import { WithholdReason } from '../../model/change.ts'
import type { KnownReview } from '../../model/record.ts'
import { confirm, requireConsent, type Terminal } from '../base/confirm.ts'
import { EXIT, openDatabase, printResult, UsageError } from '../base/result.ts'
import { previewReview, screenOf, wrap } from '../base/screen.ts'

interface TakedownOptions {
  databaseUrl: string
  /** Acts without asking. */
  yes: boolean
  json?: boolean
}
type WithholdOptions = TakedownOptions & { reason: string }
type RepublishOptions = Omit<TakedownOptions, 'yes'>

export async function withhold(review: string, options: WithholdOptions, terminal: Terminal) {
  const { databaseUrl, reason, yes, json } = options
  const id = reviewIdIn(review)
  const checked = WithholdReason.safeParse(reason)
  if (!checked.success)
    throw new UsageError(
      `"${reason}" is not a reason to withhold a review. Use one of: ${WithholdReason.options.join(', ')}. A low rating is not a reason.`,
    )
  requireConsent('withhold', yes, terminal)
  await using store = await openDatabase(databaseUrl)
  const meaning = `This hides the review. The public log records that, with the reason (${reason}). firsthand republish shows it again.`
  if (!yes) {
    const about = describeTakedown(await removal.findShown(store, id), meaning, terminal)
    if (!(await confirm(about, 'Withhold this review?', terminal))) return EXIT.failed
  }
  // Found again: it may have changed while the question stood.
  await removal.withholdReview(store, id, checked.data)
  const done = `${id} is withheld (${reason}). The public log shows that it was here and why it was removed.\n`
  return printResult(terminal, json, { id, state: 'withheld', reason }, () => done)
}

export async function republish(review: string, options: RepublishOptions, terminal: Terminal) {
  const { databaseUrl, json } = options
  const id = reviewIdIn(review)
  await using store = await openDatabase(databaseUrl)
  const { review: found, state } = await removal.republishReview(store, id)
  const done =
    state === 'published'
      ? `${id} is shown again.\n`
      : `${id} is no longer withheld, but still not shown: it does not count as verified.\n`
  return printResult(terminal, json, { id, state }, () => preview(found, terminal) + done)
}

export async function erase(
  review: string,
  options: TakedownOptions,
  terminal: Terminal,
): Promise<number> {
  const { databaseUrl, yes, json } = options
  const id = reviewIdIn(review)
  requireConsent('erase', yes, terminal)
  await using store = await openDatabase(databaseUrl)
  const found = await removal.findErasable(store, id)
  const meaning =
    'This deletes the text and the name for good. It cannot be undone, and no import brings the review back.'
  if (found && !yes) {
    const about = describeTakedown(found, meaning, terminal)
    if (!(await confirm(about, 'Erase this review?', terminal))) return EXIT.failed
  }
  await removal.eraseReview(store, id, () => terminal.stderr.write('Overwriting deleted data…\n'))
  const done = found
    ? `${id} is erased: its text and name are gone from the database. Copies elsewhere (backups, the source, subscribers) are not affected.\n`
    : `${id} was erased before. Anything left of it in the database is now overwritten.\n`
  return printResult(
    terminal,
    json,
    { id, state: 'erased', erased_before: found === null },
    () => done,
  )
}

/** One review that was imported under two ids. */
export async function merge(
  first: string,
  second: string,
  options: TakedownOptions,
  terminal: Terminal,
) {
  const { databaseUrl, yes, json } = options
  const [keep, other] = [reviewIdIn(first), reviewIdIn(second)]
  if (keep === other)
    throw new UsageError('merge needs two different reviews: the one to keep, and the other.')
  requireConsent('merge', yes, terminal)
  await using store = await openDatabase(databaseUrl)
  if (!yes) {
    const [kept, duplicate] = (await removal.findPair(store, keep, other)).map(one =>
      preview(one, terminal),
    )
    const about = `This one stays:\n${kept}\nThis one is hidden as its duplicate:\n${duplicate}\n`
    if (!(await confirm(about, 'Are they the same review?', terminal))) return EXIT.failed
  }
  // Found again: they may have changed while the question stood.
  await removal.mergeReviews(store, keep, other)
  const result = { id: other, state: 'withheld', reason: 'duplicate', kept_id: keep }
  const done = `${other} is withheld as a duplicate of ${keep}. The public log records that. firsthand republish shows it again.\n`
  return printResult(terminal, json, result, () => done)
}

const describeTakedown = (review: KnownReview, meaning: string, terminal: Terminal) =>
  `${preview(review, terminal)}\n${wrap(meaning, screenOf(terminal).width).join('\n')}\n`

const preview = ({ source, content }: KnownReview, terminal: Terminal) =>
  `${previewReview({ source, ...content }, screenOf(terminal).width).join('\n')}\n`
