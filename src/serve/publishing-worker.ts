/** The publishing thread. It loads the engine while it waits to be told what to publish. */
import '../package/find-modules.ts'
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import type { PublishingWorkerData } from './publish-changes.ts'

const { loadEngine } = await import('../publish/load-engine.ts')
const { publishChanges } = await import('./publish-changes.ts')
const [[data], engine] = await Promise.all([
  once(parentPort!, 'message') as Promise<[PublishingWorkerData]>,
  loadEngine(),
])
// Whoever started the thread terminates it.
await publishChanges(parentPort!, data, engine, new AbortController().signal)
