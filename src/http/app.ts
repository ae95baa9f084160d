/** The HTTP routes: every response comes from the current Snapshot. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { HealthFact } from '../model/health-fact.ts'
import { withoutFingerprint } from '../publish/base/content-digest.ts'
import * as paths from '../publish/base/public-paths.ts'
import { addCoding, type Representation } from '../publish/documents/representation.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { respondChanges } from './changes-endpoint.ts'
import { hasPrecondition } from './conditional-requests.ts'
import { type HubPort, respondHub, respondHubFault, respondOwnSubscription } from './hub-endpoint.ts'
import { type McpPort, respondMcp } from './mcp-route.ts'
import { respondOEmbed } from './oembed-endpoint.ts'
import { type OnDemandPages, PAGE_ROUTES, respondMarkdownOrMissing } from './page-endpoints.ts'
import { type HeaderCache, isOutdatedFor, missingCoding, writePrebuilt } from './prebuilt-documents.ts'
import { canonicalPath } from './query-string.ts'
import * as responses from './response.ts'
import { type AnyResponse, type Ctx, type Env, isRead, methodNotAllowed, respondError } from './response.ts'
import { type Headers, STARTING_HEADERS } from './response-headers.ts'
import {
  FEED_PAGE_ROUTES,
  REVIEW_ROUTES,
  respondFeedPage,
  respondTile,
  TILE_PATH,
} from './review-endpoints.ts'
import { respondYear, SEARCH_ROUTES, SLOW_ROUTES, YEAR_PATH } from './search-endpoints.ts'
import { IMAGE_PATHS, respondOgImage, SHARING_ROUTES, type Sharing } from './sharing-endpoints.ts'
import * as texts from './well-known-texts.ts'
import {
  ADD_CHECKPOINT_PATH,
  respondAddCheckpoint,
  WITNESS_ROUTES,
  type WitnessAccess,
} from './witness-endpoint.ts'
import { LARGE_WORK_MS, type WorkBudget, YEAR_WORK_MS } from './work-budget.ts'

export interface AppDependencies {
  current: () => Snapshot | undefined
  /** Why the newest data is not published; undefined when it is. */
  problem: () => string | undefined
  /** What the service knows about its own state. */
  facts: () => HealthFact[]
  /** The database is no longer the one that was opened: what is published is all there will be. */
  isDatabaseLost: () => boolean
  draining: () => boolean
  /** How long this client must wait; 0 when it may go on. */
  waitSeconds: (incoming: IncomingMessage) => number
  /** What is made per request passes here. */
  work: WorkBudget
  /** The same for requests to the hub. */
  waitSecondsAtHub: (incoming: IncomingMessage) => number
  /** What this client may still send, as headers of the response. */
  limitHeaders: (incoming: IncomingMessage) => Headers
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

