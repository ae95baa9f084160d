/** A database of made-up reviews, and the service on it as a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { checkRows } from '../src/ingest/files/own-rows.ts'
import { mergeRows } from '../src/ingest/merge/merge-rows.ts'
import type { ReviewRecord } from '../src/model/record.ts'
import { system } from '../src/service/system.ts'
import { openStore } from '../src/store/open-store.ts'
import { business, makeRecords } from './data.ts'

/** What `npm start` runs. */
export const program = fileURLToPath(new URL('../bin/firsthand.js', import.meta.url))

export function toRow({ source, source_key, content, particulars }: ReviewRecord): object {
  return {
    source,
    source_id: source_key,
    ...content,
    source_url: particulars.source_url,
    language: particulars.language,
  }
}

export async function makeDatabase(
  folder: string,
  count: number,
  databaseUrl = `sqlite:${join(folder, `bench-${count}.db`)}`,
): Promise<string> {
  writeFileSync(join(folder, 'business.json'), JSON.stringify(business))
  const store = await openStore(databaseUrl, system)
  const { good } = checkRows(makeRecords(count).map(toRow))
  await store.write(writer => mergeRows(good, writer, system.now().toISOString()))
  await store.close()
  return databaseUrl
}

export interface Serving {
  url: string
  port: number
  pid: number
  /** From the start of the process to the first answer with data. */
  startMs: number
  stop(): Promise<void>
}

export async function startServe(folder: string, databaseUrl: string): Promise<Serving> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl, RATE_LIMIT_PER_MINUTE: '0' },
  })
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/api/feed.json`).then(
      response => response.ok,
      () => false,
    ))
  )
    await sleep(5)
  const startMs = performance.now() - started
  return {
    url,
    port,
    pid: child.pid!,
    startMs,
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
