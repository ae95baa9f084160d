/** nginx on a free port with two files of the service: the rival of the HTTP benchmark. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/kit/free-port.ts'
import { isRunning, track } from './cleanup.ts'

const START_MS = 5000
const PATHS = ['/reviews.json', '/api/feed.json']

export function hasNginx(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** It is stopped with the benchmark. */
export async function startNginx(
  folder: string,
  origin: string,
): Promise<{ port: number; pid: number }> {
  const root = join(folder, 'nginx')
  mkdirSync(join(root, 'api'), { recursive: true })
  // Its worker runs as another user.
  chmodSync(folder, 0o755)
  for (const path of PATHS)
    writeFileSync(join(root, path), Buffer.from(await (await fetch(origin + path)).arrayBuffer()))
  const port = await freePort()
  const configFile = join(root, 'nginx.conf')
  writeFileSync(configFile, configFor(root, port))
  const child = track(spawn('nginx', ['-c', configFile], { stdio: 'inherit' }))
  const deadline = performance.now() + START_MS
  while (!(await isServing(port))) {
    if (!isRunning(child)) throw new Error('nginx could not start; its own message is above.')
    if (performance.now() > deadline)
      throw new Error(`nginx did not respond within ${START_MS} ms.`)
    await sleep(50)
  }
  return { port, pid: child.pid! }
}

const configFor = (root: string, port: number) =>
  `daemon off; worker_processes 1; pid ${root}/nginx.pid; error_log ${root}/error.log;
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type application/json;
server { listen 127.0.0.1:${port}; root ${root}; } }`

const isServing = (port: number) =>
  fetch(`http://127.0.0.1:${port}${PATHS[0]}`, { method: 'HEAD' }).then(
    response => response.ok,
    () => false,
  )
