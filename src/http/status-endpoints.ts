/** What monitoring asks: is the process alive, and has it something to show? */
import type { HealthFact } from '../model/health-fact.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import {
  type Ctx,
  isRead,
  methodNotAllowed,
  respondError,
  respondJson,
  respondStarting,
} from './response.ts'

interface State {
  current: () => Snapshot | undefined
  draining: () => boolean
  facts: () => HealthFact[]
  isDatabaseLost: () => boolean
  health: () => object
  problem: () => string | undefined
}

const problemIn = (facts: HealthFact[]) =>
  facts.find(({ status }) => status === 'problem')?.detail ?? null

export function respondHealth(c: Ctx, { facts, health }: State): Response {
  if (!isRead(c.req.method)) return methodNotAllowed(c)
  return respondJson(c, 200, { status: 'ok', problem: problemIn(facts()), ...health() })
}

export function respondReadiness(c: Ctx, state: State): Response {
  if (!isRead(c.req.method)) return methodNotAllowed(c)
  const snapshot = state.current()
  if (!snapshot || state.draining()) return respondUnavailable(c, state)
  const facts = state.facts()
  const shown = { version: snapshot.version, problem: problemIn(facts), facts }
  if (!state.isDatabaseLost()) return respondJson(c, 200, { status: 'ready', ...shown })
  const error = { error: 'unavailable', message: shown.problem, status: 'database_lost' }
  const body = { ...error, ...shown, request_id: c.env.requestId }
  return respondJson(c, 503, body, { 'retry-after': '10' })
}

const REFUSED =
  'Nothing is published, because the data cannot be read or does not agree with the public log. The log of the operator says why.'

/** Before there is a Snapshot, and when the service stops. */
export function respondUnavailable(
  c: Ctx,
  { draining, problem }: Pick<State, 'draining' | 'problem'>,
) {
  if (draining()) return respondStarting(c, { connection: 'close' })
  return problem() === undefined
    ? respondStarting(c)
    : respondError(c, 'unavailable', REFUSED, { 'retry-after': '1' })
}
