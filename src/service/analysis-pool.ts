/** Reads many texts on all cores. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Analysis } from '../insights/text/analysis.ts'
import type { AnalyzeAll } from '../publish/pieces/find-analyses.ts'

/** Small enough that all threads end at about the same time, and that little is lost when they are stopped. */
const PORTION = 250

/** What a text leaves behind is short-lived: little room for it keeps the whole small, at no cost in speed. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 }

export const analyzeOnAllCores: AnalyzeAll = async (texts, business, take) => {
  let next = 0
  async function work(): Promise<void> {
    const thread = new Worker(new URL(`./analysis-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: business,
      resourceLimits: THREAD_MEMORY,
    })
    try {
      while (next < texts.length) {
        const first = next
        next += PORTION
        thread.postMessage(texts.slice(first, first + PORTION))
        const [analyses] = (await once(thread, 'message')) as [Analysis[]]
        await take(first, analyses)
      }
    } finally {
      await thread.terminate()
    }
  }
  const threads = Math.min(availableParallelism(), Math.ceil(texts.length / PORTION))
  await Promise.all(Array.from({ length: threads }, work))
}
