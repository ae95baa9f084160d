/** The content of each topic, as the newest Snapshot has it. Changes that follow closely are told as one. */
import { TopicPath } from '../model/subscription.ts'
import { topicLink } from '../publish/pieces/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import type { HubStore } from '../store/hub/hub-store.ts'

export interface TopicContent {
  path: TopicPath
  contentType: string
  body: Uint8Array
  hash: string
  link: string
  publishedMs: number
}

export interface TopicContents {
  publish(snapshot: Snapshot, version: number): void
  get(path: TopicPath): TopicContent | undefined
  hashes(): string[]
  /** Writes into the store what has been quiet long enough. Answers with how long to wait for the rest, null if there is none. */
  save(): Promise<number | null>
}

/** Ten changes in a second are one delivery, and a change alone is told within a second. */
const QUIET_MS = 300
const LONGEST_MS = 5000

export function createTopicContents(store: HubStore, baseUrl: string, nowMs: () => number): TopicContents {
  const topics = new Map<TopicPath, TopicContent>()
  let unsaved: { version: number; firstMs: number; dueMs: number } | undefined
  let isFirst = true

  return {
    publish(snapshot, version) {
      const publishedMs = nowMs()
      for (const path of TopicPath.options) {
        const { contentType, identity } = snapshot.representations.get(path)!
        if (topics.get(path)?.hash === identity.etag) continue
        const link = topicLink(baseUrl, path)
        topics.set(path, { path, contentType, body: identity.body, hash: identity.etag, link, publishedMs })
      }
      const firstMs = unsaved?.firstMs ?? publishedMs
      const dueMs = isFirst ? publishedMs : Math.min(publishedMs + QUIET_MS, firstMs + LONGEST_MS)
      unsaved = { version, firstMs, dueMs }
      isFirst = false
    },
    get: path => topics.get(path),
    hashes: () => Array.from(topics.values(), ({ hash }) => hash),
    async save() {
      if (!unsaved) return null
      const waitMs = unsaved.dueMs - nowMs()
      if (waitMs > 0) return waitMs
      const saving = unsaved
      // What is published while this writes is of the next version.
      const held = Array.from(topics.values(), ({ path, hash }) => ({ path, hash }))
      for (const { path, hash } of held) await store.setTopic(path, hash, saving.version)
      if (unsaved === saving) unsaved = undefined
      return unsaved ? Math.max(0, unsaved.dueMs - nowMs()) : null
    },
  }
}
