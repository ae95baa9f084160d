/** Passes every published Snapshot on to the parts of the service that follow it, however late they start. */
import type { Snapshot } from '../publish/snapshot.ts'

/** The version is that of the operator's own data: 0 for the demo. */
export type OnSnapshot = (snapshot: Snapshot, version: number) => void

export type SnapshotFeed = ReturnType<typeof createSnapshotFeed>

export function createSnapshotFeed() {
  const followers: OnSnapshot[] = []
  let newest: Parameters<OnSnapshot> | undefined
  return {
    publish(...published: Parameters<OnSnapshot>): void {
      newest = published
      for (const onSnapshot of followers) onSnapshot(...published)
    },
    /** Calls with the newest Snapshot at once, if there is one, then with every new one. */
    follow(onSnapshot: OnSnapshot): void {
      followers.push(onSnapshot)
      if (newest) onSnapshot(...newest)
    },
  }
}
