/** Changes of reviews of which the ledger does not tell, because they are no edits: a link, a mention, a language. */

/** The version in which it happened, and the review. */
export interface Reannouncement {
  version: number
  id: string
}

export interface Reannouncements {
  /** Stands for all that there are. */
  last: Reannouncement
  /** At most so many of those that follow one, oldest first. */
  after(renewal: Reannouncement, most: number): Reannouncement[]
}

/** As it crosses to the thread that serves: for each place in the order of renewals, the review's place and the version. */
export interface ReannouncementParts {
  places: Uint32Array
  versions: Uint32Array
}

/** Comes after every id. */
const ALL_IDS = '~'

/** All renewals of a version and of those before it. */
export const throughVersion = (version: number): Reannouncement => ({ version, id: ALL_IDS })

/** Ordered by version, then by id. */
export function orderReannouncements(renewals: Reannouncement[]): ReannouncementParts {
  // Newest first, they are nearly in the opposite order of their ids: a list that is nearly sorted is sorted at once.
  const places = Array.from(renewals.keys())
    .reverse()
    .sort((a, b) => compare(renewals[a]!, renewals[b]!))
  return {
    places: Uint32Array.from(places),
    versions: Uint32Array.from(places, place => renewals[place]!.version),
  }
}

export function openReannouncements(
  { places, versions }: ReannouncementParts,
  idAt: (place: number) => string,
  firstWhere: (count: number, holds: (place: number) => boolean) => number,
): Reannouncements {
  const renewalAt = (place: number) => ({ version: versions[place]!, id: idAt(places[place]!) })
  return {
    last: throughVersion(versions.at(-1) ?? 0),
    after(renewal, most) {
      const start = firstWhere(places.length, place => compare(renewalAt(place), renewal) > 0)
      const end = Math.min(places.length, start + most)
      return Array.from({ length: end - start }, (_, step) => renewalAt(start + step))
    },
  }
}

function compare(a: Reannouncement, b: Reannouncement): number {
  if (a.version !== b.version) return a.version - b.version
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
