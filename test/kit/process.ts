/** Other programs, and the service as a process of its own. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { startCommand } from './command.ts'
import { until } from './service.ts'

export const execute = promisify(execFile)

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** `firsthand serve` in a folder, until the test ends; answers with its address when it is ready. */
export async function serveIn(
  t: TestContext,
  folder: string,
  env: Record<string, string> = {},
): Promise<string> {
  const port = await freePort()
  const child = startCommand(['serve'], { cwd: folder, env: { ...env, PORT: String(port) } })
  t.after(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  })
  const url = `http://localhost:${port}`
  await until(() =>
    fetch(`${url}/readyz`).then(
      response => response.ok,
      () => false,
    ),
  )
  return url
}
