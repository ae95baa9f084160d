/** The key of this witness, which is not the key of its log. Its name stays, even if the service moves to another address. */
import { hash } from 'node:crypto'
import { type Checkpoint, keyId, signatureLine, verifierKey } from '../ledger/checkpoint.ts'
import {
  COSIGNED_ED25519,
  COSIGNED_ML_DSA_44,
  type NoteKeyType,
  signedMessage,
  timedSignature,
} from '../ledger/cosignature.ts'
import { openSeed, sha256 } from '../store/base/node-signatures.ts'
import type { Store } from '../store/store.ts'

export type WitnessKey = Awaited<ReturnType<typeof openWitnessKey>>

interface StoredKey {
  name: string
  /** base64url */
  seed: string
}

const MEMO = 'witness_key'
const SEED_BYTES = 32

/** Generated once; the same for every instance on this database. */
export async function openWitnessKey(
  store: Pick<Store, 'write'>,
  baseUrl: string,
  randomBytes: (size: number) => Uint8Array,
) {
  const { name, seed } = await store.write(async writer => {
    const known = await writer.memo<StoredKey>(MEMO)
    if (known) return known
    const generated: StoredKey = {
      name: `${new URL(baseUrl).host}/witness`,
      seed: Buffer.from(randomBytes(SEED_BYTES)).toString('base64url'),
    }
    await writer.setMemo(MEMO, generated)
    return generated
  })
  const signers = [COSIGNED_ED25519, COSIGNED_ML_DSA_44].map(type =>
    createSigner(name, type as NoteKeyType, Buffer.from(seed, 'base64url')),
  )
  return {
    name,
    /** The verifier keys: Ed25519, ML-DSA-44. */
    keys: signers.map(({ key }) => key),
    /** The signature lines of both keys. */
    cosign(checkpoint: Checkpoint, now: Date): string {
      const time = Math.floor(now.getTime() / 1000)
      return signers.map(({ line }) => line(checkpoint, time)).join('')
    },
  }
}

/** No two algorithms share a seed. */
function createSigner(name: string, type: NoteKeyType, seed: Buffer) {
  const { publicKey, sign } = openSeed(type, hash('sha256', Buffer.concat([Buffer.of(type), seed]), 'buffer'))
  const id = keyId(name, publicKey, sha256, type)
  return {
    key: verifierKey(name, publicKey, sha256, type),
    line: (checkpoint: Checkpoint, time: number) =>
      signatureLine(name, id, timedSignature(time, sign(signedMessage(checkpoint, { type, name }, time)))),
  }
}
