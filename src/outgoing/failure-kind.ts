/** What a request without a response died of, as far as its error tells. */

/**
 * - `limit`: this machine ran out of sockets, ports or memory.
 * - `resolver`: the name servers did not answer the question.
 * - `no name`: they answered that the name has no address.
 * - `silence`: nobody answered: no route, or a time-out.
 * - `answer`: somebody did, but refused, broke off, or has no valid certificate.
 */
export type FailureKind = 'limit' | 'resolver' | 'no name' | 'silence' | 'answer'

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

const LIMITS = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL', 'EAI_MEMORY'])
const NO_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const SILENCE = new Set([
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'ETIMEDOUT',
  // A firewall on this machine.
  'EACCES',
  'EPERM',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

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
