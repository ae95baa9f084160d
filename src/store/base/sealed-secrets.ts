/** Encrypts secrets for the database. */
import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync } from 'node:crypto'

export type Seal = ReturnType<typeof createSeal>

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The first key encrypts and all of them decrypt, so that an operator can replace a key. */
export function createSeal(secretKeys: string[], randomBytes: (size: number) => Uint8Array) {
  const keys = secretKeys.map(key =>
    createSecretKey(new Uint8Array(hkdfSync('sha256', key, '', 'websub secrets', 32))),
  )
  return {
    close(text: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, keys[0]!, nonce)
      const encrypted = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]).toString('base64url')
    },
    /** null if none of the keys fits. */
    open(sealed: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const key of keys) {
        try {
          const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
          decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
          const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
          // Throws if the tag does not fit. There is never more text: this cipher has no blocks.
          decipher.final()
          return text.toString()
        } catch {
          // Sealed with another key: try the next.
        }
      }
      return null
    },
  }
}
