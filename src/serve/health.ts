/** What the running service knows about its own state: one list of facts for /readyz, metrics and alerts. */
import type { Logger } from 'pino'
import {
  type CertificateState,
  describeCertificate,
} from '../actions/certificate/certificate-state.ts'
import { type Check, resultsOf } from '../actions/check-result.ts'
import {
  checkBackup,
  checkDisk,
  checkPulls,
  describeLaterEntry,
  MOST_DRIFT_MS,
} from '../actions/health-checks.ts'
import type { HealthFact } from '../model/health-fact.ts'
import { LostDatabase } from '../store/base/store-problem.ts'
import { isPostgres } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import type { Publication } from './publication.ts'

/** `checks` are for the operator, `facts` for everyone. */
export type Health = Awaited<ReturnType<typeof startHealth>>

interface HealthDependencies extends Clocks {
  store: Pick<Store, 'confirm' | 'business' | 'memo' | 'lastBackup' | 'logSize' | 'version'>
  databaseUrl: string
  backupTo?: string | undefined
  publication: Pick<Publication, 'current' | 'problem' | 'damage'>
  hubProblem: () => string | null
  /** Why a witness did not cosign the log; undefined without witnesses. */
  witnessProblem: () => string | null | undefined
  /** null without a certificate of its own. */
  certificate: () => CertificateState | null
  businessFileProblem: () => string | null
  checkNames: () => Promise<Check[]>
  log: Pick<Logger, 'error'>
}

const CONFIRM_EVERY_MS = 1000
/** What changes slowly is looked at every so many times. */
const SLOW_EVERY = 30

export async function startHealth(dependencies: HealthDependencies) {
  const { store, hubProblem, witnessProblem, certificate, businessFileProblem, now, log } =
    dependencies
  const checkClock = createClockCheck(dependencies)
  const checkLag = createLagCheck(dependencies)
  /** A process knows only since when it has seen a status itself. */
  const since = new Map<string, { status: string; at: string }>()
  let database: DatabaseCheck = resultsOf('database').ok(SAME)
  let [lastEntryAt, version, slow, looks]: [string | null, number, Check[], number] = [
    null,
    0,
    [],
    0,
  ]

  async function look(): Promise<void> {
    const found = await confirmDatabase(dependencies)
    if (found.state === 'problem' && found.message !== database.message) log.error(found.message)
    database = found
    // Both compare with the last time.
    checkClock(lastEntryAt)
    checkLag(version)
    if (looks++ % SLOW_EVERY !== 0 || database.state !== 'ok') return
    lastEntryAt = (await store.logSize()).at
    version = await store.version()
    slow = await checkSlowly(dependencies, version > 0)
  }

  const checks = (): Check[] => [
    database,
    checkLag(version),
    describe('business file', businessFileProblem(), 'is valid', BUSINESS_FILE_REJECTED),
    checkClock(lastEntryAt),
    ...[certificate()]
      .filter(state => state !== null)
      .map(state => describeCertificate(state, now())),
    ...slow,
    ...[witnessProblem()].filter(reason => reason !== undefined).map(describeWitnesses),
    describe('hub', hubProblem(), 'can reach its subscribers'),
  ]

  function toFact({ name, state: status, message, detail = message }: Check): HealthFact {
    if (since.get(name)?.status !== status) since.set(name, { status, at: now().toISOString() })
    return { name, status, since: since.get(name)!.at, detail }
  }

  // What fails because the database is away is reported as that.
  let looking: Promise<void> | null = look().catch(() => {})
  await looking
  const timer = setInterval(async () => {
    looking ??= look().catch(() => {})
    await looking
    looking = null
  }, CONFIRM_EVERY_MS).unref()
  return {
    checks,
    facts: () => checks().map(toFact),
    /** Nothing is kept in a database that is no longer the one that was opened. */
    isDatabaseLost: () => database.isLost === true,
    async close(): Promise<void> {
      clearInterval(timer)
      await looking
    },
  }
}

