/** What a request or a mail can die of: one set of failures for everything that this program sends. */
import codes from './failure-codes.json' with { type: 'json' }

export class TimedOut extends Error {
  override name = 'TimedOut'
}

/** The name servers gave no address. Its code says more. */
export class Unresolved extends Error {
  override name = 'Unresolved'
  readonly code: string
  constructor(host: string, code: string) {
    super(`${host} has no address (${code})`)
    this.code = code
  }
}

/** The request would go to an address that it must not go to. */
export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}
/** The address is forbidden only by what name servers say, which may change, or be wrong. */
export class ForbiddenName extends ForbiddenAddress {
  override name = 'ForbiddenName'
}

/**
 * - `unsent`: there was no connection, so the receiver surely took nothing.
 * - `busy`: the receiver refuses for now, with status 429 or 5xx.
 * - `broken`, `timed out`: the receiver may have taken it.
 */
export type FailureReason =
  | 'unsent'
  | 'broken'
  | 'timed out'
  | 'forbidden'
  | 'redirect'
  | 'busy'
  | 'wrong status'
  | 'too large'

/** Why there is no usable response. The message is for the operator, and names no more of a configured address than its host. */
export class RequestFailure extends Error {
  override name = 'RequestFailure'
  readonly reason: FailureReason
  /** What the system or the library calls it, such as ECONNREFUSED. */
  readonly code: string

  constructor(message: string, reason: FailureReason, code = '') {
    super(message)
    this.reason = reason
    this.code = code
  }
}

export const reasonOfStatus = (status: number): FailureReason =>
  status === 429 || status >= 500 ? 'busy' : 'wrong status'

const SENTENCES = new Map(Object.entries(codes.sentences) as [string, [FailureReason, string]][])

/** Leaves an abort by the caller as it is. */
export function asFailure(
  error: Error,
  { hostname, protocol }: Pick<URL, 'hostname' | 'protocol'>,
): Error {
  if (error instanceof RequestFailure || error.name === 'AbortError') return error
  if (error instanceof ForbiddenAddress) {
    const what = protocol === 'http:' ? 'not HTTPS' : 'not on the public internet'
    const remedy = 'If that is intended, list its network in OUTGOING_ALLOW_CIDRS.'
    return new RequestFailure(`${hostname} is ${what}. ${remedy}`, 'forbidden')
  }
  const { code } = error as NodeJS.ErrnoException
  // The code of a DOMException is a number that says less than its name.
  const known = typeof code === 'string' ? code : error.name
  const unknown = [
    error instanceof Unresolved ? 'unsent' : 'broken',
    `cannot be reached (${known})`,
  ] as const
  const [reason, what] = SENTENCES.get(known) ?? unknown
  return new RequestFailure(`${hostname} ${what}.`, reason, known)
}

/**
 * What a request without a response died of, as far as its error tells.
 * - `limit`: this machine ran out of sockets, ports or memory.
 * - `resolver`: the name servers did not answer the question.
 * - `no name`: they answered that the name has no address.
 * - `silence`: nobody answered: no route, or a time-out.
 * - `answer`: somebody did, but refused, broke off, or has no valid certificate.
 */
export type FailureKind = 'limit' | 'resolver' | 'no name' | 'silence' | 'answer'

const LIMITS = new Set(codes.limits)
const NO_NAME = new Set(codes.noName)
/** EACCES and EPERM stand for a firewall on this machine. */
const SILENCE = new Set(codes.silence)

export function failureKind(error: unknown): FailureKind {
  // One error for each address that was tried: whoever answered counts.
  if (error instanceof AggregateError && error.errors.length > 0) {
    const kinds = error.errors.map(failureKind)
    return kinds.find(kind => kind === 'limit' || kind === 'answer') ?? kinds[0]!
  }
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (LIMITS.has(code)) return 'limit'
  if (error instanceof Unresolved) return NO_NAME.has(code) ? 'no name' : 'resolver'
  return error instanceof TimedOut || SILENCE.has(code) ? 'silence' : 'answer'
}
