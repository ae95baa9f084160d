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
    ['measured', 'figure', 'by'],
    [
      ['deliveries for a second of the event loop', whole(1 / MEASURED.deliveryCpuSeconds), 'bench push'],
      ['the feed, answers per CPU-second', whole(MEASURED.documentsPerCpuSecond), 'bench http'],
      ['304, answers per CPU-second', whole(MEASURED.notModifiedPerCpuSecond), 'bench http'],
      ['searches per CPU-second', whole(MEASURED.searchesPerCpuSecond), 'bench http'],
      ['texts read per CPU-second', whole(MEASURED.readPerCpuSecond), 'RESULTS.md'],
      ['rows imported a second, one core', whole(MEASURED.importedPerSecond), 'bench import'],
      ['bytes a review: database', whole(MEASURED.bytesPerReview.database), 'bench size, 2,000 reviews'],
      ['bytes a review: /reviews.json', whole(MEASURED.bytesPerReview.dataset), 'bench size, 2,000 reviews'],
      [
        'bytes a review: the same in brotli',
        whole(MEASURED.bytesPerReview.brotli),
        'bench size, 2,000 reviews',
      ],
      ['PostgreSQL, a delivery, CPU µs', whole(1e6 * postgres.deliverySeconds), 'bench claims'],
      ['PostgreSQL, a count of 1,000,000, CPU ms', ms(postgres.countSeconds), 'bench claims'],
      ['PostgreSQL, a new subscription among them, CPU ms', ms(postgres.requestSeconds), 'bench claims'],
    ],
  )
}
