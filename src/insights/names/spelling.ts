/** Names as people spell them: who answers to each spelling, and which have a letter or two wrong. */

/** Shorter names are too close to other words to guess at. */
export const FEWEST_LETTERS = 4
const LONG_NAME = 8

export function isMisspelling(written: string, name: string): boolean {
  if (name.length < FEWEST_LETTERS || written[0] !== name[0]) return false
  const most = name.length >= LONG_NAME ? 2 : 1
  return Math.abs(written.length - name.length) <= most && editDistance(written, name) <= most
}

/** Everyone, and everything, by each of their spellings; one of punctuation only would match any other. */
export function ownersOf<Owner>(
  all: Owner[],
  spellingsOf: (one: Owner) => string[],
): Map<string, Owner[]> {
  const spelled = all.flatMap(one =>
    Array.from(new Set(spellingsOf(one)), spelling => ({ one, spelling })),
  )
  const owners = Map.groupBy(spelled, ({ spelling }) => spelling)
  owners.delete('')
  return new Map(Array.from(owners, ([spelling, own]) => [spelling, own.map(({ one }) => one)]))
}

/** Damerau–Levenshtein: letters inserted, left out, changed, or swapped with a neighbor. */
export function editDistance(a: string, b: string): number {
  let previous: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (isSame ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        current[column] = Math.min(current[column]!, previous[column - 2]! + 1)
    }
    previous = last
    last = current
  }
  return last[b.length]!
}
