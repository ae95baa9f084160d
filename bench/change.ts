/** How soon the service responds after its first start, and how soon a changed review is visible. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder, track } from './cleanup.ts'
import { makeRecords } from './data.ts'
import { makeDatabase, program, startServe, toRow } from './serve.ts'
import { printTable } from './table.ts'

const TRIES = 5
const FIRST_STARTS = 2

/** The texts are new, so all of them have to be analyzed. */
export async function benchFirstStart(): Promise<void> {
  const reviews = 20_000
  const rows: string[][] = []
  for (let attempt = 1; attempt <= FIRST_STARTS; attempt++) {
    const folder = makeFolder()
    const databaseUrl = await makeDatabase(folder, reviews)
    const started = performance.now()
    const serve = await startServe(folder, databaseUrl)
    while (!(await fetch(`${serve.url}/insights.json`)).ok) await sleep(20)
    const insightsMs = performance.now() - started
    rows.push([String(attempt), serve.startMs.toFixed(0), insightsMs.toFixed(0)])
    await serve.stop()
  }
  printTable(
    'First start with 20,000 reviews (goal: reviews within 5,000 ms)',
    ['attempt', 'reviews after ms', 'insights after ms'],
    rows,
  )
}

export async function benchChange(): Promise<void> {
  const folder = makeFolder()
  const databaseUrl = await makeDatabase(folder, 100_000)
  const serve = await startServe(folder, databaseUrl)
  const record = makeRecords(100_000)[50_000]!
  const rows: string[][] = []
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const text = `Changed in attempt ${attempt}: marker${attempt}x.`
    writeFileSync(join(folder, 'change.json'), JSON.stringify([{ ...toRow(record), text }]))
    const args = [program, 'import', 'change.json', '--database-url', databaseUrl]
    const child = track(spawn(process.execPath, args, { cwd: folder }))
    const [code] = await once(child, 'exit')
    const imported = performance.now()
    while (!(await isVisible(serve.url, `marker${attempt}x`))) await sleep(5)
    rows.push([String(attempt), String(code), (performance.now() - imported).toFixed(0)])
  }
  await serve.stop()
  printTable(
    'A change of one review among 100,000 (goal: within 1,000 ms)',
    ['attempt', 'exit code', 'ms after the import'],
    rows,
  )
}

async function isVisible(url: string, query: string): Promise<boolean> {
  const { matched } = (await (await fetch(`${url}/api/reviews/search?query=${query}`)).json()) as {
    matched: number
  }
  return matched === 1
}
