/** Analyzes many texts on all cores. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createMentionAnalyzer, type InsightsEngine } from '../insights/analyze.ts'
import type { Analysis } from '../insights/text/analysis.ts'
import type { AnalyzeAll } from '../publish/pieces/find-analyses.ts'
import type { MentionAll } from '../publish/snapshot-builder.ts'
import type { AnalysisThreadData } from './analysis-worker.ts'

/** Small enough that all threads finish at about the same time and that stopping loses little. */
const BATCH_TEXTS = 250

/** Garbage from analyzing is short-lived: a small young generation saves memory at no cost in speed. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 }

export const analyzeOnAllCores: AnalyzeAll = async (texts, business, save) => {
  const batches = splitBatches(texts)
  const count = Math.min(availableParallelism(), Math.ceil(texts.length / BATCH_TEXTS))
  const threads = Array.from({ length: count }, () => inThread({ task: 'analyze', business }, batches, save))
  await Promise.all(threads)
}

/** This thread takes part, because it has loaded the engine already; and it prepares what the others have found. */
export const mentionOnAllCores =
  (engine: InsightsEngine): MentionAll =>
  async (texts, business, add) => {
    const batches = splitBatches(texts)
    const mention = createMentionAnalyzer(engine, business)
    async function here(): Promise<void> {
      for (const [first, batch] of batches) {
        add(first, batch.map(mention))
        await nextTurn()
      }
    }
    const others = Array.from({ length: availableParallelism() - 1 }, () =>
      inThread({ task: 'mention', business }, batches, add),
    )
    await Promise.all([here(), ...others])
  }

/** Whoever is free takes the next one. */
function* splitBatches<T>(texts: T[]): Generator<[first: number, batch: T[]]> {
  for (let first = 0; first < texts.length; first += BATCH_TEXTS)
    yield [first, texts.slice(first, first + BATCH_TEXTS)]
}

async function inThread<T>(
  data: AnalysisThreadData,
  batches: Iterable<[first: number, batch: T[]]>,
  save: (first: number, analyses: Analysis[]) => Promise<void> | void,
): Promise<void> {
  const thread = new Worker(new URL(`./analysis-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: data,
    resourceLimits: THREAD_MEMORY,
  })
  try {
    for (const [first, batch] of batches) {
      thread.postMessage(batch)
      const [analyses] = (await once(thread, 'message')) as [Analysis[]]
      await save(first, analyses)
    }
  } finally {
    await thread.terminate()
  }
}
