/** Where backups are kept outside of this machine: a folder, such as a mounted disk, or a bucket. All of them are encrypted. */
import { copyFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { type BucketSettings, openBucket } from './bucket.ts'

/** `list` returns names in no order; what else is there may be among them. */
export type BackupPlace = ReturnType<typeof openBucket>

export interface BackupSettings extends BucketSettings {
  /** A folder, or the https address of a bucket with what its objects begin with. */
  backupTo?: string | undefined
  backupPassphrase?: string | undefined
  /** How many are kept there. */
  backupKeep: number
}

export function openPlace(settings: BackupSettings): BackupPlace {
  const { backupTo } = settings
  if (!backupTo)
    throw new StoreProblem('Set BACKUP_TO and BACKUP_PASSPHRASE (docs/operations.md), or name a file.')
  return /^https?:\/\//.test(backupTo) ? openBucket(backupTo, settings) : openFolder(backupTo)
}

export async function withPlace<T>(settings: BackupSettings, use: (place: BackupPlace) => Promise<T>) {
  const place = openPlace(settings)
  return await use(place).finally(() => place.close())
}

function openFolder(folder: string): BackupPlace {
  /** Not made by us: a disk that is not mounted must not pass for an empty folder. */
  const inFolder = async <T>(work: Promise<T>): Promise<T> =>
    await work.catch(error => {
      throw new StoreProblem(
        `The folder for backups ${folder} cannot be used (${error.code ?? error.message}).`,
      )
    })
  return {
    list: () => inFolder(readdir(folder)),
    async put(name, file) {
      const part = join(folder, `${name}.part`)
      await inFolder(copyFile(file, part))
      await inFolder(rename(part, join(folder, name)))
    },
    get: (name, file) => inFolder(copyFile(join(folder, name), file)),
    remove: name => inFolder(rm(join(folder, name))),
    async close() {},
  }
}

const NAME = /^firsthand-\d{8}T\d{6}Z\.db\.age$/

/** firsthand-20261117T030000Z.db.age */
export const backupName = (now: Date) => `firsthand-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db.age`

/** Ours only, the newest first. */
export const listBackups = async (place: BackupPlace) =>
  (await place.list())
    .filter(name => NAME.test(name))
    .toSorted()
    .reverse()

/** When a backup was made, by its name. */
export const timeOf = (name: string) =>
  Date.parse(name.replace(/^firsthand-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'))
