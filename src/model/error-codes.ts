/** Every error code, in one list: HTTP, MCP, the commands and audits of the log use these words and no others. docs/errors.md explains each. */

/** Where a code appears. */
interface Places {
  /** In the body of an HTTP response with this status. */
  http?: number
  /** Among the `issues` of a `validation_error`. */
  issue?: true
  /** In an MCP error: the status of the response, and the number that JSON-RPC has for it. */
  mcp?: readonly [status: number, number: number]
  /** In the JSON that a command prints before it ends with this exit code. */
  exit?: number
  /** In the result of an audit. */
  audit?: true
}

export const ERROR_CODES = {
  bad_request: { http: 400 },
  validation_error: { http: 400 },
  empty: { issue: true },
  repeated: { issue: true },
  unknown_parameter: { issue: true },
  invalid_type: { issue: true },
  invalid_format: { issue: true },
  invalid_value: { issue: true },
  too_small: { issue: true },
  too_big: { issue: true },
  invalid_cursor: { issue: true },
  invalid_encoding: { http: 400, issue: true },
  invalid_action: { http: 400 },
  not_found: { http: 404 },
  method_not_allowed: { http: 405, mcp: [405, -32600] },
  not_acceptable: { http: 406, mcp: [406, -32600] },
  request_timeout: { http: 408 },
  gone: { http: 410 },
  precondition_failed: { http: 412 },
  too_large: { http: 413, mcp: [413, -32600] },
  unsupported_media_type: { http: 415, mcp: [415, -32600] },
  too_many_requests: { http: 429, mcp: [429, -32600] },
  headers_too_large: { http: 431 },
  internal_error: { http: 500, mcp: [500, -32603], exit: 1 },
  not_implemented: { http: 501 },
  unavailable: { http: 503, mcp: [503, -32603] },
  parse_error: { mcp: [400, -32700] },
  invalid_request: { mcp: [400, -32600] },
  session_missing: { mcp: [400, -32600] },
  session_unknown: { mcp: [404, -32600] },
  forbidden: { mcp: [403, -32600] },
  method_not_found: { mcp: [404, -32601] },
  invalid_params: { mcp: [200, -32602] },
  header_mismatch: { mcp: [400, -32020] },
  unsupported_protocol_version: { mcp: [400, -32022] },
  failed: { exit: 1 },
  wrong_usage: { exit: 2 },
  rows_rejected: { exit: 3 },
  not_verified: { exit: 4 },
  signature: { audit: true },
  unsupported: { audit: true },
  key: { audit: true },
  fork: { audit: true },
  tampered: { audit: true },
  history: { audit: true },
  missing: { audit: true },
  extra: { audit: true },
  content: { audit: true },
  counts: { audit: true },
  changing: { audit: true },
  unreadable: { audit: true },
  page: { audit: true },
  witness: { audit: true },
} as const satisfies Record<string, Places>

export type ErrorCode = keyof typeof ERROR_CODES

type CodeIn<Place extends keyof Places> = {
  [Code in ErrorCode]: (typeof ERROR_CODES)[Code] extends Record<Place, unknown> ? Code : never
}[ErrorCode]

export type HttpCode = CodeIn<'http'>
export type McpCode = CodeIn<'mcp'>
export type CommandCode = CodeIn<'exit'>
export type AuditCode = CodeIn<'audit'>

/** In the order of the list. */
export const codesIn = <Place extends keyof Places>(place: Place) =>
  Object.entries(ERROR_CODES)
    .filter(([, places]) => place in places)
    .map(([code]) => code as CodeIn<Place>)