const SAME = 'The database is the one that was opened.'
const AWAY =
  'The database cannot be reached, so nothing new is published. The log of the operator says why.'

type DatabaseCheck = Check & { isLost?: boolean }

async function confirmDatabase({ store, publication }: HealthDependencies): Promise<DatabaseCheck> {
  const { ok, problem } = resultsOf('database')
  try {
    await store.confirm()
    const damage = publication.damage()
    if (damage === null) return ok(SAME)
    throw new LostDatabase(`The database is damaged (${damage}). Restore it from a backup.`)
  } catch (error) {
    const { message } = error as Error
    if (!(error instanceof LostDatabase)) return problem(message, AWAY)
    // What the engine says, in parentheses, may name tables and pages.
    return { ...problem(message, message.replace(/ \([^)]*\)/g, '')), isLost: true }
  }
}

async function checkSlowly(
  { store, databaseUrl, backupTo, checkNames, now }: HealthDependencies,
  hasReviews: boolean,
): Promise<Check[]> {
  return [
    await checkDisk(databaseUrl),
    ...(hasReviews && !isPostgres(databaseUrl) ? [await checkBackup(store, now(), backupTo)] : []),
    ...(await checkPulls(store)),
    ...(await checkNames()),
  ]
}

/** Analyzing many new texts takes minutes. */
const LONG_BEHIND_MS = 600_000
const STALE = 'The newest data is not published; the log says why.'
const LATE =
  'A change has been waiting for long to be published. Look into the log, or restart the service.'

/** Whether the newest version in the store is the published one; that of a demo is always newer. */
function createLagCheck({ publication, monotonicMs }: HealthDependencies) {
  const { ok, warning, problem } = resultsOf('publication')
  let currentMs = monotonicMs()
  return (version: number): Check => {
    const reason = publication.problem()
    if (version <= (publication.current()?.version ?? 0)) currentMs = monotonicMs()
    if (reason !== undefined) return problem(`${STALE} ${reason}`, STALE)
    return monotonicMs() - currentMs > LONG_BEHIND_MS
      ? warning(LATE)
      : ok('The newest data is published, or is about to be.')
  }
}

const BUSINESS_FILE_REJECTED =
  'The business file was rejected; the published site is unchanged. Run firsthand check for the reason.'

const describe = (name: string, reason: string | null, fine: string, detail?: string): Check =>
  reason === null
    ? resultsOf(name).ok(`The ${name} ${fine}.`)
    : resultsOf(name).problem(reason, detail)

const NOT_COSIGNED =
  'A witness has not cosigned the newest state of the log. It is asked again; the log of the operator says why.'

function describeWitnesses(reason: string | null): Check {
  const { ok, warning } = resultsOf('witnesses')
  return reason === null ? ok('No witness has refused the log.') : warning(reason, NOT_COSIGNED)
}

/** Notices when the clock of this machine is set while the service runs. */
export interface Clocks {
  now: () => Date
  /** Nobody can set this one. */
  monotonicMs: () => number
}

/** Long enough for the operator to notice. */
const REPORT_MS = 3_600_000

/** Call the result often: a step is the difference to the last call. */
export function createClockCheck({
  now,
  monotonicMs,
}: Clocks): (lastEntryAt: string | null) => Check {
  const { ok, warning } = resultsOf('clock')
  const difference = () => now().getTime() - monotonicMs()
  let seen = difference()
  let step: { direction: string; atMs: number } | undefined
  return lastEntryAt => {
    const stepMs = difference() - seen
    seen += stepMs
    if (Math.abs(stepMs) > MOST_DRIFT_MS)
      step = { direction: stepMs < 0 ? 'back' : 'forward', atMs: monotonicMs() }
    const behind = describeLaterEntry(now(), lastEntryAt)
    if (behind) return behind
    return step && monotonicMs() - step.atMs < REPORT_MS
      ? warning(
          `The clock of this machine was set ${step.direction}. Check that it follows a time server, and that new entries of the log have the right date.`,
        )
      : ok('The clock runs evenly, and is not behind the log.')
  }
}
