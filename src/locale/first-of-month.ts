/** Dates in French, for the pages and for the browser. */

/** 1 janv. 2026 → 1er janv. 2026: only the first day of a month is an ordinal in French, which Intl does not know. */
export const firstOfMonth = (tag: string, date: string) =>
  tag === 'fr' ? date.replace(/^1(?=\s)/, '1er') : date
