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

export type DeskLinks = ReturnType<typeof createDeskLinks>

export function createDeskLinks(secretKey: string, nowMs: () => number) {
  // An earlier desk may have accepted a token of its time, so those no longer count.
  const startedMs = nowMs()
  const used = new Map<string, number>()

  function isValid(token: string): boolean {
    const madeMs = timeOf(token, secretKey)
    return madeMs !== null && madeMs >= startedMs && nowMs() - madeMs <= VALID_MS && !used.has(token)
  }

  return {
    isValid,
    /** Says whether a token opens the desk, and remembers that it was used. */
    redeem(token: string): boolean {
      for (const [old, madeMs] of used) if (nowMs() - madeMs > VALID_MS) used.delete(old)
      if (!isValid(token)) return false
      used.set(token, timeOf(token, secretKey)!)
      return true
    },
  }
}

/** Says when a token was made, or null if it is not one of ours. */
function timeOf(token: string, secretKey: string): number | null {
  const [, head, time, mac] = /^(([\da-z]{1,11})\.[\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  if (!head) return null
  const isOurs = timingSafeEqual(Buffer.from(mac!), Buffer.from(sign(secretKey, head)))
  return isOurs ? Number.parseInt(time!, 36) : null
}
