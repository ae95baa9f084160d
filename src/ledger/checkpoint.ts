/** The signed head of the log: a C2SP tlog-checkpoint in a C2SP signed-note, with Ed25519 keys. */
import { concat, fromBase64, HASH_BYTES, type Sha256, sameBytes, toUtf8 } from './encoding.ts'

export type NoteSignature = { name: string; keyId: Uint8Array; signature: Uint8Array }

export interface Checkpoint {
  origin: string
  size: number
  root: Uint8Array
  /** The signed text. */
  body: string
  signatures: NoteSignature[]
}

export type VerifierKey = { name: string; keyId: Uint8Array; publicKey: Uint8Array }

/** The note may be fine, but this environment lacks Ed25519. */
export class CannotVerify extends Error {}

/** The type byte that signed-note assigns. */
export const ED25519 = 1
const PUBLIC_KEY_BYTES = 32
export const KEY_ID_BYTES = 4
/** signed-note allows no Unicode spaces and no plus. Control characters could manipulate a terminal. */
export const NAME = /^[^\s+\p{Cc}]+$/u

export const keyIdInput = (name: string, publicKey: Uint8Array, type = ED25519) =>
  concat(toUtf8(`${name}\n`), Uint8Array.of(type), publicKey)

export function parseVerifierKey(text: string): VerifierKey {
  const { name, keyId, type, publicKey } = splitVerifierKey(text)
  if (type !== ED25519 || publicKey.length !== PUBLIC_KEY_BYTES)
    throw new Error('The key is not a 32-byte Ed25519 key.')
  return { name, keyId, publicKey }
}

/** For a key of any signature type. */
export function splitVerifierKey(text: string): VerifierKey & { type: number | undefined } {
  const [name = '', id = '', ...key] = text.split('+')
  if (!NAME.test(name) || !/^[0-9a-f]{8}$/.test(id))
    throw new Error('The key is not a verifier key. Expected name+id+key on one line.')
  const bytes = fromBase64(key.join('+'))
  const idBytes = Uint8Array.from(id.match(/../g)!, byte => Number.parseInt(byte, 16))
  return { name, keyId: idBytes, type: bytes[0], publicKey: bytes.subarray(1) }
}

/** Parses without verifying; see `verifyCheckpoint`. */
export function parseCheckpoint(text: string): Checkpoint {
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text))
    throw new Error('The checkpoint contains control characters.')
  const end = text.lastIndexOf('\n\n') + 1
  if (end === 0 || !text.endsWith('\n'))
    throw new Error('The checkpoint is not a text followed by signatures.')
  const body = text.slice(0, end)
  const signatures = text
    .slice(end + 1, -1)
    .split('\n')
    .map(parseSignature)
  return { ...parseBody(body), body, signatures }
}

function parseBody(body: string): Pick<Checkpoint, 'origin' | 'size' | 'root'> {
  const lines = body.slice(0, -1).split('\n')
  const [origin, size, root] = lines as [string, string, string]
  if (lines.length < 3 || lines.includes(''))
    throw new Error('The checkpoint must begin with three lines: origin, size and root hash.')
  if (!/^(?:0|[1-9]\d*)$/.test(size) || !Number.isSafeInteger(Number(size)))
    throw new Error('The size in the checkpoint is not a whole number.')
  const hash = fromBase64(root)
  if (hash.length !== HASH_BYTES)
    throw new Error('The root hash in the checkpoint is not 32 bytes long.')
  return { origin, size: Number(size), root: hash }
}

export function parseSignature(line: string): NoteSignature {
  const [dash, name, encoded, ...rest] = line.split(' ')
  if (dash !== '—' || !name || !NAME.test(name) || !encoded || rest.length > 0)
    throw new Error('A signature line of the checkpoint is not "— name signature".')
  const bytes = fromBase64(encoded)
  if (bytes.length <= KEY_ID_BYTES) throw new Error('A signature of the checkpoint is too short.')
  return { name, keyId: bytes.subarray(0, KEY_ID_BYTES), signature: bytes.subarray(KEY_ID_BYTES) }
}

/** signed-note, "Signatures": ignore those of unknown keys; that of the known key must be present and valid. */
export async function verifyCheckpoint(
  note: string,
  vkey: string,
  hash: Sha256,
): Promise<Checkpoint> {
  const key = parseVerifierKey(vkey)
  const expected = await hash(keyIdInput(key.name, key.publicKey))
  if (!sameBytes(key.keyId, expected.subarray(0, KEY_ID_BYTES)))
    throw new Error('The id in the verifier key does not match its name and key.')
  const checkpoint = parseCheckpoint(note)
  const own = checkpoint.signatures.filter(
    one => one.name === key.name && sameBytes(one.keyId, key.keyId),
  )
  if (own.length === 0) throw new Error(`The checkpoint is not signed by ${key.name}.`)
  const verify = await createVerify(key.publicKey)
  for (const { signature } of own)
    if (!(await verify(signature, toUtf8(checkpoint.body))))
      throw new Error(`The signature of ${key.name} on the checkpoint is wrong.`)
  return checkpoint
}

async function createVerify(publicKey: Uint8Array) {
  // Browsers offer `subtle` only on pages served over TLS.
  const subtle = globalThis.crypto?.subtle
  const key = await subtle
    ?.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify'])
    .catch(() => undefined)
  if (!key)
    throw new CannotVerify(
      'Ed25519 signatures cannot be checked here. Use a current browser and an https URL, or the command line.',
    )
  return (signature: Uint8Array, message: Uint8Array) =>
    subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message))
}
