/** Signatures of logs and witnesses on a checkpoint: C2SP signed-note and tlog-cosignature, with Ed25519 and ML-DSA-44 keys. */
import { type Checkpoint, ED25519, splitVerifierKey, type VerifierKey } from './checkpoint.ts'
import { concat, type Sha256Sync, sameBytes, toUtf8 } from './encoding.ts'
import { keyId } from './sign-checkpoint.ts'

/** The type bytes that signed-note assigns to a cosignature, which is a signature with a time. */
export const COSIGNED_ED25519 = 4
export const COSIGNED_ML_DSA_44 = 6
const TYPES = [ED25519, COSIGNED_ED25519, COSIGNED_ML_DSA_44] as const
export type NoteKeyType = (typeof TYPES)[number]

const ED25519_BYTES = 32
const ML_DSA_44_BYTES = 1312

export interface NoteKey extends VerifierKey {
  type: NoteKeyType
  /** As it was given: name+id+key. */
  line: string
}

/** Also checks that the id belongs to the name and the key. */
export function parseNoteKey(line: string, sha256: Sha256Sync): NoteKey {
  const { type: byte, ...key } = splitVerifierKey(line)
  const type = TYPES.find(known => known === byte)
  const length = type === COSIGNED_ML_DSA_44 ? ML_DSA_44_BYTES : ED25519_BYTES
  if (type === undefined || key.publicKey.length !== length)
    throw new Error('The key is neither an Ed25519 key nor an ML-DSA-44 key.')
  if (!sameBytes(key.keyId, keyId(key.name, key.publicKey, sha256, type)))
    throw new Error('The id in the verifier key does not match its name and key.')
  return { ...key, type, line }
}

/** For keys of witnesses: a plain signature has no time, and does not say what a cosignature says. */
export function parseWitnessKey(line: string, sha256: Sha256Sync): NoteKey {
  const key = parseNoteKey(line, sha256)
  if (key.type === ED25519)
    throw new Error('The key is the key of a log. A witness has a key for cosignatures.')
  return key
}

/** Checks a bare signature. */
export type VerifyBytes = (
  key: Pick<NoteKey, 'type' | 'publicKey'>,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean

/** `time` is in seconds since 1970; null for a plain signature, which has none. */
type FoundSignature =
  | { state: 'missing' }
  | { state: 'wrong' }
  | { state: 'valid'; time: number | null }

/** signed-note, "Signatures": ignores those of other keys; every one of this key must be valid. */
export function findSignature(
  checkpoint: Checkpoint,
  key: NoteKey,
  verify: VerifyBytes,
): FoundSignature {
  const own = checkpoint.signatures.filter(
    one => one.name === key.name && sameBytes(one.keyId, key.keyId),
  )
  let found: FoundSignature = { state: 'missing' }
  for (const { signature } of own) {
    const time = key.type === ED25519 ? null : readTime(signature)
    const bare = key.type === ED25519 ? signature : signature.subarray(TIME_BYTES)
    if (Number.isNaN(time) || !verify(key, signedMessage(checkpoint, key, time), bare))
      return { state: 'wrong' }
    if (found.state !== 'valid' || Number(time) > Number(found.time))
      found = { state: 'valid', time }
  }
  return found
}

const TIME_BYTES = 8
/** The last second that a Date can express. */
const MAX_TIME = 8.64e12

/** NaN if there is none. */
function readTime(signature: Uint8Array): number {
  if (signature.length <= TIME_BYTES) return Number.NaN
  const time = Number(new DataView(signature.buffer, signature.byteOffset).getBigUint64(0))
  return time > 0 && time <= MAX_TIME ? time : Number.NaN
}

/** What follows the key id in a cosignature. */
export const timedSignature = (time: number, signature: Uint8Array) =>
  concat(uint64(time), signature)

/** What is signed: the body of the checkpoint, preceded by the time or taken apart, as the type of the key says. */
export function signedMessage(
  { body, origin, size, root }: Pick<Checkpoint, 'body' | 'origin' | 'size' | 'root'>,
  { type, name }: Pick<NoteKey, 'type' | 'name'>,
  time: number | null,
): Uint8Array {
  if (type === ED25519) return toUtf8(body)
  if (type === COSIGNED_ED25519) return toUtf8(`cosignature/v1\ntime ${time}\n${body}`)
  const start = uint64(0)
  return concat(
    toUtf8('subtree/v1\n\0'),
    withLength(name),
    uint64(time!),
    withLength(origin),
    start,
    uint64(size),
    root,
  )
}

function uint64(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

/** RFC 8446 §3.4: a vector with its length in one byte. A longer name cannot be signed, and gets a length that nobody signed. */
function withLength(text: string): Uint8Array {
  const bytes = toUtf8(text)
  return concat(Uint8Array.of(bytes.length > 255 ? 0 : bytes.length), bytes)
}
