/** How long an import of a large table takes on one core, and how much memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { makeFolder, track } from './cleanup.ts'
import { makeRecords } from './data.ts'

export async function benchImport(counts: number[]): Promise<void> {
  for (const count of counts) {
    const folder = makeFolder()
    await writeTable(join(folder, 'reviews.csv'), count)
    const { size } = await stat(join(folder, 'reviews.csv'))
    process.stdout.write(
      `Import of ${count} rows, ${(size / 1e6).toFixed(0)} MB of CSV, one core\n`,
    )
    await runImport(folder, 'first time')
    await runImport(folder, 'again, nothing new')
  }
}

/** As Trustpilot exports it. */
async function writeTable(path: string, count: number): Promise<void> {
  const file = createWriteStream(path)
  file.write(
    'Review Id,Review Created (UTC),Review Username,Review User Email,Review Title,Review Content,Review Stars,Source Of Review,Company Response,Company Reply Date (UTC),Review Language\r\n',
  )
  for (const { source_key, content } of makeRecords(count)) {
    const { author, rating, date, text, owner_reply } = content
    const cells = [
      source_key,
      `${date} 10:00:00`,
      author,
      `${source_key}@example.com`,
      '',
      text ?? '',
      rating,
      'Organic',
      owner_reply?.text ?? '',
      owner_reply ? `${owner_reply.date} 10:00:00` : '',
      'en',
    ]
    const line = cells.map(cell => `"${String(cell).replaceAll('"', '""')}"`).join(',')
    if (!file.write(`${line}\r\n`)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}

async function runImport(folder: string, label: string): Promise<void> {
  const program = new URL('./import-run.ts', import.meta.url).pathname
  const env = { ...process.env, DATABASE_URL: `sqlite:${join(folder, 'firsthand.db')}` }
  const args = ['-c', '0', process.execPath, program, 'import', join(folder, 'reviews.csv')]
  const child = track(
    spawn('taskset', args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const started = performance.now()
  const output: string[] = []
  child.stdout.on('data', chunk => output.push(String(chunk)))
  child.stderr.on('data', chunk => output.push(String(chunk)))
  await once(child, 'close')
  const seconds = (performance.now() - started) / 1000
  const [, memory] = /maxRSS (\d+)/.exec(output.join('')) ?? []
  const [report] = /\d+ added.*/.exec(output.join('')) ?? [output.join('')]
  process.stdout.write(
    `  ${label}: ${seconds.toFixed(1)} s, ${(Number(memory) / 1024).toFixed(0)} MB at most (${report})\n`,
  )
}
