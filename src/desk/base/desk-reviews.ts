/** The published reviews as the desk lists them: read once, then only what changed. */
import { listReviews } from '../../actions/list-reviews.ts'
import { compare } from '../../insights/counts/evidence.ts'
import { foldCase } from '../../model/case-folding.ts'
import type { KnownReview } from '../../model/record.ts'
import type { Store } from '../../store/store.ts'

/** As many as a list of the desk shows. */
export const MOST_SHOWN = 20

export function createDeskReviews(store: Store, baseUrl: string) {
  let version = 0
  let logSize = 0
  const shown = new Map<string, KnownReview>()
  /** When each review first appeared. */
  const addedAt = new Map<string, string>()
  let sorted: KnownReview[] | undefined

  /** Lists all reviews, the newest first. */
  function inOrder(): KnownReview[] {
    sorted ??= [...shown.values()].sort(newestFirst)
    return sorted
  }

  async function update(): Promise<void> {
    if ((await store.version()) === version) return
    const changes = await store.changesSince(version, logSize)
    for (const id of changes.removed) shown.delete(id)
    for (const review of changes.shown) shown.set(review.id, review)
    for (const entry of changes.entries) {
      if (entry.op === 'add') addedAt.set(entry.review_id, entry.at)
      logSize = entry.seq
    }
    version = changes.version
    sorted = undefined
  }

  /** The site's own search tells: it knows what texts criticize. */
  async function findUnanswered() {
    const args = { critical: true, has_reply: false, sort: 'newest', limit: MOST_SHOWN } as const
    const found = await listReviews(store, args, { states: ['published'], baseUrl })
    return { count: found.matched, newest: found.reviews.flatMap(({ id }) => shown.get(id) ?? []) }
  }

  let unanswered: { version: number; found: ReturnType<typeof findUnanswered> } | undefined
  let last = Promise.resolve()

  return {
    /** Reads what changed; every page calls it first. Pages wait for each other: two at once must not read everything twice. */
    refresh(): Promise<void> {
      last = last.catch(() => {}).then(update)
      return last
    },
    shown: inOrder,
    /** Goes up with every change. */
    version: () => version,

    /** Critical reviews without a reply: how many, and the newest. */
    unanswered(): ReturnType<typeof findUnanswered> {
      if (unanswered?.version !== version) unanswered = { version, found: findUnanswered() }
      // A failure is not kept.
      unanswered.found.catch(() => (unanswered = undefined))
      return unanswered.found
    },

    /** Lists reviews that first appeared after a moment, the last one first. */
    addedSince: (moment: string): KnownReview[] =>
      [...addedAt]
        .filter(([id, at]) => at > moment && shown.has(id))
        .sort(([, a], [, b]) => (a < b ? 1 : -1))
        .map(([id]) => shown.get(id)!),

    /** Finds reviews by author and words of the text, the newest first. */
    search(query: string): KnownReview[] {
      const words = foldCase(query).split(/\s+/).filter(Boolean)
      return inOrder().filter(({ content: { author, text } }) => {
        const folded = foldCase(`${author}\n${text ?? ''}`)
        return words.every(word => folded.includes(word))
      })
    },
  }
}

const newestFirst = (a: KnownReview, b: KnownReview) =>
  compare(b.content.date, a.content.date) || compare(b.id, a.id)
