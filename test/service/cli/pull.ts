/** `firsthand sync` inside the test's process, because a process of its own takes a second. */
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sync } from '../../../src/cli/sync/sync-reviews.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'
import type { Finished } from '../../kit/command.ts'
import type { Folder } from '../../kit/folder.ts'

export async function pull(
  { path, databaseUrl }: Folder,
  address: string,
  source?: string,
): Promise<Finished> {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() }
  const output = Promise.all([text(streams.stdout), text(streams.stderr)])
  const options = { databaseUrl, businessFile: `${path}/business.json`, ...(source && { source }) }
  let code = 1
  try {
    code = await sync(address, options, streams as unknown as NodeJS.Process)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    streams.stderr.write(`${error.message}\n`)
  } finally {
    for (const stream of Object.values(streams)) stream.end()
  }
  const [stdout, stderr] = await output
  return { code, stdout, stderr }
}
