/** Lists column names in a message. A table without a header has cells of a review instead, which must not be repeated. */

const MOST = 40

export function listColumns(names: Iterable<string>): string {
  const all = [...names]
  const shown = all.filter(isPlainName).slice(0, MOST)
  const others = all.length - shown.length
  if (shown.length === 0) return `${others} without a plain name`
  return shown.join(', ') + (others > 0 ? ` and ${others} more` : '')
}

/** Words, perhaps with a path, a unit or a symbol, or a question as forms ask it; no e-mail address, phone or account number, and no other sentence. */
export const isPlainName = (name: string) =>
  (NAME.test(name) || QUESTION.test(name)) && !/@.*[.@]/.test(name) && !/\d.*\d.*\d.*\d/.test(name)

const NAME =
  /^[\p{L}\p{So}_@][\p{L}\p{M}\p{N}\p{So} _.:()/#&'’–*-]{0,38}[\p{L}\p{M}\p{N}\p{So} _.:()/#?*-]?$/u
const QUESTION = /^\p{L}[^.!?\n]{0,98}\?[ *]*$/u
