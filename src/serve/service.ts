/** Starts the service: opens the store and the port, then publishing, the hub, MCP and narration behind it. */
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LevelWithSilent, Logger } from 'pino'
import packageJson from '../../package.json' with { type: 'json' }
import type { BackupSettings } from '../actions/backup/backup-place.ts'
import { watchBusinessFile } from '../actions/edit-business.ts'
import { notePredecessor } from '../actions/note-predecessor.ts'
import { sweepTemporaryFolders } from '../actions/temporary-folder.ts'
import type { DeskPort } from '../http/app-dependencies.ts'
import { listen } from '../http/http-server.ts'
import { system } from '../model/system.ts'
import type { WitnessAddress } from '../model/witnessing.ts'
import type { OperatorClient } from '../outgoing/operator-client.ts'
import { basePathOf } from '../publish/base/public-paths.ts'
import { OUTSIDE } from '../store/base/stored-settings.ts'
import { isPostgres, openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import type { AlertSettings } from './alert-service.ts'
import { type BuilderPort, startBuilderProcess } from './builder-process.ts'
import { startHealth } from './health.ts'
import type { HttpsSettings } from './https-site.ts'
import type { HubSettings } from './hub-service.ts'
import { createServiceMetrics, type ServiceMetrics, startMetricsServer } from './metrics.ts'
import { createSnapshotFeed, type SnapshotFeed, startPublication } from './publication.ts'
import {
  createMcp,
  createServiceApp,
  type ServiceAppSettings,
  type StartedParts,
} from './service-app.ts'

export interface ServiceSettings
  extends Omit<HubSettings, 'baseUrl' | 'secretKeys'>,
    Omit<HttpsSettings, 'baseUrl' | 'domain'>,
    ServiceAppSettings,
    AlertSettings,
    BackupSettings {
  port: number
  /** By default localhost with the port that was given or found. */
  baseUrl?: string | undefined
  /** The service has its own certificate for this name, and `port` speaks HTTPS; absent behind a web server. */
  domain?: string | undefined
  /** Whether the owner agrees to the terms of the authority that certifies it. */
  acmeAgree: boolean
  databaseUrl: string
  businessFile: string
  /** The published package that /policy names for checking the log, such as firsthand@1.2.3. */
  verifyPackage?: string | undefined
  logLevel?: LevelWithSilent | undefined
  metricsHost: string
  insightsLlmUrl?: string | undefined
  insightsLlmModel?: string | undefined
  insightsLlmKey?: string | undefined
  /** Witnesses of our log. */
  witnesses: WitnessAddress[]
  /** A file with the key and the last checkpoint of a log that was lost with its database. */
  predecessor?: string | undefined
}

/** Whoever starts the service may mount the owner's desk in it. */
export type MountDesk = (place: {
  store: Store
  baseUrl: string
  onError(error: Error): void
}) => DeskPort & { close(): Promise<void> }

const DRAIN_MS = 10_000
const CLIENTS_FIRST_MS = 20

/** Resolves when every part has started; the first Snapshot may follow later. If a part fails, all others are closed. */
export async function startService(
  settings: ServiceSettings,
  log: Logger,
  startBuilder: () => BuilderPort = startBuilderProcess,
  mountDesk?: MountDesk,
) {
  // The stack closes what it holds in reverse order: on the way out if something fails, otherwise in `close`.
  await using starting = new AsyncDisposableStack()
  const store = keep(starting, await openStore(settings.databaseUrl, system))
  await sweepTemporaryFolders(settings.databaseUrl)
  if (settings.predecessor) await notePredecessor(settings.predecessor, store)
  const businessFile = keep(starting, await watchBusinessFile(settings.businessFile, store, log))
  // This comes before the port, so that requests under way finish while everything behind it still runs.
  const background = starting.use(new AsyncDisposableStack())
  const started: StartedParts = { isDraining: false }
  const metrics = createServiceMetrics(system.now)
  if (settings.metricsPort !== undefined)
    keep(
      starting,
      await startMetricsServer(settings, metrics, () => started.health?.checks() ?? []),
    )
  const isSecure = settings.domain !== undefined
  const app = createServiceApp(settings, started, metrics, log)
  const basePath = settings.baseUrl ? basePathOf(settings.baseUrl) : ''
  const server = starting.adopt(await listen(app, { ...settings, isSecure, basePath }), opened =>
    opened.close(DRAIN_MS),
  )
  starting.defer(async () => {
    started.isDraining = true
    // Streams never end by themselves, and the server waits for open responses.
    await started.mcp?.close()
  })
  const baseUrl = settings.baseUrl ?? `http://localhost:${server.port}`
  // The operator's keys come first; the store's own key still opens what was sealed before there were any.
  const secretKeys = [...settings.secretKey, await store.secretKey()]
  if (settings.domain !== undefined) {
    const { startHttps } = await import('./https-site.ts')
    const { domain } = settings
    const https = await startHttps(
      store,
      { ...settings, domain, baseUrl },
      server.useCertificate,
      log,
    )
    started.https = keep(background, https)
  }
  if (mountDesk) {
    const onError = (error: Error) => log.error({ err: error }, 'A request to the desk failed')
    started.desk = keep(background, mountDesk({ store, baseUrl, onError }))
  }
  await startBackground({
    store,
    businessFileProblem: businessFile.problem,
    settings: { ...settings, baseUrl, instance: String(server.port) },
    secretKeys,
    log,
    startBuilder,
    started,
    metrics,
    background,
  })
  const running = starting.move()
  let closing: Promise<void> | undefined
  return {
    /** Its URL on this machine. */
    url: settings.domain ? baseUrl : `http://${hostName(settings.host)}:${server.port}${basePath}`,
    close(): Promise<void> {
      closing ??= running.disposeAsync()
      return closing
    },
  }
}

/** The part is closed with the others, the last one first. */
const keep = <T extends { close(): Promise<void> }>(parts: AsyncDisposableStack, part: T): T =>
  parts.adopt(part, kept => kept.close())

interface BackgroundInputs {
  store: Store
  businessFileProblem: () => string | null
  settings: ServiceSettings & { baseUrl: string; instance: string }
  secretKeys: string[]
  log: Logger
  startBuilder: () => BuilderPort
  /** Parts are added here as they start. */
  started: StartedParts
  metrics: ServiceMetrics
  /** Whatever must be closed is added here. */
  background: AsyncDisposableStack
}

/** Starts everything behind the port. The hub, MCP and narration are loaded only now, so that no client waits for them. */
async function startBackground(inputs: BackgroundInputs): Promise<void> {
  const { store, settings, secretKeys, log, startBuilder, started, metrics, background } = inputs
  const feed = createSnapshotFeed()
  feed.follow(metrics.notePublication)
  // Without a language model, the insights return to the text written offline.
  if (!settings.insightsLlmUrl && (await store.narrative()))
    await store.write(writer => writer.setNarrative(null))
  const publishing = { ...settings, startBuilder, onSnapshot: feed.publish }
  const publication = keep(background, await startPublication(store, publishing, log))
  started.publication = publication
  // Loading blocks: whoever has waited for the first Snapshot gets it before that.
  await sleep(CLIENTS_FIRST_MS)
  const health = await startHealth({
    ...inputs,
    ...settings,
    publication,
    checkNames: async () => (await import('./outgoing-names.ts')).checkNames(store.hub, settings),
    witnessProblem: () => started.submissions?.problem(),
    hubProblem: () => started.hub?.problem() ?? null,
    certificate: () => started.https?.certificate() ?? null,
    now: system.now,
    monotonicMs: () => performance.now(),
  })
  started.health = keep(background, health)
  const { createOperatorClient } = await import('../outgoing/operator-client.ts')
  const userAgent = `Firsthand/${packageJson.version} (+${settings.baseUrl})`
  const client = keep(background, createOperatorClient(settings.outgoingAllowCidrs, userAgent))
  await startWitnessing(inputs, client, feed)
  const { startHubService } = await import('./hub-service.ts')
  const hub = keep(
    background,
    startHubService(store.hub, { ...settings, secretKeys }, metrics.registry, log),
  )
  started.hub = hub
  feed.follow((snapshot, version) => hub.publish(snapshot, version))
  const mcp = createMcp(publication.current, { ...settings, secretKey: secretKeys }, log)
  started.mcp = mcp
  feed.follow(snapshot => mcp.announce(snapshot))
  const { insightsLlmUrl: url, insightsLlmModel: model, insightsLlmKey: key } = settings
  if (url && model) {
    const { startNarration } = await import('./narration.ts')
    const narration = keep(background, startNarration(store, { url, model, key }, log))
    feed.follow((snapshot, version) => narration.consider(snapshot, version))
  }
  await startOutside(inputs, client, feed)
}

/** Starts cosigning for others, and submitting our own checkpoints, as far as the operator wants that. */
async function startWitnessing(
  { store, settings, log, started, background }: BackgroundInputs,
  client: OperatorClient,
  feed: SnapshotFeed,
): Promise<void> {
  const { startSubmissions, startWitness } = await import('./witness-service.ts')
  if (settings.witnessFor.length > 0) started.witness = await startWitness(store, settings)
  const submissions = keep(
    background,
    await startSubmissions(store, settings.witnesses, client, log),
  )
  started.submissions = submissions
  feed.follow((snapshot, version) => submissions.consider(snapshot, version))
}

/** Starts what the operator configured beyond this machine: pulls from sources of reviews, alerts, and backups. */
async function startOutside(
  { store, settings, log, started, background }: BackgroundInputs,
  client: OperatorClient,
  feed: SnapshotFeed,
): Promise<void> {
  const { pullEnvironment, startPullLoop } = await import('../actions/pull/pull-source.ts')
  const { startAlerts } = await import('./alert-service.ts')
  const findProblem = () =>
    started.health?.checks().find(({ state }) => state === 'problem')?.message
  const alerts = keep(background, startAlerts(store, settings, findProblem, log))
  feed.follow((snapshot, version) => alerts.run(one => one.consider(snapshot, version)))
  const pulls = startPullLoop({
    store,
    client,
    environment: () => pullEnvironment(store, settings),
    now: system.now,
    random: Math.random,
    log,
    onOutcome: (source, outcome) => alerts.run(one => one.considerPull(source, outcome)),
  })
  keep(background, pulls)
  if (isPostgres(settings.databaseUrl)) return
  if (settings.backupTo) {
    const { startBackups } = await import('./backup-service.ts')
    keep(background, startBackups(store, settings, log))
  } else if (await store.memo(OUTSIDE)) {
    // If it makes backups again one day, the time until then does not count.
    await store.write(writer => writer.setMemo(OUTSIDE, null))
  }
}

/** Returns the host in a URL on this machine. */
function hostName(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}
