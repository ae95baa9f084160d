/** The read endpoints: every answer comes from the current Snapshot. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { addCoding } from '../publish/documents/representation.ts'
import { HUB_PATH, MCP_PATH, OEMBED_PATH, OG_PATH, REVIEWS_PATH } from '../publish/pieces/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { addressOf } from './canonical-path.ts'
import { answerChanges, CHANGES_PATH } from './changes-endpoint.ts'
import { answerFault, answerHub, type HubFace } from './hub-endpoint.ts'
import { answerMcp, type McpFace } from './mcp-route.ts'
import { answerOEmbed } from './oembed-endpoint.ts'
import {
  answerMarkdownOrMissing,
  answerReviewPage,
  answerReviewsPage,
  type OnDemandPages,
  REVIEW_PAGE_PATH,
} from './page-endpoints.ts'
import { codingToMake, createWriteFixed } from './prebuilt-documents.ts'
import {
  answerError,
  answerStatus,
  type Ctx,
  type Env,
  isRead,
  methodNotAllowed,
  notAcceptable,
  tooMany,
} from './response.ts'
import {
  answerProof,
  answerReview,
  answerTile,
  PROOF_PATH,
  REVIEW_PATH,
  TILE_PATH,
} from './review-endpoints.ts'
import { answerSearch, answerSince, SEARCH_PATH, SINCE_PATH } from './search-endpoints.ts'
import { answerSecurity, SECURITY_PATH } from './security-txt.ts'
import { answerEmbedPage, answerOgImage, EMBED_PAGE_PATH, type Sharing } from './sharing-endpoints.ts'

export interface AppDependencies {
  baseUrl: string
  current: () => Snapshot | undefined
  /** Why the newest data is not shown, if it is not. */
  problem: () => string | undefined
  draining: () => boolean
  /** How long this client must wait; 0 when it may go on. */
  waitSeconds: (incoming: IncomingMessage) => number
  /** The same for requests to the hub. */
  waitSecondsAtHub: (incoming: IncomingMessage) => number
  /** undefined until it is there. */
  hub: () => HubFace | undefined
  mcp: () => McpFace | undefined
  pages: OnDemandPages
  sharing: Sharing
  /** What /healthz says besides. */
  health: () => object
  newRequestId: () => string
  nowMs: () => number
  onError: (error: Error, requestId: string) => void
}

