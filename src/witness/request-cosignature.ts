/** Asks a witness for its cosignature on our checkpoint (C2SP tlog-witness, "add-checkpoint"). */
import { parseCheckpoint, parseSignature } from '../ledger/checkpoint.ts'
import { findSignature, parseWitnessKey } from '../ledger/cosignature.ts'
import type { Cosignature } from '../model/witnessing.ts'
import { sha256, verifyBytes } from '../store/base/node-signatures.ts'
import { encodeAddCheckpoint } from './witness.ts'

export interface CosignatureRequest {
  /** The verifier key of the witness. */
  key: string
  /** Our signed checkpoint. */
  note: string
  /** What the witness cosigned last, as far as we know. */
  knownSize: number
  /** The proof that the log of that size is a prefix of ours. */
  prove(oldSize: number): Uint8Array[]
  post(body: string): Promise<{ status: number; body: string }>
}

/** A witness may cosign a newer checkpoint of another instance in between. */
const MAX_ROUNDS = 3

/** Throws with a message for the operator if the witness does not cosign. */
export async function requestCosignature(request: CosignatureRequest): Promise<Cosignature> {
  const { key, note, knownSize, prove, post } = request
  const { size } = parseCheckpoint(note)
  let oldSize = knownSize
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (oldSize > size) throw new Error(describeLonger(oldSize, size))
    const { status, body } = await post(encodeAddCheckpoint(oldSize, prove(oldSize), note))
    if (status === 200) return readCosignature(key, note, body)
    const [, latest] = /^(0|[1-9]\d{0,15})\n$/.exec(body) ?? []
    if (status === 422) throw new Error(describeFork(oldSize))
    if (status !== 409 || latest === undefined)
      throw new Error(`It answered ${status}. Does its operator list this log?`)
    oldSize = Number(latest)
  }
  throw new Error('It named another size each time. The next checkpoint will be submitted again.')
}

const describeLonger = (cosigned: number, size: number) =>
  `It has cosigned ${cosigned} entries of this log, which now has ${size}. Entries were lost, such as by restoring an old backup, or another service uses the same key.`

const describeFork = (size: number) =>
  `It does not accept that this log continues the ${size} entries it cosigned. Entries were lost or rewritten, such as by restoring an old backup.`

/** Ignores lines of unknown keys. */
function readCosignature(key: string, note: string, lines: string): Cosignature {
  const witness = parseWitnessKey(key, sha256)
  const checkpoint = parseCheckpoint(note)
  for (const text of lines.split('\n').filter(one => one !== '')) {
    const found = findSignature(
      { ...checkpoint, signatures: [parseSignature(text)] },
      witness,
      verifyBytes,
    )
    if (found.state === 'valid')
      return {
        key,
        body: checkpoint.body,
        size: checkpoint.size,
        at: new Date(found.time! * 1000).toISOString(),
        line: `${text}\n`,
      }
  }
  throw new Error('It did not return a valid cosignature of the key in WITNESSES.')
}
