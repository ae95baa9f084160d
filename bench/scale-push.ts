/** A million subscribers: how long a change takes to reach them, and what it costs PostgreSQL. */
import { type FanOut, type FanOutResult, simulateFanOut } from './scale-fanout.ts'
import { ASSUMED, MEASURED } from './scale-inputs.ts'
import { duration, percent, whole } from './scale-words.ts'
import { formatTable } from './table.ts'

export function pushTables(): string[] {
  const runs = INSTANCES.map(instances => ({
    instances,
    ...simulateFanOut({ ...MILLION, instances }),
  }))
  return [fanOutTable(runs), databaseTable(runs), otherFanOutTable()]
}

type Run = FanOutResult & { instances: number }

const MILLION: Omit<FanOut, 'instances'> = {
  subscribers: ASSUMED.subscribers,
  perHost: ASSUMED.subscribersPerHost,
  hungShare: ASSUMED.hungShare,
  answerSeconds: ASSUMED.answerSeconds,
  cpuSeconds: MEASURED.deliveryCpuSeconds,
}

const INSTANCES = [1, 4, 16, 64]

function fanOutTable(runs: Run[]): string {
  const rows = runs.map(({ instances, ...result }) => {
    const bits = 8 * ASSUMED.feedBytes * result.deliveriesPerSecond
    return [
      instances,
      duration(result.goodSeconds),
      whole(result.deliveriesPerSecond),
      percent(result.loopShare),
      (bits / 1e9).toFixed(1),
      duration(result.hungSeconds),
    ]
  })
  return formatTable(
    [
      'instances',
      'time to reach all',
      'deliveries per second',
      'event loop busy',
      'Gbit/s',
      'hung ones tried once',
    ],
    rows,
  )
}

/** As in the hub: how often it reads the totals at most, and how often it looks for work when idle. */
const MEASURE_SECONDS = 1
const POLL_SECONDS = 5

function databaseTable(runs: Run[]): string {
  const { deliverySeconds, totalsSeconds, nextDueSeconds } = MEASURED.postgres
  const rows = runs.map(({ instances, deliveriesPerSecond }) => {
    const sending = deliveriesPerSecond * deliverySeconds
    const measuring = (instances * totalsSeconds) / MEASURE_SECONDS
    const resting = (instances * (totalsSeconds + nextDueSeconds)) / POLL_SECONDS
    return [
      instances,
      ...[sending, measuring, sending + measuring, resting].map(cores => cores.toFixed(1)),
    ]
  })
  return formatTable(
    [
      'instances',
      'cores for deliveries',
      'cores for the totals',
      'cores in total',
      'cores when idle',
    ],
    rows,
  )
}

function otherFanOutTable(): string {
  const cases: [name: string, change: Partial<FanOut>][] = [
    ['as above', {}],
    ['no callback hangs', { hungShare: 0 }],
    ['1 in 10 hangs', { hungShare: 0.1 }],
    ['callbacks respond in 20 ms', { answerSeconds: 0.02 }],
    ['callbacks respond in 500 ms', { answerSeconds: 0.5 }],
    ['all on 3 hosts', { perHost: Math.ceil(ASSUMED.subscribers / 3) }],
  ]
  const rows = cases.map(([name, change]) => {
    const result = simulateFanOut({ ...MILLION, instances: 4, ...change })
    return [
      name,
      duration(result.goodSeconds),
      whole(result.deliveriesPerSecond),
      percent(result.loopShare),
      duration(result.hungSeconds),
    ]
  })
  return formatTable(
    [
      '4 instances',
      'time to reach all',
      'deliveries per second',
      'event loop busy',
      'hung ones tried once',
    ],
    rows,
  )
}
