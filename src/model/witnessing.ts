/** Witnesses: who cosigned our checkpoints, and which logs we cosign. */
import { z } from 'zod'
import { Count, object, Timestamp } from './scalars.ts'

/** `/log/witnesses` */
export const WitnessList = object('WitnessList', {
  log_size: Count,
  witnesses: z.array(
    object('WitnessList.witnesses', {
      name: z.string(),
      key: z.string(),
      size: Count,
      at: Timestamp,
      cosignature: z.string(),
    }),
  ),
})
export type WitnessList = z.infer<typeof WitnessList>

/** The last cosignature of a witness on our log. */
export interface Cosignature {
  /** The verifier key of the witness. */
  key: string
  /** The cosigned body of the checkpoint. */
  body: string
  size: number
  /** ISO 8601, as the witness states it. */
  at: string
  /** The signature line, with its line end. */
  line: string
}

/** A witness that is asked to cosign our checkpoints. */
export interface WitnessAddress {
  /** Its verifier key. */
  key: string
  /** Its submission prefix. */
  url: string
}

/** A log that we cosign. One with several keys needs the signature of any. */
export type WitnessedLog = { origin: string; key: string }

/** A signed checkpoint that was not cosigned, and the cosigned one that it does not extend. */
export interface Refusal {
  /** ISO 8601 */
  at: string
  /** `fork`: the same size with another root, which the two signatures prove. `unproven`: larger, but the proof sent with it was wrong. */
  kind: 'fork' | 'unproven'
  cosigned: string
  refused: string
}

/** What a witness keeps about one log. */
export interface WitnessRecord {
  size: number
  /** base64 */
  root: string
  /** ISO 8601 */
  at: string
  /** With the signature of the log and our cosignatures. */
  checkpoint: string
  refusals: Refusal[]
}

/** What anyone may see of this witness. */
export interface WitnessOverview {
  name: string
  /** The verifier keys: Ed25519, ML-DSA-44. */
  keys: string[]
  logs: { origin: string; keys: string[]; record: WitnessRecord | null }[]
}
