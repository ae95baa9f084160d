/** The HTTP app: the routes of the table, each within the limit of its client; every response comes from the current Snapshot. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { withoutFingerprint } from '../publish/base/content-digest.ts'
import { DESK_PATH, HUB_PATH } from '../publish/base/public-paths.ts'
import { addCoding, type Representation } from '../publish/documents/representation.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { AppDependencies } from './app-dependencies.ts'
import { hasPrecondition } from './conditional-requests.ts'
import { respondHubFault } from './hub-endpoint.ts'
import { respondMarkdownOrMissing } from './page-endpoints.ts'
import {
  type HeaderCache,
  isOutdatedFor,
  missingCoding,
  writePrebuilt,
} from './prebuilt-documents.ts'
import { canonicalPath } from './query-string.ts'
import { COST, type Limiter } from './rate-limit.ts'
import * as responses from './response.ts'
import {
  type AnyResponse,
  type Ctx,
  type Env,
  isRead,
  methodNotAllowed,
  respondError,
} from './response.ts'
import { STARTING_HEADERS } from './response-headers.ts'
import { patternOf, ROUTES, type Route } from './routes.ts'
import { respondUnavailable } from './status-endpoints.ts'

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
  const { current, draining, limiter, newRequestId, nowMs, onError, pages, countRequest } =
    dependencies
  const app = new Hono<Env>()
  const headerCache: HeaderCache = new WeakMap()
  const service = untilStopping(dependencies)
  const underWay = { large: 0 }

  for (const route of inOrder(ROUTES)) {
    if (route.isOffered && !route.isOffered(service)) continue
    const { handle, respond, cost } = route
    if (handle) app.all(patternOf(route), c => handle(c, service))
    if (respond) app.all(patternOf(route), onlyRead(limited(respond, service, underWay, cost)))
  }
  app.all('*', limited(respondDocument, service, underWay))
  app.onError((error, c) => {
    onError(error, c.env.requestId)
    return c.req.path === HUB_PATH ? respondHubFault(c) : respondError(c, 'internal_error')
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
    if (isOutdatedFor(representation, c.env.incoming, snapshot))
      return respondError(c, 'precondition_failed')
    const missing = () => missingCoding(representation, c.env.incoming, snapshot)
    // A coding that saves nothing is dropped, and then another one is the best.
    for (let coding = missing(); coding; coding = missing()) await addCoding(representation, coding)
    return writePrebuilt(c.env, representation, snapshot, headerCache)
      ? RESPONSE_ALREADY_SENT
      : respondError(c, 'not_acceptable')
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
      if (!snapshot || draining() || !isRead(method) || hasPrecondition(incoming.headers))
        return false
      const representation =
        snapshot.representations.get(url) ?? snapshot.representations.get(url.split('?', 1)[0]!)
      if (!representation || missingCoding(representation, incoming, snapshot)) return false
      if (limiter.waitSeconds(incoming) > 0) return false
      addLimitHeaders(limiter, incoming, outgoing)
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
      if ((await desk?.isOpen()) && limiter.waitSeconds(incoming) === 0)
        return await desk!.fetch(request, bindings)
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

const IN_DESK = new RegExp(`^${DESK_PATH}(?:[/?]|$)`)

/** The first part of a path, or the first three of the API, without the fingerprint of a file. */
const groupOf = (path: string) =>
  /^\/api\/[^/]+(?:\/[a-z]+$)?|^\/[^/]*/.exec(withoutFingerprint(path))?.[0] ?? 'other'

/** Before those whose patterns match more. */
const inOrder = (routes: Route[]) => [
  ...routes.filter(route => !/[:*]/.test(patternOf(route))),
  ...routes.filter(route => /[:*]/.test(patternOf(route))),
]

/** A service that stops, or shows nothing yet, has no hub, no MCP and no witness. */
function untilStopping(dependencies: AppDependencies): AppDependencies {
  const { current, draining, hub, mcp, witness } = dependencies
  return {
    ...dependencies,
    hub: () => (draining() ? undefined : hub()),
    mcp: () => (draining() || !current() ? undefined : mcp()),
    witness: witness && { ...witness, current: () => (draining() ? undefined : witness.current()) },
  }
}

type Handler = (c: Ctx) => AnyResponse

const onlyRead =
  (handler: Handler): Handler =>
  c =>
    isRead(c.req.method) ? handler(c) : methodNotAllowed(c)

/** Large work is made in parts or in a thread, and takes memory meanwhile. */
const MOST_LARGE = 64
const BUSY = 'The service is busy with the requests of others. Try again in a moment.'

function limited(
  respond: NonNullable<Route['respond']>,
  service: AppDependencies,
  underWay: { large: number },
  cost = 1,
): Handler {
  const { current, draining, limiter } = service
  const isLarge = cost >= COST.large
  return async c => {
    const { incoming, outgoing } = c.env
    const snapshot = draining() ? undefined : current()
    // To say that the service starts or stops costs nothing, so that is not limited.
    const isFree = !snapshot || cost === 0
    const seconds = isFree ? 0 : limiter.waitSeconds(incoming, cost)
    addLimitHeaders(limiter, incoming, outgoing)
    if (!snapshot) return notReady(c, service)
    if (seconds > 0) return responses.tooManyRequests(c, seconds)
    if (!isLarge) return await respond(c, snapshot, service)
    if (underWay.large >= MOST_LARGE)
      return respondError(c, 'unavailable', BUSY, { 'retry-after': '2' })
    underWay.large++
    try {
      return await respond(c, snapshot, service)
    } finally {
      underWay.large--
    }
  }
}

/** Only programs read them, so pages and files go without. */
function addLimitHeaders(
  limiter: Limiter,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (!incoming.url?.startsWith('/api/')) return
  for (const [name, value] of Object.entries(limiter.headers(incoming)))
    outgoing.setHeader(name, value)
}

/** People see a page that reloads itself, programs get an error. */
function notReady(c: Ctx, service: AppDependencies): Response {
  const { draining, pages, problem } = service
  return !draining() && responses.wantsPage(c)
    ? responses.respond(c, 503, pages.starting(problem() !== undefined), STARTING_HEADERS)
    : respondUnavailable(c, service)
}
