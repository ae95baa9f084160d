/** The builder: builds Snapshot files from the store whenever it is asked, and says what came of it. */
import type { InsightsEngine } from '../insights/analyze.ts'
import { system } from '../model/system.ts'
import { analyzeOnAllCores } from '../publish/analysis-pool.ts'
import { createLogSigning } from '../publish/documents/log-checkpoint.ts'
import { restoreState, type SavedState, saveState } from '../publish/prepared-state.ts'
import type { SnapshotParts } from '../publish/snapshot.ts'
import { createSnapshotBuilder } from '../publish/snapshot-builder.ts'
import { readSavedState, writeSnapshotFile } from '../publish/snapshot-file.ts'
import { fileOf, filesIn, keepOnly, makeFolder } from '../publish/snapshot-folder.ts'
import { openStore } from '../store/open-store.ts'

export interface BuilderData {
  databaseUrl: string
  baseUrl: string
  /** Where the files are. */
  folder: string
  /** Identifies the program and the settings that files depend on. */
  key: string
}

/** What the service asks for. */
export type BuilderRequest = 'build' | 'look for damage'

/** What the builder says. */
export type BuilderReport =
  /** A file is complete. */
  | { built: string; version: number }
  /** The newest version that can be published has its file, or there is nothing to publish. */
  | { done: true }
  | { problem: string }
  | { damage: string | null }
  | { reading: { done: number; total: number } }

export type Builder = Awaited<ReturnType<typeof openBuilder>>

/** Progress is reported this often, so that nobody takes a long build for one that hangs. */
const REPORT_EVERY_MS = 1000

export async function openBuilder(
  { databaseUrl, baseUrl, folder, key }: BuilderData,
  engine: InsightsEngine,
  report: (message: BuilderReport) => void,
) {
  await using opening = new AsyncDisposableStack()
  const open = async (readOnly: boolean) =>
    opening.adopt(await openStore(databaseUrl, system, { readOnly }), store => store.close())
  // Reading must not wait for an import under way, so it has a connection of its own; the other one saves analyses.
  const store = await open(true)
  const writable = await open(false)
  const state = await findState(folder, key)
  const builder = createSnapshotBuilder({
    store: {
      changesSince: store.changesSince,
      analyses: { find: store.analyses.find, save: writable.analyses.save },
    },
    baseUrl,
    kept: state && restoreState(state),
    ...createLogSigning(await writable.logKey(), await writable.logOrigin(baseUrl)),
    engine,
    reading: { analyzeAll: analyzeOnAllCores, onProgress: atTimes(reading => report({ reading })) },
  })

  async function write(parts: SnapshotParts, saved: SavedState | null): Promise<void> {
    const { version, unread } = parts
    const path = fileOf(folder, version, unread === 0)
    makeFolder(folder)
    await writeSnapshotFile(path, key, parts, saved)
    report({ built: path, version })
  }

  async function build(): Promise<void> {
    const built = await builder.build(parts => write(parts, null))
    if (!built) return
    await write(built.parts, saveState(built.prepared))
    keepOnly(folder, fileOf(folder, built.parts.version, true))
  }

  const opened = opening.move()
  return {
    async handle(request: BuilderRequest): Promise<void> {
      try {
        if (request === 'build') await build().then(() => report({ done: true }))
        else report({ damage: await store.findDamage() })
      } catch (error) {
        report({ problem: (error as Error).message })
      }
    },
    close: () => opened.disposeAsync(),
  }
}

/** What the last build prepared; null where there is no file to copy from. */
async function findState(folder: string, key: string): Promise<SavedState | null> {
  for (const path of filesIn(folder)) {
    const state = await readSavedState(path, key)
    if (state) return state
  }
  return null
}

function atTimes(report: (progress: { done: number; total: number }) => void) {
  let lastMs = Number.NEGATIVE_INFINITY
  return (done: number, total: number) => {
    if (performance.now() - lastMs < REPORT_EVERY_MS) return
    lastMs = performance.now()
    report({ done, total })
  }
}

/** Handles one request after the other until the signal is aborted; requests that wait count once. */
export function takeRequests(builder: Builder) {
  const waiting = new Set<BuilderRequest>()
  let working: Promise<void> | undefined
  async function work(): Promise<void> {
    for (const request of waiting) {
      waiting.delete(request)
      await builder.handle(request)
    }
    working = undefined
  }
  return {
    take(request: BuilderRequest): void {
      waiting.add(request)
      working ??= work()
    },
    async close(): Promise<void> {
      waiting.clear()
      await working
      await builder.close()
    },
  }
}
