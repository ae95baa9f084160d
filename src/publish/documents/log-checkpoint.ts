/** Signs the checkpoint of the log with the key of this installation. */
import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto'
import { checkpointBody, signedNote, verifierKey } from '../../ledger/checkpoint.ts'
import { sha256 } from '../../store/base/node-sha256.ts'
import type { PublishedLog } from '../log/published-log.ts'
import type { Document } from './document.ts'

/** RFC 8410: the header of a 32-byte Ed25519 private key in PKCS #8, and the length of a public key's header. */
const PRIVATE_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_HEADER_BYTES = 12
const ID_CHARACTERS = 8

export type RenderCheckpoint = (log: Pick<PublishedLog, 'size' | 'root'>) => Document[]

/** Renders `/log/checkpoint` and `/log/key`. The log is named after the host that serves it; `logId` identifies it, whatever its host is called. */
export function createLogSigning(seed: Uint8Array, baseUrl: string) {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_HEADER, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEADER_BYTES)
  const origin = `${new URL(baseUrl).hostname}/log`
  const contentType = 'text/plain; charset=utf-8'
  const renderCheckpoint: RenderCheckpoint = ({ size, root }) => {
    const body = checkpointBody(origin, size, root)
    const note = signedNote(body, origin, publicKey, sign(null, Buffer.from(body), key), sha256)
    return [
      { path: '/log/checkpoint', contentType, body: note },
      { path: '/log/key', contentType, body: `${verifierKey(origin, publicKey, sha256)}\n` },
    ]
  }
  return { renderCheckpoint, logId: hash('sha256', publicKey).slice(0, ID_CHARACTERS) }
}
