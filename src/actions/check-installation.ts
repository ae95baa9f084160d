/** Checks everything that an installation depends on: database, ledger, business file, public address, disk and clock. */
import { FileProblem } from '../ingest/values/file-problem.ts'
import type { DatabaseEngine, StoreDependencies } from '../store/base/database-engine.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { readLedgerState } from '../store/ledger-table.ts'
import { rejectUnfinished } from '../store/move-database.ts'
import { isPostgres, openEngine, rejectMissing } from '../store/open-store.ts'
import { assembleStore } from '../store/store.ts'
import { askService, checksOfService, describeService, type ServiceAnswer } from './ask-service.ts'
import { describeCertificate, readCertificate } from './certificate/certificate-state.ts'
import { checkPublic, type PublicSettings } from './certificate/check-public.ts'
import { type Check, type CheckedSettings, resultsOf } from './check-result.ts'
import { readBusinessFile } from './edit-business.ts'
import {
  checkBackup,
  checkDisk,
  checkPulls,
  describeLaterEntry,
  MOST_DRIFT_MS,
} from './health-checks.ts'
import { type InstallationStatus, readStatus } from './installation-status.ts'

export type InstallationReport = Awaited<ReturnType<typeof checkInstallation>>

/** The status is null if the database cannot be read. */
export async function checkInstallation(
  settings: CheckedSettings,
  dependencies: StoreDependencies,
  /** If given, what is public is checked as well. */
  site?: PublicSettings,
) {
  const { databaseUrl, businessFile } = settings
  const stored = await readDatabase(settings, dependencies)
  const remote = await askService(settings)
  return {
    checks: [
      ...stored.checks,
      await checkBusinessFile(businessFile, stored.status),
      describeService(settings, remote, stored.status),
      ...checksOfService(remote),
      await checkDisk(databaseUrl),
      checkClock(dependencies.now(), stored, remote),
      ...(stored.certificate ? [describeCertificate(stored.certificate, dependencies.now())] : []),
      ...(site ? await checkPublic(site, stored.certificate, dependencies.now()) : []),
    ],
    status: stored.status,
  }
}

type Stored = Awaited<ReturnType<typeof readDatabase>>

/** `aheadMs` is how far the database server's clock is ahead. The certificate is null unless the service has a domain. */
async function readDatabase(
  { databaseUrl, domain, backupTo }: CheckedSettings,
  dependencies: StoreDependencies,
) {
  try {
    rejectMissing(databaseUrl)
    // Read-only: a check changes nothing.
    await using engine = await openEngine(databaseUrl, { readOnly: true })
    await rejectUnfinished(engine.db)
    const damage = await engine.findDamage()
    if (damage !== null)
      throw new StoreProblem(`The database is damaged (${damage}). Restore it from a backup.`)
    const store = assembleStore(engine, dependencies)
    const status = await readStatus(store, dependencies.now())
    const checks = [describeDatabase(status), await checkLedger(engine)]
    if (!isPostgres(databaseUrl))
      checks.push(await checkBackup(store, dependencies.now(), backupTo))
    checks.push(...(await checkPulls(store)))
    const certificate = domain === undefined ? null : await readCertificate(store, domain)
    return { checks, status, aheadMs: engine.aheadMs, certificate }
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error
    const checks = [resultsOf('database').problem(error.message)]
    return { checks, status: null, aheadMs: 0, certificate: null }
  }
}

function describeDatabase({ sources }: InstallationStatus): Check {
  const count = (state: 'published' | 'unverified' | 'withheld') =>
    sources.reduce((sum, { states }) => sum + states[state], 0)
  const unverified = count('unverified') > 0 ? `, ${count('unverified')} not verified` : ''
  const withheld = count('withheld') > 0 ? `, ${count('withheld')} withheld` : ''
  return resultsOf('database').ok(`${count('published')} reviews shown${unverified}${withheld}.`)
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
    const business = await readBusinessFile(path)
    if (business) return ok(`${path} describes ${business.name}.`)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return problem(error.message)
  }
  return status?.business
    ? warning(`There is no ${path} here. The database has the last one, of ${status.business}.`)
    : problem(`There is no ${path}. Run firsthand init to make one.`)
}

function checkClock(now: Date, { status, aheadMs }: Stored, answer: ServiceAnswer): Check {
  const { ok, warning } = resultsOf('clock')
  const behind = describeLaterEntry(now, status?.log.at ?? null)
  if (behind) return behind
  const served = 'problem' in answer || !answer.at ? 0 : answer.at.getTime() - now.getTime()
  const drift = Math.abs(aheadMs) > MOST_DRIFT_MS ? aheadMs : served
  if (Math.abs(drift) > MOST_DRIFT_MS)
    return warning(
      `This clock differs by ${Math.round(Math.abs(drift) / 1000)} seconds from that of the ${drift === aheadMs ? 'database server' : 'public address'}.`,
    )
  return ok(`${now.toISOString().slice(0, 16).replace('T', ' ')} UTC.`)
}
