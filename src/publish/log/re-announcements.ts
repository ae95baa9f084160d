/** Re-announcements: changes without a ledger entry, because they are not edits but a new link, mention or language. */
import { compare } from '../../insights/counts/evidence.ts'
import { firstWhere } from '../base/sorted-lists.ts'

/** The version that changed a review, and the review's id. */
export type Reannouncement = { version: number; id: string }

/** As they cross to the serving thread: in order, the position of each review and the version. */
export type ReannouncementParts = { positions: Uint32Array; versions: Uint32Array }

/** Sorts after every id. */
const ALL_IDS = '~'

/** Comes after every re-announcement up to and including a version. */
export const throughVersion = (version: number): Reannouncement => ({ version, id: ALL_IDS })

/** Ordered by version, then by id: one of each for every review. */
export function orderReannouncements(ids: string[], versions: Uint32Array): ReannouncementParts {
  // Reviews come newest first, nearly in reverse order of their ids: reversed they are nearly sorted, which sorts fast.
  const positions = Array.from(ids.keys())
    .reverse()
    .sort((a, b) => versions[a]! - versions[b]! || (ids[a]! < ids[b]! ? -1 : 1))
  return {
    positions: Uint32Array.from(positions),
    versions: Uint32Array.from(positions, position => versions[position]!),
  }
}

export function openReannouncements(
  { positions, versions }: ReannouncementParts,
  idAt: (position: number) => string,
) {
  const at = (index: number) => ({ version: versions[index]!, id: idAt(positions[index]!) })
  return {
    /** Comes at or after every re-announcement. */
    last: throughVersion(versions.at(-1) ?? 0),
    /** At most `limit` of those after one, oldest first. */
    after(reannouncement: Reannouncement, limit: number): Reannouncement[] {
      const start = firstWhere(positions.length, index => isAfter(at(index), reannouncement))
      const end = Math.min(positions.length, start + limit)
      return Array.from({ length: end - start }, (_, offset) => at(start + offset))
    },
  }
}

const isAfter = (a: Reannouncement, b: Reannouncement) =>
  (a.version - b.version || compare(a.id, b.id)) > 0
