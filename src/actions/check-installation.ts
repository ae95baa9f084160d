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
import type { Check, CheckedSettings } from './check-result.ts'
import { describeBytes } from './describe-bytes.ts'
import { type InstallationStatus, readStatus } from './installation-status.ts'

export interface InstallationReport {
  checks: Check[]
  /** null if the database cannot be read. */
  status: InstallationStatus | null
}

export async function checkInstallation(
  settings: CheckedSettings,
  dependencies: StoreDependencies,
): Promise<InstallationReport> {
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
  let engine: DatabaseEngine | undefined
  try {
    rejectMissing(databaseUrl)
    // Read-only: a check changes nothing, and does not upgrade the database either.
    engine = await openEngine(databaseUrl, { readOnly: true })
    const damage = isPostgres(databaseUrl) ? null : await findDamage(engine.db)
    if (damage !== null)
      throw new StoreProblem(`The database is damaged (${damage}). Restore it from a backup.`)
    const status = await readStatus(assembleStore(engine, dependencies))
    const checks = [describeDatabase(databaseUrl, status), await checkLedger(engine)]
    return { checks, status, aheadMs: engine.aheadMs }
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error
    return {
      checks: [{ name: 'database', state: 'problem', message: error.message }],
      status: null,
      aheadMs: 0,
    }
  } finally {
    await engine?.close()
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
  if (isPostgres(databaseUrl)) return { name: 'database', state: 'ok', message: `${shown}.` }
  if (last_backup && last_backup.age_days <= DAYS_WITHOUT_BACKUP)
    return {
      name: 'database',
      state: 'ok',
      message: `${shown}. The last backup is ${last_backup.age_days === 0 ? 'of today' : `${last_backup.age_days} days old`}.`,
    }
  const age = last_backup
    ? `The last backup is ${last_backup.age_days} days old.`
    : 'No backup was ever made with firsthand backup.'
  return { name: 'database', state: 'warning', message: `${shown}. ${age} Run firsthand backup FILE.` }
}

async function checkLedger({ db }: DatabaseEngine): Promise<Check> {
  const { size, isIntact } = await readLedgerState(db)
  return isIntact
    ? { name: 'ledger', state: 'ok', message: `${size} entries, all as they were written.` }
    : {
        name: 'ledger',
        state: 'problem',
        message:
          'The entries are not those that were written. Nothing new is published until you restore a backup.',
      }
}

async function checkBusinessFile(path: string, status: InstallationStatus | null): Promise<Check> {
  const name = 'business file'
  try {
    const text = await readTextFile(path)
    if (text !== null) {
      const { name: business } = parseBusinessFile(text)
      return { name, state: 'ok', message: `${path} describes ${business}.` }
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    const message = error.message.startsWith(path) ? error.message : `${path}: ${error.message}`
    return { name, state: 'problem', message }
  }
  return status?.business
    ? {
        name,
        state: 'warning',
        message: `There is no ${path} here. The database has the last one, of ${status.business}.`,
      }
    : { name, state: 'problem', message: `There is no ${path}. Run firsthand init to make one.` }
}

const GIB = 2 ** 30

async function checkDisk(databaseUrl: string): Promise<Check> {
  const path = isPostgres(databaseUrl) ? '.' : sqlitePath(databaseUrl)
  const folder = resolve(isPostgres(databaseUrl) ? '.' : dirname(path))
  const size = !isPostgres(databaseUrl) && existsSync(path) ? statSync(path).size : 0
  const found = existsSync(folder) ? await statfs(folder) : null
  if (!found) return { name: 'disk', state: 'problem', message: `There is no folder ${folder}.` }
  const free = found.bavail * found.bsize
  // Erasing and upgrading rewrite the whole database.
  const state =
    free < Math.max(GIB / 10, size) ? 'problem' : free < Math.max(GIB, 3 * size) ? 'warning' : 'ok'
  return {
    name: 'disk',
    state,
    message: `${describeBytes(free)} free${state === 'ok' ? '' : ', which is little'}; the database has ${describeBytes(size)}.`,
  }
}

/** Time zones do not matter, and requests take a moment. */
const MOST_DRIFT_MS = 60_000

function checkClock(now: Date, { status, aheadMs }: Stored, answer: ServiceAnswer): Check {
  const name = 'clock'
  const late = (time: string | null) => time !== null && Date.parse(time) > now.getTime() + MOST_DRIFT_MS
  if (late(status?.log.at ?? null))
    return {
      name,
      state: 'problem',
      message: `It is ${now.toISOString()} here, but the last entry of the log is of ${status!.log.at}. Set the clock; entries are dated with it.`,
    }
  const served = 'problem' in answer || !answer.at ? 0 : answer.at.getTime() - now.getTime()
  const drift = Math.abs(aheadMs) > MOST_DRIFT_MS ? aheadMs : served
  if (Math.abs(drift) > MOST_DRIFT_MS)
    return {
      name,
      state: 'warning',
      message: `This clock differs by ${Math.round(Math.abs(drift) / 1000)} seconds from that of the ${drift === aheadMs ? 'database server' : 'public address'}.`,
    }
  return { name, state: 'ok', message: `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.` }
}
