/** Makes a Snapshot's parts in a thread of its own, as the service does: what is left of the making stays out of the way. */
import { parentPort, workerData } from 'node:worker_threads'
import { loadEngine } from '../src/engine.ts'
import { createPress } from '../src/publish/press.ts'
import { movable } from '../src/publish/publisher.ts'
import { makeRecords, storeOf } from './data.ts'

const press = createPress({
  store: storeOf(makeRecords(workerData as number)),
  baseUrl: 'https://reviews.example',
  renderDocuments: () => [],
  renderCheckpoint: () => [],
  logId: '',
  engine: await loadEngine(),
})
const parts = (await press.print())!
parentPort!.postMessage(parts, movable(parts))
