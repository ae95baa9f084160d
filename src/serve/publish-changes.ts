/** Publishing: watches the store and hands over the parts of a new Snapshot whenever the data changes. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { InsightsEngine } from '../insights/analyze.ts'
import { system } from '../model/system.ts'
import { analyzeOnAllCores, mentionOnAllCores } from '../publish/analysis-pool.ts'
import { createLogSigning } from '../publish/documents/log-checkpoint.ts'
import { packSnapshot } from '../publish/packed-snapshot.ts'
import type { PublishingMessage } from '../publish/publisher.ts'
import type { SnapshotParts } from '../publish/snapshot.ts'
import { createSnapshotBuilder, type SnapshotBuilder } from '../publish/snapshot-builder.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { renderDocuments } from './render-documents.ts'

export interface PublishingWorkerData {
  databaseUrl: string
  baseUrl: string
  verifyPackage?: string | undefined
  /** Whether several threads serve what is published. */
  isShared: boolean
}

const RETRY_MS = 2000
/** Looking for damage reads the whole database. */
const LOOK_FOR_DAMAGE_MS = 24 * 3_600_000
/** Progress with fewer texts is not worth a log line. */
const MANY_TEXTS = 5000

/** Publishes until the signal is aborted. */
export async function publishChanges(
  port: { postMessage(message: PublishingMessage): void },
  { databaseUrl, baseUrl, verifyPackage, isShared }: PublishingWorkerData,
  engine: InsightsEngine,
  signal: AbortSignal,
): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const open = async (readOnly: boolean) =>
    opened.adopt(await openStore(databaseUrl, system, { readOnly }), store => store.close())
  // Reading must not wait for an import under way, so it has a connection of its own; the other one saves analyses.
  const store = await open(true)
  const writableStore = await open(false)
  const analyses: Store['analyses'] = { find: store.analyses.find, save: writableStore.analyses.save }
  const send = (message: PublishingMessage) => port.postMessage(message)
  const builder = createSnapshotBuilder({
    store: { changesSince: store.changesSince, analyses },
    baseUrl,
    renderDocuments: context => renderDocuments(context, verifyPackage),
    ...createLogSigning(await writableStore.logKey(), await writableStore.logOrigin(baseUrl)),
    engine,
    mentionAll: mentionOnAllCores(engine),
    reading: {
      analyzeAll: analyzeOnAllCores,
      onProgress(done, total) {
        if (total >= MANY_TEXTS) send({ reading: { done, total } })
      },
    },
  })
  const publish = (parts: SnapshotParts) => send(isShared ? { packed: packSnapshot(parts) } : { parts })
  await watch(store, builder, send, publish, signal)
}

async function watch(
  store: Store,
  builder: SnapshotBuilder,
  send: (message: PublishingMessage) => void,
  publish: (parts: SnapshotParts) => void,
  signal: AbortSignal,
): Promise<void> {
  let published = -1
  let lookedMs = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    try {
      const version = await store.version()
      if (version !== published) {
        const parts = await builder.build(publish)
        if (parts) publish(parts)
        published = parts?.version ?? version
      }
      if (performance.now() - lookedMs > LOOK_FOR_DAMAGE_MS) {
        lookedMs = performance.now()
        send({ damage: await store.findDamage() })
      }
      await store.waitForChange()
    } catch (error) {
      // Build again as soon as it works: a new Snapshot is what clears the problem.
      published = -1
      send({ problem: (error as Error).message })
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}
