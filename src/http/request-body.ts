/** The body of a request, up to a limit. */
import type { IncomingMessage } from 'node:http'

/** null if it is longer (the rest is read and discarded, so that the response gets through) or the client disconnected. */
export async function readBody(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | null> {
  if (Number(incoming.headers['content-length']) > maxBytes) return null
  const { promise, resolve } = Promise.withResolvers<Buffer | null>()
  const chunks: Buffer[] = []
  let length = 0
  incoming.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBytes) chunks.push(chunk)
    else resolve(null)
  })
  incoming.on('end', () => resolve(Buffer.concat(chunks)))
  incoming.on('error', () => resolve(null))
  incoming.on('close', () => resolve(null))
  return await promise
}
