/** Reads what changed in the store, and prepares the reviews that are shown. */
import { isDeepStrictEqual } from 'node:util'
import type { ReadTags } from '../insights/aspects/tags.ts'
import type { Analysis } from '../insights/text/analysis.ts'
import type { BusinessFile } from '../model/business.ts'
import type { ChangesSince, Store } from '../store/store.ts'
import { type MonthOfReviews, replaceReviews } from './months/month.ts'
import { type PreparedReview, prepareReview } from './months/prepare-review.ts'
import type { PublishableChanges } from './months/publishable-changes.ts'
import { createWordNumbers, type SavedWords, type WordNumbers } from './words/word-numbers.ts'

/** What was made of every review that is shown. */
export interface PreparedState {
  version: number
  business: BusinessFile
  vocabulary: WordNumbers
  /** The newest month first. */
  months: MonthOfReviews[]
  /** How many texts are still to be read. */
  unread: number
}

/** As it lies in a file. */
export type SavedState = Omit<PreparedState, 'vocabulary'> & { vocabulary: SavedWords }

export const saveState = ({ vocabulary, ...rest }: PreparedState): SavedState => ({
  ...rest,
  vocabulary: vocabulary.save(),
})

export const restoreState = ({ vocabulary, ...rest }: SavedState): PreparedState => ({
  ...rest,
  vocabulary: createWordNumbers(vocabulary),
})

/** `base` is what the changes apply to; null where they are everything there is. */
export async function readChanges(
  store: Pick<Store, 'changesSince'>,
  last: PreparedState | null,
  logSize: number,
): Promise<{ base: PreparedState | null; changes: ChangesSince }> {
  const changes = await store.changesSince(last?.version ?? 0, logSize)
  if (last === null || isDeepStrictEqual(changes.business, last.business))
    return { base: last, changes }
  // The roster may have changed, and with it what every review mentions.
  return { base: null, changes: await store.changesSince(0, logSize) }
}

/** Prepares the changed reviews while their analyses arrive, in whatever order. */
export function createPreparer(
  base: PreparedState | null,
  { version, business, shown, removed, corrections }: PublishableChanges,
  { readTags, baseUrl }: { readTags: ReadTags; baseUrl: string },
) {
  const vocabulary = base?.vocabulary ?? createWordNumbers()
  const corrected = Map.groupBy(corrections, ({ review_id }) => review_id)
  const waiting = new Map<number, (Analysis | null)[]>()
  const reviews: PreparedReview[] = []
  const tools = { vocabulary, readTags, baseUrl }

  return {
    /** `first` is the index of the first review that the analyses are of. Those of reviews without text do not count. */
    add(first: number, analyses: (Analysis | null)[]) {
      waiting.set(first, analyses)
      // In order, because words are numbered in order of appearance.
      for (let next = waiting.get(reviews.length); next; next = waiting.get(reviews.length)) {
        waiting.delete(reviews.length)
        for (const analysis of next) {
          const record = shown[reviews.length]!
          const ofText = record.content.text === null ? null : analysis
          reviews.push(prepareReview(record, business, ofText, corrected.get(record.id), tools))
        }
      }
    },
    /** Once all analyses were added. */
    finish(unread = 0): PreparedState {
      const changedIds = new Set([...removed, ...shown.map(({ id }) => id)])
      const months = replaceReviews(base?.months ?? [], changedIds, reviews)
      return { version, business, vocabulary, months, unread }
    },
  }
}
