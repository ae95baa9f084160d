/** What machines, traffic and CDN cost at the assumed prices. */
import { ASSUMED, HOURS_PER_MONTH } from './scale-inputs.ts'
import type { Origin } from './scale-readers.ts'
import { dollars } from './scale-words.ts'
import { formatTable } from './table.ts'

const SECONDS_PER_MONTH = HOURS_PER_MONTH * 3600
const GB = 1e9

export function costTable(plans: Origin[]): string {
  const { prices, subscribers, feedBytes, requestsPerSecond, answerBytes } = ASSUMED
  const [without, , few] = plans as [Origin, Origin, Origin]
  const requests = requestsPerSecond * SECONDS_PER_MONTH
  const traffic = (requests * answerBytes) / GB
  const machines = (count: number) => count * prices.machine * HOURS_PER_MONTH
  return formatTable(
    ['what', 'calculation', 'per month'],
    [
      ['fan-out: machines', '16 instances, 4 per machine', dollars(machines(4))],
      ['PostgreSQL', '4 cores, 730 hours', dollars(prices.database * HOURS_PER_MONTH)],
      [
        'traffic of 10 changes a day',
        `300 × ${(subscribers * feedBytes) / GB} GB`,
        dollars(((300 * subscribers * feedBytes) / GB) * prices.gigabyteOut),
      ],
      [
        'clients through a CDN with 20 points of presence: machines',
        `${few.instances} instances, 4 per machine`,
        dollars(machines(Math.ceil(few.instances / 4))),
      ],
      [
        'the same: the CDN, requests',
        `${(requests / 1e9).toFixed(0)} billion`,
        dollars((requests / 1e6) * prices.cdnMillionRequests),
      ],
      [
        'the same: the CDN, traffic',
        `${(traffic / 1e6).toFixed(1)} million GB`,
        dollars(traffic * prices.cdnGigabyte),
      ],
      [
        'clients without a CDN: machines',
        `${without.instances} instances, 4 per machine`,
        dollars(machines(Math.ceil(without.instances / 4))),
      ],
      [
        'the same: traffic',
        `${(traffic / 1e6).toFixed(1)} million GB`,
        dollars(traffic * prices.gigabyteOut),
      ],
    ],
  )
}
