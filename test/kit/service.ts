/** A real service for one test, with a real socket and a real database. */
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { parseBusinessFile } from '../../src/ingest/business-file.ts'
import { type MergeReport, mergeRows } from '../../src/ingest/merge/merge-rows.ts'
import { system } from '../../src/model/system.ts'
import { type BuilderPort, startBuilderProcess } from '../../src/serve/builder-process.ts'
import { type MountDesk, type ServiceSettings, startService } from '../../src/serve/service.ts'
import { openStore } from '../../src/store/open-store.ts'
import { startBuildingHere } from './building-here.ts'
import { closeAfter } from './close-after.ts'
import { keepDemo, placeDemo } from './demo-database.ts'
import { type Folder, makeFolder } from './folder.ts'
import { LONG_PATIENCE_MS, PATIENCE_MS } from './patience.ts'
import { business as plumber, type Row } from './rows.ts'
import { validRows } from './valid-rows.ts'

export type Service = Awaited<ReturnType<typeof startService>>

export interface TestService extends Service {
  folder: Folder
  /** What the service has logged: one object per line. */
  log: { level: number; msg: string }[]
  /** Imports rows through a second connection, as another process would. */
  importRows(rows: Row[]): Promise<MergeReport>
}

export interface TestServiceOptions {
  /** By default the plumber of the kit; null for no business. */
  business?: unknown
  rows?: Row[]
  settings?: Partial<ServiceSettings>
  /** By default, the builder runs in the process of the test. */
  startBuilder?: () => BuilderPort
  mountDesk?: MountDesk
  /** Where there is no business: whether the service itself makes the demo, as on a new installation. */
  makesDemo?: boolean
}

/** No rate limits, and a hub that may call back to this machine. */
export const QUIET_SETTINGS = {
  rateLimitPerMinute: 0,
  trustProxy: [],
  secretKey: [],
  websubCallbackAllowCidrs: ['127.0.0.0/8', '::1/128'],
  websubRetrySeconds: [60, 1800],
  websubMinLeaseSeconds: 300,
  websubMaxPerHost: 100,
  websubMaxPerTopic: 10_000,
  websubSlots: 64,
  mcpMaxSubscriptions: 0,
  outgoingAllowCidrs: [],
  backupKeep: 14,
  backupS3Region: 'us-east-1',
  alertEmailTo: [],
  alertMaxRating: 3,
  alertReviewText: false,
  witnesses: [],
  witnessFor: [],
  metricsHost: '127.0.0.1',
  httpPort: 0,
  acmeDirectoryUrl: 'https://authority.invalid/directory',
  acmeAgree: false,
}

export async function startTestService(
  t: TestContext,
  options: TestServiceOptions = {},
): Promise<TestService> {
  const {
    business = plumber,
    rows = [],
    settings = {},
    startBuilder = startBuildingHere,
    mountDesk,
  } = options
  const folder = await makeFolder(t)
  if (business === null && !options.makesDemo) await placeDemo(folder.path)
  const log: TestService['log'] = []
  const importRows = (more: Row[]) => importInto(folder.databaseUrl, more)
  const businessFile =
    business === null
      ? `${folder.path}/business.json`
      : await folder.write('business.json', business)
  if (business !== null || rows.length > 0) await importInto(folder.databaseUrl, rows, business)
  const service = await startService(
    {
      host: '127.0.0.1',
      port: 0,
      databaseUrl: folder.databaseUrl,
      businessFile,
      ...QUIET_SETTINGS,
      ...settings,
    },
    pino({ base: null }, { write: line => void log.push(JSON.parse(line)) }),
    startBuilder,
    mountDesk,
  )
  closeAfter(t, service)
  await until(async () => (await fetch(`${service.url}/readyz`)).ok, LONG_PATIENCE_MS)
  // The database keeps the name of the log, which is from the public address.
  if (business === null && !settings.baseUrl) await keepDemo(folder.path)
  return { ...service, folder, log, importRows }
}

/** With a builder in a process of its own, as the program has it. */
export const startWholeService: typeof startTestService = (t, options) =>
  startTestService(t, { startBuilder: startBuilderProcess, ...options })

/** For a service with the database and the business file in a folder. */
export const settingsIn = (
  folder: Folder,
  settings: Partial<ServiceSettings>,
): ServiceSettings => ({
  host: '127.0.0.1',
  port: 0,
  databaseUrl: folder.databaseUrl,
  businessFile: `${folder.path}/business.json`,
  ...QUIET_SETTINGS,
  ...settings,
})

/** Another instance on the database and the business file of a service. */
export async function startAgain(
  t: TestContext,
  { folder }: Pick<TestService, 'folder'>,
  settings: Partial<ServiceSettings> = {},
  startBuilder: () => BuilderPort = startBuildingHere,
  /** Gets the lines of its log. */
  lines: string[] = [],
): Promise<Service> {
  const service = await startService(
    settingsIn(folder, settings),
    pino({ base: null }, { write: line => void lines.push(line) }),
    startBuilder,
  )
  closeAfter(t, service)
  await until(async () => (await fetch(`${service.url}/readyz`)).ok)
  return service
}

/** In one transaction, so that it makes one version. */
export async function importInto(
  databaseUrl: string,
  rows: Row[],
  business: unknown = null,
): Promise<MergeReport> {
  const store = await openStore(databaseUrl, system)
  try {
    const valid = validRows(rows)
    return await store.write(async writer => {
      if (business !== null) await writer.setBusiness(parseBusinessFile(JSON.stringify(business)))
      return (await mergeRows(valid, writer, system.now().toISOString())).report
    })
  } finally {
    await store.close()
  }
}

const LOOK_EVERY_MS = 20
/** A look at a database or a service takes time that others need: after a second, looks become rarer. */
const RARELY_MS = 100

/** Waits until a condition holds; fails with the condition if it never does. */
export async function until(
  holds: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const began = performance.now()
  for (;;) {
    const held = holds()
    if (await held) return
    const waitedMs = performance.now() - began
    if (waitedMs > patienceMs) throw new Error(`never held: ${holds}`)
    const isCheap = typeof held === 'boolean'
    await sleep(
      isCheap ? LOOK_EVERY_MS : Math.min(Math.max(LOOK_EVERY_MS, waitedMs / 50), RARELY_MS),
    )
  }
}
