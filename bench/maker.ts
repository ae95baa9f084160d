/** Builds the parts of a Snapshot in its own thread, as the service does, so that its garbage stays out of the measurement. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadEngine } from '../src/publish/load-engine.ts'
import type { SnapshotParts } from '../src/publish/snapshot.ts'
import { createSnapshotBuilder } from '../src/publish/snapshot-builder.ts'
import { makeRecords, storeOf } from './data.ts'

export interface MakerOrder {
  count: number
  /** Without the insights, which take most of the time. */
  isEarly: boolean
}

const { count, isEarly } = workerData as MakerOrder
const send = async (parts: SnapshotParts) => parentPort!.postMessage(parts)
const builder = createSnapshotBuilder({
  store: storeOf(makeRecords(count)),
  baseUrl: 'https://reviews.example',
  renderCheckpoint: () => [],
  logId: '',
  engine: await loadEngine(),
})
if (isEarly) await builder.build(send)
else await send((await builder.build())!.parts)
