/** Analyzes many texts on all cores. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Analysis } from '../insights/text/analysis.ts'
import type { AnalyzeAll } from '../publish/pieces/find-analyses.ts'

/** Small enough that all threads finish at about the same time and that stopping loses little. */
const BATCH_TEXTS = 250

/** Garbage from analyzing is short-lived: a small young generation saves memory at no cost in speed. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 }

export const analyzeOnAllCores: AnalyzeAll = async (texts, business, save) => {
  let next = 0
  async function work(): Promise<void> {
    const thread = new Worker(new URL(`./analysis-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: business,
      resourceLimits: THREAD_MEMORY,
    })
    try {
      while (next < texts.length) {
        const first = next
        next += BATCH_TEXTS
        thread.postMessage(texts.slice(first, first + BATCH_TEXTS))
        const [analyses] = (await once(thread, 'message')) as [Analysis[]]
        await save(first, analyses)
      }
    } finally {
      await thread.terminate()
    }
  }
  const threads = Math.min(availableParallelism(), Math.ceil(texts.length / BATCH_TEXTS))
  await Promise.all(Array.from({ length: threads }, work))
}
