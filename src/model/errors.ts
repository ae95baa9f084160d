/**
 * Every error, in one table: HTTP, MCP, the commands and audits of the log use these codes and no others, and docs/errors.md shows this
 * table to people.
 */

/** Where an error may appear. */
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

export interface ErrorRow extends Partial<Places> {
  /** What the response says, unless it can say more precisely what is wrong. */
  message?: string
  /** Why it happens and what to do about it, in Markdown: the cells of docs/errors.md. */
  cause: string
  remedy: string
}

export const ERRORS = {
  bad_request: {
    http: 400,
    message: 'The request could not be read.',
    cause:
      'The request is not valid HTTP: it has no `Host`, for example, or an address that cannot be read.',
    remedy: 'Send it with an HTTP library, and percent-encode the address.',
  },
  validation_error: {
    http: 400,
    cause: 'Parameters are invalid. `issues` lists every one, with its name and a code.',
    remedy: 'Correct what `issues` names. Do not send the same request again.',
  },
  empty: {
    issue: true,
    cause: 'A parameter has no value.',
    remedy: 'Leave the parameter out, or give it a value.',
  },
  repeated: {
    issue: true,
    cause: 'A parameter is given more than once.',
    remedy: 'Send it once.',
  },
  unknown_parameter: {
    issue: true,
    cause:
      'An endpoint under `/api/` does not have this parameter. The message names the nearest one that it has.',
    remedy:
      'Correct the name, or leave the parameter out. The usual tracking parameters (`utm_*`, `fbclid`, `gclid`, `msclkid`, `mc_cid`, `mc_eid` and `_`) are ignored.',
  },
  invalid_type: {
    issue: true,
    cause:
      'A required parameter is missing, or a value is not a number, a whole number, or `true` or `false`, as this parameter needs.',
    remedy: 'Send the kind of value that the message names.',
  },
  invalid_format: {
    issue: true,
    cause:
      'A value is not written as this parameter needs, such as a date that does not exist or an id that is too short.',
    remedy: 'Write it as the message says: dates as `2026-11-17`.',
  },
  invalid_value: {
    issue: true,
    cause:
      'A value is not among those allowed, or does not go with the other parameters: `since` is after `until`, for example.',
    remedy: 'Choose one that the message names.',
  },
  too_small: {
    issue: true,
    cause: 'A number is below the minimum.',
    remedy: 'Use the minimum that the message names, or more.',
  },
  too_big: {
    issue: true,
    cause: 'A number is above the maximum, or a text is too long.',
    remedy: 'Use the maximum that the message names, or less.',
  },
  invalid_cursor: {
    issue: true,
    cause: 'The cursor is not from this list, or it is from a log that has been replaced.',
    remedy:
      'Start again without a cursor. If you keep a copy of the reviews, start it anew with cursor 0.',
  },
  invalid_encoding: {
    http: 400,
    issue: true,
    message: 'The request must be UTF-8.',
    cause: 'A value or a form is not UTF-8.',
    remedy: 'Encode text as UTF-8, then percent-encode it.',
  },
  invalid_action: {
    http: 400,
    message: 'action must be status or replay.',
    cause: 'A subscriber asked about its subscription with an unknown `action`.',
    remedy: 'Use `status` or `replay` ([docs/push.md](push.md)).',
  },
  not_found: {
    http: 404,
    message: 'Nothing was found at this address. /.well-known/openapi.json lists all endpoints.',
    cause:
      'There is nothing at this address: no page, no review with this id, no page of a feed that begins here, or no subscription that the request proves to own.',
    remedy:
      'Check the address. `/.well-known/openapi.json` lists all endpoints, and `/api/reviews/search` finds the ids of reviews.',
  },
  method_not_allowed: {
    http: 405,
    mcp: [405, -32600],
    message: 'Use {methods}.',
    cause: 'The address does not take this method.',
    remedy:
      'Use a method that the `Allow` header lists: `GET` to read, `POST` for MCP and the hub.',
  },
  not_acceptable: {
    http: 406,
    mcp: [406, -32600],
    message: 'Accept-Encoding rejects every available coding, including identity.',
    cause:
      '`Accept-Encoding` rules out every coding, including none at all; or an MCP client before 2026-07-28 does not accept both types.',
    remedy:
      'Leave `Accept-Encoding` out. For MCP, send `Accept: application/json, text/event-stream`.',
  },
  request_timeout: {
    http: 408,
    message: 'The request took too long to arrive.',
    cause: 'The request did not arrive completely in time.',
    remedy: 'Send it again over a better connection.',
  },
  gone: {
    http: 410,
    message: 'This review has been removed.',
    cause: 'The review was published here and has been removed. `tombstone` says when and why.',
    remedy: 'Delete your copy of it.',
  },
  precondition_failed: {
    http: 412,
    message: 'The data has changed since the version that the request names.',
    cause: 'The data is no longer what `If-Match` or `If-Unmodified-Since` says.',
    remedy: 'Get the current data without these headers.',
  },
  too_large: {
    http: 413,
    mcp: [413, -32600],
    message: 'The request must have at most {bytes} bytes.',
    cause: 'The body is larger than 16 KiB (hub) or 64 KiB (MCP).',
    remedy: 'Send less.',
  },
  unsupported_media_type: {
    http: 415,
    mcp: [415, -32600],
    cause: 'The body is compressed, or of another type than the address takes.',
    remedy:
      'Send a form as `application/x-www-form-urlencoded`, an MCP message as `application/json`, and neither compressed.',
  },
  too_many_requests: {
    http: 429,
    mcp: [429, -32600],
    message: 'Too many requests. Try again in {seconds} seconds.',
    cause: 'This client sent too many requests in a minute, or made the service work for too long.',
    remedy:
      'Wait for as many seconds as `Retry-After` says. To save requests, send `If-None-Match` or [subscribe](push.md). Operators can change [`RATE_LIMIT_PER_MINUTE`](settings.md#settings).',
  },
  headers_too_large: {
    http: 431,
    message: 'The request headers are too large.',
    cause: 'The address and headers have more than 16 KiB.',
    remedy: 'Send shorter ones.',
  },
  internal_error: {
    http: 500,
    mcp: [500, -32603],
    exit: 1,
    message: 'Something went wrong. Quote the request id when you report it.',
    cause: 'A fault of the service or the program.',
    remedy:
      'Tell the operator the `request_id`: it is in the log of the service with the details. If a command failed, report what it printed.',
  },
  not_implemented: {
    http: 501,
    message: 'json is the only format.',
    cause: 'A request to `/oembed` asks for another format than JSON.',
    remedy: 'Leave `format` out.',
  },
  unavailable: {
    http: 503,
    mcp: [503, -32603],
    message: 'The service is starting or stopping. Try again in a moment.',
    cause: 'The service is starting, stopping or busy, or has lost its database.',
    remedy: 'Try again after as many seconds as `Retry-After` says.',
  },
  parse_error: {
    mcp: [400, -32700],
    cause: 'The body is not JSON.',
    remedy: 'Send one JSON-RPC message in UTF-8.',
  },
  invalid_request: {
    mcp: [400, -32600],
    cause:
      'The body is no JSON-RPC 2.0 message or is a batch of them, or `MCP-Protocol-Version` is unknown.',
    remedy:
      'Send one message at a time, in a [protocol version](agents.md) that the service knows.',
  },
  session_missing: {
    mcp: [400, -32600],
    cause: 'A message before 2026-07-28 has no `Mcp-Session-Id`.',
    remedy: 'Send `initialize` first, then the session id of its response with every message.',
  },
  session_unknown: {
    mcp: [404, -32600],
    cause:
      'The session id was not issued by this service, or the operator has changed the secret key.',
    remedy: 'Send `initialize` again, without a session id.',
  },
  forbidden: {
    mcp: [403, -32600],
    cause: '`Host` names another domain, or `Origin` is not a web page or app that may ask.',
    remedy:
      'Connect to the public address of the service. Behind a proxy, set [`BASE_URL`](settings.md#settings).',
  },
  method_not_found: {
    mcp: [404, -32601],
    cause:
      'MCP has no such method, or this service does not offer it. Before 2026-07-28 the status is 200.',
    remedy: 'Use a method among the capabilities that the service announces.',
  },
  invalid_params: {
    mcp: [200, -32602],
    cause:
      'A tool, prompt or resource does not exist, or its parameters are invalid. If the message lacks what the protocol requires, the status is 400.',
    remedy: 'Correct what the message names; it lists the names that exist.',
  },
  header_mismatch: {
    mcp: [400, -32020],
    cause:
      '`Mcp-Method`, `Mcp-Name` or `MCP-Protocol-Version` is missing or differs from the message.',
    remedy: 'Send these headers with the values of the message.',
  },
  unsupported_protocol_version: {
    mcp: [400, -32022],
    cause: 'The message asks for a protocol version that the service does not know.',
    remedy: 'Use one that `error.data.supported` lists.',
  },
  failed: {
    exit: 1,
    cause:
      'A command could not do what it was asked to: a file cannot be read, the database cannot be reached, there is no such review, or `check` found a problem.',
    remedy: 'Do what the message on standard error says, then run it again.',
  },
  wrong_usage: {
    exit: 2,
    cause: 'An unknown command or option, a missing argument, or an invalid setting.',
    remedy: 'Run the command with `--help`; [docs/settings.md](settings.md) lists the settings.',
  },
  rows_rejected: {
    exit: 3,
    cause: 'An import worked, but some rows were not valid reviews.',
    remedy:
      'The messages name each row. Correct the file and [import](import.md) it again: rows that are already there change nothing.',
  },
  not_verified: {
    exit: 4,
    cause: '`firsthand verify` found that a service does not show what its log recorded.',
    remedy: 'See the codes below, and ask the business why.',
  },
  signature: {
    audit: true,
    cause: 'The checkpoint is not signed with the key of the log.',
    remedy: 'Try again without a proxy or cache in between. If it stays, do not trust the log.',
  },
  unsupported: {
    audit: true,
    cause: 'This browser or runtime cannot verify signatures, so nothing was checked.',
    remedy: 'Use a newer one, or the command.',
  },
  key: {
    audit: true,
    cause: 'The log is signed with another key than at the last check.',
    remedy:
      'Ask the business whether and why it changed its key. Only then start with a new pin file.',
  },
  fork: {
    audit: true,
    cause:
      'The log is not an extension of the one at the last check: it was cut, rewritten, or is gone.',
    remedy: 'Ask the business. A [restored backup](operations.md) looks the same.',
  },
  tampered: {
    audit: true,
    cause: 'The entries of the log are not those that were signed.',
    remedy:
      'Try again without a proxy or cache in between. If it stays, the log was changed afterwards.',
  },
  history: {
    audit: true,
    cause: 'The entries contradict each other: for example, a review is edited before it is added.',
    remedy:
      'Do not trust the log. Operators should report it: the program never writes such entries.',
  },
  missing: {
    audit: true,
    cause: 'A review is not shown, and no entry says why.',
    remedy: 'Ask the business where the review is; the message has its id.',
  },
  extra: {
    audit: true,
    cause: 'A review is shown that is not in the log, or that the log says was removed.',
    remedy: 'Ask the business; the message has its id.',
  },
  content: {
    audit: true,
    cause: 'A review does not say what the log recorded.',
    remedy: 'Ask the business; the message has its id.',
  },
  counts: {
    audit: true,
    cause: 'The published counts differ from those of the log.',
    remedy: 'Ask the business.',
  },
  changing: {
    audit: true,
    cause: 'The reviews kept changing while they were read, so there is no result.',
    remedy: 'Try again later.',
  },
  unreadable: {
    audit: true,
    cause: 'Something that the check needs is missing or malformed.',
    remedy: 'Check the address. If it is right, ask the operator to run `firsthand check`.',
  },
  page: {
    audit: true,
    cause: 'A page does not show the reviews, stars or rating that the data has.',
    remedy: 'Something between the service and you may change pages. Compare with `/reviews.json`.',
  },
  witness: {
    audit: true,
    cause: 'A witness named with `--witness` has not signed the log, or its signature is wrong.',
    remedy: 'Ask the witness what it signed last; `/witness` of a Firsthand shows it.',
  },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof ERRORS

type CodeWith<Field extends keyof ErrorRow> = {
  [Code in ErrorCode]: (typeof ERRORS)[Code] extends Record<Field, unknown> ? Code : never
}[ErrorCode]

export type HttpCode = CodeWith<'http'>
export type McpCode = CodeWith<'mcp'>
export type CommandCode = CodeWith<'exit'>
export type AuditCode = CodeWith<'audit'>
/** Errors that have a message for everyone. */
export type MessageCode = CodeWith<'message'>

/** In the order of the table. */
export const codesIn = <Place extends keyof Places>(place: Place) =>
  Object.entries<ErrorRow>(ERRORS)
    .filter(([, row]) => place in row)
    .map(([code]) => code as CodeWith<Place>)

/** What the table says to a client, with values for what is in braces. */
export const messageOf = (code: MessageCode, values: Record<string, string | number> = {}) =>
  ERRORS[code].message.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name]))
