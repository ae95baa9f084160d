/**
 * Imports reviews and kills itself at the commit: `committer.ts DATABASE_URL ROWS_FILE before|during|after`. The statement that
 * commits is intercepted where the driver gets it, so that nothing of ours knows.
 */
import { readFileSync, writeSync } from 'node:fs'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'
import { mergeRows } from '../src/ingest/merge/merge-rows.ts'
import { ReviewRow } from '../src/model/review.ts'
import { system } from '../src/model/system.ts'
import { openStore } from '../src/store/open-store.ts'

const [url, file, moment] = process.argv.slice(2) as [string, string, 'before' | 'during' | 'after']

const die = () => process.kill(process.pid, 'SIGKILL')
/** The parent kills it within the next moments. */
const announce = () => writeSync(1, 'commit\n')

/** Opening a database commits, too. */
let isImporting = false
const isCommit = (sql: unknown) =>
  isImporting && typeof sql === 'string' && /^\s*commit\b/i.test(sql)

function committing<T>(commit: () => T): T {
  if (moment === 'before') die()
  if (moment === 'during') announce()
  const result = commit()
  if (moment === 'after' && !(result instanceof Promise)) die()
  return moment === 'after' && result instanceof Promise ? (result.then(die) as T) : result
}

const commits = new WeakSet<StatementSync>()
const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
  const statement = prepare.call(this, sql)
  if (/^commit$/i.test(sql)) commits.add(statement)
  return statement
}
const { run } = StatementSync.prototype
StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
  const work = () => Reflect.apply(run, this, values)
  return isImporting && commits.has(this) ? committing(work) : work()
} as typeof run

const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...values: unknown[]) {
  const [first] = values as [string | { text?: string }]
  const work = () => query.apply(this, values as never)
  return isCommit(typeof first === 'string' ? first : first?.text) ? committing(work) : work()
} as unknown as typeof query

const rows = (JSON.parse(readFileSync(file, 'utf8')) as object[]).map(row => ReviewRow.parse(row))
const store = await openStore(url, system)
isImporting = true
await store.write(writer => mergeRows(rows, writer, system.now().toISOString()))
// Only the parent's kill may come now; without one the import is complete.
await new Promise(resolve => setTimeout(resolve, 1000))
