/** Where backups are kept outside of this machine: a folder, such as a mounted disk, or a bucket. All of them are encrypted. */
import { hash } from 'node:crypto'
import { copyFile, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { createOperatorClient } from '../../outgoing/operator-client.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'

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
    throw new StoreProblem(
      'Set BACKUP_TO and BACKUP_PASSPHRASE (docs/operations.md), or name a file.',
    )
  return /^https?:\/\//.test(backupTo) ? openBucket(backupTo, settings) : openFolder(backupTo)
}

export async function withPlace<T>(
  settings: BackupSettings,
  use: (place: BackupPlace) => Promise<T>,
) {
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
      // Older backups are removed after this, so it has to be on the disk.
      await inFolder(syncFile(part))
      await inFolder(rename(part, join(folder, name)))
    },
    get: (name, file) => inFolder(copyFile(join(folder, name), file)),
    remove: name => inFolder(rm(join(folder, name))),
    async close() {},
  }
}

async function syncFile(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

const NAME = /^firsthand-[\da-f]{8}-\d{8}T\d{6}Z\.db\.age$/

/** firsthand-1f0a97c2-20261117T030000Z.db.age: which installation made it, and when. */
export const backupName = (keyId: string, now: Date) =>
  `firsthand-${keyId}-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db.age`

/** The newest first, those of all installations. */
export const listBackups = async (place: BackupPlace) =>
  (await place.list()).filter(isBackupName).toSorted((a, b) => timeOf(b) - timeOf(a))

export const isBackupName = (name: string) => NAME.test(name)

/** Which installation made a backup, by its name. */
export const installationIn = (name: string) => name.split('-')[1]!

/** When a backup was made, by its name. */
export const timeOf = (name: string) =>
  Date.parse(
    name
      .split('-')[2]!
      .replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z'),
  )

/** A backup is held in memory on its way. */
const MOST_BYTES = 2 ** 30
const LIMIT_MS = 3_600_000

interface BucketSettings {
  /** `id:secret` */
  backupS3Key?: string | undefined
  backupS3Region: string
  outgoingAllowCidrs: string[]
}

/** At Amazon S3 or a service with the same interface, by its path-style address: https://endpoint/bucket/prefix. */
function openBucket(address: string, settings: BucketSettings) {
  const { backupS3Key = '', backupS3Region: region, outgoingAllowCidrs } = settings
  const [accessKeyId = '', secretAccessKey = ''] = backupS3Key.split(/:(.*)/s)
  const [bucket = '', ...prefix] = new URL(address).pathname.split('/').filter(part => part !== '')
  const folder = prefix.map(part => `${part}/`).join('')
  const client = createOperatorClient(outgoingAllowCidrs)

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    path: string,
    body?: Buffer,
  ): Promise<Buffer> {
    const signer = new AwsV4Signer({
      method,
      url: new URL(`/${bucket}${path}`, address).href,
      // Signed with its hash, the bucket keeps exactly these bytes or none.
      headers: { 'x-amz-content-sha256': hash('sha256', body ?? '') },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
    })
    const { url, headers } = await signer.sign()
    const request = { method, headers: Object.fromEntries(headers), ...(body && { body }) }
    const response = await client
      .send(url, { ...request, maxBytes: MOST_BYTES, limitMs: LIMIT_MS })
      .catch((error: Error) => {
        throw new StoreProblem(`The bucket for backups cannot be used. ${error.message}`)
      })
    if (response.status < 300) return response.body
    const [, code = ''] =
      /<Code>(\w+)<\/Code>/.exec(response.body.toString('latin1', 0, 4096)) ?? []
    throw new StoreProblem(
      `The bucket for backups rejected a request: ${response.status} ${code}`.trimEnd(),
    )
  }

  const pathOf = (name: string) => `/${folder}${name}`
  return {
    async list() {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: `${decodeURIComponent(folder)}firsthand-`,
      })
      const found = (await send('GET', `?${query}`)).toString()
      return [...found.matchAll(/<Key>[^<]*?([^/<]+)<\/Key>/g)].map(([, name]) => name!)
    },
    async put(name: string, file: string) {
      await send('PUT', pathOf(name), await readFile(file))
    },
    async get(name: string, file: string) {
      await writeFile(file, await send('GET', pathOf(name)), { mode: 0o600 })
    },
    async remove(name: string) {
      await send('DELETE', pathOf(name))
    },
    close: client.close,
  }
}
