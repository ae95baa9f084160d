/** One review by id, or why it cannot be read. */
import type { Snapshot } from '../publish/snapshot.ts'

/** A removed review is reported as the API does with status 410: when, why, and where the log says so. */
export function findOneReview(
  snapshot: Snapshot,
  id: string,
): { json: Uint8Array } | { problem: string; removed: boolean } {
  const json = snapshot.review(id)
  if (json) return { json }
  const gone = snapshot.log.goneEntry(id)
  if (!gone) return { problem: `id: there is no review "${id}". search_reviews returns ids.`, removed: false }
  const { seq, op, at, reason } = gone
  return {
    problem: `id: review ${id} has been removed (410 gone). Removed at ${at}, operation ${op}, reason ${reason}, log entry ${seq}. Its text and author are no longer available; verify_history counts all removals.`,
    removed: true,
  }
}
