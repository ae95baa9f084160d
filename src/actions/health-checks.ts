/** Checks that a running service repeats, and that `firsthand check` makes once. */
import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { OUTSIDE, type OutsideBackup } from '../store/base/stored-settings.ts'
import { isPostgres, sqlitePath } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { type Check, resultsOf } from './check-result.ts'
import { daysBetween } from './installation-status.ts'
import { type PullState, pullMemo } from './pull/pull-state.ts'

const GIB = 2 ** 30

export function describeBytes(bytes: number): string {
  if (bytes >= GIB) return `${(bytes / GIB).toFixed(1)} GiB`
  return bytes >= 2 ** 20 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${Math.ceil(bytes / 1024)} KiB`
}

export async function checkDisk(databaseUrl: string): Promise<Check> {
  const { ok, warning, problem } = resultsOf('disk')
  const path = isPostgres(databaseUrl) ? null : sqlitePath(databaseUrl)
  const folder = resolve(path === null ? '.' : dirname(path))
  if (!existsSync(folder))
    return problem(`There is no folder ${folder}.`, 'The folder of the database is gone.')
  const size = path === null ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  // Erasing and upgrading rewrite the whole database.
  if (free >= Math.max(GIB, 3 * size))
    return ok(
      `${describeBytes(free)} free; the database has ${describeBytes(size)}.`,
      'There is enough free disk space.',
    )
  const little = `${describeBytes(free)} free, which is little; the database has ${describeBytes(size)}. Free some disk space.`
  const detail = 'There is little free disk space. Free some before it is full.'
  return free < Math.max(GIB / 10, size) ? problem(little, detail) : warning(little, detail)
}

/** Time zones do not matter, and requests take a moment. */
export const MOST_DRIFT_MS = 60_000

/** A problem if the last entry of the log is of later than now, otherwise null. */
export function describeLaterEntry(now: Date, last: string | null): Check | null {
  if (last === null || Date.parse(last) <= now.getTime() + MOST_DRIFT_MS) return null
  return resultsOf('clock').problem(
    `It is ${now.toISOString()} here, but the last entry of the log is of ${last}. Set the clock; entries are dated with it.`,
  )
}

const DAYS_WITHOUT_BACKUP = 30

/** The service makes one a day; a single day may fail. */
const LONGEST_WITHOUT_MS = 2 * 86_400_000

const AGES = ['of today', 'a day old']

const describeAge = (days: number) => `The last backup is ${AGES[days] ?? `${days} days old`}.`

/** `backupTo` is where the service puts one every day, if it does: then one that somebody made by hand does not count. */
export async function checkBackup(
  store: Pick<Store, 'lastBackup' | 'memo'>,
  now: Date,
  backupTo?: string,
) {
  if (backupTo) return checkScheduled(await store.memo<OutsideBackup>(OUTSIDE), now)
  const last = await store.lastBackup()
  const { ok, warning } = resultsOf('backup')
  if (!last)
    return warning('No backup was ever made with firsthand backup. Run firsthand backup FILE.')
  const days = daysBetween(last.at, now)
  return days <= DAYS_WITHOUT_BACKUP
    ? ok(describeAge(days), 'There is a recent backup.')
    : warning(
        `${describeAge(days)} Run firsthand backup FILE.`,
        'The last backup is old. Run firsthand backup FILE.',
      )
}

function checkScheduled(outside: OutsideBackup | null, now: Date): Check {
  const { ok, warning, problem } = resultsOf('backup')
  if (!outside)
    return warning('No backup has been made yet. The service makes the first when it starts.')
  const days = daysBetween(outside.at, now)
  const isLate = now.getTime() - Date.parse(outside.at) > LONGEST_WITHOUT_MS
  if (!isLate && outside.isMade) return ok(describeAge(days), 'There is a recent backup.')
  if (!isLate)
    return warning('No backup has been made yet. The log of the service says why, if one failed.')
  return outside.isMade
    ? problem(
        `${describeAge(days)} The daily backup fails; run firsthand backup to see why.`,
        'The daily backup fails.',
      )
    : problem(
        `The daily backup has failed for ${days} days, and none was ever made. Run firsthand backup to see why.`,
        'The daily backup fails, and none was ever made.',
      )
}

/** Only if reviews are pulled. */
export async function checkPulls(store: Pick<Store, 'business' | 'memo'>): Promise<Check[]> {
  const { ok, warning } = resultsOf('pulls')
  const sources = (await store.business())?.sources ?? []
  const failed: Check[] = []
  for (const { name } of sources) {
    const { failures = 0, problem = '' } = (await store.memo<PullState>(pullMemo(name))) ?? {}
    if (failures > 0)
      failed.push(warning(`The last pull from ${name} failed: ${problem}`, PULL_FAILED))
  }
  return failed.length === 0 && sources.length > 0
    ? [ok('No pull has failed since the last success.')]
    : failed.slice(0, 1)
}

const PULL_FAILED = 'The last pull of reviews failed. Run firsthand check, or look into the log.'
