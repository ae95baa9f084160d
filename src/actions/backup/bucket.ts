/** A bucket at Amazon S3 or a service with the same interface, by its path-style address. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import packageJson from '../../../package.json' with { type: 'json' }
import { createOperatorClient } from '../../outgoing/operator-client.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'

/** A backup is held in memory on its way. */
const MOST_BYTES = 2 ** 30
const LIMIT_MS = 3_600_000

export interface BucketSettings {
  /** `id:secret` */
  backupS3Key?: string | undefined
  backupS3Region: string
  outgoingAllowCidrs: string[]
}

/** `address` is https://endpoint/bucket/prefix. */
export function openBucket(address: string, settings: BucketSettings) {
  const { backupS3Key = '', backupS3Region: region, outgoingAllowCidrs } = settings
  const [accessKeyId = '', secretAccessKey = ''] = backupS3Key.split(/:(.*)/s)
  const [bucket = '', ...prefix] = new URL(address).pathname.split('/').filter(part => part !== '')
  const folder = prefix.map(part => `${part}/`).join('')
  const client = createOperatorClient(outgoingAllowCidrs, `Firsthand/${packageJson.version}`)

  async function send(method: 'GET' | 'PUT' | 'DELETE', path: string, body?: Buffer): Promise<Buffer> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      method,
      url: new URL(`/${bucket}${path}`, address).href,
      // Signed with its hash, the bucket keeps exactly these bytes or none.
      headers: { 'x-amz-content-sha256': hash },
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
    const [, code = ''] = /<Code>(\w+)<\/Code>/.exec(response.body.toString('latin1', 0, 4096)) ?? []
    throw new StoreProblem(`The bucket for backups rejected a request: ${response.status} ${code}`.trimEnd())
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
