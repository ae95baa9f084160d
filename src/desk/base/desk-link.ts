/** Links that open the desk: each works once, for a quarter of an hour. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const VALID_MS = 15 * 60_000
const PURPOSE = 'link to the desk'

/** Whoever has the key of the installation can make one: a second command, but no page and no visitor. */
export function createLinkToken(secretKey: string, nowMs: number, random: Uint8Array): string {
  const head = `${nowMs.toString(36)}.${Buffer.from(random).toString('base64url')}`
  return `${head}.${sign(secretKey, head)}`
}

const sign = (secretKey: string, head: string) =>
  createHmac('sha256', secretKey).update(`${PURPOSE}\n${head}`).digest('base64url')

/** Says whether a token opens the desk, and remembers that it was used. */
export function createTokenCheck(secretKey: string, nowMs: () => number): (token: string) => boolean {
  // An earlier desk may have accepted a token of its time, so those no longer count.
  const startedMs = nowMs()
  const used = new Map<string, number>()

  return token => {
    const now = nowMs()
    for (const [old, madeMs] of used) if (now - madeMs > VALID_MS) used.delete(old)
    const madeMs = timeOf(token, secretKey)
    if (madeMs === null || madeMs < startedMs || now - madeMs > VALID_MS || used.has(token)) return false
    used.set(token, madeMs)
    return true
  }
}

/** Says when a token was made, or null if it is not one of ours. */
function timeOf(token: string, secretKey: string): number | null {
  const [, head, time, mac] = /^(([\da-z]{1,11})\.[\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  if (!head) return null
  const isOurs = timingSafeEqual(Buffer.from(mac!), Buffer.from(sign(secretKey, head)))
  return isOurs ? Number.parseInt(time!, 36) : null
}
