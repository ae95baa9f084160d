/** What the insights cost when one review among many changes: CPU time, month by month of the history. */

import { setTimeout as sleep } from 'node:timers/promises'
import { createTagReader } from '../src/insights/aspects/tags.ts'
import { resolveTaxonomy } from '../src/insights/text/resolve-taxonomy.ts'
import type { KnownReview, ReviewRecord } from '../src/model/record.ts'
import { composeContext } from '../src/publish/context/compose-context.ts'
import { readMonths } from '../src/publish/context/month-readings.ts'
import { loadEngine } from '../src/publish/load-engine.ts'
import type { PublishedLog } from '../src/publish/log/published-log.ts'
import { createFindAnalyses } from '../src/publish/months/find-analyses.ts'
import { type MonthOfReviews, replaceReviews } from '../src/publish/months/month.ts'
import { prepareReview } from '../src/publish/months/prepare-review.ts'
import { createWordNumbers } from '../src/publish/words/word-numbers.ts'
import type { AnalysisStore } from '../src/store/analysis-store.ts'
import { NO_HISTORY } from '../src/store/read-history.ts'
import { business, makeRecords } from './data.ts'
import { printTable } from './table.ts'

const REVIEWS = 100_000
const TRIES = 5
const CHANGED_AT = '2026-11-01T00:00:00.000Z'
/** Until then, other threads clean up what earlier work left behind. */
const SETTLE_MS = 500
const NOTHING_STORED: AnalysisStore = { find: async () => new Map(), save: async () => {} }

/** `analyses` may hold what was read in an earlier run. */
export async function benchInsightsChange(analyses = NOTHING_STORED): Promise<void> {
  const engine = await loadEngine()
  const vocabulary = createWordNumbers()
  const readTags = createTagReader(resolveTaxonomy(engine.taxonomies, business))
  const findAnalyses = createFindAnalyses({ store: analyses, engine })
  const records = makeRecords(REVIEWS)

  async function replace(
    months: MonthOfReviews[],
    changed: ReviewRecord[],
  ): Promise<MonthOfReviews[]> {
    const texts = changed.map(({ content, particulars }) => ({
      text: content.text,
      language: particulars.language,
      translation: particulars.translation,
      rating: content.rating,
    }))
    const found = await findAnalyses(texts, business)
    const prepared = changed.map((record, index) =>
      prepareReview(asKnown(record), business, found[index]!, undefined, {
        vocabulary,
        readTags,
        baseUrl: 'https://reviews.example',
      }),
    )
    return replaceReviews(months, new Set(changed.map(({ id }) => id)), prepared)
  }

  async function describe(months: MonthOfReviews[]): Promise<string[]> {
    globalThis.gc?.()
    await sleep(SETTLE_MS)
    const start = process.cpuUsage()
    const readings = readMonths(months, engine.background, {
      names: new Set(),
      isCovered: () => false,
      isWord: engine.background.isKnown,
    })
    const read = process.cpuUsage(start)
    composeContext({
      business,
      months,
      readings,
      log: LOG,
      changes: { changedAt: CHANGED_AT, narrative: null, cosignatures: [], history: NO_HISTORY },
      engine,
      baseUrl: 'https://reviews.example',
      unread: 0,
    })
    const all = process.cpuUsage(start)
    return [read, all].map(({ user, system }) => ((user + system) / 1000).toFixed(0))
  }

  let months = await replace([], records)
  const rows = [['first build', ...(await describe(months))]]
  const newest = records.toSorted((a, b) => (a.content.date < b.content.date ? 1 : -1))
  for (const [place, changed] of [
    ['in the newest month', newest[0]!],
    ['in the middle of the history', newest[REVIEWS >> 1]!],
  ] as const)
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const text = `Changed in attempt ${attempt}: they came late and the price was too high.`
      months = await replace(months, [{ ...changed, content: { ...changed.content, text } }])
      rows.push([place, ...(await describe(months))])
    }
  printTable(
    `The insights part of a change of one review among ${REVIEWS.toLocaleString('en')} (goal: under 300 ms of CPU)`,
    ['changed', 'topics, CPU ms', 'all insights, CPU ms'],
    rows,
  )
}

const asKnown = (record: ReviewRecord): KnownReview => ({
  ...record,
  state: 'published',
  salt: '',
  seq: 1,
  missing_since: null,
  renewed: 0,
  committed_level: null,
})

/** Only counts and size are described. */
const LOG = { counts: {}, size: REVIEWS } as unknown as PublishedLog
