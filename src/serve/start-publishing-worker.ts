/** Starts the publishing thread. It imports next to nothing, so that the thread loads in parallel with the program. */
import { Worker } from 'node:worker_threads'
import { moduleFile } from '../package/package-files.ts'

export function startPublishingWorker(): Worker {
  const thread = new Worker(moduleFile('serve/publishing-worker'))
  // Open sockets keep the program running, not this thread.
  thread.unref()
  return thread
}

/** Returns a function that hands out the thread that was started early, then new ones. */
export function startAfter(warmThread: Worker | undefined): () => Worker {
  let warm = warmThread
  return () => {
    const thread = warm ?? startPublishingWorker()
    warm = undefined
    return thread
  }
}
