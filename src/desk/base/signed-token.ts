/** Tokens that only this installation can make: they say when they were made, and serve one purpose. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export function createSignedToken(
  secretKey: string,
  purpose: string,
  nowMs: number,
  random: Uint8Array,
): string {
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
