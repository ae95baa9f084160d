/** How well the word search ranks, compared with search libraries on queries judged by reading; then speed and memory. */
import { readFileSync } from 'node:fs'
import { parseBusinessFile } from '../src/ingest/business-file.ts'
import { mergeRows } from '../src/ingest/merge/merge-rows.ts'
import { ReviewRow } from '../src/model/review.ts'
import { SearchArgs } from '../src/model/search.ts'
import { system } from '../src/model/system.ts'
import { loadEngine } from '../src/publish/load-engine.ts'
import { openSnapshot, type Snapshot } from '../src/publish/snapshot.ts'
import { createSnapshotBuilder } from '../src/publish/snapshot-builder.ts'
import { seedDemo } from '../src/serve/seed-demo.ts'
import { openStore } from '../src/store/open-store.ts'
import type { Store } from '../src/store/store.ts'
import { createRandom, makeRecords } from './data.ts'
import { writeResults } from './questions.ts'
import { makeParts } from './search.ts'
import { type Find, RIVALS, type SearchedReview, searchOurs } from './search-rivals.ts'
import { bytesIn } from './size.ts'
import { describeMachine, formatTable, percentile } from './table.ts'

interface Judged {
  business: 'demo' | 'movers'
  kind: string
  query: string
  /** By the id that the source gave them: grade 2 for those that answer the query, 1 for those that touch on it. */
  answers: string[]
  touches: string[]
}

/** What one engine made of one query. */
interface Score {
  query: string
  kind: string
  /** null where no review is relevant. */
  ndcg: number | null
  precision: number | null
  isEmpty: boolean
}

const OURS = 'firsthand, words by relevance'
const HEADING = '## Relevance of the word search (`npm run bench relevance`)'
const HOW = `Queries over the demo (278 reviews) and \`bench/businesses/movers\` (90), judged by reading before any engine ran: 2 for a review
that answers the query, 1 for one that touches on it; a review in another language than the query gets 1 at most. One judge. Some queries are
misspelled, some use other words than the reviews, some are in other languages, and some have no relevant review.
nDCG@10 counts grade 2 as 3 and grade 1 as 1; precision@5 is the share of relevant reviews among the first five shown, 0 if nothing is shown.
Both are means over the queries that have a relevant review.`

