/** Short digests of content, and addresses that change with it so that caches may keep it forever: /site.0a1b2c3d4e5f.css. */
import { hash } from 'node:crypto'

const CHARACTERS = 22

/** Different contents never share one by chance. */
export const digestOf = (content: Uint8Array | string) =>
  hash('sha256', content, 'base64url').slice(0, CHARACTERS)

const DIGITS = 12
const FINGERPRINT = new RegExp(`\\.[0-9a-f]{${DIGITS}}(?=\\.\\w+$)`)

export const fingerprintedPath = (path: string, body: Uint8Array | string) =>
  path.replace(/(?=\.\w+$)/, `.${hash('sha256', body, 'hex').slice(0, DIGITS)}`)

/** The address that stays the same; a path without a fingerprint as it is. */
export const withoutFingerprint = (path: string) => path.replace(FINGERPRINT, '')
