import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { createSnapshotFeed, type OnSnapshot } from '../../../src/serve/publication.ts'

const snapshot = (digest: string) => ({ digest }) as Snapshot

function createFollower() {
  const seen: string[] = []
  const onSnapshot: OnSnapshot = ({ digest }, version) => void seen.push(`${digest} ${version}`)
  return { seen, onSnapshot }
}

describe('the snapshot feed', () => {
  it('A follower gets every Snapshot that is published after it joined', () => {
    const feed = createSnapshotFeed()
    const { seen, onSnapshot } = createFollower()
    feed.follow(onSnapshot)
    assert.deepEqual(seen, [])
    feed.publish(snapshot('demo'), 0)
    feed.publish(snapshot('own'), 7)
    assert.deepEqual(seen, ['demo 0', 'own 7'])
  })

  it('A follower that joins late gets only the newest Snapshot, at once', () => {
    const feed = createSnapshotFeed()
    feed.publish(snapshot('first'), 1)
    feed.publish(snapshot('second'), 2)
    const { seen, onSnapshot } = createFollower()
    feed.follow(onSnapshot)
    assert.deepEqual(seen, ['second 2'])
    feed.publish(snapshot('third'), 3)
    assert.deepEqual(seen, ['second 2', 'third 3'])
  })
})
