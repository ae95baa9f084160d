/** Formats figures for people. */

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const percent = (share: number) => `${(100 * share).toFixed(0)}%`
export const dollars = (amount: number) => `$${whole(amount)}`

/** Seconds, minutes or hours, whichever reads best. */
export function duration(seconds: number): string {
  if (seconds < 600) return `${seconds.toFixed(0)} s`
  if (seconds < 7200) return `${(seconds / 60).toFixed(0)} min`
  return seconds < 172_800
    ? `${(seconds / 3600).toFixed(1)} h`
    : `${(seconds / 86_400).toFixed(1)} days`
}
