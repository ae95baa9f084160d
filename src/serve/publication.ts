/** Decides what is published: the operator's reviews, or the demo until there are any; and tells the parts of the service that follow it. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { identifyProgram } from '../package/package-files.ts'
import { type Publisher, type PublisherDependencies, startPublisher } from '../publish/publisher.ts'
import { openSaved } from '../publish/saved-snapshot.ts'
import type { Snapshot, SnapshotParts } from '../publish/snapshot.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { isPostgres, sqlitePath } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import type { PublishingWorkerData } from './publish-changes.ts'

/** The version is that of the operator's own data: 0 for the demo. */
export type OnSnapshot = (snapshot: Snapshot, version: number) => void

/** Like a publisher, but of one business after another. */
export type Publication = Omit<Publisher, 'withdraw'>

interface PublicationSettings
  extends Omit<PublishingWorkerData, 'isShared'>,
    Pick<PublisherDependencies, 'startThread' | 'prepare'> {
  businessFile: string
  onSnapshot: OnSnapshot
}

export async function startPublication(store: Store, settings: PublicationSettings, log: Logger) {
  const { businessFile } = settings
  if (await store.business()) return await startOwn(store, settings, log)
  if ((await store.version()) > 0)
    throw new StoreProblem(
      `There are reviews in the database, but no ${businessFile} says whose they are. Create it first.`,
    )
  return await startWithDemo(store, settings, log)
}

function startFor(
  databaseUrl: string,
  { baseUrl, verifyPackage, startThread, prepare }: PublicationSettings,
  log: Logger,
  data: Pick<PublisherDependencies, 'saved' | 'isCurrent'>,
  onSnapshot: (snapshot: Snapshot, parts: SnapshotParts) => void,
): Publisher {
  const isShared = prepare !== undefined
  const threadData: PublishingWorkerData = { databaseUrl, baseUrl, verifyPackage, isShared }
  return startPublisher({
    ...data,
    startThread,
    threadData,
    prepare,
    onSnapshot(snapshot, parts) {
      const { business, version, reviewCount, isReading } = snapshot
      const note = isReading ? '. Their insights follow when the texts are analyzed' : ''
      log.info(
        { version, reviews: reviewCount },
        `Published the reviews of ${business.name} at ${baseUrl}${note}`,
      )
      onSnapshot(snapshot, parts)
    },
    onReading: createReadingLog(log),
    onProblem: problem =>
      log.error(`The newest data is not published; what was published before is unchanged: ${problem}`),
  })
}

const LOG_EVERY_MS = 5000

function createReadingLog(log: Logger): (done: number, total: number) => void {
  let lastMs = Number.NEGATIVE_INFINITY
  return (done, total) => {
    if (performance.now() - lastMs < LOG_EVERY_MS) return
    lastMs = performance.now()
    log.info(`Analyzing new reviews: ${done} of ${total}`)
  }
}

async function startOwn(store: Store, settings: PublicationSettings, log: Logger): Promise<Publication> {
  const { databaseUrl, baseUrl, verifyPackage } = settings
  const key = JSON.stringify([identifyProgram(), baseUrl, verifyPackage])
  const { parts: found, ...saved } = await openSaved(store, key, log, () => publisher.withdraw())
  const onSnapshot = (snapshot: Snapshot, parts: SnapshotParts) => {
    saved.keep(parts)
    settings.onSnapshot(snapshot, snapshot.version)
  }
  const { version, changed_at } = await store.lastChange()
  const isCurrent = found?.version === version && found.lastModified === changed_at
  const publisher = startFor(databaseUrl, settings, log, { saved: found, isCurrent }, onSnapshot)
  return {
    ...publisher,
    async close() {
      await saved.close()
      await publisher.close()
    },
  }
}

const CHECK_FOR_OWN_MS = 500
const RETRY_MS = 2000

async function startWithDemo(store: Store, settings: PublicationSettings, log: Logger): Promise<Publication> {
  const { databaseUrl, businessFile } = settings
  const folder = await findDemoFolder(databaseUrl)
  // It reads review files, which a service with its own reviews does not.
  const { prepareDemo } = await import('./demo-database.ts')
  const onDemo = (snapshot: Snapshot) => settings.onSnapshot(snapshot, 0)
  const demoUrl = await prepareDemo(folder.path)
  const demo = startFor(demoUrl, settings, log, { saved: null, isCurrent: false }, onDemo)
  log.warn(`There is no ${businessFile} yet: showing a demo business that does not exist`)
  let own: Publication | undefined
  let isStarting = false
  let closed = false
  const timer = setInterval(async () => {
    const business = await store.business().catch(() => null)
    if (!business || isStarting || closed) return
    isStarting = true
    const onSnapshot = (snapshot: Snapshot, version: number) => {
      void demo.close()
      settings.onSnapshot(snapshot, version)
    }
    try {
      own = await startOwn(store, { ...settings, onSnapshot }, log)
      clearInterval(timer)
      if (closed) await own.close()
    } catch (error) {
      log.error(`Your own reviews are not shown yet: ${(error as Error).message}`)
      await sleep(RETRY_MS, undefined, { ref: false })
      isStarting = false
    }
  }, CHECK_FOR_OWN_MS)
  return {
    current: () => own?.current() ?? demo.current(),
    problem: () => (own ?? demo).problem(),
    damage: () => own?.damage() ?? null,
    async close() {
      closed = true
      clearInterval(timer)
      await Promise.all([demo.close(), own?.close()])
      await folder.remove()
    },
  }
}

/** The demo's database is next to the operator's file, never in it; if the operator's database is a server, it is in a temporary folder. */
async function findDemoFolder(databaseUrl: string): Promise<{ path: string; remove(): Promise<void> }> {
  if (!isPostgres(databaseUrl)) return { path: dirname(sqlitePath(databaseUrl)), remove: async () => {} }
  const path = await mkdtemp(join(tmpdir(), 'firsthand-demo-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

export type SnapshotFeed = ReturnType<typeof createSnapshotFeed>

/** Passes every published Snapshot on to those that follow it, however late they start. */
export function createSnapshotFeed() {
  const followers: OnSnapshot[] = []
  let newest: Parameters<OnSnapshot> | undefined
  return {
    publish(...published: Parameters<OnSnapshot>): void {
      newest = published
      for (const onSnapshot of followers) onSnapshot(...published)
    },
    /** Calls with the newest Snapshot at once, if there is one, then with every new one. */
    follow(onSnapshot: OnSnapshot): void {
      followers.push(onSnapshot)
      if (newest) onSnapshot(...newest)
    },
  }
}
