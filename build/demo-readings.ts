/** Reads the texts of the demo business with the insights engine and writes what it finds, so that a first start need not. */
import { writeFileSync } from 'node:fs'
import { system } from '../src/model/system.ts'
import { loadEngine } from '../src/publish/load-engine.ts'
import { createFindAnalyses } from '../src/publish/months/find-analyses.ts'
import { type DemoReadings, demoFile, READINGS_FILE, seedDemo } from '../src/serve/seed-demo.ts'
import { openStore } from '../src/store/open-store.ts'

/** With an empty cache: what the file says now is not asked. */
export async function readDemoTexts(): Promise<DemoReadings> {
  await using store = await openStore('sqlite::memory:', system)
  await seedDemo(store, new Date('2026-11-10T12:00:00Z'))
  const { shown, business } = await store.changesSince(0)
  const found: DemoReadings = { engine: '', results: {} }
  const analyses = {
    find: async () => new Map<string, string>(),
    async save(engine: string, results: ReadonlyMap<string, string>) {
      found.engine = engine
      Object.assign(found.results, Object.fromEntries(results))
    },
  }
  const find = createFindAnalyses({ store: analyses, engine: await loadEngine() })
  await find(
    shown.map(({ content: { text, rating }, particulars: { language, translation } }) => ({
      text,
      rating,
      language,
      translation,
    })),
    business!,
  )
  return found
}

if (import.meta.main) {
  const { engine, results } = await readDemoTexts()
  // A line for each text, so that a change of the engine can be read as a difference.
  const sorted = Object.entries(results).sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = sorted.map(([hash, result]) => `${JSON.stringify(hash)}:${JSON.stringify(result)}`)
  const text = `{"engine":${JSON.stringify(engine)},"results":{\n${lines.join(',\n')}\n}}\n`
  writeFileSync(demoFile(READINGS_FILE), text)
}
