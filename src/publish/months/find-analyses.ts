/** Finds the analysis of each review text: in the store, or else by the engine, and then saved. */
import {
  type Analyze,
  createAnalyzer,
  ENGINE,
  type InsightsEngine,
} from '../../insights/analyze.ts'
import type { Analysis } from '../../insights/text/analysis.ts'
import { resolveTaxonomy } from '../../insights/text/resolve-taxonomy.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { Review, Translation } from '../../model/review.ts'
import type { AnalysisStore } from '../../store/analysis-store.ts'
import { digestOf } from '../base/content-digest.ts'

/** The source's translation is read if the text cannot be, and the stars are evidence for what the text says. */
export type TextToAnalyze = Pick<Review, 'language' | 'translation' | 'rating'> & { text: string }

/** Analyzes many texts and hands over the results in batches, in any order; `first` is the index of the batch's first text. */
export type AnalyzeAll = (
  texts: TextToAnalyze[],
  business: BusinessFile,
  save: (first: number, analyses: Analysis[]) => Promise<void> | void,
) => Promise<void>

export interface AnalysesDependencies {
  store: AnalysisStore
  engine: InsightsEngine
  /** Analyzes large numbers of texts; if absent, they are analyzed one by one in this thread. */
  analyzeAll?: AnalyzeAll
  onProgress?: (done: number, total: number) => void
}

/** Up to this many are analyzed here, sooner than other threads could start. */
const FEW_TEXTS = 500

export function createFindAnalyses({
  store,
  engine,
  analyzeAll,
  onProgress,
}: AnalysesDependencies) {
  let cached: { key: string; analyze: Analyze } | undefined

  /** Setting up for a business takes longer than analyzing a review. */
  function analyzerFor(key: string, business: BusinessFile): Analyze {
    if (cached?.key !== key) cached = { key, analyze: createAnalyzer(engine, business) }
    return cached.analyze
  }

  /** The analysis of each review's text; null where it has none. `beforeMany` may use the time before many are analyzed. */
  return async (
    wanted: (Omit<TextToAnalyze, 'text'> & { text: string | null })[],
    business: BusinessFile,
    beforeMany?: (unread: number) => Promise<void>,
  ): Promise<(Analysis | null)[]> => {
    const key = engineKey(engine, business)
    const texts = new Map<string, TextToAnalyze>()
    const hashes = wanted.map(({ text, language, translation, rating }) => {
      if (text === null) return null
      const hash = digestOf(`${language ?? ''}\n${rating}\n${describeTexts(text, translation)}`)
      texts.set(hash, { text, language, translation, rating })
      return hash
    })
    const stored = await store.find(key, [...texts.keys()])
    const found = new Map(
      Array.from(stored, ([hash, json]) => [hash, JSON.parse(json) as Analysis]),
    )
    const missing = [...texts].filter(([hash]) => !found.has(hash))

    /** Each batch is saved at once, so that stopping the program loses little. */
    async function save(first: number, analyses: Analysis[]): Promise<void> {
      const read = new Map(
        analyses.map((analysis, index) => [missing[first + index]![0], analysis]),
      )
      for (const [hash, analysis] of read) found.set(hash, analysis)
      await store.save(
        key,
        new Map(Array.from(read, ([hash, analysis]) => [hash, JSON.stringify(analysis)])),
      )
      onProgress?.(found.size - stored.size, missing.length)
    }
    const unread = missing.map(([, text]) => text)
    if (unread.length > FEW_TEXTS) await beforeMany?.(unread.length)
    if (unread.length > FEW_TEXTS && analyzeAll) await analyzeAll(unread, business, save)
    else if (unread.length > 0) {
      const analyze = analyzerFor(key, business)
      await save(
        0,
        unread.map(({ text, language, rating, translation }) =>
          analyze(text, language, rating, translation),
        ),
      )
    }
    return hashes.map(hash => (hash === null ? null : found.get(hash)!))
  }
}

/** The same only for the same text and translation. */
const describeTexts = (text: string, translation: Translation | null) =>
  translation ? `${text}\n${JSON.stringify([translation.language, translation.text])}` : text

/** Another engine, roster, taxonomy or name of the business would give other results. */
function engineKey({ digest, taxonomies }: InsightsEngine, business: BusinessFile): string {
  const { name, legal_name, technicians, services, service_areas } = business
  const subject = resolveTaxonomy(taxonomies, business)
  const lookedFor = { subject, name, legal_name, technicians, services, service_areas }
  return `${ENGINE}+${digest}+${digestOf(JSON.stringify(lookedFor))}`
}
