/** The HTTP app of a service that is still starting: it serves each part from the moment that part has started. */
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { type App, type AppDependencies, createApp, type DeskPort } from '../http/app.ts'
import { createClientAddress } from '../http/client-address.ts'
import { createRateLimiter, type Rate, rateLimitHeaders } from '../http/rate-limit.ts'
import { createWorkBudget } from '../http/work-budget.ts'
import type { Hub } from '../hub/hub.ts'
import type { McpEndpoint } from '../mcp/mcp-endpoint.ts'
import { system } from '../model/system.ts'
import type { WitnessedLog } from '../model/witnessing.ts'
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
  publication?: Publication
  health?: Health
  https?: HttpsSite
  hub?: Hub
  mcp?: McpEndpoint
  witness?: Witness
  submissions?: Submissions
  desk?: DeskPort
  isDraining: boolean
}

export interface ServiceAppSettings {
  trustProxy: string[]
  rateLimitPerMinute: number
  mcpRegistryAuth?: string | undefined
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
  log: Logger,
): App {
  const { rateLimitPerMinute } = settings
  const rate = { perMinute: rateLimitPerMinute, burst: rateLimitPerMinute }
  const isDatabaseLost = () => started.health?.isDatabaseLost() === true
  return createApp({
    current: () => started.publication?.current(),
    problem: () => started.publication?.problem(),
    facts: () => started.health?.facts() ?? [],
    isDatabaseLost,
    draining: () => started.isDraining,
    ...createLimit(settings, rate),
    work: createWorkBudget(createClientAddress(settings.trustProxy), rateLimitPerMinute > 0),
    waitSecondsAtHub: createLimit(settings, HUB_RATE).waitSeconds,
    // What the hub accepts must last.
    hub: () => (isDatabaseLost() ? undefined : started.hub),
    mcp: () => started.mcp,
    desk: () => started.desk,
    witness:
      settings.witnessFor.length === 0
        ? undefined
        : { current: () => started.witness, waitSeconds: createLimit(settings, WITNESS_RATE).waitSeconds },
    registryAuth: settings.mcpRegistryAuth,
    pages: ON_DEMAND_PAGES,
    sharing: createSharing(),
    health: () => ({ oldest_behind_seconds: started.hub?.oldestBehindSeconds() ?? 0 }),
    newRequestId: createRequestIds(),
    countRequest: settings.metricsPort === undefined ? undefined : metrics.countRequest,
    nowMs: () => system.now().getTime(),
    onError: (error, requestId) => log.error({ err: error, requestId }, 'A request failed'),
  })
}

function createLimit(
  { trustProxy, rateLimitPerMinute }: ServiceAppSettings,
  rate: Rate,
): Pick<AppDependencies, 'waitSeconds' | 'limitHeaders'> {
  if (rateLimitPerMinute === 0) return { waitSeconds: () => 0, limitHeaders: () => ({}) }
  const clientOf = createClientAddress(trustProxy)
  const limiter = createRateLimiter(rate, () => performance.now())
  return {
    waitSeconds: incoming => limiter.take(clientOf(incoming)),
    limitHeaders: incoming => rateLimitHeaders(rate, limiter, clientOf(incoming)),
  }
}

/** A random prefix and a counter are cheap, and unique across processes. */
function createRequestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => `${prefix}-${(count++).toString(36)}`
}