export async function benchRelevance(count: number): Promise<void> {
  const judged = readFileSync(new URL('./search-judged.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Judged)
  const scores = await scoreAll(judged)
  const quality = [HEADING, HOW, qualityTable(scores), kindTable(scores), lossTable(scores)].join(
    '\n\n',
  )
  process.stdout.write(`\n${quality}\n`)
  const speed = await speedTable(judged, count)
  process.stdout.write(`\n${speed}\n`)
  writeResults(HEADING, `${quality}\n\n${speed}\n`)
}

async function scoreAll(judged: Judged[]): Promise<Map<string, Score[]>> {
  const scores = new Map<string, Score[]>()
  for (const business of ['demo', 'movers'] as const) {
    const { snapshot, reviews, idOf } = await (business === 'demo' ? openDemo() : openMovers())
    const engines: Record<string, Find> = { [OURS]: searchOurs(snapshot) }
    for (const [name, make] of Object.entries(RIVALS)) engines[name] = await make(reviews)
    for (const one of judged.filter(query => query.business === business)) {
      const grades = new Map([
        ...one.touches.map(key => [idOf(key), 1] as const),
        ...one.answers.map(key => [idOf(key), 2] as const),
      ])
      for (const [name, find] of Object.entries(engines)) {
        const score = scoreOf(one, await find(one.query), grades)
        scores.set(name, [...(scores.get(name) ?? []), score])
      }
    }
  }
  return scores
}

interface Searched {
  snapshot: Snapshot
  reviews: SearchedReview[]
  /** The id of a review by the one that its source gave it. */
  idOf(key: string): string
}

async function openDemo(): Promise<Searched> {
  await using store = await openStore('sqlite::memory:', system)
  await seedDemo(store, new Date())
  return await openSearched(store)
}

async function openMovers(): Promise<Searched> {
  const read = (name: string) =>
    readFileSync(new URL(`./businesses/movers.${name}.json`, import.meta.url), 'utf8')
  const rows = (JSON.parse(read('reviews')) as object[]).map(row =>
    // Without evidence of where it comes from, a review is not published.
    ReviewRow.parse({ ...row, verification: { basis: 'export' } }),
  )
  await using store = await openStore('sqlite::memory:', system)
  await store.write(async writer => {
    await writer.setBusiness(parseBusinessFile(read('business')))
    await mergeRows(rows, writer, system.now().toISOString())
  })
  return await openSearched(store)
}

async function openSearched(store: Store): Promise<Searched> {
  const builder = createSnapshotBuilder({
    store,
    baseUrl: 'https://reviews.example',
    renderCheckpoint: () => [],
    logId: '',
    engine: await loadEngine(),
  })
  const snapshot = openSnapshot((await builder.build())!.parts)
  const { shown } = await store.changesSince(0)
  const ids = new Map(shown.map(({ id, source_key }) => [source_key, id]))
  const reviews = shown
    .toSorted((a, b) => (a.content.date < b.content.date ? 1 : -1))
    .map(({ id, content }) => ({ id, text: content.text ?? '' }))
  return { snapshot, reviews, idOf: key => ids.get(key) ?? key }
}

const AT = 10
const FIRST = 5

function scoreOf(
  { query, kind }: Judged,
  found: string[],
  grades: ReadonlyMap<string, number>,
): Score {
  const isEmpty = found.length === 0
  if (grades.size === 0) return { query, kind, ndcg: null, precision: null, isEmpty }
  const shown = found.map(id => grades.get(id) ?? 0)
  const ideal = [...grades.values()].sort((a, b) => b - a)
  const first = shown.slice(0, FIRST)
  return {
    query,
    kind,
    ndcg: gainOf(shown) / gainOf(ideal),
    precision: first.length === 0 ? 0 : first.filter(grade => grade > 0).length / first.length,
    isEmpty,
  }
}

const gainOf = (grades: number[]) =>
  grades
    .slice(0, AT)
    .reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)

const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
const known = (values: (number | null)[]) => values.filter(value => value !== null)
const points = (share: number) => (100 * share).toFixed(1)

function qualityTable(scores: ReadonlyMap<string, Score[]>): string {
  const ours = known(scores.get(OURS)!.map(({ ndcg }) => ndcg))
  const rows = [...scores].map(([name, list]) => {
    const ndcgs = known(list.map(({ ndcg }) => ndcg))
    const none = list.filter(({ ndcg }) => ndcg === null)
    return [
      name,
      points(mean(ndcgs)),
      name === OURS ? '' : intervalOf(ours.map((one, query) => one - ndcgs[query]!)),
      points(mean(known(list.map(({ precision }) => precision)))),
      `${none.filter(({ isEmpty }) => isEmpty).length} of ${none.length}`,
      `${list.filter(({ ndcg }) => ndcg === 0).length} of ${ndcgs.length}`,
    ]
  })
  return formatTable(
    [
      'engine',
      'nDCG@10 %',
      'ours is better by, 95%',
      'precision@5 %',
      'irrelevant queries that find nothing',
      'relevant ones without a relevant review in ten',
    ],
    rows,
  )
}

const SAMPLES = 2000

/** Of the mean of differences, bootstrapped over the queries. */
function intervalOf(differences: number[]): string {
  const random = createRandom(1)
  const means = Array.from({ length: SAMPLES }, () =>
    mean(differences.map(() => differences[Math.floor(random() * differences.length)]!)),
  )
  return `${points(percentile(means, 0.025))} to ${points(percentile(means, 0.975))}`
}

function kindTable(scores: ReadonlyMap<string, Score[]>): string {
  const kinds = [...new Set(scores.get(OURS)!.map(({ kind }) => kind))].filter(
    kind => kind !== 'none',
  )
  const rows = kinds.map(kind => {
    const lists = [...scores.values()].map(list =>
      known(list.filter(one => one.kind === kind).map(({ ndcg }) => ndcg)),
    )
    return [kind, lists[0]!.length, ...lists.map(ndcgs => points(mean(ndcgs)))]
  })
  return formatTable(['nDCG@10 % by kind of query', 'queries', ...scores.keys()], rows)
}

const LOSSES = 20

/** For whoever works on the ranking: the queries on which a rival is furthest ahead, and the irrelevant ones that find something. */
function lossTable(scores: ReadonlyMap<string, Score[]>): string {
  const rival = scores.get(BEST_RIVAL)!
  const losses = scores
    .get(OURS)!
    .map((ours, number) => ({ ...ours, lost: (rival[number]!.ndcg ?? 0) - (ours.ndcg ?? 0) }))
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, LOSSES)
    .map(({ query, kind, ndcg, lost }) => [query, kind, points(ndcg!), points(ndcg! + lost)])
  const answered = scores.get(OURS)!.filter(({ ndcg, isEmpty }) => ndcg === null && !isEmpty)
  const names = answered.map(({ query }) => `"${query}"`).join(', ')
  return `${formatTable(['where ours loses most', 'kind', 'ours', BEST_RIVAL], losses)}

Irrelevant queries for which ours finds something: ${names}.`
}

