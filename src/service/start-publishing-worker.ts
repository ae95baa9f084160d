/** Starts the publishing thread. It needs nothing else, so that the thread can load while the rest of the program does. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

export function startPublishingWorker(): Worker {
  const thread = new Worker(new URL(`./publishing-worker${extname(import.meta.url)}`, import.meta.url))
  // The sockets keep the program running, not the thread.
  thread.unref()
  return thread
}
