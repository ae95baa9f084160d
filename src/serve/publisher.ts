/** Holds the current Snapshot: has the builder write the next file whenever the data changes, opens it, and swaps one variable. */
import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { BuilderReport } from '../build/builder.ts'
import { startLoop } from '../model/system.ts'
import { identifyProgram } from '../package/package-files.ts'
import { openLog } from '../publish/log/published-log.ts'
import { openSnapshot, type Snapshot, type SnapshotParts } from '../publish/snapshot.ts'
import { readSnapshotFile } from '../publish/snapshot-file.ts'
import { filesIn, keepOnly, snapshotFolder } from '../publish/snapshot-folder.ts'
import type { Store } from '../store/store.ts'
import { type BuilderPort, createBuilderProcess } from './builder-process.ts'

export interface PublisherSettings {
  databaseUrl: string
  baseUrl: string
  verifyPackage?: string | undefined
  /** Has files of its own; the port of the service. */
  instance: string
  startBuilder: () => BuilderPort
}

export interface Publisher {
  /** undefined until there is one, and when what it shows must not be shown any longer. */
  current(): Snapshot | undefined
  /** Why the newest data is not published, if it is not. */
  problem(): string | undefined
  /** What is wrong with the files of the database. */
  damage(): string | null
  close(): Promise<void>
}

/** A review that was removed is shown no longer than this, even if no new file can be made. */
const REMOVED_SHOWN_MS = 10_000
/** Looking for damage reads the whole database. */
const LOOK_FOR_DAMAGE_MS = 24 * 3_600_000

/** The state of a database: a restored one may have another history of as many changes. */
type State = { version: number; changed_at: string | null }

export async function startPublisher(
  store: Store,
  { databaseUrl, baseUrl, verifyPackage, instance, startBuilder }: PublisherSettings,
  onSnapshot: (snapshot: Snapshot, version: number) => void,
  log: Logger,
): Promise<Publisher> {
  const folder = snapshotFolder(databaseUrl, instance)
  const key = JSON.stringify([identifyProgram(), baseUrl, hash('sha256', await store.logKey())])
  let served: { snapshot: Snapshot; parts: SnapshotParts } | undefined
  let asked: State | undefined
  let removedMs: number | undefined
  let problem: string | undefined
  let damage: string | null = null
  let lookedMs = performance.now()
  let opening = Promise.resolve()

  const builder = createBuilderProcess({
    data: { databaseUrl, baseUrl, folder, key },
    start: startBuilder,
    onReport,
  })

  function onReport(report: BuilderReport): void {
    if ('built' in report) opening = opening.then(() => openBuilt(report.built))
    else if ('damage' in report) damage = report.damage
    else if ('reading' in report)
      log.info(`Reading new reviews: ${report.reading.done} of ${report.reading.total}`)
    else if ('problem' in report) {
      if (report.problem !== problem) log.error(`${NOT_PUBLISHED}: ${report.problem}`)
      problem = report.problem
    }
  }

  async function openBuilt(path: string): Promise<void> {
    const parts = await readSnapshotFile(path, key)
    // The next file may be complete already, and this one deleted.
    if (parts) show(parts)
  }

  function show(parts: SnapshotParts): void {
    const snapshot = openSnapshot(parts, async shown =>
      (await import('./render-documents.ts')).listDocuments(shown, verifyPackage),
    )
    served = { snapshot, parts }
    removedMs = undefined
    problem = undefined
    const { business, version, reviewCount, unread } = snapshot
    const note =
      unread > 0 ? `. ${unread} texts are still to be read: until then, their stars count` : ''
    log.info(
      { version, reviews: reviewCount },
      `Published the reviews of ${business.name} at ${baseUrl}${note}`,
    )
    onSnapshot(snapshot, version)
  }

  /** What is served may be older than the database, but nothing in it has been removed since. */
  const isWhole = async (parts: SnapshotParts) =>
    parts.log.size === 0 || (await store.onlyAddedSince(lastEntry(parts)))

  /** Shows what was saved, unless something in it has been removed since; then no file may be left of it. */
  async function openSaved(): Promise<void> {
    for (const path of filesIn(folder)) {
      const parts = await readSnapshotFile(path, key)
      if (!parts) continue
      if (!(await isWhole(parts))) break
      asked = parts.unread > 0 ? undefined : { version: parts.version, changed_at: parts.changedAt }
      return show(parts)
    }
    keepOnly(folder)
  }

  async function look(): Promise<void> {
    const state = await store.lastChange()
    if (state.version !== asked?.version || state.changed_at !== asked.changed_at) {
      asked = state
      builder.request('build')
    }
    const isBehind = served && served.parts.version !== state.version
    if (isBehind && !(await isWhole(served!.parts))) removedMs ??= performance.now()
    if (removedMs !== undefined && (problem || performance.now() - removedMs > REMOVED_SHOWN_MS)) {
      served = undefined
      removedMs = undefined
    }
    if (performance.now() - lookedMs > LOOK_FOR_DAMAGE_MS) {
      lookedMs = performance.now()
      builder.request('look for damage')
    }
  }

  await openSaved()
  const closing = Promise.withResolvers<void>()
  const loop = startLoop(async () => {
    // Without the database, nothing changes either; the health of the service says so.
    await look().catch(() => {})
    const lost = store.waitForChange().catch(() => LOST_MS)
    return (await Promise.race([lost, closing.promise])) ?? 0
  })
  return {
    current: () => served?.snapshot,
    problem: () => problem,
    damage: () => damage,
    async close(): Promise<void> {
      closing.resolve()
      await loop.close()
      await builder.close()
      await opening
    },
  }
}

/** After the database could not be reached, until the next try. */
const LOST_MS = 1000

const NOT_PUBLISHED = 'The newest data is not published; what was published before is unchanged'

/** Of the log when these parts were built. */
const lastEntry = ({ log }: SnapshotParts) => openLog(log, () => undefined).anyEntry(log.size)
