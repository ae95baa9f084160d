/** A thread that analyzes texts, batch by batch. */
import { parentPort, workerData } from 'node:worker_threads'
import { createAnalyzer } from '../insights/analyze.ts'
import type { BusinessFile } from '../model/business.ts'
import { loadEngine } from './load-engine.ts'
import type { TextToAnalyze } from './months/find-analyses.ts'

export type AnalysisThreadData = { business: BusinessFile }

const { business } = workerData as AnalysisThreadData
const analyze = createAnalyzer(await loadEngine(), business)
parentPort!.on('message', (batch: TextToAnalyze[]) =>
  parentPort!.postMessage(
    batch.map(({ text, language, rating, translation }) =>
      analyze(text, language, rating, translation),
    ),
  ),
)
