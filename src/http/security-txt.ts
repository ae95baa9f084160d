/** Whom to tell of a hole in the service (RFC 9116). Made when it is asked for, because it must not be out of date. */
import { digestOf } from '../publish/pieces/content-digest.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { answerError, answerMade, type Ctx, madeOf } from './response.ts'

export const SECURITY_PATH = '/.well-known/security.txt'
const TEXT = 'text/plain; charset=utf-8'

type House = Pick<Snapshot, 'baseUrl' | 'business'>

const VALID_MS = 90 * 24 * 60 * 60 * 1000

export function answerSecurity(c: Ctx, snapshot: Snapshot): Response | Promise<Response> {
  const { expires, since } = validityAt(c.env.nowMs)
  const text = renderSecurity(snapshot, expires)
  if (text === null) return answerError(c, 404, 'not_found', NOBODY)
  const body = Buffer.from(text)
  const lastModified = Math.max(Date.parse(snapshot.lastModified), since.getTime())
  const made = { ...madeOf(digestOf(body), body), contentType: TEXT }
  return answerMade(c, made, new Date(lastModified).toISOString())
}

/** Ends with the first month that is far enough away, so that the bytes change once a month. `since` is when they did. */
export function validityAt(nowMs: number): { expires: Date; since: Date } {
  const soonest = new Date(nowMs + VALID_MS)
  const [year, month] = [soonest.getUTCFullYear(), soonest.getUTCMonth()]
  return {
    expires: new Date(Date.UTC(year, month + 1)),
    since: new Date(Date.UTC(year, month) - VALID_MS),
  }
}

export const NOBODY = 'This business names no contact for security.'

/** null where there is nobody to tell. */
export function renderSecurity(house: House, expires: Date): string | null {
  const contact = contactOf(house)
  const { baseUrl } = house
  if (contact === undefined) return null
  return `Contact: ${contact}
Expires: ${expires.toISOString()}
Preferred-Languages: en
${baseUrl.startsWith('https://') ? `Canonical: ${baseUrl}${SECURITY_PATH}\n` : ''}`
}

/** A web address must begin with https (RFC 9116 §2.5.3). */
function contactOf({ business: { email, url } }: House): string | undefined {
  if (email) return `mailto:${email}`
  return url?.startsWith('https://') ? url : undefined
}
