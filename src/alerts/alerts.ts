/** Decides what is worth an alert, once for all instances and across restarts. */
import type { PullOutcome } from '../actions/pull/pull-source.ts'
import type { Review } from '../model/review.ts'
import type { ReviewSource } from '../model/review-source.ts'
import { parseReview } from '../publish/months/prepare-review.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { Store } from '../store/store.ts'
import { problemAlert, pullAlert, reviewAlert } from './alert.ts'
import type { SendAlert } from './send-alert.ts'

export type Alerts = ReturnType<typeof createAlerts>

export interface AlertDependencies {
  store: Pick<Store, 'write' | 'changesSince' | 'business'>
  send: SendAlert
  maxRating: number
  withText: boolean
  now: () => Date
}

/** Older reviews come from an import of the past and are no news. */
const NEW_DAYS = 30
/** A failure that may pass is worth an alert only if it does not. */
const PASSING_FAILURES = 3

export function createAlerts({ store, send, maxRating, withText, now }: AlertDependencies) {
  let seenSize = -1
  let seenProblem: string | undefined

  /** Takes the ledger entries that no instance has looked at, before anything is sent. */
  async function takeEntries(size: number): Promise<number | null> {
    return await store.write(async writer => {
      const position = await writer.memo<number>('alerts')
      if (position !== null && position >= size) return null
      await writer.setMemo('alerts', size)
      return position
    })
  }

  async function newReviews(snapshot: Snapshot, after: number): Promise<Review[]> {
    const { entries } = await store.changesSince(snapshot.version, after)
    const oldest = new Date(now().getTime() - NEW_DAYS * 86_400_000).toISOString().slice(0, 10)
    return entries
      .flatMap(entry => (entry.op === 'add' ? (snapshot.review(entry.review_id) ?? []) : []))
      .map(parseReview)
      .filter(({ rating, date }) => rating <= maxRating && date >= oldest)
  }

  const nameOf = async () => (await store.business().catch(() => null))?.name ?? 'the business'

  return {
    /** The version is that of the operator's own data: 0 for the demo. */
    async consider(snapshot: Snapshot, version: number): Promise<void> {
      const { size } = snapshot.log
      if (version === 0 || size <= seenSize) return
      seenSize = size
      const after = await takeEntries(size)
      // At the very first start, everything is old.
      if (after === null) return
      const reviews = await newReviews(snapshot, after)
      if (reviews.length > 0)
        await send(reviewAlert(snapshot.business.name, reviews, maxRating, withText))
    },

    /** Only the instance that pulled knows the outcome, and the count of failures is kept in the database. */
    async considerPull({ name }: ReviewSource, outcome: PullOutcome): Promise<void> {
      if (outcome.kind !== 'failed') return
      const { problem, failures } = outcome
      if (failures === PASSING_FAILURES || (failures === 1 && problem.kind !== 'passing'))
        await send(pullAlert(await nameOf(), name, problem.message, failures))
    },

    /** `problem` says what is wrong with the service; undefined when nothing is. */
    async considerProblem(problem: string | undefined): Promise<void> {
      if (problem === seenProblem) return
      seenProblem = problem
      const noted = store.write(async writer => {
        const known = await writer.memo<string>('alerts:problem')
        if (known !== (problem ?? null)) await writer.setMemo('alerts:problem', problem ?? null)
        return known !== problem
      })
      // The database itself may be the problem: then each instance reports it.
      const isNews = await noted.catch(() => true)
      if (problem !== undefined && isNews) await send(problemAlert(await nameOf(), problem))
    },
  }
}
