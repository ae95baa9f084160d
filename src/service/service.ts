/** The service: puts the rooms together. A publishing thread watches the store, and readers get its Snapshot. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { type App, createApp } from '../http/app.ts'
import { createClientOf } from '../http/client-address.ts'
import { type HttpServer, listen } from '../http/http-server.ts'
import { createRateLimiter, type Rate } from '../http/rate-limit.ts'
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { ON_DEMAND_PAGES } from '../site/pages/on-demand-pages.ts'
import { createSharing } from '../site/sharing.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { type BusinessWatch, watchBusinessFile } from './business-file-watch.ts'
import { type HubService, type HubSettings, startHubService } from './hub-service.ts'
import { startMcp } from './mcp-service.ts'
import type { Narration } from './narration.ts'
import { type Publication, startPublication } from './publication.ts'
import { startPublishingWorker } from './start-publishing-worker.ts'
import { system } from './system.ts'

export interface ServiceSettings extends Omit<HubSettings, 'baseUrl' | 'secretKeys'> {
  host: string
  port: number
  /** Absent: localhost with the port that was given or found. */
  baseUrl?: string | undefined
  databaseUrl: string
  businessFile: string
  trustProxy: string[]
  secretKey: string[]
  insightsLlmUrl?: string | undefined
  insightsLlmModel?: string | undefined
  insightsLlmKey?: string | undefined
}

export interface Service {
  /** Where this machine reaches it. */
  url: string
  close(): Promise<void>
}

const DRAIN_MS = 10_000

export async function startService(
  settings: ServiceSettings,
  log: Logger,
  warmThread?: Worker,
): Promise<Service> {
  const store = await openStore(settings.databaseUrl, system)
  let draining = false
  let businessWatch: BusinessWatch | undefined
  let server: HttpServer | undefined
  let publication: Publication | undefined
  let push: HubService | undefined
  let mcp: McpEndpoint | undefined
  let narration: Narration | undefined
  let newest: [snapshot: Snapshot, version: number] | undefined

  async function close(): Promise<void> {
    draining = true
    await server?.close(DRAIN_MS)
    await businessWatch?.close()
    await narration?.close()
    await push?.close()
    await publication?.close()
    await store.close()
  }

  try {
    businessWatch = await watchBusinessFile(settings.businessFile, store, log)
    let app: App
    server = await listen(() => app, settings)
    const baseUrl = settings.baseUrl ?? `http://localhost:${server.port}`
    app = createApp({
      baseUrl,
      current: () => publication?.current(),
      problem: () => publication?.problem(),
      draining: () => draining,
      waitSeconds: createWaitSeconds(settings, {
        perMinute: settings.rateLimitPerMinute,
        burst: settings.rateLimitPerMinute,
      }),
      waitSecondsAtHub: createWaitSeconds(settings, AT_HUB),
      hub: () => push?.hub,
      mcp: () => mcp,
      pages: ON_DEMAND_PAGES,
      sharing: createSharing(),
      health: () => ({ oldest_behind_seconds: push?.hub.oldestBehindSeconds() ?? 0 }),
      newRequestId: createRequestIds(),
      nowMs: () => system.now().getTime(),
      onError: (error, requestId) => log.error({ err: error, requestId }, 'A request failed'),
    })
    const { insightsLlmUrl: url, insightsLlmModel: model, insightsLlmKey: key } = settings
    if (!url) await forgetNarrative(store)
    publication = await startPublication(
      store,
      {
        ...settings,
        baseUrl,
        startThread: firstFrom(warmThread),
        onSnapshot(...published) {
          newest = published
          push?.hub.publish(...published)
          narration?.consider(...published)
        },
      },
      log,
    )
    // The operator's keys come first; what was made before there were any still holds.
    const secretKeys = [...settings.secretKey, await store.secretKey()]
    push = await startHubService(store.hub, { ...settings, baseUrl, secretKeys }, log)
    if (newest) push.hub.publish(...newest)
    mcp = await startMcp(() => publication!.current()!, { baseUrl, secretKeys }, log)
    if (url && model) {
      const { startNarration } = await import('./narration.ts')
      narration = startNarration(store, { url, model, key }, log)
      if (newest) narration.consider(...newest)
    }
    return { url: `http://${nameOf(settings.host)}:${server.port}`, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Where no language model is set up any more, the offline text returns. */
async function forgetNarrative(store: Store): Promise<void> {
  if (await store.narrative()) await store.write(writer => writer.setNarrative(null))
}

/** How a URL on this machine names the address. */
function nameOf(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

/** The thread that was started early, then new ones. */
function firstFrom(warmThread: Worker | undefined): () => Worker {
  let warm = warmThread
  return () => {
    const thread = warm ?? startPublishingWorker()
    warm = undefined
    return thread
  }
}

/** A program that subscribes does so seldom. */
const AT_HUB: Rate = { perMinute: 30, burst: 10 }

function createWaitSeconds(
  { trustProxy, rateLimitPerMinute }: ServiceSettings,
  rate: Rate,
): (incoming: IncomingMessage) => number {
  if (rateLimitPerMinute === 0) return () => 0
  const clientOf = createClientOf(trustProxy)
  const limiter = createRateLimiter(rate, () => performance.now())
  return incoming => limiter.take(clientOf(incoming))
}

/** Unique across processes and cheap: a random beginning, then a counter. */
function createRequestIds(): () => string {
  const beginning = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${beginning}-${(count++).toString(36)}`
}
