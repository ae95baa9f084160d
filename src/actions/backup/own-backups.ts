/** Which backups in a place are ours: several installations may share it, and none may count or delete those of another. */
import { ED25519, parseVerifierKey } from '../../ledger/checkpoint.ts'
import { toHex } from '../../ledger/encoding.ts'
import { keyId } from '../../ledger/sign-checkpoint.ts'
import { openSeed, sha256 } from '../../store/base/node-signatures.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { isMissing, openEngine } from '../../store/open-store.ts'
import { type BackupPlace, installationIn, listBackups } from './backup-place.ts'

/** The ids of all keys that the log has had, the one of today first; none if there is no database, or no key yet. */
export async function readKeyIds(databaseUrl: string): Promise<string[]> {
  if (isMissing(databaseUrl)) return []
  await using engine = await openEngine(databaseUrl, { readOnly: true })
  const settings = engine.db.selectFrom('setting').select('value').where('key', '=', 'log_key')
  const seed = (await settings.executeTakeFirst())?.value
  if (seed === undefined) return []
  const current = openSeed(ED25519, Buffer.from(seed, 'base64url')).publicKey
  const rotations = engine.db.selectFrom('ledger').select('content').where('op', '=', 'rotate')
  const earlier = (await rotations.execute()).map(
    ({ content }) => parseVerifierKey(JSON.parse(content!).key).publicKey,
  )
  return [current, ...earlier.reverse()].map(idOf)
}

/** Not that of the verifier key, which has the name of the log: before there is a public address, that changes. */
const idOf = (publicKey: Uint8Array) => toHex(keyId('backup', publicKey, sha256))

/** The newest first. */
export async function listOwnBackups(place: BackupPlace, databaseUrl: string): Promise<string[]> {
  const ids = await readKeyIds(databaseUrl)
  return (await listBackups(place)).filter(name => ids.includes(installationIn(name)))
}

/** On a new machine nothing says which are ours, so there must be those of one installation only. */
export async function findNewest(place: BackupPlace, databaseUrl: string): Promise<string> {
  // A database that cannot be read may be about to be replaced.
  const ids = await readKeyIds(databaseUrl).catch((): string[] => [])
  const all = await listBackups(place)
  const own = ids.length === 0 ? all : all.filter(name => ids.includes(installationIn(name)))
  const newest = Map.groupBy(own, installationIn)
  if (newest.size === 1) return own[0]!
  const others = [...Map.groupBy(all, installationIn).values()].map(([name]) => name)
  if (others.length === 0) throw new StoreProblem(NONE)
  const what = ids.length === 0 ? 'several installations' : 'other installations only'
  throw new StoreProblem(
    `BACKUP_TO has backups of ${what}. Name the one to restore instead of newest; the newest of each: ${others.join(', ')}.`,
  )
}

export const NONE = 'There is no backup in the place that BACKUP_TO names.'
