/** Simulates requests through a CDN: how many of them reach the service. */
import { createRandom } from './data.ts'

export interface Kind {
  name: string
  /** Share of all requests. */
  share: number
  /** How many different addresses there are; the n-th is requested in proportion to 1 / n^skew. */
  addresses: number
  skew: number
}

export interface Cdn {
  requestsPerSecond: number
  /** Each has its own cache; 1 means that they share one, in a tier before the service. */
  pointsOfPresence: number
  keepSeconds: number
  kinds: Kind[]
}

/** Misses per second, as simulated and as computed by the formula for such caches. */
export interface Misses {
  name: string
  simulated: number
  computed: number
}

/** The first seconds only fill the caches. */
const WARM_SECONDS = 10
const SECONDS = 20

export function simulateCdn({
  requestsPerSecond,
  pointsOfPresence,
  keepSeconds,
  kinds,
}: Cdn): Misses[] {
  return kinds.map(kind => {
    const rate = requestsPerSecond * kind.share
    const weights = weightsOf(kind)
    const random = createRandom(kind.addresses + pointsOfPresence)
    const pick = createPick(weights, random)
    const keptUntil = new Float32Array(kind.addresses * pointsOfPresence)
    let misses = 0
    const count = Math.round(rate * (WARM_SECONDS + SECONDS))
    for (let number = 0; number < count; number++) {
      const at = number / rate
      const copy = pick() * pointsOfPresence + Math.floor(random() * pointsOfPresence)
      if (keptUntil[copy]! > at) continue
      keptUntil[copy] = at + keepSeconds
      if (at >= WARM_SECONDS) misses++
    }
    const computed = weights.reduce(
      (sum, weight) =>
        sum + pointsOfPresence * missRate((rate * weight) / pointsOfPresence, keepSeconds),
      0,
    )
    return { name: kind.name, simulated: misses / SECONDS, computed }
  })
}

/** The first request after a copy expires is a miss: once in keepSeconds + 1 / rate. */
const missRate = (rate: number, keepSeconds: number) => rate / (1 + rate * keepSeconds)

function weightsOf({ addresses, skew }: Kind): Float64Array {
  const weights = Float64Array.from({ length: addresses }, (_, index) => (index + 1) ** -skew)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map(weight => weight / sum)
}

/** Draws by weight in constant time (Walker's alias method). */
function createPick(weights: Float64Array, random: () => number): () => number {
  const count = weights.length
  const keep = weights.map(weight => weight * count)
  const other = new Uint32Array(count)
  const small: number[] = []
  const large: number[] = []
  for (let index = 0; index < count; index++) (keep[index]! < 1 ? small : large).push(index)
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop()!, large.pop()!]
    other[less] = more
    keep[more] = keep[more]! + keep[less]! - 1
    ;(keep[more]! < 1 ? small : large).push(more)
  }
  for (const index of [...small, ...large]) keep[index] = 1
  return () => {
    const index = Math.floor(random() * count)
    return random() < keep[index]! ? index : other[index]!
  }
}
