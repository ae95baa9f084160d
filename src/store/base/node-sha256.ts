/** Node's SHA-256 for the ledger, which has none of its own because it also runs in browsers. */
import { hash } from 'node:crypto'
import { HASH_BYTES } from '../../ledger/sha256.ts'

/** By way of a string, because allocating the buffer that `hash` would return takes longer than hashing. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = hash('sha256', bytes, 'binary')
  const result = new Uint8Array(HASH_BYTES)
  for (let index = 0; index < HASH_BYTES; index++) result[index] = digest.charCodeAt(index)
  return result
}
