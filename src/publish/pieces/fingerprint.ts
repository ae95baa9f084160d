/** Addresses that change with their content, so that caches may keep it forever: /site.css as /site.0a1b2c3d4e5f.css. */
import { hash } from 'node:crypto'

const DIGITS = 12
const FINGERPRINT = new RegExp(`\\.[0-9a-f]{${DIGITS}}(?=\\.\\w+$)`)

export const fingerprintedPath = (path: string, body: Uint8Array | string) =>
  path.replace(/(?=\.\w+$)/, `.${hash('sha256', body, 'hex').slice(0, DIGITS)}`)

/** The address that stays the same; a path without a fingerprint as it is. */
export const withoutFingerprint = (path: string) => path.replace(FINGERPRINT, '')
