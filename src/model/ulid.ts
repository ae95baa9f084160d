/** ULIDs: 48 bits of time, then 80 other bits, in Crockford's base 32. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_DIGITS = 10

/** Uses the first 80 bits of `others`. */
export function spellUlid(timeMs: number, others: Buffer): string {
  return (
    spell(timeMs, TIME_DIGITS) +
    spell(others.readUIntBE(0, 5), 8) +
    spell(others.readUIntBE(5, 5), 8)
  )
}

function spell(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32))
    text = DIGITS[rest % 32] + text
  return text
}

export function ulidTimeMs(id: string): number {
  let time = 0
  for (let digit = 0; digit < TIME_DIGITS; digit++) time = time * 32 + DIGITS.indexOf(id[digit]!)
  return time
}
