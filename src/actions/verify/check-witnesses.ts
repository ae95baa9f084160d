/** Which of the witnesses that the checker trusts cosigned a checkpoint. Their keys come from the checker, never from the service. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AuditFailure, type AuditInputs } from '../../ledger/audit.ts'
import { parseCheckpoint } from '../../ledger/checkpoint.ts'
import { findSignature, type NoteKey } from '../../ledger/cosignature.ts'
import { verifyBytes } from '../../store/base/node-signatures.ts'

export type TrustedWitnesses = { keys: NoteKey[]; required: number }

/** `at` is ISO 8601, as the witness states it. */
export type Cosigned = { name: string; at: string }

const ATTEMPTS = 4
const WAIT_MS = 1000

/** A new checkpoint is published at once, and again seconds later with its cosignatures. */
export async function awaitCosignatures(
  note: string,
  get: AuditInputs['get'],
  witnesses: TrustedWitnesses,
) {
  const { body } = parseCheckpoint(note)
  for (let attempt = 1; ; attempt++) {
    const { cosigned, missing } = checkCosignatures(note, witnesses)
    if (cosigned.length >= witnesses.required) return cosigned
    if (attempt === ATTEMPTS) throw new AuditFailure('witness', describeMissing(missing, witnesses))
    await sleep(WAIT_MS)
    const newer = Buffer.from(await get('/log/checkpoint')).toString()
    if (newer.startsWith(`${body}\n`)) note = newer
  }
}

function checkCosignatures(note: string, { keys }: TrustedWitnesses) {
  const checkpoint = parseCheckpoint(note)
  const cosigned: Cosigned[] = []
  const missing: string[] = []
  for (const key of keys) {
    const found = findSignature(checkpoint, key, verifyBytes)
    if (found.state === 'wrong')
      throw new AuditFailure('witness', `The cosignature of the witness ${key.name} is not valid.`)
    if (found.state === 'missing') missing.push(key.name)
    else cosigned.push({ name: key.name, at: new Date(found.time! * 1000).toISOString() })
  }
  return { cosigned, missing }
}

const describeMissing = (missing: string[], { keys, required }: TrustedWitnesses) =>
  `The log as it is now is not cosigned by ${missing.join(', ')}. ${keys.length - missing.length} of ${keys.length} witnesses signed it; ${required} are required.`
