/** A database of made-up reviews, and the service on it in its own process. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mergeRows } from '../src/ingest/merge/merge-rows.ts'
import type { ReviewRecord } from '../src/model/record.ts'
import { ReviewRow } from '../src/model/review.ts'
import { system } from '../src/model/system.ts'
import { openStore } from '../src/store/open-store.ts'
import { freePort } from '../test/kit/free-port.ts'
import { isRunning, stopChild, track } from './cleanup.ts'
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
    // Without evidence of where it comes from, a review is not published.
    verification: { basis: particulars.basis },
  }
}

export async function makeDatabase(
  folder: string,
  count: number,
  databaseUrl = `sqlite:${join(folder, `bench-${count}.db`)}`,
  records = makeRecords(count),
): Promise<string> {
  writeFileSync(join(folder, 'business.json'), JSON.stringify(business))
  const store = await openStore(databaseUrl, system)
  const good = records.map(record => ReviewRow.parse(toRow(record)))
  await store.write(writer => mergeRows(good, writer, system.now().toISOString()))
  const { shown } = await store.changesSince(0)
  await store.close()
  if (shown.length !== count)
    throw new Error(`Only ${shown.length} of ${count} reviews are published.`)
  return databaseUrl
}

export interface Serving {
  url: string
  port: number
  pid: number
  /** From the start of the process to the first response with data. */
  startMs: number
  stop(): Promise<void>
}

const ports = new Map<string, number>()

/** It is stopped with the benchmark, or earlier with `stop`. */
export async function startServe(
  folder: string,
  databaseUrl: string,
  how: { program?: string; flags?: string[] } = {},
): Promise<Serving> {
  // The same for every start in a folder: an instance is its port, and finds its Snapshot file by that.
  const port = ports.get(folder) ?? (await freePort())
  ports.set(folder, port)
  const started = performance.now()
  const child = track(
    spawn(process.execPath, [...(how.flags ?? []), how.program ?? program, 'serve'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        RATE_LIMIT_PER_MINUTE: '0',
      },
    }),
  )
  const url = `http://127.0.0.1:${port}`
  while (!(await isServing(url))) {
    if (!isRunning(child)) throw new Error('The service could not start; its own message is above.')
    await sleep(5)
  }
  const startMs = performance.now() - started
  return {
    url,
    port,
    pid: child.pid!,
    startMs,
    stop: () => stopChild(child),
  }
}

const isServing = (url: string) =>
  fetch(`${url}/api/feed.json`).then(
    response => response.ok,
    () => false,
  )
