/** Holds the current Snapshot: a worker thread builds the next one, and one assignment swaps it in. */
import { keepCodings } from './documents/representation.ts'
import { unpackSnapshot } from './packed-snapshot.ts'
import { openSnapshot, type Snapshot, type SnapshotParts } from './snapshot.ts'

export type Publisher = ReturnType<typeof startPublisher>

/** Messages from the publishing thread. */
export type PublishingMessage =
  | { parts: SnapshotParts }
  /** Where several threads serve. */
  | { packed: SharedArrayBuffer }
  | { problem: string }
  | { damage: string | null }
  | { reading: { done: number; total: number } }

/** A worker thread, or what behaves like one. */
export interface PublishingThread {
  postMessage(data: unknown): void
  // biome-ignore lint/suspicious/noExplicitAny: what comes with an event depends on the event
  on(event: 'message' | 'error' | 'exit', listener: (value: any) => void): unknown
  terminate(): Promise<unknown>
}

export interface PublisherDependencies {
  /** Starts the publishing thread, which waits for `threadData`. */
  startThread: () => PublishingThread
  threadData: unknown
  /** Opens it in the further threads that serve, and resolves with what swaps it in there; absent where there are none. */
  prepare?: ((packed: SharedArrayBuffer) => Promise<() => void>) | undefined
  /** Served until the first Snapshot is built. */
  saved: SnapshotParts | null
  /** Whether that is the newest data. Then the thread starts a second later, when the program has loaded the rest. */
  isCurrent: boolean
  onSnapshot: (snapshot: Snapshot, parts: SnapshotParts) => void
  onProblem: (problem: string) => void
  /** Reports progress while many new texts are analyzed before they are published. */
  onReading: (done: number, total: number) => void
}

const RESTART_MS = 1000

export function startPublisher({
  startThread,
  threadData,
  prepare,
  saved,
  isCurrent,
  onSnapshot,
  onProblem,
  onReading,
}: PublisherDependencies) {
  let snapshot = saved ? openSnapshot(saved) : undefined
  let problem: string | undefined
  let damage: string | null = null
  let closed = false
  let showing = Promise.resolve()
  let worker: PublishingThread | undefined
  if (isCurrent) setTimeout(restart, RESTART_MS).unref()
  else restart()

  function start(): PublishingThread {
    const started = startThread()
    started.postMessage(threadData)
    started.on('message', (message: PublishingMessage) => {
      if ('parts' in message) show(message.parts)
      else if ('packed' in message) showing = showing.then(() => showEverywhere(message.packed))
      else if ('problem' in message) report(message.problem)
      else if ('damage' in message) damage = message.damage
      else onReading(message.reading.done, message.reading.total)
    })
    started.on('error', error => report((error as Error).message))
    started.on('exit', () => {
      if (!closed) setTimeout(restart, RESTART_MS)
    })
    return started
  }

  function show(parts: SnapshotParts): void {
    if (snapshot) keepCodings(parts.representations, snapshot.representations)
    snapshot = openSnapshot(parts)
    problem = undefined
    onSnapshot(snapshot, parts)
  }

  /** In all threads at once, so that nobody gets an older response after a newer one. */
  async function showEverywhere(packed: SharedArrayBuffer): Promise<void> {
    const preparing = prepare!(packed)
    const parts = unpackSnapshot(packed)
    const swap = await preparing
    if (closed) return
    show(parts)
    swap()
  }

  function restart(): void {
    if (!closed) worker = start()
  }

  /** Reports a lasting problem once. */
  function report(current: string): void {
    if (current !== problem) onProblem(current)
    problem = current
  }

  return {
    /** undefined until the first one is built, unless one was saved. */
    current: () => snapshot,
    /** Serves nothing until the next one is built. */
    withdraw(): void {
      snapshot = undefined
    },
    /** Why the newest data is not published, if it is not. */
    problem: () => problem,
    /** What is wrong with the files of the database. */
    damage: () => damage,
    async close(): Promise<void> {
      closed = true
      await worker?.terminate()
    },
  }
}
