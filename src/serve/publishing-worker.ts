/** The publishing thread. It loads the engine while it waits to be told what to publish. */
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { InsightsEngine } from '../insights/analyze.ts'
import { loadEngine } from '../publish/load-engine.ts'
import { type PublishingWorkerData, publishChanges } from './publish-changes.ts'

const [[data], engine] = (await Promise.all([once(parentPort!, 'message'), loadEngine()])) as [
  [PublishingWorkerData],
  InsightsEngine,
]
// Whoever started the thread terminates it.
await publishChanges(parentPort!, data, engine, new AbortController().signal)
