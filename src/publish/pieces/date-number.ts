/** 20261115 for "2026-11-15": dates as numbers that sort. */
export const dateNumber = (date: string) => Number(date.replaceAll('-', ''))
