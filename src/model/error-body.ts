/** The bodies of error responses. */
import { z } from 'zod'
import { codesIn, ERRORS, type McpCode } from './errors.ts'
import { named, object } from './scalars.ts'

export const Issue = object('Issue', {
  path: z.array(z.union([z.string(), z.int()])),
  code: z.enum(codesIn('issue')),
  message: z.string(),
})
export type Issue = z.infer<typeof Issue>

export const ErrorBody = named('Error', {
  error: z.enum(codesIn('http')),
  message: z.string(),
  request_id: z.string().optional(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const ValidationErrorBody = z
  .object({
    error: z.literal('validation_error'),
    message: z.string(),
    issues: z.array(Issue).min(1),
  })
  .meta({ id: 'ValidationError' })
export type ValidationErrorBody = z.infer<typeof ValidationErrorBody>

/** The same error as RFC 9457 describes it, for clients that ask for it. */
export const ProblemBody = named('Problem', {
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  error: ErrorBody.shape.error,
  issues: z.array(Issue).optional(),
  request_id: z.string().optional(),
})
export type ProblemBody = z.infer<typeof ProblemBody>

export type RpcId = string | number | null

/** An MCP error. JSON-RPC has only numbers for errors, so `data` has the code. */
export const mcpErrorBody = (error: McpCode, message: string, id: RpcId = null) => ({
  jsonrpc: '2.0' as const,
  id,
  error: { code: ERRORS[error].mcp[1], message, data: { error } },
})
