/** Checks everything that an installation depends on: database, ledger, business file, public address, disk and clock. */
import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { parseBusinessFile } from '../ingest/business-file.ts'
import { readTextFile } from '../ingest/files/text-file.ts'
import { FileProblem } from '../ingest/values/file-problem.ts'
import { assembleStore } from '../store/assemble-store.ts'
import type { DatabaseEngine, StoreDependencies } from '../store/base/database-engine.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { readLedgerState } from '../store/ledger-table.ts'
import { isPostgres, openEngine, rejectMissing, sqlitePath } from '../store/open-store.ts'
import { findDamage } from '../store/sqlite/database-file.ts'
import { askService, describeService, type ServiceAnswer } from './ask-service.ts'
import { type Check, type CheckedSettings, resultsOf } from './check-result.ts'
import { describeBytes } from './describe-bytes.ts'
import { type InstallationStatus, readStatus } from './installation-status.ts'

export type InstallationReport = Awaited<ReturnType<typeof checkInstallation>>

/** The status is null if the database cannot be read. */
export async function checkInstallation(settings: CheckedSettings, dependencies: StoreDependencies) {
  const { databaseUrl, businessFile } = settings
  const stored = await readDatabase(databaseUrl, dependencies)
  const remote = await askService(settings)
  return {
    checks: [
      ...stored.checks,
      await checkBusinessFile(businessFile, stored.status),
      describeService(settings, remote, stored.status),
      await checkDisk(databaseUrl),
      checkClock(dependencies.now(), stored, remote),
    ],
    status: stored.status,
  }
}

interface Stored {
  checks: Check[]
  status: InstallationStatus | null
  /** How far the database server's clock is ahead. */
  aheadMs: number
}

async function readDatabase(databaseUrl: string, dependencies: StoreDependencies): Promise<Stored> {
  try {
    rejectMissing(databaseUrl)
    // Read-only: a check changes nothing, and does not upgrade the database either.
    await using engine = await openEngine(databaseUrl, { readOnly: true })
    const damage = isPostgres(databaseUrl) ? null : await findDamage(engine.db)
    if (damage !== null)
      throw new StoreProblem(`The database is damaged (${damage}). Restore it from a backup.`)
    const status = await readStatus(assembleStore(engine, dependencies), dependencies.now())
    const checks = [describeDatabase(databaseUrl, status), await checkLedger(engine)]
    return { checks, status, aheadMs: engine.aheadMs }
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error
    return { checks: [resultsOf('database').problem(error.message)], status: null, aheadMs: 0 }
  }
}

const DAYS_WITHOUT_BACKUP = 30

function describeDatabase(databaseUrl: string, { sources, last_backup }: InstallationStatus): Check {
  const count = (state: 'published' | 'unverified' | 'withheld') =>
    sources.reduce((sum, { states }) => sum + states[state], 0)
  const hidden = [
    count('unverified') > 0 && `${count('unverified')} not verified`,
    count('withheld') > 0 && `${count('withheld')} withheld`,
  ].filter(part => part !== false)
  const shown = `${count('published')} reviews shown${hidden.length > 0 ? `, ${hidden.join(', ')}` : ''}`
  const { ok, warning } = resultsOf('database')
  if (isPostgres(databaseUrl)) return ok(`${shown}.`)
  if (!last_backup)
    return warning(`${shown}. No backup was ever made with firsthand backup. Run firsthand backup FILE.`)
  const { age_days: days } = last_backup
  const age = `${shown}. The last backup is ${days === 0 ? 'of today' : `${days} days old`}.`
  return days <= DAYS_WITHOUT_BACKUP ? ok(age) : warning(`${age} Run firsthand backup FILE.`)
}

async function checkLedger({ db }: DatabaseEngine): Promise<Check> {
  const { ok, problem } = resultsOf('public log')
  const { size, isIntact } = await readLedgerState(db)
  return isIntact
    ? ok(`${size} entries, all as they were written.`)
    : problem(
        'The entries are not those that were written. Nothing new is published until you restore a backup.',
      )
}

async function checkBusinessFile(path: string, status: InstallationStatus | null): Promise<Check> {
  const { ok, warning, problem } = resultsOf('business file')
  try {
    const text = await readTextFile(path)
    if (text !== null) return ok(`${path} describes ${parseBusinessFile(text).name}.`)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return problem(error.message.startsWith(path) ? error.message : `${path}: ${error.message}`)
  }
  return status?.business
    ? warning(`There is no ${path} here. The database has the last one, of ${status.business}.`)
    : problem(`There is no ${path}. Run firsthand init to make one.`)
}

const GIB = 2 ** 30

async function checkDisk(databaseUrl: string): Promise<Check> {
  const { ok, warning, problem } = resultsOf('disk')
  const path = isPostgres(databaseUrl) ? null : sqlitePath(databaseUrl)
  const folder = resolve(path === null ? '.' : dirname(path))
  if (!existsSync(folder)) return problem(`There is no folder ${folder}.`)
  const size = path !== null && existsSync(path) ? statSync(path).size : 0
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  // Erasing and upgrading rewrite the whole database.
  if (free >= Math.max(GIB, 3 * size))
    return ok(`${describeBytes(free)} free; the database has ${describeBytes(size)}.`)
  const little = `${describeBytes(free)} free, which is little; the database has ${describeBytes(size)}.`
  return free < Math.max(GIB / 10, size) ? problem(little) : warning(little)
}

/** Time zones do not matter, and requests take a moment. */
const MOST_DRIFT_MS = 60_000

function checkClock(now: Date, { status, aheadMs }: Stored, answer: ServiceAnswer): Check {
  const { ok, warning, problem } = resultsOf('clock')
  const last = status?.log.at ?? null
  if (last !== null && Date.parse(last) > now.getTime() + MOST_DRIFT_MS)
    return problem(
      `It is ${now.toISOString()} here, but the last entry of the log is of ${last}. Set the clock; entries are dated with it.`,
    )
  const served = 'problem' in answer || !answer.at ? 0 : answer.at.getTime() - now.getTime()
  const drift = Math.abs(aheadMs) > MOST_DRIFT_MS ? aheadMs : served
  if (Math.abs(drift) > MOST_DRIFT_MS)
    return warning(
      `This clock differs by ${Math.round(Math.abs(drift) / 1000)} seconds from that of the ${drift === aheadMs ? 'database server' : 'public address'}.`,
    )
  return ok(`${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.`)
}
