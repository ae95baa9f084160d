/** A fan-out in simulated time: instances share the subscriptions, each with its places, its host limit and one event loop. */
import { SLOT_COUNTS } from '../src/websub/slots.ts'
import { createRandom } from './data.ts'
import { createTimeline } from './scale-timeline.ts'

export interface FanOut {
  subscribers: number
  /** Subscribers of one callback host, which the hub sends to one after the other. */
  perHost: number
  instances: number
  hungShare: number
  /** Until a good callback has answered: at least half of it, exponential beyond. */
  answerSeconds: number
  /** Of the event loop, for one delivery. */
  cpuSeconds: number
}

export interface FanOutResult {
  /** When the last callback that works had the content. */
  goodSeconds: number
  /** When every callback that hangs had been given its full time once. */
  hungSeconds: number
  deliveriesPerSecond: number
  /** Share of the time that the event loop of an instance is busy with deliveries. */
  loopShare: number
}

/** What an instance claims at once, and how many it lets wait (websub/hub.ts, websub/lanes.ts). */
const CLAIM_ROWS = 64
const WAITING_MOST = 1024
const WAITING_PER_HOST = 128
const LOOK_SECONDS = 0.1

interface Line {
  host: number
  waiting: number
}

interface Instance {
  lines: Line[]
  waiting: number
  running: number
  runningByHost: Uint8Array
  /** When the event loop has done what it began. */
  loopFreeAt: number
}

export function simulateFanOut(plan: FanOut): FanOutResult {
  const { subscribers, perHost, instances: count, hungShare, answerSeconds, cpuSeconds } = plan
  const random = createRandom(1)
  const timeline = createTimeline(count * SLOT_COUNTS.fastSlots)
  const gaveWayAt: number[] = []
  const left = hostsOf(subscribers, perHost)
  const instances = Array.from({ length: count }, () => newInstance(left.length))
  let firstHost = 0
  let goodSeconds = 0

  /** A few of the first host that has some left and is not crowded here, then of the next. */
  function claim(instance: Instance): void {
    if (instance.waiting > WAITING_MOST - CLAIM_ROWS) return
    while (left[firstHost] === 0) firstHost++
    for (let host = firstHost; host < left.length; host++) {
      while (left[host]! > 0 && waitingFor(instance, host) < WAITING_PER_HOST) {
        const rows = Math.min(CLAIM_ROWS, left[host]!)
        if (instance.waiting + rows > WAITING_MOST) return
        left[host]! -= rows
        addTo(instance, host, rows)
      }
    }
  }

  function send(instance: Instance, host: number, at: number, place: number): void {
    instance.loopFreeAt = Math.max(instance.loopFreeAt, at) + cpuSeconds
    const isHung = random() < hungShare
    const seconds = isHung
      ? SLOT_COUNTS.patienceMs / 1000 + LOOK_SECONDS * random()
      : answerSeconds * (0.5 - 0.5 * Math.log(1 - random()))
    const endsAt = instance.loopFreeAt + seconds
    if (isHung) gaveWayAt.push(endsAt)
    else goodSeconds = Math.max(goodSeconds, endsAt)
    timeline.add(endsAt, place, host)
  }

  function startWaiting(instance: Instance, at: number, place: number): void {
    let hasEmptied = false
    for (const line of instance.lines) {
      while (line.waiting > 0 && instance.running < SLOT_COUNTS.fastSlots) {
        if (instance.runningByHost[line.host]! >= SLOT_COUNTS.perHost) break
        instance.runningByHost[line.host]!++
        instance.running++
        line.waiting--
        instance.waiting--
        send(instance, line.host, at, place)
      }
      hasEmptied ||= line.waiting === 0
      if (instance.running >= SLOT_COUNTS.fastSlots) break
    }
    if (hasEmptied) instance.lines = instance.lines.filter(line => line.waiting > 0)
  }

  function goOn(place: number, at: number): void {
    const instance = instances[place]!
    claim(instance)
    startWaiting(instance, at, place)
  }

  for (const place of instances.keys()) goOn(place, 0)
  for (let next = timeline.take(); next; next = timeline.take()) {
    const instance = instances[next.place]!
    instance.running--
    instance.runningByHost[next.host]!--
    goOn(next.place, next.at)
  }
  const deliveriesPerSecond = (subscribers - gaveWayAt.length) / goodSeconds
  return {
    goodSeconds,
    hungSeconds: waitInSlowLane(gaveWayAt, count * SLOT_COUNTS.slowSlots),
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
  return Uint32Array.from({ length: hosts }, (_, host) => Math.min(perHost, subscribers - host * perHost))
}

const lineOf = ({ lines }: Instance, host: number) => lines.find(line => line.host === host)
const waitingFor = (instance: Instance, host: number) => lineOf(instance, host)?.waiting ?? 0

function addTo(instance: Instance, host: number, rows: number): void {
  const line = lineOf(instance, host)
  if (line) line.waiting += rows
  else instance.lines.push({ host, waiting: rows })
  instance.waiting += rows
}

/** Those that gave way wait for a place among the slow ones, and keep it for their full time. */
function waitInSlowLane(gaveWayAt: number[], places: number): number {
  const freeAt = new Float64Array(places)
  let last = 0
  // All take equally long, so the place that was taken first is free first.
  for (const [turn, at] of gaveWayAt.toSorted((a, b) => a - b).entries()) {
    const place = turn % places
    freeAt[place] = Math.max(freeAt[place]!, at) + SLOT_COUNTS.timeoutMs / 1000
    last = freeAt[place]!
  }
  return last
}
