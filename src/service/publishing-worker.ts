/** The publishing thread: watches the store and hands over the parts of a new Snapshot whenever the data changes. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import type { InsightsEngine } from '../insights/analyze.ts'
import { createLogSigning } from '../publish/documents/log-checkpoint.ts'
import { movable, type PublishingMessage } from '../publish/publisher.ts'
import { createSnapshotBuilder, type SnapshotBuilder } from '../publish/snapshot-builder.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { analyzeOnAllCores } from './analysis-pool.ts'
import { loadEngine } from './load-engine.ts'
import { renderDocuments } from './render-documents.ts'
import { system } from './system.ts'

export interface PublishingWorkerData {
  databaseUrl: string
  baseUrl: string
}

const RETRY_MS = 2000
/** Progress with fewer texts is not worth a log line. */
const MANY_TEXTS = 5000

const [[{ databaseUrl, baseUrl }], engine] = (await Promise.all([
  once(parentPort!, 'message'),
  loadEngine(),
])) as [[PublishingWorkerData], InsightsEngine]
// Reading must not wait for an import under way, so it has a connection of its own; the other one saves analyses.
const store = await openStore(databaseUrl, system, { readOnly: true })
const writableStore = await openStore(databaseUrl, system)
const analyses: Store['analyses'] = { find: store.analyses.find, save: writableStore.analyses.save }
await watch(
  store,
  createSnapshotBuilder({
    store: { changesSince: store.changesSince, analyses },
    baseUrl,
    renderDocuments,
    ...createLogSigning(await writableStore.logKey(), baseUrl),
    engine,
    reading: { analyzeAll: analyzeOnAllCores, onProgress },
  }),
)

function onProgress(done: number, total: number): void {
  if (total >= MANY_TEXTS) send({ reading: { done, total } })
}

async function watch(store: Store, builder: SnapshotBuilder): Promise<never> {
  let published = -1
  for (;;) {
    try {
      const version = await store.version()
      if (version !== published) {
        const parts = await builder.build()
        if (parts) send({ parts }, movable(parts))
        published = parts?.version ?? version
      }
      await store.waitForChange()
    } catch (error) {
      // Build again as soon as it works: a new Snapshot is what clears the problem.
      published = -1
      send({ problem: (error as Error).message })
      await sleep(RETRY_MS)
    }
  }
}

function send(message: PublishingMessage, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred)
}
