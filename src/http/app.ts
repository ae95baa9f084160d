/** The read endpoints: every answer comes from the current Snapshot. */
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Snapshot } from '../publish/snapshot.ts'
import { answerError, answerFixed, answerStatus, type Ctx, type Env, methodNotAllowed } from './answer.ts'
import type { ClientOf } from './client.ts'
import type { RateLimiter } from './rate-limit.ts'
import { answerSearch, answerSince, SEARCH_PATH, SINCE_PATH } from './read.ts'

export interface AppDependencies {
  baseUrl: string
  current: () => Snapshot | undefined
  /** Why the newest data is not shown, if it is not. */
  problem: () => string | undefined
  draining: () => boolean
  clientOf: ClientOf
  rateLimiter: RateLimiter
  newRequestId: () => string
  onError: (error: Error, requestId: string) => void
}

export type App = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

export function createApp(dependencies: AppDependencies): App {
  const { baseUrl, current, problem, draining, clientOf, rateLimiter, newRequestId, onError } = dependencies
  const app = new Hono<Env>()

  app.get('/healthz', c => answerStatus(c, 200, { status: 'ok', problem: problem() ?? null }))
  app.get('/readyz', c => {
    const snapshot = current()
    if (!snapshot || draining()) return unavailable(c)
    return answerStatus(c, 200, { status: 'ready', version: snapshot.version, problem: problem() ?? null })
  })
  app.get(SEARCH_PATH, reading(answerSearch))
  app.get(SINCE_PATH, reading(answerSince))
  for (const path of ['/healthz', '/readyz', SEARCH_PATH, SINCE_PATH]) app.all(path, methodNotAllowed)
  app.get(
    '*',
    reading((c, snapshot) => {
      const representation = snapshot.representations.get(c.req.path)
      return representation ? answerFixed(c, representation, snapshot.lastModified, baseUrl) : notFound(c)
    }),
  )
  app.all(
    '*',
    reading((c, snapshot) => (snapshot.representations.has(c.req.path) ? methodNotAllowed(c) : notFound(c))),
  )
  app.onError((error, c) => {
    onError(error, c.env.requestId)
    return answerError(
      c,
      500,
      'internal_error',
      'Something went wrong here. The request id helps to find it.',
    )
  })

  function reading(answer: (c: Ctx, snapshot: Snapshot) => Response | Promise<Response>) {
    return (c: Ctx) => {
      const snapshot = current()
      if (!snapshot || draining()) return unavailable(c)
      const waitSeconds = rateLimiter.take(clientOf(c.env.incoming))
      return waitSeconds > 0 ? tooMany(c, waitSeconds) : answer(c, snapshot)
    }
  }

  function unavailable(c: Ctx): Response {
    const why = draining() ? 'The service is stopping.' : 'The service is starting.'
    return answerError(c, 503, 'unavailable', `${why} Try again in a moment.`, {
      'retry-after': '1',
      ...(draining() && { connection: 'close' }),
    })
  }

  return (request, bindings) => app.fetch(request, { ...bindings, requestId: newRequestId() })
}

function notFound(c: Ctx): Response {
  return answerError(
    c,
    404,
    'not_found',
    'There is nothing at this address. /.well-known/openapi.json lists what there is.',
  )
}

function tooMany(c: Ctx, waitSeconds: number): Response {
  return answerError(c, 429, 'too_many_requests', `Too many requests. Try again in ${waitSeconds} seconds.`, {
    'retry-after': String(waitSeconds),
  })
}
