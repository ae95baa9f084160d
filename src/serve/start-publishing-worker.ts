/** Starts the publishing thread. It imports next to nothing, so that the thread loads in parallel with the program. */
import { Worker } from 'node:worker_threads'
import { moduleFile } from '../package/package-files.ts'

/** Most garbage from building is short-lived: less room for it saves memory and costs no time. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 16 }

export function startPublishingWorker(): Worker {
  const thread = new Worker(moduleFile('serve/publishing-worker'), { resourceLimits: THREAD_MEMORY })
  // Open sockets keep the program running, not this thread.
  thread.unref()
  return thread
}
