/** The engine's findings for reviews: from the store where it read the text before, else read now and kept. */
import { type Analyze, createAnalyzer, ENGINE, type InsightsEngine } from '../../insights/analyze.ts'
import type { Analysis } from '../../insights/text/analysis.ts'
import { resolveTaxonomy } from '../../insights/text/resolve-taxonomy.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { AnalysisStore } from '../../store/analysis-store.ts'
import { digestOf } from './content-digest.ts'

export interface TextToAnalyze {
  text: string
  language: string | null
}

/** Reads many texts and hands over what it found, portion by portion: from which text on, and what. */
export type AnalyzeAll = (
  texts: TextToAnalyze[],
  business: BusinessFile,
  take: (first: number, analyses: Analysis[]) => Promise<void>,
) => Promise<void>

/** For each text its analysis; null where there are no words. */
export type FindAnalyses = (
  texts: { text: string | null; language: string | null }[],
  business: BusinessFile,
) => Promise<(Analysis | null)[]>

export interface AnalysesDependencies {
  store: AnalysisStore
  engine: InsightsEngine
  /** Where many texts are read; one after the other in this thread when absent. */
  analyzeAll?: AnalyzeAll
  onProgress?: (done: number, total: number) => void
}

/** Fewer are read here, sooner than other threads could begin. */
const FEW = 500

export function createFindAnalyses({
  store,
  engine,
  analyzeAll: analyseAll,
  onProgress,
}: AnalysesDependencies): FindAnalyses {
  let kept: { key: string; analyse: Analyze } | undefined

  /** To get ready for a business takes longer than to read a review. */
  function analystFor(key: string, business: BusinessFile): Analyze {
    if (kept?.key !== key) kept = { key, analyse: createAnalyzer(engine, business) }
    return kept.analyse
  }

  return async (wanted, business) => {
    const key = engineKey(engine, business)
    const texts = new Map<string, TextToAnalyze>()
    const hashes = wanted.map(({ text, language }) => {
      if (text === null) return null
      const hash = digestOf(`${language ?? ''}\n${text}`)
      texts.set(hash, { text, language })
      return hash
    })
    const stored = await store.find(key, [...texts.keys()])
    const found = new Map(Array.from(stored, ([hash, json]) => [hash, JSON.parse(json) as Analysis]))
    const missing = [...texts].filter(([hash]) => !found.has(hash))

    /** What is saved is not lost when the program is stopped. */
    async function take(first: number, analyses: Analysis[]): Promise<void> {
      const read = new Map(analyses.map((analysis, place) => [missing[first + place]![0], analysis]))
      for (const [hash, analysis] of read) found.set(hash, analysis)
      await store.save(key, new Map(Array.from(read, ([hash, analysis]) => [hash, JSON.stringify(analysis)])))
      onProgress?.(found.size - stored.size, missing.length)
    }
    const unread = missing.map(([, text]) => text)
    if (unread.length > FEW && analyseAll) await analyseAll(unread, business, take)
    else if (unread.length > 0) {
      const analyse = analystFor(key, business)
      await take(
        0,
        unread.map(({ text, language }) => analyse(text, language)),
      )
    }
    return hashes.map(hash => (hash === null ? null : found.get(hash)!))
  }
}

/** Another engine, roster or taxonomy would find something else. */
function engineKey({ digest, taxonomies }: InsightsEngine, business: BusinessFile): string {
  const { technicians, services, service_areas } = business
  const lookedFor = { subject: resolveTaxonomy(taxonomies, business), technicians, services, service_areas }
  return `${ENGINE}+${digest}+${digestOf(JSON.stringify(lookedFor))}`
}
