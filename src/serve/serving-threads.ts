/** Looks after the further threads that serve: hands each Snapshot to all of them, takes what they forward, and replaces one that ends. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { App } from '../http/app.ts'
import { onForwarded } from '../http/forward-request.ts'
import { listen } from '../http/http-server.ts'
import { moduleFile } from '../package/package-files.ts'
import type { ServiceMetrics } from './metrics.ts'
import type { ServingData, ServingMessage, ServingReport } from './serve-requests.ts'

export type ServingThreads = Awaited<ReturnType<typeof startServingThreads>>

const RESTART_MS = 500
/** A thread that needs longer swaps later than the others. */
const MOST_OPENING_MS = 1000

/** `settings.workers` includes the main thread, whose app responds to what the others forward. */
export async function startServingThreads(
  shared: Pick<ServingData, 'settings' | 'times'>,
  app: App,
  { countRequest }: ServiceMetrics,
  log: Logger,
) {
  const folder = await mkdtemp(join(tmpdir(), 'firsthand-'))
  const socketPath = join(folder, 'main')
  const inside = await listen(onForwarded(app), { path: socketPath })
  const served = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workerData: ServingData = { ...shared, socketPath, served }
  const threads = new Set<Worker>()
  /** Those that have a Snapshot; they emit `opened` when they have the next one, or nothing to open any more. */
  const serving = new Set<Worker>()
  /** What a new thread has to know. */
  const latest: ServingMessage = {}
  let number = 0
  let closed = false

  function start(): void {
    if (closed) return
    const thread = new Worker(moduleFile('serve/serving-worker'), { workerData, name: 'serving' })
    // Open sockets keep the program running, not this thread.
    thread.unref()
    threads.add(thread)
    thread.postMessage(latest)
    thread.on('message', ({ logged, counted = [], hasOpened }: ServingReport) => {
      if (logged) log.error(...logged)
      for (const one of counted) countRequest(...one)
      if (!hasOpened) return
      serving.add(thread)
      thread.emit('opened')
    })
    thread.on('error', err => log.error({ err }, 'A thread that serves failed, and another takes its place'))
    thread.on('exit', () => {
      threads.delete(thread)
      serving.delete(thread)
      thread.emit('opened')
      setTimeout(start, RESTART_MS).unref()
    })
  }

  const tellAll = (message: ServingMessage) => {
    for (const thread of threads) thread.postMessage(message)
  }

  for (let count = 1; count < shared.settings.workers; count++) start()
  return {
    /** Resolves when the threads have opened the Snapshot, with what makes all of them serve it. */
    async prepare(packed: SharedArrayBuffer): Promise<() => void> {
      const next = { packed, number: ++number }
      latest.next = next
      const opening = Array.from(serving, thread => once(thread, 'opened'))
      tellAll({ next })
      await Promise.race([Promise.allSettled(opening), sleep(MOST_OPENING_MS, null, { ref: false })])
      return () => {
        Atomics.store(served, 0, next.number)
        tellAll({})
      }
    },
    useCertificate(certificate: NonNullable<ServingMessage['certificate']>): void {
      latest.certificate = certificate
      tellAll({ certificate })
    },
    /** They finish the responses in progress. */
    async close(stopWithinMs: number): Promise<void> {
      closed = true
      const ended = Promise.all(Array.from(threads, thread => once(thread, 'exit')))
      tellAll({ stopWithinMs })
      await Promise.race([ended, sleep(2 * stopWithinMs, null, { ref: false })])
      await Promise.all(Array.from(threads, thread => thread.terminate()))
      await inside.close(0)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
