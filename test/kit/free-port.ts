/** A port of this machine on which nobody listens, below those that systems hand out: there another test might get it before it is used. */
import { once } from 'node:events'
import { createServer } from 'node:net'

const [LOWEST, HIGHEST] = [10_000, 32_000]

export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
