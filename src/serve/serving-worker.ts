/** A further thread that serves. */
import '../package/find-modules.ts'
import { parentPort, workerData } from 'node:worker_threads'

const { serveRequests } = await import('./serve-requests.ts')
serveRequests(parentPort!, workerData)
