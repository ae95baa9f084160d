/** Analyzes many texts on all cores. */
import { on } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Analysis } from '../insights/text/analysis.ts'
import { moduleFile } from '../package/package-files.ts'
import type { AnalysisThreadData } from './analysis-worker.ts'
import type { AnalyzeAll } from './months/find-analyses.ts'

/** Small enough that all threads finish at about the same time and that stopping loses little. */
const BATCH_TEXTS = 250

/** A thread never waits until the last batch was saved. */
const BATCHES_AHEAD = 2

/** Garbage from analyzing is short-lived: a small young generation saves memory at no cost in speed. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 192 }

export const analyzeOnAllCores: AnalyzeAll = async (texts, business, save) => {
  const batches = splitBatches(texts)
  const count = Math.min(availableParallelism(), Math.ceil(texts.length / BATCH_TEXTS))
  const threads = Array.from({ length: count }, () => inThread({ business }, batches, save))
  await Promise.all(threads)
}

/** Whoever is free takes the next one. */
function* splitBatches<T>(texts: T[]): Generator<[first: number, batch: T[]]> {
  for (let first = 0; first < texts.length; first += BATCH_TEXTS)
    yield [first, texts.slice(first, first + BATCH_TEXTS)]
}

async function inThread<T>(
  data: AnalysisThreadData,
  batches: Generator<[first: number, batch: T[]]>,
  save: Parameters<AnalyzeAll>[2],
): Promise<void> {
  const thread = new Worker(moduleFile('publish/analysis-worker'), {
    workerData: data,
    resourceLimits: THREAD_MEMORY,
  })
  const sent: number[] = []
  const sendNext = () => {
    const { value } = batches.next()
    if (!value) return
    sent.push(value[0])
    thread.postMessage(value[1])
  }
  try {
    const results = on(thread, 'message') as AsyncIterableIterator<[Analysis[]]>
    for (let ahead = 0; ahead < BATCHES_AHEAD; ahead++) sendNext()
    while (sent.length > 0) {
      const [analyses] = (await results.next()).value!
      sendNext()
      await save(sent.shift()!, analyses)
    }
  } finally {
    await thread.terminate()
  }
}
