/** Makes a Snapshot's parts in a thread of its own, as the service does: what is left of the making stays out of the way. */
import { parentPort, workerData } from 'node:worker_threads'
import { movable } from '../src/publish/publisher.ts'
import { createSnapshotBuilder } from '../src/publish/snapshot-builder.ts'
import { loadEngine } from '../src/service/load-engine.ts'
import { makeRecords, storeOf } from './data.ts'

const builder = createSnapshotBuilder({
  store: storeOf(makeRecords(workerData as number)),
  baseUrl: 'https://reviews.example',
  renderDocuments: () => [],
  renderCheckpoint: () => [],
  logId: '',
  engine: await loadEngine(),
})
const parts = (await builder.build())!
parentPort!.postMessage(parts, movable(parts))
