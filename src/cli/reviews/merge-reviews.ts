/** `firsthand merge`: one review that was imported under two ids. One stays, the other is withheld as a duplicate. */
import type { KnownReview } from '../../model/record.ts'
import { system } from '../../service/system.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { openStore } from '../../store/open-store.ts'
import type { StoreWriter } from '../../store/store.ts'
import { confirm, requireConsent } from '../base/confirm.ts'
import { EXIT, UsageError } from '../base/exit.ts'
import { previewReview } from '../base/review-preview.ts'
import { screenOf } from '../base/screen.ts'

interface MergeOptions {
  databaseUrl: string
  /** Acts without asking. */
  yes: boolean
}

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr' | 'env'>

export async function mergeReviews(
  keep: string,
  other: string,
  { databaseUrl, yes }: MergeOptions,
  streams: Streams,
): Promise<number> {
  if (keep === other)
    throw new UsageError('merge needs two different reviews: the one to keep, and the other.')
  requireConsent('merge', yes, streams)
  const store = await openStore(databaseUrl, system)
  try {
    if (!yes) {
      const reviews = await store.write(writer => findBoth(writer, keep, other))
      if (!(await agrees(reviews, streams))) return EXIT.failed
    }
    // Found again: they may have changed while the question stood.
    await store.write(async writer => {
      const [, duplicate] = await findBoth(writer, keep, other)
      await writer.withhold(duplicate, 'duplicate')
    })
    streams.stdout.write(
      `${other} is withheld as a duplicate of ${keep}. The public log records that. firsthand restore shows it again.\n`,
    )
    return EXIT.done
  } finally {
    await store.close()
  }
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
    if (!review)
      throw new StoreProblem(`There is no review ${id}. The id is the last part of the review's address.`)
    if (review.state !== 'published')
      throw new StoreProblem(`${id} is not shown. Only two reviews that are shown can be merged.`)
    found.push(review)
  }
  return found as [KnownReview, KnownReview]
}
