/** The body of an `add-checkpoint` request (C2SP tlog-witness): old size, consistency proof, checkpoint. */
import { type Checkpoint, parseCheckpoint } from '../ledger/checkpoint.ts'
import { fromBase64, HASH_BYTES, toBase64 } from '../ledger/encoding.ts'

export type AddCheckpoint = { oldSize: number; proof: Uint8Array[]; checkpoint: Checkpoint }

/** tlog-witness, "add-checkpoint". */
const MAX_HASHES = 63

/** Throws for any other form. */
export function parseAddCheckpoint(text: string): AddCheckpoint {
  const end = text.indexOf('\n\n')
  const [first = '', ...hashes] = text.slice(0, Math.max(0, end)).split('\n')
  const [, oldSize] = /^old (0|[1-9]\d*)$/.exec(first) ?? []
  if (oldSize === undefined || !Number.isSafeInteger(Number(oldSize)))
    throw new Error('The request must begin with a line such as "old 25".')
  if (hashes.length > MAX_HASHES) throw new Error(`A proof has at most ${MAX_HASHES} hashes.`)
  const proof = hashes.map(fromBase64)
  if (proof.some(hash => hash.length !== HASH_BYTES))
    throw new Error('A hash of the proof is not 32 bytes long.')
  return { oldSize: Number(oldSize), proof, checkpoint: parseCheckpoint(text.slice(end + 2)) }
}

export const encodeAddCheckpoint = (oldSize: number, proof: Uint8Array[], note: string): string =>
  `${[`old ${oldSize}`, ...proof.map(toBase64)].join('\n')}\n\n${note}`

/** The body of a 409: the size of the checkpoint that the witness cosigned last. */
export const SIZE_TYPE = 'text/x.tlog.size'
