/** How soon the service answers after its start, and how soon a change of one review is visible. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeRecords } from './data.ts'
import { makeDatabase, program, startServe, toRow } from './serve.ts'
import { printTable } from './table.ts'

const TRIES = 5

export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'firsthand-bench-'))
  const databaseUrl = await makeDatabase(folder, 2_000)
  const times: number[] = []
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const serve = await startServe(folder, databaseUrl)
    times.push(serve.startMs)
    serve.stop()
    await sleep(300)
  }
  printTable(
    'Start to first answer, 2,000 reviews (goal: under 1,000 ms)',
    ['best ms', 'worst ms'],
    [[Math.min(...times).toFixed(0), Math.max(...times).toFixed(0)]],
  )
}

export async function benchChange(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'firsthand-bench-'))
  const databaseUrl = await makeDatabase(folder, 100_000)
  const serve = await startServe(folder, databaseUrl)
  const record = makeRecords(100_000)[50_000]!
  const rows: string[][] = []
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const text = `Changed for the ${attempt}. time: marker${attempt}x.`
    writeFileSync(join(folder, 'change.json'), JSON.stringify([{ ...toRow(record), text }]))
    const child = spawn(process.execPath, [program, 'import', 'change.json', '--database-url', databaseUrl], {
      cwd: folder,
    })
    const [code] = await once(child, 'exit')
    const imported = performance.now()
    while (!(await isVisible(serve.url, `marker${attempt}x`))) await sleep(5)
    rows.push([String(attempt), String(code), (performance.now() - imported).toFixed(0)])
  }
  serve.stop()
  printTable(
    'A change of one review among 100,000 (goal: under 2,000 ms)',
    ['try', 'exit', 'ms from the end of the import'],
    rows,
  )
}

async function isVisible(url: string, query: string): Promise<boolean> {
  const { matched } = (await (await fetch(`${url}/api/reviews/search?query=${query}`)).json()) as {
    matched: number
  }
  return matched === 1
}
