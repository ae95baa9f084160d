/** What Node computes for the ledger, which also runs in browsers: SHA-256, and Ed25519 and ML-DSA-44 for keys in the raw form of verifier keys. */
import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto'
import { COSIGNED_ML_DSA_44, type NoteKeyType, type VerifyBytes } from '../../ledger/cosignature.ts'
import { HASH_BYTES } from '../../ledger/encoding.ts'

/** RFC 8410 and RFC 9881: the headers of a public key in SPKI, and of a private key of 32 bytes (the seed) in PKCS #8. */
const HEADERS = {
  ed25519: { public: '302a300506032b6570032100', private: '302e020100300506032b657004220420' },
  mlDsa44: {
    public: '30820532300b06096086480165030403110382052100',
    private: '3034020100300b060960864801650304031104228020',
  },
}

const headersOf = (type: NoteKeyType) =>
  type === COSIGNED_ML_DSA_44 ? HEADERS.mlDsa44 : HEADERS.ed25519

const der = (header: string, key: Uint8Array) => Buffer.concat([Buffer.from(header, 'hex'), key])

export const verifyBytes: VerifyBytes = ({ type, publicKey }, message, signature) => {
  const key = createPublicKey({
    key: der(headersOf(type).public, publicKey),
    format: 'der',
    type: 'spki',
  })
  return verify(null, message, key, signature)
}

export function openSeed(type: NoteKeyType, seed: Uint8Array) {
  const headers = headersOf(type)
  const key = createPrivateKey({ key: der(headers.private, seed), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    publicKey: new Uint8Array(spki.subarray(headers.public.length / 2)),
    sign: (message: Uint8Array): Uint8Array => sign(null, message, key),
  }
}

/** By way of a string, because allocating the buffer that `hash` would return takes longer than hashing. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = hash('sha256', bytes, 'binary')
  const result = new Uint8Array(HASH_BYTES)
  for (let index = 0; index < HASH_BYTES; index++) result[index] = digest.charCodeAt(index)
  return result
}
