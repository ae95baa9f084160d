/** Bytes: as text and back, joined, compared and hashed, with what both Node 24 and browsers offer. */

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const toUtf8 = (text: string): Uint8Array => encoder.encode(text)

export function fromUtf8(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new Error('The text is not UTF-8.')
  }
}

export function toBase64(bytes: Uint8Array): string {
  let characters = ''
  for (const byte of bytes) characters += String.fromCharCode(byte)
  return btoa(characters)
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

export const fromBase64 = (text: string): Uint8Array => decode(text, text, toBase64)

export const fromBase64Url = (text: string): Uint8Array =>
  decode(text, text.replaceAll('-', '+').replaceAll('_', '/'), toBase64Url)

/** Strict: a signed text must have a single spelling, the one that encoding the bytes gives. */
function decode(text: string, base64: string, encode: (bytes: Uint8Array) => string): Uint8Array {
  try {
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
    if (encode(bytes) === text) return bytes
  } catch {}
  throw new Error('The text is not base64 in its one canonical spelling.')
}

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')

/** For hashing, not for keeping: the bytes are part of a larger buffer. */
export function concat(...parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  return fill(length, bytes => {
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    return at
  })
}

/** Like `concat`, with the UTF-8 of a text. */
export function concatUtf8(head: Uint8Array, text: string): Uint8Array {
  // A UTF-16 unit takes at most three bytes.
  return fill(head.length + 3 * text.length, bytes => {
    bytes.set(head)
    return head.length + encoder.encodeInto(text, bytes.subarray(head.length)).written
  })
}

const POOL_BYTES = 2 ** 16
let pool = new Uint8Array()

/** Slices a large buffer: allocating a small one costs more than hashing it. */
function fill(most: number, write: (bytes: Uint8Array) => number): Uint8Array {
  const bytes = pool.length < most ? new Uint8Array(Math.max(most, POOL_BYTES)) : pool
  const end = write(bytes)
  pool = bytes.subarray(end)
  return bytes.subarray(0, end)
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/** Callers pass in SHA-256: Node computes it synchronously, browsers only asynchronously. */
export type Sha256Sync = (bytes: Uint8Array) => Uint8Array
export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

export const HASH_BYTES = 32

/** SHA-256 of browsers, which Node offers too. */
export const webSha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
