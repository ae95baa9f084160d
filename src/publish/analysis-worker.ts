/** A thread that analyzes texts, batch by batch. */
import { parentPort, workerData } from 'node:worker_threads'
import { createAnalyzer, createMentionAnalyzer } from '../insights/analyze.ts'
import type { Analysis } from '../insights/text/analysis.ts'
import type { BusinessFile } from '../model/business.ts'
import { loadEngine } from './load-engine.ts'
import type { TextToAnalyze } from './months/find-analyses.ts'

/** What a thread is for: whole analyses, or only the mentions. */
export type AnalysisThreadData = { task: 'analyze' | 'mention'; business: BusinessFile }

const { task, business } = workerData as AnalysisThreadData
const engine = await loadEngine()
const analyzeOne = task === 'mention' ? createMentionAnalyzer(engine, business) : createAnalyzing()
parentPort!.on('message', (batch: TextToAnalyze[]) => parentPort!.postMessage(batch.map(analyzeOne)))

function createAnalyzing(): (one: TextToAnalyze) => Analysis {
  const analyze = createAnalyzer(engine, business)
  return ({ text, language, rating, translation }) => analyze(text, language, rating, translation)
}
