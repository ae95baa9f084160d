/** Tokens that only this installation can make: they say when they were made, and serve one purpose, such as a link to the desk. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export function createSignedToken(
  secretKey: string,
  purpose: string,
  nowMs: number,
  random: Uint8Array,
) {
  const head = `${nowMs.toString(36)}.${Buffer.from(random).toString('base64url')}`
  return `${head}.${sign(secretKey, purpose, head)}`
}

const sign = (secretKey: string, purpose: string, head: string) =>
  createHmac('sha256', secretKey).update(`${purpose}\n${head}`).digest('base64url')

/** Says when a token was made, or null if it is not one of ours. */
export function timeOfToken(secretKey: string, purpose: string, token: string): number | null {
  const [, head, time, mac] = /^(([\da-z]{1,11})\.[\w-]{22})\.([\w-]{43})$/.exec(token) ?? []
  if (!head) return null
  const isOurs = timingSafeEqual(Buffer.from(mac!), Buffer.from(sign(secretKey, purpose, head)))
  return isOurs ? Number.parseInt(time!, 36) : null
}

const LINK_MS = 15 * 60_000
const PURPOSE = 'link to the desk'

/** Opens the desk once, for a quarter of an hour. Whoever has the key of the installation can make one: a second command, but no page and no visitor. */
export const createLinkToken = (secretKey: string, nowMs: number, random: Uint8Array) =>
  createSignedToken(secretKey, PURPOSE, nowMs, random)

export type DeskLinks = ReturnType<typeof createDeskLinks>

export function createDeskLinks(secretKey: string, nowMs: () => number) {
  // An earlier desk may have accepted a token of its time, so those no longer count.
  const startedMs = nowMs()
  const used = new Map<string, number>()
  const timeOf = (token: string) => timeOfToken(secretKey, PURPOSE, token)

  function isValid(token: string): boolean {
    const madeMs = timeOf(token)
    return madeMs !== null && madeMs >= startedMs && nowMs() - madeMs <= LINK_MS && !used.has(token)
  }

  return {
    isValid,
    /** Says whether a token opens the desk, and remembers that it was used. */
    redeem(token: string): boolean {
      for (const [old, madeMs] of used) if (nowMs() - madeMs > LINK_MS) used.delete(old)
      if (!isValid(token)) return false
      used.set(token, timeOf(token)!)
      return true
    },
  }
}