export interface App {
  /** Writes the response if it is prebuilt; false where `fetch` has to make it. */
  writePrebuilt(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  fetch(request: Request, bindings: HttpBindings): Promise<Response>
  /** Called when a response has ended, however that happened; absent if nobody counts. */
  count?: ((incoming: IncomingMessage, status: number, startedMs: number) => void) | undefined
  /** The path patterns that `fetch` knows, beside those of prebuilt documents. */
  routes: string[]
}

export function createApp(dependencies: AppDependencies): App {
  const { current, draining, waitSeconds, newRequestId, nowMs, onError, pages, countRequest } = dependencies
  const app = new Hono<Env>()
  const headerCache: HeaderCache = new WeakMap()

  addStatusRoutes(app, dependencies)
  addReadRoutes(app, dependencies)
  addMessageRoutes(app, dependencies)
  addWitnessRoutes(app, dependencies)
  app.all('*', limitedRead(respondDocument, dependencies))
  app.onError((error, c) => {
    onError(error, c.env.requestId)
    if (c.req.path === paths.HUB_PATH) return respondHubFault(c)
    const message = 'Something went wrong. Quote the request id when you report it.'
    return respondError(c, 'internal_error', message)
  })

  async function respondDocument(c: Ctx, snapshot: Snapshot): Promise<Response> {
    const path = canonicalPath(c.req.path)
    const representation = snapshot.representations.get(path) ?? (await snapshot.render(path))
    if (!representation) return await respondMarkdownOrMissing(c, snapshot, pages)
    return isRead(c.req.method)
      ? await respondRepresentation(c, snapshot, representation)
      : methodNotAllowed(c)
  }

  async function respondRepresentation(c: Ctx, snapshot: Snapshot, representation: Representation) {
    if (isOutdatedFor(representation, c.env.incoming, snapshot)) return responses.preconditionFailed(c)
    const missing = () => missingCoding(representation, c.env.incoming, snapshot)
    // A coding that saves nothing is dropped, and then another one is the best.
    for (let coding = missing(); coding; coding = missing()) await addCoding(representation, coding)
    return writePrebuilt(c.env, representation, snapshot, headerCache)
      ? RESPONSE_ALREADY_SENT
      : responses.notAcceptable(c)
  }

  const routeGroups = new Set(app.routes.map(({ path }) => groupOf(path)))
  /** What clients make up must not become labels. */
  function routeOf(url: string): string {
    const path = url.split('?', 1)[0]!
    const group = groupOf(path)
    return routeGroups.has(group) || current()?.representations.has(path) ? group : 'other'
  }

  return {
    writePrebuilt(incoming, outgoing) {
      const { method, url = '' } = incoming
      const snapshot = current()
      if (!snapshot || draining() || !isRead(method) || hasPrecondition(incoming.headers)) return false
      const representation =
        snapshot.representations.get(url) ?? snapshot.representations.get(url.split('?', 1)[0]!)
      if (!representation || missingCoding(representation, incoming, snapshot)) return false
      if (waitSeconds(incoming) > 0) return false
      addLimitHeaders(dependencies, incoming, outgoing)
      try {
        return writePrebuilt(
          { incoming, outgoing, requestId: newRequestId(), nowMs: nowMs() },
          representation,
          snapshot,
          headerCache,
        )
      } catch {
        // `fetch` fails in the same way, and reports it.
        return false
      }
    },
    async fetch(request, bindings) {
      const { incoming } = bindings
      const isInDesk = IN_DESK.test(incoming.url ?? '')
      const desk = isInDesk && !draining() ? dependencies.desk?.() : undefined
      if ((await desk?.isOpen()) && waitSeconds(incoming) === 0) return await desk!.fetch(request, bindings)
      const response = await app.fetch(request, {
        ...bindings,
        requestId: newRequestId(),
        nowMs: nowMs(),
        onError,
      })
      // For HEAD, Hono makes a new response, which no longer says that it was sent.
      return bindings.outgoing.headersSent ? RESPONSE_ALREADY_SENT : response
    },
    count: countRequest && (({ url = '' }, ...response) => countRequest(routeOf(url), ...response)),
    routes: [...new Set(app.routes.map(({ path }) => path))],
  }
}

const IN_DESK = new RegExp(`^${paths.DESK_PATH}(?:[/?]|$)`)

/** The first part of a path, or the first three of the API, without the fingerprint of a file. */
const groupOf = (path: string) =>
  /^\/api\/[^/]+(?:\/[a-z]+$)?|^\/[^/]*/.exec(withoutFingerprint(path))?.[0] ?? 'other'

type Routes = Hono<Env>
type Handler = (c: Ctx) => AnyResponse
type SnapshotHandler = (c: Ctx, snapshot: Snapshot, dependencies: AppDependencies) => AnyResponse

function addStatusRoutes(app: Routes, dependencies: AppDependencies): void {
  const { current, facts, isDatabaseLost, draining, health } = dependencies
  const publicProblem = () => facts().find(({ status }) => status === 'problem')?.detail ?? null
  app.all(
    '/healthz',
    onlyRead(c => responses.respondJson(c, 200, { status: 'ok', problem: publicProblem(), ...health() })),
  )
  app.all(
    '/readyz',
    onlyRead(c => {
      const snapshot = current()
      if (!snapshot || draining()) return unavailable(c, dependencies)
      const { version } = snapshot
      const state = { version, problem: publicProblem(), facts: facts() }
      if (!isDatabaseLost()) return responses.respondJson(c, 200, { status: 'ready', ...state })
      const error = { error: 'unavailable', message: state.problem, status: 'database_lost' }
      const body = { ...error, ...state, request_id: c.env.requestId }
      return responses.respondJson(c, 503, body, { 'retry-after': '10' })
    }),
  )
}

const REFUSED =
  'Nothing is published, because the data cannot be read or does not agree with the public log. The log of the operator says why.'

const READ_ROUTES: Record<string, SnapshotHandler> = {
  ...SEARCH_ROUTES,
  [paths.CHANGES_PATH]: respondChanges,
  ...REVIEW_ROUTES,
  ...PAGE_ROUTES,
  [paths.OEMBED_PATH]: respondOEmbed,
  ...SHARING_ROUTES,
  [texts.SECURITY_PATH]: texts.respondSecurity,
  [texts.REGISTRY_AUTH_PATH]: texts.respondRegistryAuth,
}

function addReadRoutes(app: Routes, dependencies: AppDependencies): void {
  const add = (path: string, handler: SnapshotHandler, largeMs?: number) =>
    app.all(path, onlyRead(limitedRead(handler, dependencies, largeMs)))
  // Before those whose paths match more.
  for (const [path, handler] of Object.entries(SLOW_ROUTES)) add(path, handler, LARGE_WORK_MS)
  add(YEAR_PATH, respondYear, YEAR_WORK_MS)
  for (const [path, handler] of Object.entries(READ_ROUTES)) add(path, handler)
  for (const route of FEED_PAGE_ROUTES) add(route.path, (c, snapshot) => respondFeedPage(c, snapshot, route))
  // Verifying the log means reading all of its tiles, so they do not count toward the rate limit.
  app.all(TILE_PATH, onlyRead(unlimitedRead(respondTile, dependencies)))
  for (const path of IMAGE_PATHS) add(path, respondOgImage, LARGE_WORK_MS)
}

function addMessageRoutes(app: Routes, dependencies: AppDependencies): void {
  const { current, draining, hub, mcp, waitSeconds, waitSecondsAtHub, work } = dependencies
  app.all(paths.OWN_SUBSCRIPTION_PATH, c =>
    respondOwnSubscription(c, draining() ? undefined : hub(), waitSecondsAtHub),
  )
  app.all(paths.HUB_PATH, c => respondHub(c, draining() ? undefined : hub(), waitSecondsAtHub, waitSeconds))
  for (const path of [paths.MCP_PATH, `${paths.MCP_PATH}/`])
    app.all(path, c => {
      const isReady = current() !== undefined && !draining()
      const { incoming } = c.env
      const seconds = waitSeconds(incoming) || work.waitSeconds(incoming)
      return respondMcp(c, isReady ? mcp() : undefined, seconds, ms => work.spend(incoming, ms))
    })
}

function addWitnessRoutes(app: Routes, dependencies: AppDependencies): void {
  const { witness, draining } = dependencies
  if (!witness) return
  const current = () => (draining() ? undefined : witness.current())
  app.all(ADD_CHECKPOINT_PATH, c => respondAddCheckpoint(c, current(), witness.waitSeconds))
  for (const [path, handler] of Object.entries(WITNESS_ROUTES)) {
    const withPort: SnapshotHandler = (c, snapshot) => {
      const port = current()
      return port ? handler(c, snapshot, port, dependencies) : unavailable(c, dependencies)
    }
    app.all(path, onlyRead(limitedRead(withPort, dependencies)))
  }
}

const onlyRead =
  (handler: Handler): Handler =>
  c =>
    isRead(c.req.method) ? handler(c) : methodNotAllowed(c)

function limitedRead(handler: SnapshotHandler, dependencies: AppDependencies, largeMs?: number): Handler {
  const { current, draining, waitSeconds, work } = dependencies
  const unlimited = unlimitedRead(handler, dependencies)
  return c => {
    const { incoming, outgoing } = c.env
    // To say that the service starts or stops costs nothing, so that is not limited.
    const isLimited = current() && !draining()
    const seconds = isLimited ? waitSeconds(incoming) : 0
    addLimitHeaders(dependencies, incoming, outgoing)
    if (!isLimited) return unlimited(c)
    return seconds > 0 ? responses.tooManyRequests(c, seconds) : work.respond(c, () => unlimited(c), largeMs)
  }
}

/** Only programs read them, so pages and files go without. */
function addLimitHeaders(
  { limitHeaders }: AppDependencies,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (!incoming.url?.startsWith('/api/')) return
  for (const [name, value] of Object.entries(limitHeaders(incoming))) outgoing.setHeader(name, value)
}

function unlimitedRead(handler: SnapshotHandler, dependencies: AppDependencies): Handler {
  const { current, draining, pages, problem } = dependencies
  return c => {
    const snapshot = current()
    if (snapshot && !draining()) return handler(c, snapshot, dependencies)
    // People see a page that reloads itself, programs get an error.
    return !draining() && responses.wantsPage(c)
      ? responses.respond(c, 503, pages.starting(problem() !== undefined), STARTING_HEADERS)
      : unavailable(c, dependencies)
  }
}

function unavailable(c: Ctx, { draining, problem }: AppDependencies): Response {
  const isStopping = draining()
  const why = isStopping
    ? 'The service is stopping. Try again in a moment.'
    : problem() === undefined
      ? 'The service is starting. Try again in a moment.'
      : REFUSED
  return respondError(c, 'unavailable', why, {
    'retry-after': '1',
    ...(isStopping && { connection: 'close' }),
  })
}
