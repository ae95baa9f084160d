/** Whom to tell of a hole in the service (RFC 9116). Made when it is asked for, because it must not be out of date. */
import type { Business } from '../model/business.ts'
import { digestOf } from '../publish/digest.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { answerMade, type Ctx, madeOf } from './answer.ts'

export const SECURITY_PATH = '/.well-known/security.txt'
const TEXT = 'text/plain; charset=utf-8'

const VALID_MS = 90 * 24 * 60 * 60 * 1000

export function answerSecurity(c: Ctx, snapshot: Snapshot): Promise<Response> {
  const { expires, since } = validityAt(c.env.nowMs)
  const body = Buffer.from(renderSecurity(snapshot, expires))
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

export function renderSecurity(
  { baseUrl, business }: Pick<Snapshot, 'baseUrl' | 'business'>,
  expires: Date,
): string {
  return `Contact: ${contactOf(business) ?? `${baseUrl}/policy`}
Expires: ${expires.toISOString()}
Preferred-Languages: en
Canonical: ${baseUrl}${SECURITY_PATH}
Policy: ${baseUrl}/policy
`
}

/** A web address must begin with https (RFC 9116 §2.5.3). */
function contactOf({ email, url }: Business): string | undefined {
  if (email) return `mailto:${email}`
  return url?.startsWith('https://') ? url : undefined
}
