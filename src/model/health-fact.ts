/** What the service knows about its own state, as monitoring reads it. */
import { z } from 'zod'

/** A `problem` needs the operator; a `warning` may. */
export const HealthStatus = z.enum(['ok', 'warning', 'problem'])
export type HealthStatus = z.infer<typeof HealthStatus>

export const HealthFact = z.object({
  name: z.string().describe('What it is about, such as database or disk.'),
  status: HealthStatus,
  since: z.iso.datetime().describe('Since when the status is so, as far as this process knows.'),
  detail: z.string().describe('One or two sentences for the operator: what is so, and what to do.'),
})
export type HealthFact = z.infer<typeof HealthFact>
