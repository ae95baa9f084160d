/** How long each kind of search takes, and how large the index is. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { SearchArgs } from '../src/model/search.ts'
import { openSearchIndex } from '../src/publish/search/search-index.ts'
import { openSnapshot, type Snapshot, type SnapshotParts } from '../src/publish/snapshot.ts'
import { business, createRandom, rareWord } from './data.ts'
import type { MakerOrder } from './maker.ts'
import { bytesIn } from './size.ts'
import { percentile, printTable } from './table.ts'

const RUNS = 400

/** The goal for 100,000 reviews, in milliseconds; ten times that for 1,000,000. */
const goals: Record<string, number> = {
  'a query in a third of all': 10,
  'a word in a third of all': 10,
  'two words in a third of all': 10,
  'two hyphenated words in a third of all': 10,
  'a common word with evidence': 10,
  'a phrase of two common words': 10,
  'all filters at once': 10,
  'all new filters at once': 10,
}
const GOAL_MS = 2

const SENTIMENTS = ['positive', 'neutral', 'negative']

export async function benchSearch(counts: number[]): Promise<void> {
  for (const count of counts) {
    const { parts, seconds } = await makeParts({ count, isEarly: false })
    const indexBytes = bytesIn(parts.index)
    const snapshot = openSnapshot(parts)
    const rows = Object.entries(searches(parts, count)).map(([name, makeArgs]) =>
      measure(name, makeArgs, snapshot),
    )
    printTable(
      `Search of ${count.toLocaleString('en')} reviews (built in ${seconds.toFixed(1)} s; index ${(indexBytes / parts.index.text.bytes.byteLength).toFixed(2)} times the text)`,
      ['search', 'matched', 'p50 ms', 'p99 ms', 'goal at 100,000'],
      rows,
    )
  }
}

export async function makeParts(
  order: MakerOrder,
): Promise<{ parts: SnapshotParts; seconds: number }> {
  const started = performance.now()
  const worker = new Worker(new URL('./maker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: 12_000 },
  })
  const [parts] = (await once(worker, 'message')) as [SnapshotParts]
  await worker.terminate()
  return { parts, seconds: (performance.now() - started) / 1000 }
}

function measure(
  name: string,
  makeArgs: (run: number) => object,
  snapshot: Snapshot,
): (string | number)[] {
  const times: number[] = []
  let matched = 0
  for (let run = 0; run < RUNS + 20; run++) {
    const args = SearchArgs.parse(makeArgs(run))
    const started = performance.now()
    matched = snapshot.search(args)!.matched
    if (run >= 20) times.push(performance.now() - started)
  }
  return [
    name,
    matched,
    percentile(times, 0.5).toFixed(3),
    percentile(times, 0.99).toFixed(3),
    goals[name] ?? GOAL_MS,
  ]
}

function searches(parts: SnapshotParts, count: number): Record<string, (run: number) => object> {
  const random = createRandom(7)
  const one = <T>(list: T[]) => list[Math.floor(random() * list.length)]!
  const date = () =>
    new Date(Date.UTC(2016, 0, 1 + Math.floor(random() * 3900))).toISOString().slice(0, 10)
  const common = wordsInAThird(parts, count)
  const aspects = parts.insights.aspects.slice(0, 8)
  return {
    'no filter': () => ({}),
    rating: run => ({ rating: 1 + (run % 5) }),
    min_rating: run => ({ min_rating: 1 + (run % 5) }),
    since: () => ({ since: date() }),
    until: () => ({ until: date() }),
    mentions_technician: () => ({ mentions_technician: one(business.technicians).name }),
    mentions_service: () => ({ mentions_service: one(business.services).id }),
    'a service by alias': () => ({ mentions_service: 'heat-pump' }),
    max_rating: run => ({ max_rating: 1 + (run % 5) }),
    aspect: () => ({ aspect: one(aspects).id }),
    'aspect and sentiment': () => ({ aspect: one(aspects).id, sentiment: one(SENTIMENTS) }),
    'sentiment of the review': () => ({ sentiment: one(SENTIMENTS) }),
    problem: () => ({ problem: one(parts.names.problems).id }),
    'an unknown name': run => ({ mentions_service: `zxq${run} pump` }),
    'a rare query': () => ({ query: rareWord(1_000 + Math.floor(random() * 20_000)) }),
    'an absent query': run => ({ query: `zxq${run}` }),
    'a query in a third of all': () => ({ query: one(common) }),
    'a word in a third of all': () => ({ words: one(common) }),
    'two words in a third of all': () => ({ words: `${one(common)} ${one(common)}` }),
    'two hyphenated words in a third of all': () => ({ words: `${one(common)}-${one(common)}` }),
    'a rare word': () => ({ words: rareWord(1_000 + Math.floor(random() * 20_000)) }),
    'a common word with evidence': () => ({ words: one(common), evidence: true }),
    'aspect with evidence': () => ({
      aspect: one(aspects).id,
      sentiment: 'negative',
      evidence: true,
    }),
    'a phrase of two common words': () => ({ query: `${one(common)} ${one(common)}` }),
    'all filters at once': () => ({
      query: one(common),
      min_rating: 4,
      since: date(),
      mentions_technician: 'Mike',
    }),
    'all new filters at once': () => ({
      words: one(common),
      max_rating: 4,
      aspect: one(aspects).id,
      sentiment: 'negative',
      mentions_service: 'heat pump',
    }),
  }
}

/** Words in about a third of the reviews. */
function wordsInAThird({ index }: SnapshotParts, count: number): string[] {
  const { words, postingsOf } = openSearchIndex(index)
  const share = (number: number) => postingsOf(number).length / count
  return words()
    .map((word, number) => ({ word, off: Math.abs(share(number) - 1 / 3) }))
    .filter(({ word }) => word.length >= 3)
    .sort((a, b) => a.off - b.off)
    .slice(0, 8)
    .map(({ word }) => word)
}
