/** 20261115 for "2026-11-15": dates as numbers that sort. */
export const dateNumber = (date: string) => Number(date.replaceAll('-', ''))

/** Months as consecutive numbers: 2026-11 is one more than 2026-10. */
export const monthNumber = (month: string) => 12 * Number(month.slice(0, 4)) + Number(month.slice(5)) - 1
export const monthOf = (number: number) =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`
