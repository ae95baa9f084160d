/** Column names in a message. A table without a header has cells of a review in their place: such are not repeated. */

const MOST = 40

export function listColumns(names: Iterable<string>): string {
  const all = [...names]
  const shown = all.filter(isPlain).slice(0, MOST)
  const others = all.length - shown.length
  if (shown.length === 0) return `${others} that are not named`
  return shown.join(', ') + (others > 0 ? ` and ${others} more` : '')
}

/** Words, perhaps with a path or a unit; no address, no number of a phone or an account, no sentence. */
const isPlain = (name: string) =>
  /^[\p{L}_@][\p{L}\p{M}\p{N} _.:()/#-]{0,39}$/u.test(name) &&
  !/@.*[.@]/.test(name) &&
  !/\d.*\d.*\d.*\d/.test(name)
