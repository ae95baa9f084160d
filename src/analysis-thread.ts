/** A thread that reads texts, portion by portion. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadEngine } from './engine.ts'
import { createAnalyst } from './insights/analyse.ts'
import type { BusinessFile } from './model/business.ts'
import type { Text } from './publish/analyses.ts'

const analyse = createAnalyst(await loadEngine(), workerData as BusinessFile)

parentPort!.on('message', (texts: Text[]) =>
  parentPort!.postMessage(texts.map(({ text, language }) => analyse(text, language))),
)
