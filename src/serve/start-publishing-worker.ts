/** Starts the publishing thread. It imports nothing else, so that the thread loads in parallel with the program. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

export function startPublishingWorker(): Worker {
  const thread = new Worker(new URL(`./publishing-worker${extname(import.meta.url)}`, import.meta.url))
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
