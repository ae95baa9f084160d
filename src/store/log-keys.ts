/** What the log says about itself: which log it continues, and that its key was replaced. */
import { ED25519 } from '../ledger/cosignature.ts'
import { checkpointBody, signedNote, verifierKey } from '../ledger/sign-checkpoint.ts'
import type { KeyEntry } from '../model/change.ts'
import { sha256 } from './base/node-sha256.ts'
import { openSeed } from './base/node-signatures.ts'
import { KEY_BYTES, readKey } from './base/stored-settings.ts'
import type { Transaction } from './transaction.ts'

export function createLogKeyWriter({ tx, ledger, changed, randomBytes }: Transaction) {
  return {
    /** Says in the log which other one it continues, once for each. */
    async notePredecessor(log: Pick<KeyEntry, 'key' | 'checkpoint'>): Promise<void> {
      const noted = await tx.selectFrom('ledger').select('content').where('op', '=', 'predecessor').execute()
      if (noted.some(({ content }) => JSON.parse(content!).key === log.key)) return
      await ledger.append([{ op: 'predecessor', ...log }])
      changed()
    },

    /** Replaces the key of the log by an entry that the old key signs; returns the new verifier key. */
    async rotateLogKey(origin: string): Promise<string> {
      const old = openSeed(ED25519, Buffer.from(await readKey(tx, 'log_key', { randomBytes }), 'base64url'))
      const seed = randomBytes(KEY_BYTES)
      const newKey = verifierKey(origin, openSeed(ED25519, seed).publicKey, sha256)
      const { size, root } = ledger.head()
      // The new key below the root: so the old one signs who comes after it.
      const body = `${checkpointBody(origin, size, root)}${newKey}\n`
      const checkpoint = signedNote(body, origin, old.publicKey, old.sign(Buffer.from(body)), sha256)
      await ledger.append([{ op: 'rotate', key: verifierKey(origin, old.publicKey, sha256), checkpoint }])
      const value = Buffer.from(seed).toString('base64url')
      await tx.updateTable('setting').set({ value }).where('key', '=', 'log_key').execute()
      changed()
      return newKey
    },
  }
}
