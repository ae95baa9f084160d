/** SHA-256 of this machine, as the ledger wants it handed in. */
import { hash } from 'node:crypto'
import { HASH_BYTES } from '../../ledger/sha256.ts'

/** By way of a string: to make the buffer that `hash` could give takes longer than the hash itself. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = hash('sha256', bytes, 'binary')
  const result = new Uint8Array(HASH_BYTES)
  for (let at = 0; at < HASH_BYTES; at++) result[at] = digest.charCodeAt(at)
  return result
}
