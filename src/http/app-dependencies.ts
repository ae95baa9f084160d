/** What the HTTP app and its routes are given by the service. */
import type { HttpBindings } from '@hono/node-server'
import type { HealthFact } from '../model/health-fact.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { HubPort } from './hub-endpoint.ts'
import type { McpPort } from './mcp-route.ts'
import type { OnDemandPages } from './page-endpoints.ts'
import type { Limiter } from './rate-limit.ts'
import type { Sharing } from './sharing-endpoints.ts'
import type { WitnessAccess } from './witness-endpoint.ts'

export interface AppDependencies {
  current: () => Snapshot | undefined
  /** Why the newest data is not published; undefined when it is. */
  problem: () => string | undefined
  /** What the service knows about its own state. */
  facts: () => HealthFact[]
  /** The database is no longer the one that was opened: what is published is all there will be. */
  isDatabaseLost: () => boolean
  draining: () => boolean
  limiter: Limiter
  /** For requests to the hub. */
  hubLimiter: Limiter
  /** undefined until it has started. */
  hub: () => HubPort | undefined
  mcp: () => McpPort | undefined
  /** Absent where this service cosigns no logs. */
  witness?: WitnessAccess | undefined
  /** The owner's desk; undefined until it has started, and where nobody mounted it. */
  desk?: (() => DeskPort | undefined) | undefined
  /** Proves to the MCP registry whose domain this is; undefined where the operator has set none. */
  registryAuth?: string | undefined
  pages: OnDemandPages
  sharing: Sharing
  /** Further fields of /healthz. */
  health: () => object
  /** Called with the route, the status and the start of every response, if somebody counts them. */
  countRequest?: ((route: string, status: number, startedMs: number) => void) | undefined
  newRequestId: () => string
  nowMs: () => number
  onError: (error: Error, requestId: string) => void
}

/** It is no part of what is published, and responds to nobody until the owner has invited someone. */
export interface DeskPort {
  isOpen(): Promise<boolean> | boolean
  fetch(request: Request, bindings: HttpBindings): Promise<Response>
}
