/** Reads many texts on all cores. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Analysis } from './insights/analysis.ts'
import type { AnalyseAll } from './publish/analyses.ts'

/** Small enough that all threads end at about the same time. */
const PORTION = 100

export const analyseOnAllCores: AnalyseAll = async (texts, business, done) => {
  const analyses: Analysis[] = []
  let next = 0
  let finished = 0
  async function work(): Promise<void> {
    const thread = new Worker(new URL(`./analysis-thread${extname(import.meta.url)}`, import.meta.url), {
      workerData: business,
    })
    try {
      while (next < texts.length) {
        const start = next
        next += PORTION
        thread.postMessage(texts.slice(start, start + PORTION))
        const [portion] = (await once(thread, 'message')) as [Analysis[]]
        for (const [place, analysis] of portion.entries()) analyses[start + place] = analysis
        finished += portion.length
        done(finished)
      }
    } finally {
      await thread.terminate()
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return analyses
}
