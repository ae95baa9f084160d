/** What PostgreSQL says when something is wrong, in words for the operator. A URL may hold a password: it is never shown. */
import { BUSY_TOO_LONG } from '../base/database-engine.ts'
import { StoreProblem } from '../base/store-problem.ts'

export const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** Two transactions stood in each other's way: the one that was undone may try again (class 40). */
export const isConflict = (error: unknown) => codeOf(error).startsWith('40')

/** Kysely tries to go on when it cannot make its table of migrations, and hears no more than this. */
export const isAborted = (error: unknown) => codeOf(error) === '25P02'

const OF_THE_NETWORK = /^(?:ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|ENOENT)/
const OF_THE_DRIVER =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/

/** The connection broke, or the server is starting, stopping, full (classes 08, 53 and 57P) or for readers only until another takes over. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error)
  return (
    /^(?:08|53|57P0|25006|25P03)/.test(code) ||
    OF_THE_NETWORK.test(code) ||
    OF_THE_DRIVER.test((error as Error).message)
  )
}

export const NOT_UNDERSTOOD =
  'DATABASE_URL must look like postgres://user:password@host:5432/name. In a password, write %40 for @, %2F for /, %3A for : and %23 for #.'

const REASONS: Record<string, string> = {
  '28000': 'refuses this user',
  '28P01': 'refuses the password',
  '3D000': 'has no database with that name; make it with createdb',
  '42501': 'does not let this user make or change tables',
}

export const MAY_NOT_MAKE_TABLES = inWords(REASONS['42501']!)

function inWords(reason: string): string {
  return `PostgreSQL ${reason}. Check DATABASE_URL.`
}

export function asProblem(error: Error): Error {
  if (error instanceof StoreProblem) return error
  if (codeOf(error) === '55P03') return new StoreProblem(BUSY_TOO_LONG, { cause: error })
  if (isConflict(error))
    return new StoreProblem(`PostgreSQL is too busy: ${error.message}.`, { cause: error })
  const reason = REASONS[codeOf(error)]
  if (reason) return new StoreProblem(inWords(reason), { cause: error })
  if (isAway(error))
    return new StoreProblem(`PostgreSQL cannot be reached (${codeOf(error) || error.message}).`, {
      cause: error,
    })
  if (WANTS_PASSWORD.test(error.message)) return new StoreProblem(inWords(NO_PASSWORD), { cause: error })
  if (OF_TLS.test(error.message))
    return new StoreProblem(`PostgreSQL cannot be reached safely: ${error.message}. Check DATABASE_URL.`, {
      cause: error,
    })
  return error
}

const WANTS_PASSWORD = /password must be a (?:non-empty )?string/
const NO_PASSWORD = 'wants a password; write it into the URL, or set PGPASSWORD'
const OF_TLS = /\bSSL\b|certificate/
