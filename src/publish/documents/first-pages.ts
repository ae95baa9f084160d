/** The first pages of the feeds, which are prebuilt: subscribers get them after each change. */
import type { RenderContext } from '../context/render-context.ts'
import { openLog } from '../log/log-reader.ts'
import type { PublishedLog } from '../log/published-log.ts'
import { locateReviews } from '../months/locate-reviews.ts'
import { jsonAt, type MonthOfReviews } from '../months/month.ts'
import { parseReview } from '../months/prepare-review.ts'
import { type ChangeList, reviewEntryIds } from './feed-entries.ts'
import {
  CHANGES_SIZE,
  type DeletedEntry,
  type FeedPage,
  feedPageOfChanges,
  feedPageOfReviews,
  type PublishedReviews,
} from './feed-page.ts'

export const firstPages = (
  context: RenderContext,
  months: MonthOfReviews[],
  log: PublishedLog,
): [reviews: FeedPage, changes: FeedPage] => [
  {
    ...feedPageOfReviews(context, newestReviews(context)),
    deleted: recentlyDeleted(log),
    updated: context.lastModified,
  },
  orDated(feedPageOfChanges(context, newestChanges(months, log)), context.lastModified),
]

/** An empty page has a date, too. */
const orDated = (page: FeedPage, date: string): FeedPage => ({ ...page, updated: page.updated || date })

const TOMBSTONE_MS = 90 * 86_400_000

/** The reviews that were removed in the 90 days before the newest entry of the log, the last one first. */
function recentlyDeleted({ parts, shownSeq, writtenAt }: PublishedLog): DeletedEntry[] {
  const log = openLog(parts, shownSeq)
  const deleted: DeletedEntry[] = []
  for (const [id, seq] of parts.gone.toSorted(([, one], [, other]) => other - one)) {
    const { at } = log.entry(seq)
    if (Date.parse(at) < Date.parse(writtenAt!) - TOMBSTONE_MS) break
    deleted.push({ ids: reviewEntryIds(id), at })
  }
  return deleted
}

/** Only as many reviews as the first page shows. */
export function newestReviews({
  months,
  newest,
}: Pick<RenderContext, 'months' | 'newest'>): PublishedReviews {
  return {
    count: months.reduce((sum, { reviews }) => sum + reviews.length, 0),
    idAt(position) {
      let index = position
      for (const { reviews } of months) {
        if (index < reviews.length) return reviews[index]!.id
        index -= reviews.length
      }
      throw new RangeError(`There is no review ${position}.`)
    },
    reviewAt: position => newest[position]!,
  }
}

/** Only the reviews that the first page is about. */
function newestChanges(months: MonthOfReviews[], { size, parts, shownSeq }: PublishedLog): ChangeList {
  const log = openLog(parts, shownSeq)
  const ids = log.entriesAfter(Math.max(0, size - CHANGES_SIZE), CHANGES_SIZE).map(entry => entry.review_id)
  const shown = new Set(ids.filter(id => shownSeq(id) !== undefined))
  const located = locateReviews(months, shown)
  return {
    log,
    reviewOf(id) {
      const found = located.get(id)
      return found ? parseReview(jsonAt(months[found[0]]!, found[1])) : null
    },
  }
}
