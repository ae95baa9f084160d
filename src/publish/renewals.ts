/** Changes of reviews of which the ledger does not tell, because they are no edits: a link, a mention, a language. */

/** The version in which it happened, and the review. */
export interface Renewal {
  version: number
  id: string
}

export interface Renewals {
  /** Stands for all that there are. */
  last: Renewal
  /** At most so many of those that follow one, oldest first. */
  after(renewal: Renewal, most: number): Renewal[]
}

/** Comes after every id. */
const ALL_IDS = '~'

/** All renewals of a version and of those before it. */
export const throughVersion = (version: number): Renewal => ({ version, id: ALL_IDS })

/** `versions` tells for each review, by its place, when it was last renewed. */
export function openRenewals(
  versions: Uint32Array,
  lastVersion: number,
  idAt: (place: number) => string,
): Renewals {
  return {
    last: throughVersion(lastVersion),
    after(renewal, most) {
      if (renewal.version > lastVersion || (renewal.version === lastVersion && renewal.id === ALL_IDS))
        return []
      const found: Renewal[] = []
      for (let place = 0; place < versions.length; place++) {
        const version = versions[place]!
        if (version < renewal.version) continue
        const one = { version, id: idAt(place) }
        if (compare(one, renewal) > 0) found.push(one)
      }
      return found.sort(compare).slice(0, most)
    },
  }
}

function compare(a: Renewal, b: Renewal): number {
  if (a.version !== b.version) return a.version - b.version
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
