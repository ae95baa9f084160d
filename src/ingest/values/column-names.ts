/** Lists column names in a message. A table without a header has cells of a review instead, which must not be repeated. */

const MOST = 40

export function listColumns(names: Iterable<string>): string {
  const all = [...names]
  const shown = all.filter(isPlainName).slice(0, MOST)
  const others = all.length - shown.length
  if (shown.length === 0) return `${others} without a plain name`
  return shown.join(', ') + (others > 0 ? ` and ${others} more` : '')
}

/** Words, perhaps with a path or a unit; no e-mail address, phone or account number, and no sentence. */
export const isPlainName = (name: string) =>
  /^[\p{L}_@][\p{L}\p{M}\p{N} _.:()/#&'’-]{0,38}[\p{L}\p{M}\p{N} _.:()/#?-]?$/u.test(name) &&
  !/@.*[.@]/.test(name) &&
  !/\d.*\d.*\d.*\d/.test(name)
