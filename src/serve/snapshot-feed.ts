/** Passes every published Snapshot on to the parts of the service that follow it, however late they start. */
import type { Snapshot } from '../publish/snapshot.ts'

/** The version is that of the operator's own data: 0 for the demo. */
export type OnSnapshot = (snapshot: Snapshot, version: number) => void

export interface SnapshotFeed {
  publish: OnSnapshot
  /** Calls with the newest Snapshot at once, if there is one, then with every new one. */
  follow(onSnapshot: OnSnapshot): void
}

export function createSnapshotFeed(): SnapshotFeed {
  const followers: OnSnapshot[] = []
  let newest: Parameters<OnSnapshot> | undefined
  return {
    publish(...published) {
      newest = published
      for (const onSnapshot of followers) onSnapshot(...published)
    },
    follow(onSnapshot) {
      followers.push(onSnapshot)
      if (newest) onSnapshot(...newest)
    },
  }
}
