/** How long counts in groups take, with the questions that assistants ask. */
import type { ReviewRecord } from '../src/model/record.ts'
import { StatsArgs } from '../src/model/stats.ts'
import { loadEngine } from '../src/publish/load-engine.ts'
import { openSnapshot, type Snapshot } from '../src/publish/snapshot.ts'
import { createSnapshotBuilder } from '../src/publish/snapshot-builder.ts'
import { makeRecords, storeOf } from './data.ts'
import { percentile, printTable } from './table.ts'

const RUNS = 200
const WARM_UP = 10
/** In milliseconds of CPU time, because other programs may run; for 100,000 reviews. */
const GOAL_MS = 20

const QUESTIONS: Record<string, object> = {
  'average by year': { group_by: 'year' },
  'by month': { group_by: 'month' },
  'technicians, the most reviewed first': { group_by: 'technician', sort: '-review_count' },
  'technicians by year': { group_by: 'technician,year' },
  'services by stars': { group_by: 'service,stars' },
  'what is criticized most': { group_by: 'aspect', sentiment: 'negative', sort: '-review_count' },
  'aspects by topic': { group_by: 'aspect,topic' },
  'aspects by year': { group_by: 'aspect,year' },
  'replies to critical reviews by quarter': { group_by: 'quarter', critical: true },
  'days until a reply by source': { group_by: 'source', has_reply: true },
  'stars of reviews with a common word': { group_by: 'stars', words: 'the' },
  'languages since a date': { group_by: 'language', since: '2024-01-01' },
}

export async function benchStats(counts: number[]): Promise<void> {
  for (const count of counts) {
    const snapshot = await buildSnapshot(count)
    const rows = Object.entries(QUESTIONS).map(([name, asked]) => {
      const args = StatsArgs.parse(asked)
      const times = Array.from({ length: RUNS + WARM_UP }, () => {
        const started = process.threadCpuUsage()
        snapshot.stats(args)
        const { user, system } = process.threadCpuUsage(started)
        return (user + system) / 1000
      })
      const [first] = times
      const warm = times.slice(WARM_UP)
      const groups = snapshot.stats(args)?.groups.length ?? 'too many'
      return [
        name,
        groups,
        first!.toFixed(1),
        percentile(warm, 0.5).toFixed(2),
        percentile(warm, 0.99).toFixed(2),
        GOAL_MS,
      ]
    })
    printTable(
      `Counts in groups of ${count.toLocaleString('en')} reviews`,
      ['question', 'groups', 'first ms', 'p50 ms', 'p99 ms', 'goal at 100,000'],
      rows,
    )
  }
}

/** So few texts that reading them takes seconds; the reviews still differ in stars, dates and replies. */
const DISTINCT_TEXTS = 300

export const repeatTexts = (records: ReviewRecord[]): ReviewRecord[] =>
  records.map((record, number) => ({
    ...record,
    content: { ...record.content, text: records[number % DISTINCT_TEXTS]!.content.text },
  }))

async function buildSnapshot(count: number): Promise<Snapshot> {
  const builder = createSnapshotBuilder({
    store: storeOf(repeatTexts(makeRecords(count))),
    baseUrl: 'https://reviews.example',
    renderCheckpoint: () => [],
    logId: '',
    engine: await loadEngine(),
  })
  return openSnapshot((await builder.build())!.parts)
}
