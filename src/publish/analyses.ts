/** The engine's findings for reviews: from the store where it read the text before, else read now and kept. */
import { createAnalyst, ENGINE, type EngineParts } from '../insights/analyse.ts'
import type { Analysis } from '../insights/analysis.ts'
import { resolveTaxonomy } from '../insights/taxonomy.ts'
import type { BusinessFile } from '../model/business.ts'
import type { AnalysisStore } from '../store/analyses.ts'
import { digestOf } from './digest.ts'

export interface Text {
  text: string
  language: string | null
}

/** Reads many texts; `done` is told how many are read so far. */
export type AnalyseAll = (
  texts: Text[],
  business: BusinessFile,
  done: (count: number) => void,
) => Promise<Analysis[]>

/** For each text its analysis; null where there are no words. */
export type FindAnalyses = (
  texts: { text: string | null; language: string | null }[],
  business: BusinessFile,
) => Promise<(Analysis | null)[]>

export interface AnalysesDependencies {
  store: AnalysisStore
  engine: EngineParts
  /** Where many texts are read; one after the other in this thread when absent. */
  analyseAll?: AnalyseAll
  onProgress?: (done: number, total: number) => void
}

/** So many are read between two savings: what is saved is not lost when the program is stopped. */
const PORTION = 5000
/** Fewer are read here, sooner than other threads could begin. */
const FEW = 500

export function createAnalyses({
  store,
  engine,
  analyseAll,
  onProgress,
}: AnalysesDependencies): FindAnalyses {
  const analyseHere: AnalyseAll = async (texts, business) => {
    const analyse = createAnalyst(engine, business)
    return texts.map(({ text, language }) => analyse(text, language))
  }

  return async (wanted, business) => {
    const key = engineKey(engine, business)
    const texts = new Map<string, Text>()
    const hashes = wanted.map(({ text, language }) => {
      if (text === null) return null
      const hash = digestOf(`${language ?? ''}\n${text}`)
      texts.set(hash, { text, language })
      return hash
    })
    const stored = await store.find(key, [...texts.keys()])
    const found = new Map(Array.from(stored, ([hash, json]) => [hash, JSON.parse(json) as Analysis]))
    const missing = [...texts].filter(([hash]) => !found.has(hash))
    const read = missing.length > FEW && analyseAll ? analyseAll : analyseHere
    for (let start = 0; start < missing.length; start += PORTION) {
      const portion = missing.slice(start, start + PORTION)
      const analyses = await read(
        portion.map(([, text]) => text),
        business,
        count => onProgress?.(start + count, missing.length),
      )
      for (const [place, [hash]] of portion.entries()) found.set(hash, analyses[place]!)
      await store.save(key, new Map(portion.map(([hash], place) => [hash, JSON.stringify(analyses[place])])))
      onProgress?.(start + portion.length, missing.length)
    }
    return hashes.map(hash => (hash === null ? null : found.get(hash)!))
  }
}

/** Another engine, roster or taxonomy would find something else. */
function engineKey({ digest, taxonomies }: EngineParts, business: BusinessFile): string {
  const { technicians, services, service_areas } = business
  const lookedFor = { subject: resolveTaxonomy(taxonomies, business), technicians, services, service_areas }
  return `${ENGINE}+${digest}+${digestOf(JSON.stringify(lookedFor))}`
}
