/** Simulates a fan-out: instances share the subscriptions, each with its slots, its limit per host and one event loop. */
import { concurrencyLimits } from '../src/hub/request-scheduler.ts'
import { createRandom } from './data.ts'
import { createTimeline } from './scale-timeline.ts'

/** As by default. */
const CONCURRENCY_LIMITS = concurrencyLimits(64)

export interface FanOut {
  subscribers: number
  /** Subscribers on one callback host, which the hub limits. */
  perHost: number
  instances: number
  hungShare: number
  /** Mean time until a good callback responds: half of it fixed, the rest exponential. */
  answerSeconds: number
  /** Time of the event loop per delivery. */
  cpuSeconds: number
}

export interface FanOutResult {
  /** When the last good callback had the content. */
  goodSeconds: number
  /** When every callback that hangs had been tried for its full time once. */
  hungSeconds: number
  deliveriesPerSecond: number
  /** The share of time that an instance's event loop is busy with deliveries. */
  loopShare: number
}

/** How many deliveries an instance claims at once, and how many may wait (hub/hub.ts, hub/request-scheduler.ts). */
const CLAIM_ROWS = 512
const MAX_WAITING = 1024
const MAX_WAITING_PER_HOST = 128
const CHECK_SECONDS = 0.1

interface Line {
  host: number
  waiting: number
}

interface Instance {
  lines: Line[]
  waiting: number
  running: number
  runningByHost: Uint8Array
  /** When the event loop is free again. */
  loopFreeAt: number
}

export function simulateFanOut(plan: FanOut): FanOutResult {
  const { subscribers, perHost, instances: count, hungShare, answerSeconds, cpuSeconds } = plan
  const random = createRandom(1)
  const timeline = createTimeline(count * CONCURRENCY_LIMITS.fast)
  const displacedAt: number[] = []
  const left = hostsOf(subscribers, perHost)
  const instances = Array.from({ length: count }, () => newInstance(left.length))
  let firstHost = 0
  let goodSeconds = 0

  /** Claims from the first host that has subscribers left and is not crowded here, then from the next. */
  function claim(instance: Instance): void {
    if (instance.waiting > MAX_WAITING - CLAIM_ROWS) return
    while (left[firstHost] === 0) firstHost++
    for (let host = firstHost; host < left.length; host++) {
      while (left[host]! > 0 && waitingFor(instance, host) < MAX_WAITING_PER_HOST) {
        const rows = Math.min(CLAIM_ROWS, left[host]!)
        if (instance.waiting + rows > MAX_WAITING) return
        left[host]! -= rows
        addTo(instance, host, rows)
      }
    }
  }

  function send(instance: Instance, host: number, at: number, number: number): void {
    instance.loopFreeAt = Math.max(instance.loopFreeAt, at) + cpuSeconds
    const isHung = random() < hungShare
    const seconds = isHung
      ? CONCURRENCY_LIMITS.patienceMs / 1000 + CHECK_SECONDS * random()
      : answerSeconds * (0.5 - 0.5 * Math.log(1 - random()))
    const endsAt = instance.loopFreeAt + seconds
    if (isHung) displacedAt.push(endsAt)
    else goodSeconds = Math.max(goodSeconds, endsAt)
    timeline.add(endsAt, number, host)
  }

  function startWaiting(instance: Instance, at: number, number: number): void {
    let hasEmptied = false
    for (const line of instance.lines) {
      while (line.waiting > 0 && instance.running < CONCURRENCY_LIMITS.fast) {
        if (instance.runningByHost[line.host]! >= CONCURRENCY_LIMITS.perHost) break
        instance.runningByHost[line.host]!++
        instance.running++
        line.waiting--
        instance.waiting--
        send(instance, line.host, at, number)
      }
      hasEmptied ||= line.waiting === 0
      if (instance.running >= CONCURRENCY_LIMITS.fast) break
    }
    if (hasEmptied) instance.lines = instance.lines.filter(line => line.waiting > 0)
  }

  function proceed(number: number, at: number): void {
    const instance = instances[number]!
    claim(instance)
    startWaiting(instance, at, number)
  }

  for (const number of instances.keys()) proceed(number, 0)
  for (let next = timeline.take(); next; next = timeline.take()) {
    const instance = instances[next.instance]!
    instance.running--
    instance.runningByHost[next.host]!--
    proceed(next.instance, next.at)
  }
  const deliveriesPerSecond = (subscribers - displacedAt.length) / goodSeconds
  return {
    goodSeconds,
    hungSeconds: waitInSlowSlots(displacedAt, count * CONCURRENCY_LIMITS.slow),
    deliveriesPerSecond,
    loopShare: (deliveriesPerSecond / count) * cpuSeconds,
  }
}

const newInstance = (hosts: number): Instance => ({
  lines: [],
  waiting: 0,
  running: 0,
  runningByHost: new Uint8Array(hosts),
  loopFreeAt: 0,
})

/** How many subscribers each host has. */
function hostsOf(subscribers: number, perHost: number): Uint32Array {
  const hosts = Math.ceil(subscribers / perHost)
  return Uint32Array.from({ length: hosts }, (_, host) =>
    Math.min(perHost, subscribers - host * perHost),
  )
}

const lineOf = ({ lines }: Instance, host: number) => lines.find(line => line.host === host)
const waitingFor = (instance: Instance, host: number) => lineOf(instance, host)?.waiting ?? 0

function addTo(instance: Instance, host: number, rows: number): void {
  const line = lineOf(instance, host)
  if (line) line.waiting += rows
  else instance.lines.push({ host, waiting: rows })
  instance.waiting += rows
}

/** Displaced callbacks wait for a slow slot and keep it for their full time. */
function waitInSlowSlots(displacedAt: number[], slots: number): number {
  const freeAt = new Float64Array(slots)
  let last = 0
  // All take equally long, so the slot that was taken first is free first.
  for (const [turn, at] of displacedAt.toSorted((a, b) => a - b).entries()) {
    const slot = turn % slots
    freeAt[slot] = Math.max(freeAt[slot]!, at) + CONCURRENCY_LIMITS.timeoutMs / 1000
    last = freeAt[slot]!
  }
  return last
}
