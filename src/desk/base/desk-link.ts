/** Links that open the desk: each works once, for a quarter of an hour. */
import { createSignedToken, timeOfToken } from './signed-token.ts'

const VALID_MS = 15 * 60_000
const PURPOSE = 'link to the desk'

/** Whoever has the key of the installation can make one: a second command, but no page and no visitor. */
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
    return madeMs !== null && madeMs >= startedMs && nowMs() - madeMs <= VALID_MS && !used.has(token)
  }

  return {
    isValid,
    /** Says whether a token opens the desk, and remembers that it was used. */
    redeem(token: string): boolean {
      for (const [old, madeMs] of used) if (nowMs() - madeMs > VALID_MS) used.delete(old)
      if (!isValid(token)) return false
      used.set(token, timeOf(token)!)
      return true
    },
  }
}
