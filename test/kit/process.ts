/** Running other programs: free ports and readiness. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { promisify } from 'node:util'

export const execute = promisify(execFile)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    response => response.ok,
    () => false,
  )
