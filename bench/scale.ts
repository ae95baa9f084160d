/** A model of a very large service: what the measured figures add up to, and what breaks first. Prints the tables in docs/scale.md. */
import { costTable } from './scale-costs.ts'
import { MEASURED } from './scale-inputs.ts'
import { pushTables } from './scale-push.ts'
import { cdnTable, origins } from './scale-readers.ts'
import { reviewTables } from './scale-reviews.ts'
import { whole } from './scale-words.ts'
import { formatTable } from './table.ts'

export async function benchScale(): Promise<void> {
  for (const table of scaleTables()) process.stdout.write(`\n${table}\n`)
}

export function scaleTables(): string[] {
  const plans = origins()
  return [inputTable(), ...pushTables(), cdnTable(plans), ...reviewTables(), costTable(plans)]
}

function inputTable(): string {
  const { postgres } = MEASURED
  const ms = (seconds: number) => whole(1000 * seconds)
  return formatTable(
    ['measured', 'value', 'by'],
    [
      [
        'deliveries per second of event loop time',
        whole(1 / MEASURED.deliveryCpuSeconds),
        'bench push',
      ],
      ['feed responses per CPU-second', whole(MEASURED.documentsPerCpuSecond), 'bench http'],
      ['304 responses per CPU-second', whole(MEASURED.notModifiedPerCpuSecond), 'bench http'],
      ['searches per CPU-second', whole(MEASURED.searchesPerCpuSecond), 'bench http'],
      ['texts analyzed per CPU-second', whole(MEASURED.readPerCpuSecond), 'RESULTS.md'],
      ['rows imported per second, one core', whole(MEASURED.importedPerSecond), 'bench import'],
      [
        'bytes per review: database',
        whole(MEASURED.bytesPerReview.database),
        'bench size, 2,000 reviews',
      ],
      [
        'bytes per review: /reviews.json',
        whole(MEASURED.bytesPerReview.dataset),
        'bench size, 2,000 reviews',
      ],
      [
        'bytes per review: the same in brotli',
        whole(MEASURED.bytesPerReview.brotli),
        'bench size, 2,000 reviews',
      ],
      ['PostgreSQL, one delivery, CPU µs', whole(1e6 * postgres.deliverySeconds), 'bench claims'],
      [
        'PostgreSQL, the totals of 1,000,000 subscriptions, CPU ms',
        ms(postgres.totalsSeconds),
        'bench claims',
      ],
      [
        'PostgreSQL, adding a subscription to them, CPU ms',
        ms(postgres.requestSeconds),
        'bench claims',
      ],
    ],
  )
}
