/** Signs the checkpoint of the log with the key of this installation. */
import { hash } from 'node:crypto'
import { ED25519 } from '../../ledger/checkpoint.ts'
import { checkpointBody, signedNote, verifierKey } from '../../ledger/sign-checkpoint.ts'
import type { Cosignature, WitnessList } from '../../model/witnessing.ts'
import { openSeed, sha256 } from '../../store/base/node-signatures.ts'
import type { PublishedLog } from '../log/published-log.ts'
import type { Document } from './document.ts'

const ID_CHARACTERS = 8

export type RenderCheckpoint = (
  log: Pick<PublishedLog, 'size' | 'root'>,
  cosignatures?: Cosignature[],
) => Document[]

/** Renders `/log/checkpoint`, `/log/key` and `/log/witnesses`. The origin is the name of the log; `logId` identifies it, whatever it is called. */
export function createLogSigning(seed: Uint8Array, origin: string) {
  const { publicKey, sign } = openSeed(ED25519, seed)
  const contentType = 'text/plain; charset=utf-8'
  const renderCheckpoint: RenderCheckpoint = ({ size, root }, cosignatures = []) => {
    const body = checkpointBody(origin, size, root)
    const note = signedNote(body, origin, publicKey, sign(Buffer.from(body)), sha256)
    const current = cosignatures.filter(one => one.body === body)
    return [
      {
        path: '/log/checkpoint',
        contentType,
        body: [note, ...current.map(({ line }) => line)].join(''),
      },
      { path: '/log/key', contentType, body: `${verifierKey(origin, publicKey, sha256)}\n` },
      renderWitnesses(cosignatures, size),
    ]
  }
  return { renderCheckpoint, logId: hash('sha256', publicKey).slice(0, ID_CHARACTERS) }
}

function renderWitnesses(cosignatures: Cosignature[], log_size: number): Document {
  const list: WitnessList = {
    log_size,
    witnesses: cosignatures.map(({ key, size, at, line }) => ({
      name: key.split('+')[0]!,
      key,
      size,
      at,
      cosignature: line.trimEnd(),
    })),
  }
  return { path: '/log/witnesses', contentType: 'application/json', body: JSON.stringify(list) }
}
