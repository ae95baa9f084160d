/** Instances of the hub that share a database: one that ends leaves its claims to the others at once. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { HubStore } from '../../../src/store/hub/hub-store.ts'
import { until } from '../../kit/service.ts'
import { openTestStore } from '../../kit/store.ts'

const DEAD = 'aaaaaaaaaaaaaaaaaa'
const ALIVE = 'bbbbbbbbbbbbbbbbbb'

/** Two processes, each with a store of its own, and one request to claim. */
async function openTwo(t: TestContext) {
  const first = await openTestStore(t)
  const second = await openTestStore(t, first.folder)
  const [dead, alive] = [first.store.hub, second.store.hub]
  await dead.setTopic('/feed.xml', 'A', 1)
  const request = {
    mode: 'subscribe',
    topic: '/feed.xml',
    host: 'a.example',
    secret: null,
  } as const
  const urls = { topicUrl: 'https://reviews.example.net/feed.xml', callback: 'https://a.example/' }
  await dead.accept(
    { ...request, ...urls, leaseSeconds: 300, delayMs: 0 },
    { perTopic: 9, perHost: 9, pending: 9 },
  )
  return { dead, alive, query: first.query }
}

const claim = async (hub: HubStore, instance: string) =>
  (
    await hub.claimRequests({
      by: `${instance}-0`,
      seconds: 60,
      slow: false,
      limit: 9,
      without: [],
    })
  ).length

describe('Instances of the hub', () => {
  it('The claims of an instance that has ended are free at once, and not those of one that runs', async t => {
    const { dead, alive, query } = await openTwo(t)
    const held = await dead.joinInstances(DEAD, () => {})
    const other = await alive.joinInstances(ALIVE, () => {})
    t.after(() => other.release())
    assert.equal(await claim(dead, DEAD), 1)
    assert.equal(await alive.freeClaimsOfEnded(ALIVE), 0)
    assert.equal(await claim(alive, ALIVE), 0)
    held.release()
    await until(async () => (await alive.freeClaimsOfEnded(ALIVE)) === 1)
    assert.deepEqual(
      (await query('select id from hub_instance')).map(({ id }) => id),
      [ALIVE],
    )
    assert.equal(await claim(alive, ALIVE), 1)
    assert.equal(await dead.freeClaimsOfEnded(DEAD), 0)
  })

  it('An instance that leaves is forgotten', async t => {
    const { dead, alive, query } = await openTwo(t)
    const held = await dead.joinInstances(DEAD, () => {})
    await dead.leaveInstances(DEAD)
    held.release()
    assert.equal(await alive.freeClaimsOfEnded(ALIVE), 0)
    assert.deepEqual(await query('select id from hub_instance'), [])
  })
})
