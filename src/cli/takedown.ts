/** `firsthand withhold`, `restore` and `erase`: what an owner may do about one review. */
import { WithholdReason } from '../model/change.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import { system } from '../service/system.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { openStore } from '../store/open-store.ts'
import type { Store, StoreWriter } from '../store/store.ts'
import { confirm, requireConsent } from './base/confirm.ts'
import { EXIT, UsageError } from './base/exit.ts'
import { previewReview } from './base/review-preview.ts'
import { screenOf, wrap } from './base/screen.ts'

export interface WithholdOptions {
  databaseUrl: string
  reason: string
  /** Acts without asking. */
  yes: boolean
}

export type EraseOptions = Omit<WithholdOptions, 'reason'>

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env'>

export async function withhold(
  id: string,
  { databaseUrl, reason, yes }: WithholdOptions,
  streams: Streams,
): Promise<number> {
  const checked = WithholdReason.safeParse(reason)
  if (!checked.success)
    throw new UsageError(
      `"${reason}" is not a reason to withhold a review. Use one of: ${WithholdReason.options.join(', ')}. A low rating is not a reason.`,
    )
  requireConsent('withhold', yes, streams)
  return await withStore(databaseUrl, async store => {
    if (!yes) {
      const review = await store.write(writer => findInState(writer, id, 'published', 'shown'))
      const meaning = `This hides the review. The public log records that, with the reason (${reason}). firsthand restore shows it again.`
      if (!(await askAbout(review, meaning, 'Withhold this review?', streams))) return EXIT.failed
    }
    // Found again: it may have changed while the question stood.
    await store.write(async writer =>
      writer.withhold(await findInState(writer, id, 'published', 'shown'), checked.data),
    )
    streams.stdout.write(
      `${id} is withheld (${reason}). The public log shows that it was here and why it was removed.\n`,
    )
    return EXIT.done
  })
}

export async function restore(
  id: string,
  { databaseUrl }: Pick<WithholdOptions, 'databaseUrl'>,
  streams: Streams,
): Promise<number> {
  return await withStore(databaseUrl, async store => {
    const { review, state } = await store.write(async writer => {
      const review = await findInState(writer, id, 'withheld', 'withheld')
      return { review, state: await writer.restore(review) }
    })
    showReview(review, streams)
    streams.stdout.write(
      state === 'published'
        ? `${id} is shown again.\n`
        : `${id} is no longer withheld, but still not shown: it does not count as verified.\n`,
    )
    return EXIT.done
  })
}

export async function erase(
  id: string,
  { databaseUrl, yes }: EraseOptions,
  streams: Streams,
): Promise<number> {
  requireConsent('erase', yes, streams)
  return await withStore(databaseUrl, async store => {
    const review = await store.write(writer => findUnlessErased(writer, id))
    const meaning =
      'This deletes the text and the name for good. It cannot be undone, and no import brings the review back.'
    if (review && !yes && !(await askAbout(review, meaning, 'Erase this review?', streams)))
      return EXIT.failed
    await store.write(async writer => {
      const found = await findUnlessErased(writer, id)
      if (found) await writer.erase(found)
    })
    // Even if it was erased before: overwriting may have failed then.
    streams.stderr.write('Overwriting deleted data…\n')
    await store.scrub()
    streams.stdout.write(
      review
        ? `${id} is erased: its text, name and salt are gone from the database. Copies elsewhere (backups, the source, subscribers) are not affected.\n`
        : `${id} was erased before. Anything left of it in the database is now overwritten.\n`,
    )
    return EXIT.done
  })
}

async function askAbout(
  review: KnownReview,
  meaning: string,
  question: string,
  streams: Streams,
): Promise<boolean> {
  showReview(review, streams)
  streams.stdout.write(`\n${wrap(meaning, screenOf(streams).width).join('\n')}\n`)
  const agreed = await confirm(question, streams)
  if (!agreed) streams.stderr.write('Nothing was changed.\n')
  return agreed
}

function showReview({ source, content }: KnownReview, streams: Streams): void {
  const lines = previewReview({ source, ...content }, screenOf(streams).width)
  streams.stdout.write(`${lines.join('\n')}\n`)
}

const STATES: Record<ReviewState, string> = {
  published: 'it is shown',
  unverified: 'it does not count as verified',
  withheld: 'it is already withheld',
  gone: 'it is gone from its source',
}

async function findInState(
  writer: StoreWriter,
  id: string,
  state: ReviewState,
  called: string,
): Promise<KnownReview> {
  const review = await findReview(writer, id)
  if (review.state !== state) throw new StoreProblem(`${id} is not ${called}: ${STATES[review.state]}.`)
  return review
}

const findUnlessErased = async (writer: StoreWriter, id: string) =>
  (await writer.isErased(id)) ? null : await findReview(writer, id)

async function findReview(writer: StoreWriter, id: string): Promise<KnownReview> {
  const review = await writer.find(id)
  if (!review)
    throw new StoreProblem(`There is no review ${id}. The id is the last part of the review's address.`)
  return review
}

async function withStore<T>(databaseUrl: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(databaseUrl, system)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
