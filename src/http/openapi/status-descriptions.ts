/** Describes the routes that monitoring reads. */
import { z } from 'zod'
import { type Json, toJsonSchema } from '../../model/json-schema.ts'
import { Count } from '../../model/scalars.ts'
import { operation, sharedErrors } from './building-blocks.ts'

export const describeStatusRoutes = (): Json => ({
  '/healthz': {
    get: statusOperation('getHealth', 'Liveness', Health, {
      status: 'ok',
      problem: null,
      oldest_behind_seconds: 0,
    }),
  },
  '/readyz': {
    get: statusOperation('getReadiness', 'Readiness', Readiness, {
      status: 'ready',
      version: 1,
      problem: null,
    }),
  },
})

const Problem = z
  .string()
  .nullable()
  .describe('Why the newest data is not published, or reaches no subscriber; null if neither is so.')
const Health = z.object({
  status: z.literal('ok'),
  problem: Problem,
  oldest_behind_seconds: Count.describe('How long the WebSub subscriber furthest behind has been waiting.'),
})
const Readiness = z.object({
  status: z.literal('ready'),
  version: Count.describe('Increases with every change of the data.'),
  problem: Problem,
})

function statusOperation<T extends z.ZodType>(
  operationId: string,
  summary: string,
  status: T,
  example: z.infer<T>,
): Json {
  const schema = toJsonSchema(status)
  return operation(operationId, 'service', summary, 'For load balancers and monitoring.', {
    responses: {
      200: { description: 'Yes.', content: { 'application/json': { schema, example } } },
      ...sharedErrors(405, 503),
    },
  })
}
