import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTopicContents } from '../../../src/hub/topic-content.ts'
import { TopicPath } from '../../../src/model/subscription.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import type { HubStore } from '../../../src/store/hub/hub-store.ts'

/** A Snapshot with the text as the content of every topic. */
function snapshotOf(text: string): Snapshot {
  const identity = { coding: 'identity', body: Buffer.from(text), etag: `"${text}"` }
  const representations = TopicPath.options.map(
    path => [path, { path, contentType: 'text/plain', identity, encoded: [] }] as const,
  )
  return { representations: new Map(representations), log: { size: 1 } } as unknown as Snapshot
}

/** Topics that have saved their first content, and the versions that they saved since, with the time in milliseconds. */
async function makeTopics() {
  let nowMs = 0
  let saved: { version: number; atMs: number }[] = []
  const store = {
    async setTopic(path: TopicPath, _hash: string, version: number) {
      if (path === '/feed.xml') saved.push({ version, atMs: nowMs })
    },
  } as HubStore
  const topics = createTopicContents(store, 'https://reviews.example', () => nowMs)
  topics.publish(snapshotOf('first'), 0)
  await topics.save()
  assert.deepEqual(saved, [{ version: 0, atMs: 0 }])
  saved = []
  return {
    topics,
    saved: () => saved,
    /** Calls save every 50 ms, as often as the hub might. */
    async pass(ms: number) {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += 50
        await topics.save()
      }
    },
  }
}

it('The first content of a topic is saved at once', async () => {
  await makeTopics()
})

it('A change is saved once it has been quiet for 300 ms', async () => {
  const { topics, saved, pass } = await makeTopics()
  topics.publish(snapshotOf('one'), 1)
  await pass(200)
  topics.publish(snapshotOf('two'), 2)
  await pass(250)
  assert.deepEqual(saved(), [])
  await pass(1000)
  assert.deepEqual(saved(), [{ version: 2, atMs: 500 }])
})

it('A change is saved after five seconds even if the changes never stop', async () => {
  const { topics, saved, pass } = await makeTopics()
  for (let version = 1; version <= 60; version++) {
    topics.publish(snapshotOf(`change ${version}`), version)
    await pass(200)
  }
  assert.deepEqual(
    saved().map(({ atMs }) => atMs),
    [5000, 10_000],
  )
})
