/** Keeps the current Snapshot: a thread makes the next one off to the side, and one assignment swaps it in. */
import type { Worker } from 'node:worker_threads'
import { takeOverCodings, WORTH_MOVING_BYTES } from './documents/representation.ts'
import { arraysOf } from './search/search-index.ts'
import { openSnapshot, type Snapshot, type SnapshotParts } from './snapshot.ts'

export interface Publisher {
  /** undefined until the first one is made. */
  current(): Snapshot | undefined
  /** Why the newest data is not published, if it is not. */
  problem(): string | undefined
  close(): Promise<void>
}

/** What the publishing thread says. */
export type PublishingMessage =
  | { parts: SnapshotParts }
  | { problem: string }
  | { reading: { done: number; total: number } }

export interface PublisherDependencies {
  /** The publishing thread; it waits to be told what to publish. */
  startThread: () => Worker
  threadData: unknown
  onSnapshot: (snapshot: Snapshot) => void
  onProblem: (problem: string) => void
  /** Many new texts are being read before they are published. */
  onReading: (done: number, total: number) => void
}

const RESTART_MS = 1000

export function startPublisher({
  startThread,
  threadData,
  onSnapshot,
  onProblem,
  onReading,
}: PublisherDependencies): Publisher {
  let snapshot: Snapshot | undefined
  let problem: string | undefined
  let closed = false
  let worker = start()

  function start(): Worker {
    const started = startThread()
    started.postMessage(threadData)
    started.on('message', (message: PublishingMessage) => {
      if ('parts' in message) {
        if (snapshot) takeOverCodings(message.parts.representations, snapshot.representations)
        snapshot = openSnapshot(message.parts)
        problem = undefined
        onSnapshot(snapshot)
      } else if ('problem' in message) report(message.problem)
      else onReading(message.reading.done, message.reading.total)
    })
    started.on('error', error => report((error as Error).message))
    started.on('exit', () => {
      if (!closed) setTimeout(restart, RESTART_MS)
    })
    return started
  }

  function restart(): void {
    if (!closed) worker = start()
  }

  function report(what: string): void {
    if (what !== problem) onProblem(what)
    problem = what
  }

  return {
    current: () => snapshot,
    problem: () => problem,
    async close() {
      closed = true
      await worker.terminate()
    },
  }
}

/** Large arrays move to the other thread instead of being copied. Small ones may lie beside others; shared memory stays. */
export function movable(parts: SnapshotParts): ArrayBuffer[] {
  const { index, starts, openingStarts, reannouncements: renewals, representations } = parts
  const bodies = representations.flatMap(({ identity, encoded }) =>
    [identity, ...encoded].map(({ body }) => body),
  )
  const buffers = [starts, openingStarts, renewals.places, renewals.versions, ...arraysOf(index), ...bodies]
    .filter(array => array.byteLength > WORTH_MOVING_BYTES && array.byteLength === array.buffer.byteLength)
    .map(array => array.buffer)
    .filter(buffer => buffer instanceof ArrayBuffer)
  return [...new Set(buffers)]
}
