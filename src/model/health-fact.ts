/** What the service knows about its own state, as monitoring reads it. */
import { z } from 'zod'
import { object } from './scalars.ts'

/** A `problem` needs the operator; a `warning` may. */
export const HealthStatus = z.enum(['ok', 'warning', 'problem'])
export type HealthStatus = z.infer<typeof HealthStatus>

export const HealthFact = object('HealthFact', {
  name: z.string(),
  status: HealthStatus,
  since: z.iso.datetime(),
  detail: z.string(),
})
export type HealthFact = z.infer<typeof HealthFact>
