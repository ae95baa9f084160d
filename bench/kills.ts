/** Kills imports before, during and after their commit, on both engines: each must have happened completely or not at all, and the log must stay whole. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { append, EMPTY_FRONTIER, rootOf } from '../src/ledger/frontier.ts'
import { encodeEntry } from '../src/ledger/ledger-entry.ts'
import { leafHash } from '../src/ledger/merkle-tree.ts'
import { system } from '../src/model/system.ts'
import { sha256 } from '../src/store/base/node-signatures.ts'
import { openStore } from '../src/store/open-store.ts'
import { startPostgres } from '../test/kit/postgres-server.ts'
import { makeFolder, track } from './cleanup.ts'
import { createRandom, makeRecords } from './data.ts'
import { writeResults } from './questions.ts'
import { toRow } from './serve.ts'
import { formatTable } from './table.ts'

const MOMENTS = ['before', 'during', 'after'] as const
type Moment = (typeof MOMENTS)[number]

/** New in each import; it also edits as many of the one before. */
const NEW_ROWS = 40
const MOST_DELAY_MS = 12
const HEADING = '## Kills at commit (`npm run bench kills`)'

interface Outcome {
  moment: Moment
  isCommitted: boolean
  fault: string | null
}

export async function benchKills(kills: number, seed: number): Promise<void> {
  const folder = makeFolder()
  const server = await startPostgres()
  try {
    const name = server.version.replace(/^.*?(PostgreSQL)\) (\d+).*$/, '$1 $2')
    const urls = { SQLite: `sqlite:${join(folder, 'kills.db')}`, [name]: server.url }
    const lists = await Promise.all(
      Object.values(urls).map((url, number) => killMany(folder, url, kills, seed + number)),
    )
    report(Object.keys(urls), lists, seed)
  } finally {
    await server.stop()
  }
}

function report(engines: string[], lists: Outcome[][], seed: number): void {
  const rows = engines.flatMap((engine, number) =>
    MOMENTS.map(moment => {
      const some = lists[number]!.filter(one => one.moment === moment)
      const committed = some.filter(one => one.isCommitted).length
      return [engine, moment, some.length, committed, some.filter(one => one.fault).length]
    }),
  )
  const table = formatTable(['engine', 'killed', 'kills', 'found committed', 'faults'], rows)
  const text = `${HEADING}

Imports of ${NEW_ROWS} new and ${NEW_ROWS} edited reviews into one database on each engine, killed with SIGKILL where the driver gets the statement that commits (seed ${seed}); "during" is up to ${MOST_DELAY_MS} ms after it got it. A fault is an import that is there in part, that is there after a kill before the commit or is missing after one after it, or a log whose root is not that of its entries. The database is opened again after each kill, and a killed import that did not commit is repeated at once.

${table}
`
  process.stdout.write(`\n${text}`)
  writeResults(HEADING, text)
  const faults = lists.flat().flatMap(({ fault }) => fault ?? [])
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** One after the other, at moments that the seed decides. */
export async function killMany(
  folder: string,
  url: string,
  kills: number,
  seed: number,
): Promise<Outcome[]> {
  const random = createRandom(seed)
  const rows = makeRecords(kills * NEW_ROWS).map(toRow) as { text: string | null }[]
  const outcomes: Outcome[] = []
  let before = await readLog(url)
  while (outcomes.length < kills) {
    const moment = MOMENTS[Math.floor(random() * MOMENTS.length)]!
    const at = before.reviews
    const edited = rows
      .slice(Math.max(0, at - NEW_ROWS), at)
      .map(row => ({ ...row, text: `Edited ${at}.` }))
    const file = join(folder, `rows-${seed}.json`)
    writeFileSync(file, JSON.stringify([...edited, ...rows.slice(at, at + NEW_ROWS)]))
    await killImport(url, file, moment, MOST_DELAY_MS * random() ** 3)
    const after = await readLog(url)
    const isCommitted = after.reviews > before.reviews
    const fault = faultIn(moment, isCommitted, edited.length, before, after)
    outcomes.push({
      moment,
      isCommitted,
      fault: fault && `kill ${outcomes.length} ${moment}: ${fault}`,
    })
    before = after
  }
  return outcomes
}

async function killImport(
  url: string,
  file: string,
  moment: Moment,
  delayMs: number,
): Promise<void> {
  const program = fileURLToPath(new URL('./committer.ts', import.meta.url))
  const child = track(
    spawn(process.execPath, [program, url, file, moment], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )
  const ended = once(child, 'exit')
  child.stdout.once('data', () => void sleep(delayMs).then(() => child.kill('SIGKILL')))
  const [code, signal] = await ended
  if (signal !== 'SIGKILL')
    throw new Error(`The import ended by itself (${code}) instead of being killed.`)
}

interface Log {
  version: number
  reviews: number
  entries: number
  isWhole: boolean
}

/** Opens the database as the next process would. */
async function readLog(url: string): Promise<Log> {
  await using store = await openStore(url, system)
  const { version, shown, entries, logRoot } = await store.changesSince(0)
  const frontier = entries.reduce(
    (tree, entry) => append(tree, leafHash(encodeEntry(entry), sha256), sha256),
    EMPTY_FRONTIER,
  )
  const root = Buffer.from(rootOf(frontier, sha256)).toString('base64')
  const isDense = entries.every(({ seq }, index) => seq === index + 1)
  return {
    version,
    reviews: shown.length,
    entries: entries.length,
    isWhole: isDense && root === logRoot,
  }
}

function faultIn(
  moment: Moment,
  isCommitted: boolean,
  edited: number,
  before: Log,
  after: Log,
): string | null {
  if (!after.isWhole) return 'the root of the log is not that of its entries'
  if (moment === 'before' && isCommitted) return 'was committed before its commit'
  if (moment === 'after' && !isCommitted) return 'is missing after its commit'
  const expected = isCommitted
    ? [before.version + 1, before.reviews + NEW_ROWS, before.entries + NEW_ROWS + edited]
    : [before.version, before.reviews, before.entries]
  const found = [after.version, after.reviews, after.entries]
  return String(found) === String(expected) ? null : `is there in part: ${found}, not ${expected}`
}
