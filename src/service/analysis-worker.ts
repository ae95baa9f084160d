/** A thread that analyzes texts, batch by batch. */
import { parentPort, workerData } from 'node:worker_threads'
import { createAnalyzer } from '../insights/analyze.ts'
import type { BusinessFile } from '../model/business.ts'
import type { TextToAnalyze } from '../publish/pieces/find-analyses.ts'
import { loadEngine } from './load-engine.ts'

const analyze = createAnalyzer(await loadEngine(), workerData as BusinessFile)

parentPort!.on('message', (texts: TextToAnalyze[]) =>
  parentPort!.postMessage(texts.map(({ text, language, rating }) => analyze(text, language, rating))),
)
