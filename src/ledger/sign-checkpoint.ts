/** Writes what `checkpoint.ts` reads. Browsers only check, and do without. */
import { ED25519, KEY_ID_BYTES, keyIdInput, NAME } from './checkpoint.ts'
import { concat, type Sha256Sync, toBase64, toHex } from './encoding.ts'

export const checkpointBody = (origin: string, size: number, root: Uint8Array): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`

export function keyId(name: string, publicKey: Uint8Array, sha256: Sha256Sync, type = ED25519) {
  return sha256(keyIdInput(name, publicKey, type)).subarray(0, KEY_ID_BYTES)
}

export function verifierKey(
  name: string,
  publicKey: Uint8Array,
  sha256: Sha256Sync,
  type = ED25519,
) {
  if (!NAME.test(name))
    throw new Error(
      'The name of a key must not be empty or contain spaces, control characters or a plus.',
    )
  const id = toHex(keyId(name, publicKey, sha256, type))
  return `${name}+${id}+${toBase64(concat(Uint8Array.of(type), publicKey))}`
}

export function signedNote(
  body: string,
  name: string,
  publicKey: Uint8Array,
  signature: Uint8Array,
  sha256: Sha256Sync,
): string {
  return `${body}\n${signatureLine(name, keyId(name, publicKey, sha256), signature)}`
}

export const signatureLine = (name: string, id: Uint8Array, signature: Uint8Array): string =>
  `— ${name} ${toBase64(concat(id, signature))}\n`
