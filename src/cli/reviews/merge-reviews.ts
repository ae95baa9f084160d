/** `firsthand merge`: one review that was imported under two ids. One stays, the other is withheld as a duplicate. */

import { noReview, reviewIdIn } from '../../actions/find-review.ts'
import type { KnownReview } from '../../model/record.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import type { StoreWriter } from '../../store/store.ts'
import { confirm, requireConsent } from '../base/confirm.ts'
import { EXIT, UsageError } from '../base/exit.ts'
import { writeJson } from '../base/json-output.ts'
import { previewReview } from '../base/review-preview.ts'
import { withStore } from '../base/run-with-store.ts'
import { screenOf } from '../base/screen.ts'

interface MergeOptions {
  databaseUrl: string
  /** Acts without asking. */
  yes: boolean
  json?: boolean
}

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env'>

export async function mergeReviews(
  first: string,
  second: string,
  { databaseUrl, yes, json }: MergeOptions,
  streams: Streams,
): Promise<number> {
  const [keep, other] = [reviewIdIn(first), reviewIdIn(second)]
  if (keep === other)
    throw new UsageError('merge needs two different reviews: the one to keep, and the other.')
  requireConsent('merge', yes, streams)
  return await withStore(databaseUrl, async store => {
    if (!yes) {
      const reviews = await store.write(writer => findBoth(writer, keep, other))
      if (!(await agrees(reviews, streams))) return EXIT.failed
    }
    // Found again: they may have changed while the question stood.
    await store.write(async writer => {
      const [, duplicate] = await findBoth(writer, keep, other)
      await writer.withhold(duplicate, 'duplicate')
    })
    if (json) writeJson(streams, { id: other, state: 'withheld', reason: 'duplicate', kept_id: keep })
    else
      streams.stdout.write(
        `${other} is withheld as a duplicate of ${keep}. The public log records that. firsthand restore shows it again.\n`,
      )
    return EXIT.done
  })
}

async function agrees(reviews: [KnownReview, KnownReview], streams: Streams): Promise<boolean> {
  const { width } = screenOf(streams)
  const [kept, duplicate] = reviews.map(({ source, content }) =>
    previewReview({ source, ...content }, width).join('\n'),
  )
  streams.stdout.write(`This one stays:\n${kept}\n\nThis one is hidden as its duplicate:\n${duplicate}\n\n`)
  const agreed = await confirm('Are they the same review?', streams)
  if (!agreed) streams.stderr.write('Nothing was changed.\n')
  return agreed
}

/** Both must be shown: otherwise a review could vanish as the duplicate of one that nobody sees. */
async function findBoth(writer: StoreWriter, ...ids: [string, string]): Promise<[KnownReview, KnownReview]> {
  const found: KnownReview[] = []
  for (const id of ids) {
    const review = await writer.find(id)
    if (!review) throw noReview(id)
    if (review.state !== 'published')
      throw new StoreProblem(`${id} is not shown. Only two reviews that are shown can be merged.`)
    found.push(review)
  }
  return found as [KnownReview, KnownReview]
}
