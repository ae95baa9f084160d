/** Dates in Excel: numbers of days that only the style of their cell tells from other numbers (ECMA-376 part 1, §18.8.30). */

/** Built-in formats that show a date, including those of East Asian editions. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])

/** Quoted text, escaped characters, and colors or conditions in brackets. */
const LITERAL = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g

/** Whether numbers in this format are days; `code` is that of a format the workbook defines itself. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id)
  return /[yd]/i.test(code.replace(LITERAL, '').replace(/general/gi, ''))
}

const DAY_MS = 86_400_000
const LAST_DAY = 2_958_465

/** `2026-01-05`, with the time if there is one; null for a number that is no day. */
export function excelDate(days: number, from1904: boolean): string | null {
  if (!(days >= 1 && days < LAST_DAY + 1)) return null
  const epochMs = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const time = new Date(epochMs + Math.round((days * DAY_MS) / 1000) * 1000).toISOString()
  return Number.isInteger(days) ? time.slice(0, 10) : time.slice(0, 19)
}
