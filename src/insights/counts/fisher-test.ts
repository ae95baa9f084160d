/** Fisher's exact test: whether two shares differ by more than chance explains, however few they are counted from. */

export interface Opinions {
  positive: number
  negative: number
}

/** Two-sided: twice the smaller tail of the hypergeometric distribution. */
export function fisherTest(a: Opinions, b: Opinions): number {
  return Math.min(1, 2 * Math.min(tail(a, b, -1), tail(a, b, 1)))
}

/** The probability of drawing as many positive ones as `a` has, or a number further in the direction of `step`. */
function tail(a: Opinions, b: Opinions, step: 1 | -1): number {
  const observed = a.positive
  const drawn = a.positive + a.negative
  const [positive, negative] = [a.positive + b.positive, a.negative + b.negative]
  const [least, most] = [Math.max(0, drawn - negative), Math.min(drawn, positive)]
  let term = Math.exp(
    logChoose(positive, observed) +
      logChoose(negative, drawn - observed) -
      logChoose(positive + negative, drawn),
  )
  let sum = 0
  // Each term follows from the one before; those that no longer change the sum are left out.
  for (let count = observed; count >= least && count <= most && sum + term !== sum; count += step) {
    sum += term
    term *=
      step === 1
        ? ((positive - count) * (drawn - count)) / ((count + 1) * (negative - drawn + count + 1))
        : (count * (negative - drawn + count)) / ((positive - count + 1) * (drawn - count + 1))
  }
  return sum
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k)

const SMALL = 256
const SMALL_FACTORIALS: number[] = [0]
for (let n = 1; n < SMALL; n++) SMALL_FACTORIALS.push(SMALL_FACTORIALS[n - 1]! + Math.log(n))

/** Stirling's series, whose next term is below 1e-15 from 256 on. */
function logFactorial(n: number): number {
  if (n < SMALL) return SMALL_FACTORIALS[n]!
  return (n + 0.5) * Math.log(n) - n + Math.log(2 * Math.PI) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3)
}
