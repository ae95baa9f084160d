/** Builds the parts of a Snapshot in its own thread, as the service does, so that its garbage stays out of the measurement. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadEngine } from '../src/publish/load-engine.ts'
import { movable } from '../src/publish/publisher.ts'
import { createSnapshotBuilder } from '../src/publish/snapshot-builder.ts'
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
