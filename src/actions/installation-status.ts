/** How the installation is doing, from its database alone. */
import type { Store } from '../store/store.ts'

export type InstallationStatus = Awaited<ReturnType<typeof readStatus>>

export async function readStatus(store: Store, now: Date) {
  const topics = await store.hub.measure()
  const sum = (kind: 'active' | 'pending' | 'failing') =>
    topics.reduce((all, topic) => all + topic[kind], 0)
  const backup = await store.lastBackup()
  return {
    /** The name of the business; null if there is none yet. */
    business: (await store.business())?.name ?? null,
    sources: await store.countBySource(),
    log: await store.logSize(),
    subscribers: {
      active: sum('active'),
      pending: sum('pending'),
      failing: sum('failing'),
    },
    /** null on PostgreSQL, which has its own backups, and if none was made. */
    last_backup: backup && { ...backup, age_days: daysBetween(backup.at, now) },
  }
}

const DAY_MS = 86_400_000

export const daysBetween = (time: string, now: Date) =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(time)) / DAY_MS))
