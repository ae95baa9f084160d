/** Session ids that verify themselves: nothing is stored, so they work on every instance and after a restart. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export type SessionIds = ReturnType<typeof createSessions>

const VERSION = 'v1.'
const TIME_BYTES = 4
const RANDOM_BYTES = 12
const MAC_BYTES = 16
const BODY_BYTES = TIME_BYTES + RANDOM_BYTES
/** The lowest bit of the last random byte says whether the client can show an interactive view. */
const FLAG_BYTE = BODY_BYTES - 1

const encode = (bytes: Buffer) => VERSION + bytes.toString('base64url')

/** The first key signs; all keys verify, so that a key can be rotated. */
export function createSessions(
  secretKeys: string[],
  { now, randomBytes }: { now: () => Date; randomBytes: (size: number) => Uint8Array },
) {
  const keys = secretKeys.map(
    key => new Uint8Array(hkdfSync('sha256', key, '', 'mcp sessions', 32)),
  )
  const sign = (body: Uint8Array, key: Uint8Array) =>
    createHmac('sha256', key).update(VERSION).update(body).digest().subarray(0, MAC_BYTES)

  return {
    mint(showsApps: boolean): string {
      const body = Buffer.alloc(BODY_BYTES)
      body.writeUInt32BE(Math.floor(now().getTime() / 1000))
      body.set(randomBytes(RANDOM_BYTES), TIME_BYTES)
      body[FLAG_BYTE] = (body[FLAG_BYTE]! & ~1) | Number(showsApps)
      return encode(Buffer.concat([body, sign(body, keys[0]!)]))
    },
    isOurs(id: string): boolean {
      const bytes = Buffer.from(id.slice(VERSION.length), 'base64url')
      // Decoding is lenient, but an id has only one spelling.
      if (bytes.length !== BODY_BYTES + MAC_BYTES || id !== encode(bytes)) return false
      const [body, mac] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)]
      return keys.some(key => timingSafeEqual(sign(body, key), mac))
    },
    /** What it was minted with; only for ids of ours. */
    showsApps: (id: string) =>
      (Buffer.from(id.slice(VERSION.length), 'base64url')[FLAG_BYTE]! & 1) === 1,
  }
}
