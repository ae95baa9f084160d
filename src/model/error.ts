/** The bodies of error responses. */
import { z } from 'zod'

export const Issue = z.object({
  path: z.array(z.union([z.string(), z.int()])).describe('The invalid parameter.'),
  code: z.string().describe('A stable code, such as too_big, invalid_type, repeated.'),
  message: z.string(),
})
export type Issue = z.infer<typeof Issue>

export const ErrorBody = z
  .object({
    error: z.string().describe('A stable code, such as not_found.'),
    message: z.string(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>

export const ValidationErrorBody = z
  .object({ error: z.literal('validation_error'), message: z.string(), issues: z.array(Issue).min(1) })
  .meta({ id: 'ValidationError' })
export type ValidationErrorBody = z.infer<typeof ValidationErrorBody>
