/** The publishing thread: watches the store and hands over a new Snapshot whenever the data changes. */
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

const AFTER_A_PROBLEM_MS = 2000
const LONG_WORK = 5000

const [[{ databaseUrl, baseUrl }], engine] = (await Promise.all([
  once(parentPort!, 'message'),
  loadEngine(),
])) as [[PublishingWorkerData], InsightsEngine]
// Reading must not wait for an import that is under way, so it has a connection of its own; the other one keeps what was read.
const store = await openStore(databaseUrl, system, { readOnly: true })
const keeper = await openStore(databaseUrl, system)
const analyses: Store['analyses'] = { find: store.analyses.find, save: keeper.analyses.save }
await watch(
  store,
  createSnapshotBuilder({
    store: { changesSince: store.changesSince, analyses },
    baseUrl,
    renderDocuments,
    ...createLogSigning(await keeper.logKey(), baseUrl),
    engine,
    reading: { analyzeAll: analyzeOnAllCores, onProgress },
  }),
)

/** Only long work is worth a word. */
function onProgress(done: number, total: number): void {
  if (total >= LONG_WORK) tell({ reading: { done, total } })
}

async function watch(store: Store, builder: SnapshotBuilder): Promise<never> {
  let published = -1
  for (;;) {
    try {
      const version = await store.version()
      if (version !== published) {
        const parts = await builder.build()
        if (parts) tell({ parts }, movable(parts))
        published = parts?.version ?? version
      }
      await store.waitForChange()
    } catch (error) {
      // Print again when it works again, because that is how the problem is taken back.
      published = -1
      tell({ problem: (error as Error).message })
      await sleep(AFTER_A_PROBLEM_MS)
    }
  }
}

function tell(message: PublishingMessage, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved)
}
