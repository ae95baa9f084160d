/** Every error code, in one list (`error-codes.json`): HTTP, MCP, the commands and audits of the log use these words and no others. docs/errors.md explains each. */
import codes from './error-codes.json' with { type: 'json' }

/** Where a code may appear. */
interface Places {
  /** In the body of an HTTP response with this status. */
  http: number
  /** Among the `issues` of a `validation_error`. */
  issue: true
  /** In an MCP error: the status of the response, and the number that JSON-RPC has for it. */
  mcp: readonly [status: number, number: number]
  /** In the JSON that a command prints before it ends with this exit code. */
  exit: number
  /** In the result of an audit. */
  audit: true
}

export type ErrorCode = keyof typeof codes
type CodeIn<Place extends keyof Places> = {
  [Code in ErrorCode]: (typeof codes)[Code] extends Record<Place, unknown> ? Code : never
}[ErrorCode]

export const ERROR_CODES = codes as unknown as {
  [Code in ErrorCode]: Pick<Places, keyof (typeof codes)[Code] & keyof Places>
}

export type HttpCode = CodeIn<'http'>
export type McpCode = CodeIn<'mcp'>
export type CommandCode = CodeIn<'exit'>
export type AuditCode = CodeIn<'audit'>

/** In the order of the list. */
export const codesIn = <Place extends keyof Places>(place: Place) =>
  Object.entries(ERROR_CODES)
    .filter(([, places]) => place in places)
    .map(([code]) => code as CodeIn<Place>)
