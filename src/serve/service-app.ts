/** The HTTP app of a service that is still starting: it serves each part from the moment that part has started. */
import { randomBytes } from 'node:crypto'
import packageJson from '../../package.json' with { type: 'json' }
import { type App, createApp } from '../http/app.ts'
import type { DeskPort } from '../http/app-dependencies.ts'
import { createClientAddress } from '../http/client-address.ts'
import { createLimiter, NO_LIMIT, type Rate } from '../http/rate-limit.ts'
import type { Hub } from '../hub/hub.ts'
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts'
import { system } from '../model/system.ts'
import type { WitnessedLog } from '../model/witnessing.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { ON_DEMAND_PAGES } from '../site/pages/on-demand-pages.ts'
import { createSharing } from '../site/sharing.ts'
import type { Witness } from '../witness/witness.ts'
import type { Health } from './health.ts'
import type { HttpsSite } from './https-site.ts'
import type { ServiceMetrics } from './metrics.ts'
import type { Publication } from './publication.ts'
import type { Submissions } from './witness-service.ts'

/** What has started so far. Until a part is there, requests for it get 503. */
export interface StartedParts {
  publication?: Pick<Publication, 'current' | 'problem'>
  health?: Health
  https?: HttpsSite
  hub?: Hub
  mcp?: ReturnType<typeof createMcp>
  witness?: Witness
  submissions?: Submissions
  desk?: DeskPort
  isDraining: boolean
}

/** Where what fails is reported. */
export type FaultLog = { error(details: { err: Error; requestId?: string }, message: string): void }

export interface ServiceAppSettings {
  trustProxy: string[]
  rateLimitPerMinute: number
  secretKey: string[]
  mcpRegistryAuth?: string | undefined
  mcpMaxSubscriptions: number
  metricsPort?: number | undefined
  /** The logs that this service cosigns. */
  witnessFor: WitnessedLog[]
}

/** Clients subscribe rarely. */
const HUB_RATE: Rate = { perMinute: 30, burst: 10 }
/** A log submits each checkpoint once or twice; several logs may share an address. */
const WITNESS_RATE: Rate = { perMinute: 60, burst: 30 }

export function createServiceApp(
  settings: ServiceAppSettings,
  started: StartedParts,
  metrics: Pick<ServiceMetrics, 'countRequest'>,
  log: FaultLog,
): App {
  const { rateLimitPerMinute } = settings
  const clientOf = createClientAddress(settings.trustProxy)
  const limit = (rate: Rate) => (rateLimitPerMinute > 0 ? createLimiter(rate, clientOf) : NO_LIMIT)
  const isDatabaseLost = () => started.health?.isDatabaseLost() === true
  return createApp({
    current: () => started.publication?.current(),
    problem: () => started.publication?.problem(),
    facts: () => started.health?.facts() ?? [],
    isDatabaseLost,
    draining: () => started.isDraining,
    limiter: limit({ perMinute: rateLimitPerMinute, burst: rateLimitPerMinute }),
    hubLimiter: limit(HUB_RATE),
    // What the hub accepts must last.
    hub: () => (isDatabaseLost() ? undefined : started.hub),
    mcp: () => started.mcp,
    desk: () => started.desk,
    witness:
      settings.witnessFor.length === 0
        ? undefined
        : { current: () => started.witness, limiter: limit(WITNESS_RATE) },
    registryAuth: settings.mcpRegistryAuth,
    pages: ON_DEMAND_PAGES,
    sharing: createSharing(),
    health: () => ({ oldest_behind_seconds: started.hub?.oldestBehindSeconds() ?? 0 }),
    newRequestId: createRequestIds(),
    countRequest:
      settings.metricsPort === undefined
        ? undefined
        : (route, status, startedMs) =>
            metrics.countRequest(route, status, performance.now() - startedMs),
    nowMs: () => system.now().getTime(),
    onError: (error, requestId) => log.error({ err: error, requestId }, 'A request failed'),
  })
}

/** Loaded with the first request for it: many services never get one. The app responds with 503 until there is a Snapshot, so no request arrives earlier. */
export function createMcp(
  current: () => Snapshot | undefined,
  { baseUrl, secretKey, mcpMaxSubscriptions }: ServiceAppSettings & { baseUrl: string },
  log: FaultLog,
) {
  let endpoint: McpEndpoint | undefined
  async function load(): Promise<McpEndpoint> {
    const { createMcpEndpoint } = await import('../mcp/mcp-endpoint.ts')
    const { createSessions } = await import('../mcp/session-ids.ts')
    if (endpoint) return endpoint
    endpoint = createMcpEndpoint({
      version: packageJson.version,
      baseUrl,
      current: () => current()!,
      sessions: createSessions(secretKey, system),
      maxSubscriptions: mcpMaxSubscriptions,
      onError: error => log.error({ err: error }, 'An MCP request failed'),
    })
    // What comes next is compared with this one.
    const snapshot = current()
    if (snapshot) endpoint.announce(snapshot)
    return endpoint
  }
  return {
    async fetch(...request: Parameters<McpEndpoint['fetch']>): Promise<Response> {
      return await (endpoint ?? (await load())).fetch(...request)
    },
    announce: (snapshot: Snapshot) => endpoint?.announce(snapshot),
    close: async () => await endpoint?.close(),
  }
}

/** A random prefix and a counter are cheap, and unique across processes. */
function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}