const BEST_RIVAL = 'MiniSearch, prefix, fuzzy 0.2'

/** Of each library what ranks best; and the simplest. */
const MEASURED = [BEST_RIVAL, 'Orama, no options', 'a substring of any word']

async function speedTable(judged: Judged[], count: number): Promise<string> {
  const queries = judged.map(({ query }) => query)
  const rows = [await measureOurs(count, queries)]
  const reviews = makeRecords(count).map(({ id, content }) => ({ id, text: content.text ?? '' }))
  for (const name of MEASURED) rows.push(await measureRival(name, reviews, queries))
  const table = formatTable(['engine', 'built in s', 'MB', 'p50 ms', 'p99 ms', 'CPU ms each'], rows)
  return `The same queries over ${count.toLocaleString('en')} made-up reviews. Ours is built together with all that is published before the insights, and its size includes the texts; MiniSearch does not store them. ${describeMachine()}\n\n${table}`
}

/** In a function of its own, so that nothing of one engine is held while the next is measured. */
async function measureRival(
  name: string,
  reviews: SearchedReview[],
  queries: string[],
): Promise<string[]> {
  const before = heldBytes()
  const started = performance.now()
  const find = await RIVALS[name]!(reviews)
  const seconds = (performance.now() - started) / 1000
  const held = heldBytes() - before
  return [name, seconds.toFixed(1), megabytes(held), ...(await timesOf(find, queries))]
}

async function measureOurs(count: number, queries: string[]): Promise<string[]> {
  const { parts, seconds } = await makeParts({ count, isEarly: true })
  const bytes = bytesIn(parts.index)
  const snapshot = openSnapshot(parts)
  const find = (words: string) => {
    snapshot.search(SearchArgs.parse({ words, sort: 'relevance', limit: 20 }))
    return []
  }
  return [OURS, seconds.toFixed(1), megabytes(bytes), ...(await timesOf(find, queries))]
}

const ROUNDS = 3

/** After one round to warm up. */
async function timesOf(
  find: Find,
  queries: string[],
): Promise<[p50: string, p99: string, cpu: string]> {
  for (const query of queries) await find(query)
  const times: number[] = []
  const before = process.threadCpuUsage()
  for (let round = 0; round < ROUNDS; round++)
    for (const query of queries) {
      const started = performance.now()
      await find(query)
      times.push(performance.now() - started)
    }
  const { user, system } = process.threadCpuUsage(before)
  const cpu = (user + system) / 1000 / times.length
  return [percentile(times, 0.5).toFixed(2), percentile(times, 0.99).toFixed(1), cpu.toFixed(2)]
}

function heldBytes(): number {
  // What the first leaves behind, the next finds.
  for (let times = 0; times < 3; times++) globalThis.gc!()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0)
