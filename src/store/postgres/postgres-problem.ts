/** Turns PostgreSQL errors into messages for the operator. They never show the URL, which may contain a password. */
import { BUSY_TOO_LONG } from '../base/database-engine.ts'
import { StoreProblem } from '../base/store-problem.ts'
import messages from './postgres-messages.json' with { type: 'json' }

export const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** Transactions conflicted and this one was rolled back, so it may be retried (class 40). */
export const isConflict = (error: unknown) => codeOf(error).startsWith('40')

const NETWORK_CODE =
  /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)/
const DRIVER_MESSAGE =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** The connection broke, or the server is starting, stopping, overloaded (classes 08, 53 and 57P), or read-only during a failover. A full disk stays full. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error)
  return (
    /^(?:08|53(?!100)|57P0|25006|25P03)/.test(code) ||
    NETWORK_CODE.test(code) ||
    DRIVER_MESSAGE.test((error as Error).message)
  )
}

const MESSAGES: Record<string, string> = messages.by_sqlstate

export function asProblem(error: Error): Error {
  if (error instanceof StoreProblem) return error
  const message = messageFor(error)
  return message ? new StoreProblem(message, { cause: error }) : error
}

/** undefined for an error that the operator can do nothing about. */
function messageFor(error: Error): string | undefined {
  const code = codeOf(error)
  if (code === '55P03') return BUSY_TOO_LONG
  if (isConflict(error)) return `PostgreSQL is too busy: ${error.message}. Try again later.`
  if (MESSAGES[code]) return MESSAGES[code]
  if (isAway(error))
    return `PostgreSQL cannot be reached (${code || error.message}). Check that it is running, and DATABASE_URL.`
  if (PASSWORD_MESSAGE.test(error.message)) return messages.no_password
  if (TLS_MESSAGE.test(error.message))
    return `PostgreSQL cannot be reached over TLS: ${error.message}. Check sslmode in DATABASE_URL.`
  return undefined
}

const PASSWORD_MESSAGE = /password must be a (?:non-empty )?string/
const TLS_MESSAGE = /\bSSL\b|certificate/
