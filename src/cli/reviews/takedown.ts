/** `firsthand withhold`, `restore` and `erase`: what an owner may do about one review. */

import { reviewIdIn } from '../../actions/find-review.ts'
import {
  eraseReview,
  findErasable,
  findShown,
  restoreReview,
  withholdReview,
} from '../../actions/remove-review.ts'
import { WithholdReason } from '../../model/change.ts'
import type { KnownReview } from '../../model/record.ts'
import { confirm, requireConsent } from '../base/confirm.ts'
import { EXIT, UsageError } from '../base/exit.ts'
import { writeJson } from '../base/json-output.ts'
import { previewReview } from '../base/review-preview.ts'
import { withStore } from '../base/run-with-store.ts'
import { screenOf, wrap } from '../base/screen.ts'

export interface WithholdOptions {
  databaseUrl: string
  reason: string
  /** Acts without asking. */
  yes: boolean
  json?: boolean
}

export type EraseOptions = Omit<WithholdOptions, 'reason'>

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env'>

export async function withhold(
  review: string,
  { databaseUrl, reason, yes, json }: WithholdOptions,
  streams: Streams,
): Promise<number> {
  const id = reviewIdIn(review)
  const checked = WithholdReason.safeParse(reason)
  if (!checked.success)
    throw new UsageError(
      `"${reason}" is not a reason to withhold a review. Use one of: ${WithholdReason.options.join(', ')}. A low rating is not a reason.`,
    )
  requireConsent('withhold', yes, streams)
  return await withStore(databaseUrl, async store => {
    if (!yes) {
      const meaning = `This hides the review. The public log records that, with the reason (${reason}). firsthand restore shows it again.`
      if (!(await askAbout(await findShown(store, id), meaning, 'Withhold this review?', streams)))
        return EXIT.failed
    }
    // Found again: it may have changed while the question stood.
    await withholdReview(store, id, checked.data)
    if (json) writeJson(streams, { id, state: 'withheld', reason })
    else
      streams.stdout.write(
        `${id} is withheld (${reason}). The public log shows that it was here and why it was removed.\n`,
      )
    return EXIT.done
  })
}

export async function restore(
  review: string,
  { databaseUrl, json }: Pick<WithholdOptions, 'databaseUrl' | 'json'>,
  streams: Streams,
): Promise<number> {
  const id = reviewIdIn(review)
  return await withStore(databaseUrl, async store => {
    const restored = await restoreReview(store, id)
    if (json) {
      writeJson(streams, { id, state: restored.state })
      return EXIT.done
    }
    previewOn(streams, restored.review)
    streams.stdout.write(
      restored.state === 'published'
        ? `${id} is shown again.\n`
        : `${id} is no longer withheld, but still not shown: it does not count as verified.\n`,
    )
    return EXIT.done
  })
}

export async function erase(
  review: string,
  { databaseUrl, yes, json }: EraseOptions,
  streams: Streams,
): Promise<number> {
  const id = reviewIdIn(review)
  requireConsent('erase', yes, streams)
  return await withStore(databaseUrl, async store => {
    const found = await findErasable(store, id)
    const meaning =
      'This deletes the text and the name for good. It cannot be undone, and no import brings the review back.'
    if (found && !yes && !(await askAbout(found, meaning, 'Erase this review?', streams))) return EXIT.failed
    await eraseReview(store, id)
    streams.stderr.write('Overwriting deleted data…\n')
    await store.scrub()
    if (json) writeJson(streams, { id, state: 'erased', erased_before: found === null })
    else streams.stdout.write(describeErased(id, found !== null))
    return EXIT.done
  })
}

const describeErased = (id: string, isNew: boolean) =>
  isNew
    ? `${id} is erased: its text, name and salt are gone from the database. Copies elsewhere (backups, the source, subscribers) are not affected.\n`
    : `${id} was erased before. Anything left of it in the database is now overwritten.\n`

async function askAbout(
  review: KnownReview,
  meaning: string,
  question: string,
  streams: Streams,
): Promise<boolean> {
  previewOn(streams, review)
  streams.stdout.write(`\n${wrap(meaning, screenOf(streams).width).join('\n')}\n`)
  const agreed = await confirm(question, streams)
  if (!agreed) streams.stderr.write('Nothing was changed.\n')
  return agreed
}

function previewOn(streams: Streams, { source, content }: KnownReview): void {
  const lines = previewReview({ source, ...content }, screenOf(streams).width)
  streams.stdout.write(`${lines.join('\n')}\n`)
}
