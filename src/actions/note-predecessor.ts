/** After a lost database: the new log says which one it continues. */
import { readTextFile } from '../ingest/files/input-file.ts'
import { FileProblem } from '../ingest/values/file-problem.ts'
import { ED25519, parseVerifierKey, verifyCheckpoint } from '../ledger/checkpoint.ts'
import { sameBytes } from '../ledger/encoding.ts'
import { openSeed, sha256 } from '../store/base/node-signatures.ts'
import type { Store } from '../store/store.ts'

/** An entry of the log must not be larger than 64 KiB. */
const MAX_CHARACTERS = 16_384

/** Writes one entry, however often the service starts with the same file. */
export async function notePredecessor(file: string, store: Store): Promise<void> {
  const text = await readTextFile(file)
  if (text === null) throw wrongFile(file, 'There is no such file.')
  const [line = ''] = text.split('\n', 1)
  const key = line.trim()
  const rest = text.slice(line.length + 1)
  const checkpoint = rest.trim() === '' ? null : rest
  if (text.length > MAX_CHARACTERS) throw wrongFile(file, 'It is too long.')
  const { publicKey } = openSeed(ED25519, await store.logKey())
  try {
    if (sameBytes(parseVerifierKey(key).publicKey, publicKey))
      throw new Error('It has the key of this log itself, which was not lost.')
    if (checkpoint !== null) await verifyCheckpoint(checkpoint, key, sha256)
  } catch (error) {
    throw wrongFile(file, (error as Error).message)
  }
  await store.write(writer => writer.notePredecessor({ key, checkpoint }))
}

const wrongFile = (file: string, problem: string) =>
  new FileProblem(
    `${file} (PREDECESSOR): ${problem} It must have the key of the lost log on its first line, as /log/key showed it, and may have its last checkpoint below.`,
  )