export interface App {
  /** Writes the answer where it is ready; false where it is not, and `fetch` is to make one. */
  writeReady(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  fetch(request: Request, bindings: HttpBindings): Promise<Response>
}

export function createApp(dependencies: AppDependencies): App {
  const { baseUrl, current, problem, draining, waitSeconds, newRequestId, nowMs, onError } = dependencies
  const { hub, mcp, waitSecondsAtHub, health, pages, sharing } = dependencies
  const app = new Hono<Env>()
  const writeFixed = createWriteFixed()

  app.all(
    '/healthz',
    onlyRead(c => answerStatus(c, 200, { status: 'ok', problem: problem() ? STALE : null, ...health() })),
  )
  app.all(
    '/readyz',
    onlyRead(c => {
      const snapshot = current()
      if (!snapshot || draining()) return unavailable(c)
      return answerStatus(c, 200, {
        status: 'ready',
        version: snapshot.version,
        problem: problem() ? STALE : null,
      })
    }),
  )
  app.all(SEARCH_PATH, onlyRead(reading(answerSearch)))
  app.all(SINCE_PATH, onlyRead(reading(answerSince)))
  app.all(CHANGES_PATH, onlyRead(reading((c, snapshot) => answerChanges(c, snapshot, baseUrl))))
  app.all(PROOF_PATH, onlyRead(reading(answerProof)))
  // Who checks the whole log reads all of it.
  app.all(TILE_PATH, onlyRead(readingAtWill(answerTile)))
  app.all(REVIEW_PATH, onlyRead(reading(answerReview)))
  for (const path of [REVIEWS_PATH, `${REVIEWS_PATH}.md`])
    app.all(path, onlyRead(reading((c, snapshot) => answerReviewsPage(c, snapshot, pages))))
  app.all(REVIEW_PAGE_PATH, onlyRead(reading((c, snapshot) => answerReviewPage(c, snapshot, pages))))
  app.all(OEMBED_PATH, onlyRead(reading(answerOEmbed)))
  app.all(EMBED_PAGE_PATH, onlyRead(reading((c, snapshot) => answerEmbedPage(c, snapshot, sharing))))
  app.all(OG_PATH, onlyRead(reading((c, snapshot) => answerOgImage(c, snapshot, sharing))))
  app.all(SECURITY_PATH, onlyRead(reading(answerSecurity)))
  app.all(HUB_PATH, c => answerHub(c, draining() ? undefined : hub(), waitSecondsAtHub))
  app.all(MCP_PATH, c => {
    const isReady = current() !== undefined && !draining()
    return answerMcp(c, isReady ? mcp() : undefined, waitSeconds(c.env.incoming))
  })
  app.all('*', reading(answerDocument))
  app.onError((error, c) => {
    onError(error, c.env.requestId)
    if (c.req.path === HUB_PATH) return answerFault(c)
    return answerError(
      c,
      500,
      'internal_error',
      'Something went wrong here. The request id helps to find it.',
    )
  })

  async function answerDocument(c: Ctx, snapshot: Snapshot): Promise<Response> {
    const representation = snapshot.representations.get(addressOf(c.req.path))
    if (!representation) return await answerMarkdownOrMissing(c, snapshot, pages)
    if (!isRead(c.req.method)) return methodNotAllowed(c)
    const toMake = () => codingToMake(representation, c.env.incoming, snapshot)
    // One that does not make the body smaller is not offered, and then another is the best.
    for (let coding = toMake(); coding; coding = toMake()) await addCoding(representation, coding)
    return writeFixed(c.env, representation, snapshot) ? RESPONSE_ALREADY_SENT : notAcceptable(c)
  }

  function reading(answer: Answer): Handler {
    const unlimited = readingAtWill(answer)
    return c => {
      const seconds = current() && !draining() ? waitSeconds(c.env.incoming) : 0
      return seconds > 0 ? tooMany(c, seconds) : unlimited(c)
    }
  }

  /** Not counted by the rate limit. */
  function readingAtWill(answer: Answer): Handler {
    return c => {
      const snapshot = current()
      return !snapshot || draining() ? unavailable(c) : answer(c, snapshot)
    }
  }

  function unavailable(c: Ctx): Response {
    const why = draining() ? 'The service is stopping.' : 'The service is starting.'
    return answerError(c, 503, 'unavailable', `${why} Try again in a moment.`, {
      'retry-after': '1',
      ...(draining() && { connection: 'close' }),
    })
  }

  return {
    writeReady(incoming, outgoing) {
      const { method, url = '' } = incoming
      const snapshot = current()
      if (!snapshot || draining() || !isRead(method)) return false
      const representation =
        snapshot.representations.get(url) ?? snapshot.representations.get(url.split('?', 1)[0]!)
      if (!representation || codingToMake(representation, incoming, snapshot)) return false
      if (waitSeconds(incoming) > 0) return false
      try {
        return writeFixed(
          { incoming, outgoing, requestId: newRequestId(), nowMs: nowMs() },
          representation,
          snapshot,
        )
      } catch {
        // A fault of ours: `fetch` meets it again, and reports it.
        return false
      }
    },
    async fetch(request, bindings) {
      const answer = await app.fetch(request, { ...bindings, requestId: newRequestId(), nowMs: nowMs() })
      // Hono makes a new answer of the one to HEAD, which no longer says that it is sent.
      return bindings.outgoing.headersSent ? RESPONSE_ALREADY_SENT : answer
    },
  }
}

/** What is wrong in detail is for the operator's log, not for the public. */
const STALE = 'The newest data is not published; the log says why.'

type Handler = (c: Ctx) => Response | Promise<Response>
type Answer = (c: Ctx, snapshot: Snapshot) => Response | Promise<Response>

const onlyRead =
  (answer: Handler): Handler =>
  c =>
    isRead(c.req.method) ? answer(c) : methodNotAllowed(c)
