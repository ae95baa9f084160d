/** Decides what is published: the operator's reviews, or the demo until there are any; and tells the parts of the service that follow it. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { system } from '../model/system.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { isPostgres, openStore, sqlitePath } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { type Publisher, type PublisherSettings, startPublisher } from './publisher.ts'

/** The version is that of the operator's own data: 0 for the demo. */
export type OnSnapshot = (snapshot: Snapshot, version: number) => void

/** Like a publisher, but of one business after another. */
export type Publication = Publisher

interface PublicationSettings extends PublisherSettings {
  businessFile: string
  onSnapshot: OnSnapshot
}

export async function startPublication(store: Store, settings: PublicationSettings, log: Logger) {
  const { businessFile, onSnapshot } = settings
  if (await store.business()) return await startPublisher(store, settings, onSnapshot, log)
  if ((await store.version()) > 0)
    throw new StoreProblem(
      `There are reviews in the database, but no ${businessFile} says whose they are. Create it first.`,
    )
  return await startWithDemo(store, settings, log)
}

const CHECK_FOR_OWN_MS = 500
const RETRY_MS = 2000

async function startWithDemo(
  store: Store,
  settings: PublicationSettings,
  log: Logger,
): Promise<Publication> {
  const { databaseUrl, businessFile } = settings
  const folder = await findDemoFolder(databaseUrl)
  await using starting = new AsyncDisposableStack()
  starting.defer(() => folder.remove())
  const { prepareDemo } = await import('./demo-database.ts')
  const demoUrl = await prepareDemo(folder.path)
  const demoStore = starting.use(await openStore(demoUrl, system))
  const demoSettings = { ...settings, databaseUrl: demoUrl, instance: `demo-${settings.instance}` }
  const demo = await startPublisher(
    demoStore,
    demoSettings,
    shown => settings.onSnapshot(shown, 0),
    log,
  )
  starting.defer(() => demo.close())
  log.warn(`There is no ${businessFile} yet: showing a demo business that does not exist`)
  const running = starting.move()
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
      own = await startPublisher(store, settings, onSnapshot, log)
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
      await own?.close()
      await running.disposeAsync()
    },
  }
}

/** The demo's database is next to the operator's file, never in it; if the operator's database is a server, it is in a temporary folder. */
async function findDemoFolder(
  databaseUrl: string,
): Promise<{ path: string; remove(): Promise<void> }> {
  if (!isPostgres(databaseUrl))
    return { path: dirname(sqlitePath(databaseUrl)), remove: async () => {} }
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
