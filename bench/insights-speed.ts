/** Measures how fast texts are read, and how much memory that takes. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createProgress } from '../src/cli/base/screen.ts'
import { parseBusinessFile } from '../src/ingest/business-file.ts'
import { createAnalyzer } from '../src/insights/analyze.ts'
import { analyzeOnAllCores } from '../src/publish/analysis-pool.ts'
import { loadEngine, readEngine } from '../src/publish/load-engine.ts'
import type { TextToAnalyze } from '../src/publish/months/find-analyses.ts'

const demo = (name: string) => readFileSync(new URL(`../demo/${name}`, import.meta.url), 'utf8')
const business = parseBusinessFile(demo('business.json'))

/** The demo's English reviews, repeated, each with another number appended. */
function makeTexts(count: number): TextToAnalyze[] {
  const { reviews } = JSON.parse(demo('reviews.json')) as {
    reviews: { text: string | null; language: string | null }[]
  }
  const texts = reviews.flatMap(({ text, language }) => (text && language === 'en' ? [text] : []))
  return Array.from({ length: count }, (_, number) => ({
    text: `${texts[number % texts.length]} Visit ${number}.`,
    language: 'en',
    translation: null,
    rating: 5,
  }))
}

const FEW = 4000
const MANY = 20_000

export async function measureSpeed(): Promise<string[][]> {
  const loadings: number[] = []
  for (let time = 0; time < 5; time++) {
    const start = performance.now()
    await readEngine()
    loadings.push(performance.now() - start)
  }
  const analyze = createAnalyzer(await loadEngine(), business)
  const texts = makeTexts(FEW)
  const words = texts.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0) / texts.length
  for (const { text, language, rating } of texts.slice(0, 500)) analyze(text, language, rating)
  const before = process.cpuUsage()
  for (const { text, language, rating } of texts) analyze(text, language, rating)
  const { user, system } = process.cpuUsage(before)
  return [
    [
      'time to load the engine, ms (median, first)',
      `${loadings.toSorted((a, b) => a - b)[2]!.toFixed(0)}, ${loadings[0]!.toFixed(0)}`,
      '300',
    ],
    [
      `reviews per second of CPU time (${words.toFixed(0)} words each)`,
      ((FEW * 1e6) / (user + system)).toFixed(0),
      '250',
    ],
  ]
}

/** In a separate process, because its memory is measured. */
export async function measureBulk(): Promise<string[][]> {
  const { stdout } = spawnSync(process.execPath, [import.meta.filename], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { seconds, megabytes } = JSON.parse(stdout.toString()) as {
    seconds: number
    megabytes: number
  }
  return [
    [`${MANY} reviews on all cores, seconds`, seconds.toFixed(0), ''],
    ['peak memory while doing so, MB', megabytes.toFixed(0), '500'],
  ]
}

if (import.meta.main) {
  const start = performance.now()
  const progress = createProgress(process.stderr, 'Reading')
  let done = 0
  await analyzeOnAllCores(makeTexts(MANY), business, async (_, analyses) => {
    done += analyses.length
    progress.update(done, MANY)
  })
  progress.clear()
  const megabytes = process.resourceUsage().maxRSS / 1024
  process.stdout.write(JSON.stringify({ seconds: (performance.now() - start) / 1000, megabytes }))
}
