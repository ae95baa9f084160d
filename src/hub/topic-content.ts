/** The content of each topic in the newest Snapshot. Changes in quick succession become one delivery. */
import { TopicPath } from '../model/subscription.ts'
import { topicLink } from '../publish/base/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { HubStore } from '../store/hub/hub-store.ts'

export interface TopicContent {
  path: TopicPath
  contentType: string
  body: Uint8Array
  hash: string
  link: string
  publishedMs: number
  /** How many entries the log had when the newest Snapshot with this content was made. */
  logSize: number
}

export type TopicContents = ReturnType<typeof createTopicContents>

/** Ten changes in a second become one delivery, and a single change still goes out within a second. */
const QUIET_MS = 300
/** Even if the changes never stop. */
const MAX_DELAY_MS = 5000

export function createTopicContents(store: HubStore, baseUrl: string, nowMs: () => number) {
  const topics = new Map<TopicPath, TopicContent>()
  let unsaved: { version: number; firstMs: number; dueMs: number } | undefined
  let isFirst = true

  return {
    publish(snapshot: Snapshot, version: number): void {
      const publishedMs = nowMs()
      for (const path of TopicPath.options) {
        const { contentType, identity } = snapshot.representations.get(path)!
        const { body, etag: hash } = identity
        const known = topics.get(path)
        const content = known?.hash === hash ? known : { body, publishedMs }
        const link = topicLink(baseUrl, path)
        topics.set(path, { path, contentType, hash, link, ...content, logSize: snapshot.log.size })
      }
      const firstMs = unsaved?.firstMs ?? publishedMs
      const dueMs = isFirst ? publishedMs : Math.min(publishedMs + QUIET_MS, firstMs + MAX_DELAY_MS)
      unsaved = { version, firstMs, dueMs }
      isFirst = false
    },
    get: (path: TopicPath) => topics.get(path),
    hashes: () => Array.from(topics.values(), ({ hash }) => hash),
    /** Saves what has been quiet long enough; returns how long to wait for the rest, or null if there is none. */
    async save(): Promise<number | null> {
      if (!unsaved) return null
      const waitMs = unsaved.dueMs - nowMs()
      if (waitMs > 0) return waitMs
      const saving = unsaved
      // A copy: content published during the writes below belongs to the next version.
      const contents = Array.from(topics.values(), ({ path, hash }) => ({ path, hash }))
      for (const { path, hash } of contents) await store.setTopic(path, hash, saving.version)
      if (unsaved === saving) unsaved = undefined
      return unsaved ? Math.max(0, unsaved.dueMs - nowMs()) : null
    },
  }
}
