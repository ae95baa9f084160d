/** What follows from the absence of a review in an import that lists everything. */
import { FileProblem } from '../values/file-problem.ts'
import type { SeenReviews } from './merge-rows.ts'

export interface AbsenceStore {
  listAbsent(
    sources: string[],
    met: ReadonlySet<string>,
  ): Promise<{ known: number; absent: { id: string; missing_since: string | null }[] }>
  markMissing(ids: string[]): Promise<void>
  /** Notes that the review is gone at its source. */
  remove(id: string): Promise<void>
}

export interface CompleteReport {
  /** Removed now. */
  gone: number
  /** Absent for the first time: removed if the next complete import lacks them too. */
  missing: number
}

/** More than this share at once suggests that the file is incomplete. */
const MOST = 0.1

/**
 * A review that a complete import lacks is only noted; it is gone when a second import lacks it, or at once with
 * `confirm`. If that would be more than a tenth, both are required: noted before, and confirmed now.
 */
export async function removeAbsent({ ids, sources }: SeenReviews, absentees: AbsenceStore, confirm: boolean) {
  const { known, absent } = await absentees.listAbsent([...sources], ids)
  const areMany = (list: unknown[]) => list.length > MOST * known
  const again = absent.filter(one => one.missing_since !== null)
  const isAgreed = confirm && areMany(again)
  // Then the first absences are only noted: otherwise those noted before could never be removed.
  const gone = confirm && !isAgreed ? absent : again
  if (areMany(gone) && !isAgreed) throw new FileProblem(tooMany(gone.length, known, confirm))
  for (const { id } of gone) await absentees.remove(id)
  const noted = gone === absent ? [] : absent.filter(one => one.missing_since === null)
  await absentees.markMissing(noted.map(({ id }) => id))
  return { gone: gone.length, missing: noted.length }
}

function tooMany(count: number, known: number, confirm: boolean): string {
  const next = confirm
    ? 'import it with --complete alone, which notes what is missing, and then with --complete --confirm'
    : 'import it again with --complete --confirm'
  return `Nothing was imported: ${count} of ${known} reviews would be removed. Is the file complete? If they are really gone at their source, ${next}.`
}
