/** Starts the publishing thread. It needs nothing else, so that the thread can load while the rest of the program does. */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

export const startThread = () => new Worker(new URL(`./worker${extname(import.meta.url)}`, import.meta.url))
