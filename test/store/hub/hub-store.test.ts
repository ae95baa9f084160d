/** The hub's store: claims, how long subscriptions have been behind, and limits. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import type { TopicPath } from '../../../src/model/subscription.ts'
import type {
  Acceptance,
  DeliveryOutcome,
  DueRow,
  HubLimits,
  HubStore,
  NewRequest,
  RequestOutcome,
  RequestRow,
  SubscriptionRow,
} from '../../../src/store/hub/hub-store.ts'
import { runs } from '../../kit/runs.ts'
import { openTestStore, type TestStore } from '../../kit/store.ts'

const FEED: TopicPath = '/feed.xml'
const START = '2026-06-01T12:00:00.000Z'
const LEASE_SECONDS = 1000
const NO_LIMITS: HubLimits = { perTopic: 1e6, perHost: 1e6, pending: 1e6 }

interface HubTable extends TestStore {
  hub: HubStore
  /** The time this many seconds after the start of the test. */
  at(seconds: number): string
  /** Sets the clock to this many seconds after the start. */
  go(seconds: number): void
  accept(
    callback: string,
    change?: Partial<NewRequest>,
    limits?: Partial<HubLimits>,
  ): Promise<Acceptance>
  claimRequests(slow?: boolean, limit?: number): Promise<RequestRow[]>
  claimDeliveries(hashes: string[], slow?: boolean, limit?: number): Promise<DueRow[]>
  settle(row: RequestRow, outcome: RequestOutcome): Promise<boolean>
  settleDelivery(row: DueRow, outcome: DeliveryOutcome): Promise<Set<string>>
  /** Creates a subscription that is up to date. */
  activate(callback: string, change?: Partial<NewRequest>): Promise<SubscriptionRow>
  active(): Promise<SubscriptionRow[]>
  pending(): Promise<RequestRow[]>
}

const CLAIM_SECONDS = 60

/** The topics have content A as version 1. */
async function openHub(t: TestContext): Promise<HubTable> {
  const table = await openTestStore(t)
  const { hub } = table.store
  let claims = 0
  const at = (seconds: number) => new Date(Date.parse(START) + seconds * 1000).toISOString()
  const claim = (slow: boolean, limit: number) => ({
    by: `claim ${claims++}`,
    seconds: CLAIM_SECONDS,
    slow,
    limit,
    without: [] as string[],
  })
  const made: HubTable = {
    ...table,
    hub,
    at,
    go(seconds) {
      table.clock.now = at(seconds)
    },
    accept: (callback, change = {}, limits = {}) =>
      hub.accept(
        {
          mode: 'subscribe',
          topic: FEED,
          topicUrl: `https://reviews.example.net${change.topic ?? FEED}`,
          callback,
          host: new URL(callback).hostname,
          secret: null,
          leaseSeconds: LEASE_SECONDS,
          delayMs: 0,
          ...change,
        },
        { ...NO_LIMITS, ...limits },
      ),
    claimRequests: (slow = false, limit = 100) => hub.claimRequests(claim(slow, limit)),
    claimDeliveries: (hashes, slow = false, limit = 100) =>
      hub.claimDeliveries(claim(slow, limit), { hashes, after: { host: '', id: '' } }),
    settle: (row, outcome) => hub.settleRequest(row, outcome),
    settleDelivery: (row, outcome) => hub.settleDeliveries([{ row, outcome }]),
    async activate(callback, change) {
      assert.equal(await made.accept(callback, change), 'accepted')
      const topic = change?.topic ?? FEED
      for (const row of await made.claimRequests()) await made.settle(row, verified(table))
      return (await made.active()).find(row => row.callback === callback && row.topic === topic)!
    },
    active: async () =>
      (await table.query('select * from subscription order by callback, topic')) as never,
    pending: async () =>
      (await table.query('select * from subscription_request order by callback, topic')) as never,
  }
  for (const path of [FEED, '/api/feed.json', '/reviews.json'] as const)
    await hub.setTopic(path, 'A', 1)
  return made
}

const verified = ({ clock }: TestStore): RequestOutcome => ({
  kind: 'verified',
  sentAt: new Date(clock.now),
})
const delivered = (hash: string): DeliveryOutcome => ({ kind: 'delivered', hash, status: 204 })

const ONE = 'https://one.example/callback'
const TWO = 'https://two.example/callback'
const callbacksOf = (rows: { callback: string }[]) => rows.map(row => row.callback).sort()

describe('Topics', () => {
  const topicOf = async ({ query }: HubTable) => ({
    ...(await query(`select * from topic where path = '${FEED}'`))[0],
  })

  it('A topic has the content of the newest version', async t => {
    const table = await openHub(t)
    table.go(10)
    await table.hub.setTopic(FEED, 'B', 2)
    assert.deepEqual(await topicOf(table), {
      path: FEED,
      hash: 'B',
      version: 2,
      changed_at: table.at(10),
    })
  })

  it('An outdated instance does not put back the old content of a topic', async t => {
    const table = await openHub(t)
    await table.hub.setTopic(FEED, 'C', 3)
    table.go(10)
    await table.hub.setTopic(FEED, 'B', 2)
    assert.deepEqual(await topicOf(table), {
      path: FEED,
      hash: 'C',
      version: 3,
      changed_at: table.at(0),
    })
  })

  it('A version with the same content does not count as a change of the topic', async t => {
    const table = await openHub(t)
    table.go(10)
    await table.hub.setTopic(FEED, 'A', 2)
    assert.equal((await topicOf(table)).changed_at, table.at(0))
    await table.hub.setTopic(FEED, 'before A', 1)
    assert.equal((await topicOf(table)).hash, 'A')
  })

  it('A new release that renders the same version differently changes the topic', async t => {
    const table = await openHub(t)
    await table.hub.setTopic(FEED, 'A, better', 1)
    assert.equal((await topicOf(table)).hash, 'A, better')
  })

  it('A change of one topic leaves the others alone', async t => {
    const table = await openHub(t)
    await table.activate(ONE, { topic: '/reviews.json' })
    await table.hub.setTopic(FEED, 'B', 2)
    assert.deepEqual(await table.claimDeliveries(['A', 'B']), [])
  })
})

describe('Requests', () => {
  it('A request is rejected as long as its topic has no content', async t => {
    const { store } = await openTestStore(t)
    const request = {
      mode: 'subscribe',
      topic: FEED,
      topicUrl: FEED,
      callback: ONE,
      host: 'one',
    } as const
    const more = { secret: null, leaseSeconds: 300, delayMs: 0 }
    assert.equal(await store.hub.accept({ ...request, ...more }, NO_LIMITS), 'no topic')
  })

  it('A request is due once its response is out', async t => {
    const table = await openHub(t)
    await table.accept(ONE, { delayMs: 50 })
    assert.deepEqual(await table.claimRequests(), [])
    assert.equal(await table.hub.nextDueAt(), table.at(0.05))
    table.go(0.05)
    assert.deepEqual(callbacksOf(await table.claimRequests()), [ONE])
  })

  it('A request is stored as it was made', async t => {
    const table = await openHub(t)
    await table.accept(ONE, {
      mode: 'unsubscribe',
      secret: 'sealed',
      leaseSeconds: 7,
      topicUrl: 'HTTPS://x',
    })
    const [row] = await table.claimRequests()
    const { id, claimed_by, ...rest } = row!
    assert.match(id, /^[\w-]{16}$/)
    assert.ok(claimed_by)
    assert.deepEqual(rest, {
      mode: 'unsubscribe',
      topic: FEED,
      topic_url: 'HTTPS://x',
      callback: ONE,
      host: 'one.example',
      secret: 'sealed',
      lease_seconds: 7,
      base_hash: 'A',
      attempts: 0,
      slow: 0,
      created_at: START,
      next_attempt_at: START,
      claimed_until: table.at(CLAIM_SECONDS),
    })
  })

  it('A request replaces an earlier one for the same topic and callback', async t => {
    const table = await openHub(t)
    await table.accept(ONE, { secret: 'old' })
    await table.accept(ONE, { mode: 'unsubscribe' })
    await table.accept(ONE, { secret: 'new' })
    assert.deepEqual(
      (await table.pending()).map(row => [row.mode, row.secret]),
      [['subscribe', 'new']],
    )
  })

  it('A request leaves those for other topics and callbacks alone', async t => {
    const table = await openHub(t)
    await table.accept(ONE)
    await table.accept(`${ONE}?a=1`)
    await table.accept(ONE, { topic: '/reviews.json' })
    assert.equal((await table.pending()).length, 3)
  })

  it('The lease of a verified request starts when the challenge was sent', async t => {
    const table = await openHub(t)
    await table.accept(ONE)
    const [row] = await table.claimRequests()
    table.go(8)
    await table.settle(row!, { kind: 'verified', sentAt: new Date(table.at(3)) })
    const [active] = await table.active()
    assert.equal(active!.verified_at, table.at(3))
    assert.equal(active!.expires_at, table.at(3 + LEASE_SECONDS))
    assert.deepEqual(await table.pending(), [])
  })

  it('A new subscription is only behind on changes since its request', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    assert.deepEqual(await table.claimDeliveries(['A']), [])
    await table.accept(TWO)
    await table.hub.setTopic(FEED, 'B', 2)
    for (const row of await table.claimRequests()) await table.settle(row, verified(table))
    assert.deepEqual(callbacksOf(await table.claimDeliveries(['B'])), [ONE, TWO])
  })

  it('A rejected request is deleted and changes no subscription', async t => {
    const table = await openHub(t)
    const before = await table.activate(ONE, { secret: 'old' })
    for (const mode of ['subscribe', 'unsubscribe'] as const) {
      await table.accept(ONE, { mode, secret: 'new' })
      const [row] = await table.claimRequests()
      await table.settle(row!, { kind: 'rejected' })
    }
    assert.deepEqual(await table.active(), [before])
    assert.deepEqual(await table.pending(), [])
  })

  it('A renewal keeps the delivery state and resets the failures', async t => {
    const table = await openHub(t)
    const before = await table.activate(ONE, { secret: 'old' })
    await table.hub.setTopic(FEED, 'B', 2)
    const [behind] = await table.claimDeliveries(['B'])
    await table.settleDelivery(behind!, {
      kind: 'failed',
      status: 500,
      at: new Date(table.at(500)),
    })
    table.go(10)
    const after = await table.activate(ONE, { secret: 'new', leaseSeconds: 5000 })
    assert.equal(after.id, before.id)
    assert.deepEqual(
      [after.secret, after.lease_seconds, after.expires_at, after.delivered_hash, after.failures],
      ['new', 5000, table.at(5010), 'A', 0],
    )
    assert.deepEqual(callbacksOf(await table.claimDeliveries(['B'])), [ONE])
  })

  it('A request after the end of the lease starts a new subscription', async t => {
    const table = await openHub(t)
    const before = await table.activate(ONE)
    table.go(LEASE_SECONDS)
    await table.hub.setTopic(FEED, 'B', 2)
    const after = await table.activate(ONE)
    assert.notEqual(after.id, before.id)
    assert.equal(after.delivered_hash, 'B')
    assert.equal((await table.active()).length, 1)
  })

  it('An unsubscription ends no other subscription', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.activate(TWO)
    await table.activate(ONE, { topic: '/reviews.json' })
    await table.accept(ONE, { mode: 'unsubscribe' })
    const [row] = await table.claimRequests()
    await table.settle(row!, verified(table))
    assert.deepEqual(
      (await table.active()).map(row => [row.callback, row.topic]),
      [
        [ONE, '/reviews.json'],
        [TWO, FEED],
      ],
    )
  })

  it('A request that was replaced during its verification changes nothing', async t => {
    const table = await openHub(t)
    await table.accept(ONE, { secret: 'old' })
    const [old] = await table.claimRequests()
    await table.accept(ONE, { secret: 'new' })
    await table.settle(old!, verified(table))
    assert.deepEqual(await table.active(), [])
    await table.settle(old!, { kind: 'rejected' })
    assert.deepEqual(
      (await table.pending()).map(row => row.secret),
      ['new'],
    )
  })
})

describe('Limits', () => {
  const at = (host: string, path: string | number = '') => `https://${host}.example/${path}`

  it('The limit per host counts each topic on its own', async t => {
    const table = await openHub(t)
    await table.activate(at('one', 1))
    await table.accept(at('one', 2), {}, { perHost: 2 })
    assert.equal(await table.accept(at('one', 3), {}, { perHost: 2 }), 'host full')
    assert.equal(await table.accept(at('two', 1), {}, { perHost: 2 }), 'accepted')
    assert.equal(
      await table.accept(at('one', 3), { topic: '/reviews.json' }, { perHost: 2 }),
      'accepted',
    )
  })

  it('The limit per topic counts all hosts together', async t => {
    const table = await openHub(t)
    await table.activate(at('one'))
    await table.accept(at('two'), {}, { perTopic: 2 })
    assert.equal(await table.accept(at('three'), {}, { perTopic: 2 }), 'topic full')
    assert.equal(
      await table.accept(at('three'), { topic: '/reviews.json' }, { perTopic: 2 }),
      'accepted',
    )
  })

  it('The limit on pending requests counts all topics and modes together', async t => {
    const table = await openHub(t)
    await table.accept(at('one'), {}, { pending: 2 })
    await table.accept(at('two'), { topic: '/reviews.json' }, { pending: 2 })
    assert.equal(await table.accept(at('three'), {}, { pending: 2 }), 'too many pending')
    const unsubscribe = { mode: 'unsubscribe' } as const
    assert.equal(await table.accept(at('three'), unsubscribe, { pending: 2 }), 'too many pending')
  })

  it('A renewal is exempt from the limits per host and topic', async t => {
    const table = await openHub(t)
    await table.activate(at('one'))
    assert.equal(await table.accept(at('one'), {}, { perHost: 1, perTopic: 1 }), 'accepted')
    assert.equal(await table.accept(at('one'), {}, { perHost: 0, perTopic: 0 }), 'accepted')
  })

  it('An unsubscription is exempt from the limits per host and topic', async t => {
    const table = await openHub(t)
    await table.activate(at('one', 1))
    for (const path of [1, 2])
      assert.equal(
        await table.accept(at('one', path), { mode: 'unsubscribe' }, { perHost: 1, perTopic: 1 }),
        'accepted',
      )
  })

  it('A request that is being replaced does not count toward the limits', async t => {
    const table = await openHub(t)
    const limits = { perHost: 1, perTopic: 1, pending: 1 }
    await table.accept(at('one'), {}, limits)
    assert.equal(await table.accept(at('one'), {}, limits), 'accepted')
    assert.equal(await table.accept(at('one'), { mode: 'unsubscribe' }, limits), 'accepted')
  })

  it('A pending unsubscription does not count toward the limits', async t => {
    const table = await openHub(t)
    await table.accept(at('one', 1), { mode: 'unsubscribe' })
    assert.equal(await table.accept(at('one', 2), {}, { perHost: 1, perTopic: 1 }), 'accepted')
  })

  it('An expired subscription does not count toward the limits, even before it is swept', async t => {
    const table = await openHub(t)
    await table.activate(at('one', 1))
    table.go(LEASE_SECONDS)
    assert.equal(await table.accept(at('one', 2), {}, { perHost: 1, perTopic: 1 }), 'accepted')
  })

  it('A renewal after the end of the lease is subject to the limits', async t => {
    const table = await openHub(t)
    await table.activate(at('one', 1))
    table.go(LEASE_SECONDS)
    await table.activate(at('one', 2))
    assert.equal(await table.accept(at('one', 1), {}, { perHost: 1 }), 'host full')
  })

  it('A request that exceeds a limit leaves the earlier request as it was', async t => {
    const table = await openHub(t)
    await table.activate(at('one', 1))
    await table.accept(at('one', 2), { secret: 'old' }, { perHost: 2 })
    assert.equal(await table.accept(at('one', 2), { secret: 'new' }, { perHost: 1 }), 'host full')
    assert.deepEqual(
      (await table.pending()).map(row => row.secret),
      ['old'],
    )
  })
})

describe('Claims on requests', () => {
  it('A claim on a request keeps other instances away until it runs out', async t => {
    const table = await openHub(t)
    await table.accept(ONE)
    assert.equal((await table.claimRequests()).length, 1)
    table.go(CLAIM_SECONDS - 1)
    assert.deepEqual(await table.claimRequests(), [])
    table.go(CLAIM_SECONDS)
    assert.equal((await table.claimRequests()).length, 1)
  })

  const OUTCOMES: RequestOutcome[] = [
    { kind: 'verified', sentAt: new Date(START) },
    { kind: 'rejected' },
    { kind: 'again', at: new Date('2027-01-01'), because: 'failed' },
  ]
  for (const outcome of OUTCOMES)
    it(`A claim on a request that ran out settles nothing: ${outcome.kind}`, async t => {
      const table = await openHub(t)
      await table.accept(ONE)
      const [mine] = await table.claimRequests()
      table.go(CLAIM_SECONDS)
      const [others] = await table.claimRequests()
      const before = await table.pending()
      await table.settle(mine!, outcome)
      assert.deepEqual(await table.pending(), before)
      assert.deepEqual(await table.active(), [])
      await table.settle(others!, verified(table))
      assert.equal((await table.active()).length, 1)
    })

  it('A claim takes at most as many requests as it asked for, the longest due first', async t => {
    const table = await openHub(t)
    for (const [seconds, path] of [
      [2, 'c'],
      [0, 'a'],
      [1, 'b'],
    ] as const) {
      table.go(seconds)
      await table.accept(`https://one.example/${path}`)
    }
    table.go(3)
    assert.deepEqual(callbacksOf(await table.claimRequests(false, 2)), [
      'https://one.example/a',
      'https://one.example/b',
    ])
    assert.deepEqual(callbacksOf(await table.claimRequests(false, 2)), ['https://one.example/c'])
  })

  it('Requests to slow callbacks are claimed separately', async t => {
    const table = await openHub(t)
    await table.accept(ONE)
    await table.accept(TWO)
    const slow = (await table.claimRequests()).find(row => row.callback === TWO)!
    await table.settle(slow, { kind: 'again', at: new Date(START), because: 'slow' })
    table.go(CLAIM_SECONDS)
    assert.deepEqual(callbacksOf(await table.claimRequests(false)), [ONE])
    assert.deepEqual(callbacksOf(await table.claimRequests(true)), [TWO])
  })

  it('Only an attempt without a response counts as one', async t => {
    const table = await openHub(t)
    await table.accept(ONE)
    const attempts: number[] = []
    for (const because of ['failed', 'stopped', 'slow', 'failed'] as const) {
      const rows = [...(await table.claimRequests()), ...(await table.claimRequests(true))]
      assert.equal(rows.length, 1)
      await table.settle(rows[0]!, { kind: 'again', at: new Date(table.clock.now), because })
      attempts.push((await table.pending())[0]!.attempts)
    }
    assert.deepEqual(attempts, [1, 1, 1, 2])
  })

  it('A settled request is due again at its next attempt', async t => {
    const table = await openHub(t)
    await table.accept(ONE)
    const [row] = await table.claimRequests()
    await table.settle(row!, { kind: 'again', at: new Date(table.at(5)), because: 'failed' })
    assert.equal(await table.hub.nextDueAt(), table.at(5))
    table.go(4)
    assert.deepEqual(await table.claimRequests(), [])
    table.go(5)
    assert.equal((await table.claimRequests()).length, 1)
  })

  it('Two instances never claim the same request', async t => {
    const table = await openHub(t)
    const other = await openTestStore(t, table.folder)
    for (let number = 0; number < 40; number++) await table.accept(`https://one.example/${number}`)
    const claim = { seconds: CLAIM_SECONDS, slow: false, limit: 30, without: [] }
    const [mine, others] = await Promise.all([
      table.hub.claimRequests({ ...claim, by: 'mine' }),
      other.store.hub.claimRequests({ ...claim, by: 'others' }),
    ])
    assert.equal(mine.length + others.length, 40)
    assert.equal(new Set([...mine, ...others].map(row => row.id)).size, 40)
  })
})

describe('Claims on deliveries', () => {
  /** Two subscriptions that lack B. */
  async function openBehind(t: TestContext): Promise<HubTable> {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.activate(TWO)
    await table.hub.setTopic(FEED, 'B', 2)
    return table
  }

  it('A claim takes every subscription that is behind exactly once', async t => {
    const table = await openBehind(t)
    const rows = await table.claimDeliveries(['B'])
    assert.deepEqual(callbacksOf(rows), [ONE, TWO])
    assert.deepEqual(await table.claimDeliveries(['B']), [])
    for (const row of rows) await table.settleDelivery(row, delivered('B'))
    assert.deepEqual(await table.claimDeliveries(['B']), [])
    assert.deepEqual(
      (await table.active()).map(row => [
        row.delivered_hash,
        row.last_status,
        row.last_delivered_at,
      ]),
      [
        ['B', 204, START],
        ['B', 204, START],
      ],
    )
  })

  it('Only an instance with the current content can claim a delivery', async t => {
    const table = await openBehind(t)
    assert.deepEqual(await table.claimDeliveries(['A']), [])
    assert.deepEqual(await table.claimDeliveries([]), [])
    assert.equal((await table.claimDeliveries(['A', 'B'])).length, 2)
  })

  it('No delivery is claimed after a change was reverted', async t => {
    const table = await openBehind(t)
    await table.hub.setTopic(FEED, 'A', 3)
    assert.deepEqual(await table.claimDeliveries(['A']), [])
    assert.equal((await table.hub.measure()).find(row => row.topic === FEED)!.behind, 0)
  })

  it('A subscription that received outdated content is claimed again', async t => {
    const table = await openBehind(t)
    const rows = await table.claimDeliveries(['B'])
    await table.hub.setTopic(FEED, 'C', 3)
    for (const row of rows) await table.settleDelivery(row, delivered('B'))
    assert.equal((await table.claimDeliveries(['C'])).length, 2)
  })

  it('A subscription whose lease expired is not claimed', async t => {
    const table = await openBehind(t)
    table.go(LEASE_SECONDS)
    assert.deepEqual(await table.claimDeliveries(['B']), [])
  })

  it('A claim on a delivery keeps other instances away until it runs out', async t => {
    const table = await openBehind(t)
    assert.equal((await table.claimDeliveries(['B'], false, 1)).length, 1)
    assert.equal((await table.claimDeliveries(['B'])).length, 1)
    table.go(CLAIM_SECONDS - 1)
    assert.deepEqual(await table.claimDeliveries(['B']), [])
    table.go(CLAIM_SECONDS)
    assert.equal((await table.claimDeliveries(['B'])).length, 2)
  })

  const OUTCOMES: DeliveryOutcome[] = [
    delivered('B'),
    { kind: 'failed', status: 500, at: new Date('2027-01-01') },
    { kind: 'again', at: new Date('2027-01-01'), because: 'slow' },
    { kind: 'ended' },
  ]
  for (const outcome of OUTCOMES)
    it(`A claim on a delivery that ran out settles nothing: ${outcome.kind}`, async t => {
      const table = await openBehind(t)
      const mine = await table.claimDeliveries(['B'])
      table.go(CLAIM_SECONDS)
      const others = await table.claimDeliveries(['B'])
      const before = await table.active()
      for (const row of mine) await table.settleDelivery(row, outcome)
      assert.deepEqual(await table.active(), before)
      for (const row of others) await table.settleDelivery(row, delivered('B'))
      assert.ok((await table.active()).every(row => row.delivered_hash === 'B'))
    })

  it('Deliveries to callbacks that failed or were slow are claimed separately', async t => {
    const table = await openBehind(t)
    await table.activate('https://three.example/callback')
    await table.hub.setTopic(FEED, 'C', 3)
    const rows = await table.claimDeliveries(['C'])
    const settle = (callback: string, outcome: DeliveryOutcome) =>
      table.settleDelivery(rows.find(row => row.callback === callback)!, outcome)
    await settle(ONE, { kind: 'failed', status: null, at: new Date(START) })
    await settle(TWO, { kind: 'again', at: new Date(START), because: 'slow' })
    await settle('https://three.example/callback', {
      kind: 'again',
      at: new Date(START),
      because: 'stopped',
    })
    assert.deepEqual(callbacksOf(await table.claimDeliveries(['C'], false)), [
      'https://three.example/callback',
    ])
    const slow = await table.claimDeliveries(['C'], true)
    assert.deepEqual(callbacksOf(slow), [ONE, TWO])
    for (const row of slow) await table.settleDelivery(row, delivered('C'))
    await table.hub.setTopic(FEED, 'D', 4)
    assert.deepEqual(callbacksOf(await table.claimDeliveries(['D'], false)), [ONE, TWO])
  })

  it('Many deliveries are settled at once, each with its own outcome', async t => {
    const table = await openHub(t)
    const paths = ['delivered', 'also', 'accepted', 'failed', 'ended', 'lost']
    for (const path of paths) await table.activate(`https://one.example/${path}`)
    await table.hub.setTopic(FEED, 'B', 2)
    const lost = await table.hub.claimDeliveries(
      { by: 'lost', seconds: 0, slow: false, limit: 100, without: [] },
      { hashes: ['B'], after: { host: '', id: '' } },
    )
    const rows = await table.claimDeliveries(['B'])
    const find = (among: DueRow[], path: string) => among.find(row => row.callback.endsWith(path))!
    await table.hub.settleDeliveries([
      { row: find(rows, 'delivered'), outcome: delivered('B') },
      { row: find(lost, 'lost'), outcome: delivered('B') },
      { row: find(rows, 'failed'), outcome: { kind: 'failed', status: 500, at: new Date(START) } },
      { row: find(rows, 'accepted'), outcome: { kind: 'delivered', hash: 'B', status: 202 } },
      { row: find(rows, 'ended'), outcome: { kind: 'ended' } },
      { row: find(rows, 'also'), outcome: delivered('B') },
    ])
    assert.deepEqual(
      (await table.active()).map(row => [
        row.callback.slice(20),
        row.delivered_hash,
        row.last_status,
        row.failures,
      ]),
      [
        ['accepted', 'B', 202, 0],
        ['also', 'B', 204, 0],
        ['delivered', 'B', 204, 0],
        ['failed', 'A', 500, 1],
        ['lost', 'A', null, 0],
      ],
    )
  })

  it('Consecutive failures are counted, and a success resets the count', async t => {
    const table = await openBehind(t)
    const failures: number[] = []
    for (const outcome of [OUTCOMES[1]!, OUTCOMES[1]!, OUTCOMES[0]!, OUTCOMES[1]!]) {
      await table.hub.setTopic(FEED, `B${failures.length}`, 3 + failures.length)
      table.clock.now = '2027-01-01T00:00:00.000Z'
      await table.query(`update subscription set expires_at = '2028-01-01T00:00:00.000Z'`)
      const hashes = [`B${failures.length}`]
      const rows = [
        ...(await table.claimDeliveries(hashes)),
        ...(await table.claimDeliveries(hashes, true)),
      ]
      await table.settleDelivery(rows.find(row => row.callback === ONE)!, outcome)
      failures.push((await table.active())[0]!.failures)
    }
    assert.deepEqual(failures, [1, 2, 0, 1])
  })

  it('A failed delivery is due again at its retry', async t => {
    const table = await openBehind(t)
    for (const row of await table.claimDeliveries(['B']))
      await table.settleDelivery(row, { kind: 'failed', status: 503, at: new Date(table.at(30)) })
    assert.equal(await table.hub.nextDueAt(), table.at(30))
    await table.hub.setTopic(FEED, 'C', 3)
    table.go(29)
    assert.deepEqual(await table.claimDeliveries(['C'], true), [])
    table.go(30)
    assert.equal((await table.claimDeliveries(['C'], true)).length, 2)
  })

  it('A delivery does not end a subscription that was renewed in the meantime', async t => {
    const table = await openBehind(t)
    const rows = await table.claimDeliveries(['B'])
    table.go(1)
    await table.activate(ONE)
    for (const row of rows) await table.settleDelivery(row, { kind: 'ended' })
    assert.deepEqual(callbacksOf(await table.active()), [ONE])
  })

  it('A delivery does not revive a subscription that ended in the meantime', async t => {
    const table = await openBehind(t)
    const rows = await table.claimDeliveries(['B'])
    await table.accept(ONE, { mode: 'unsubscribe' })
    const [end] = await table.claimRequests()
    await table.settle(end!, verified(table))
    for (const row of rows) await table.settleDelivery(row, delivered('B'))
    assert.deepEqual(callbacksOf(await table.active()), [TWO])
  })

  it('Two instances never claim the same delivery', async t => {
    const table = await openHub(t)
    for (let number = 0; number < 40; number++)
      await table.activate(`https://one.example/${number}`)
    await table.hub.setTopic(FEED, 'B', 2)
    const other = await openTestStore(t, table.folder)
    const claim = { seconds: CLAIM_SECONDS, slow: false, limit: 30, without: [] }
    const part = { hashes: ['B'], after: { host: '', id: '' } }
    const [mine, others] = await Promise.all([
      table.hub.claimDeliveries({ ...claim, by: 'mine' }, part),
      other.store.hub.claimDeliveries({ ...claim, by: 'others' }, part),
    ])
    assert.equal(mine.length + others.length, 40)
    assert.equal(new Set([...mine, ...others].map(row => row.id)).size, 40)
  })

  it('Claims go through all hosts in turn and leave out crowded ones', async t => {
    const table = await openHub(t)
    for (const host of ['a', 'b', 'c'])
      for (const path of [1, 2]) await table.activate(`https://${host}.example/${path}`)
    await table.hub.setTopic(FEED, 'B', 2)
    const claim = { by: 'mine', seconds: CLAIM_SECONDS, slow: false, without: ['b.example'] }
    let after = { host: '', id: '' }
    const hosts: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      const part = { hashes: ['B'], after }
      const rows = await table.hub.claimDeliveries({ ...claim, limit: 3 }, part)
      hosts.push(...rows.map(row => row.host))
      after = rows.at(-1) ?? after
    }
    assert.deepEqual(hosts, ['a.example', 'a.example', 'c.example', 'c.example'])
  })
})

describe('The next due time', () => {
  it('There is no next due time when nothing is scheduled', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    assert.equal(await table.hub.nextDueAt(), null)
  })

  it('The next due time is that of the earliest request or delivery', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.hub.setTopic(FEED, 'B', 2)
    const [row] = await table.claimDeliveries(['B'])
    await table.settleDelivery(row!, { kind: 'failed', status: 500, at: new Date(table.at(30)) })
    await table.accept(TWO, { delayMs: 40_000 })
    assert.equal(await table.hub.nextDueAt(), table.at(30))
    await table.accept(TWO, { delayMs: 20_000 })
    assert.equal(await table.hub.nextDueAt(), table.at(20))
  })

  it('A delivery that is no longer needed has no due time', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.hub.setTopic(FEED, 'B', 2)
    const [row] = await table.claimDeliveries(['B'])
    await table.settleDelivery(row!, { kind: 'failed', status: 500, at: new Date(table.at(30)) })
    await table.hub.setTopic(FEED, 'A', 3)
    assert.equal(await table.hub.nextDueAt(), null)
  })
})

describe('Measurements', () => {
  const feedOf = async ({ hub }: HubTable) => {
    const {
      active,
      pending,
      behind,
      oldest_behind_since: since,
    } = (await hub.measure()).find(row => row.topic === FEED)!
    return { active, pending, behind, since }
  }

  it('Every topic is measured, even without subscribers', async t => {
    const { hub } = await openHub(t)
    const nobody = { active: 0, failing: 0, pending: 0, behind: 0, oldest_behind_since: null }
    assert.deepEqual(
      await hub.measure(),
      (['/api/feed.json', FEED, '/reviews.json'] as const).map(topic => ({ topic, ...nobody })),
    )
  })

  it('The measurement counts active, pending and behind subscriptions', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.activate(TWO)
    await table.accept('https://three.example/')
    assert.deepEqual(await feedOf(table), { active: 2, pending: 1, behind: 0, since: null })
    table.go(10)
    await table.hub.setTopic(FEED, 'B', 2)
    assert.deepEqual(await feedOf(table), { active: 2, pending: 1, behind: 2, since: table.at(10) })
  })

  it('A subscription has been behind since the first change that it missed', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.activate(TWO)
    for (const [seconds, hash] of [
      [10, 'B'],
      [20, 'C'],
      [30, 'D'],
    ] as const) {
      table.go(seconds)
      await table.hub.setTopic(FEED, hash, seconds)
      assert.equal((await feedOf(table)).since, table.at(10))
    }
    const rows = await table.claimDeliveries(['D'])
    await table.settleDelivery(rows[0]!, delivered('D'))
    assert.deepEqual(await feedOf(table), { active: 2, pending: 0, behind: 1, since: table.at(10) })
    await table.settleDelivery(rows[1]!, delivered('D'))
    assert.deepEqual(await feedOf(table), { active: 2, pending: 0, behind: 0, since: null })
    table.go(40)
    await table.hub.setTopic(FEED, 'E', 40)
    assert.equal((await feedOf(table)).since, table.at(40))
  })

  it('A subscription that got the first change has been behind since the second', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    table.go(10)
    await table.hub.setTopic(FEED, 'B', 2)
    const [row] = await table.claimDeliveries(['B'])
    table.go(20)
    await table.hub.setTopic(FEED, 'C', 3)
    await table.settleDelivery(row!, delivered('B'))
    assert.equal((await feedOf(table)).since, table.at(20))
  })

  it('A reverted change resets how long a subscription has been behind', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    for (const [seconds, hash] of [
      [10, 'B'],
      [20, 'C'],
      [30, 'A'],
    ] as const) {
      table.go(seconds)
      await table.hub.setTopic(FEED, hash, seconds)
    }
    assert.deepEqual(await feedOf(table), { active: 1, pending: 0, behind: 0, since: null })
    table.go(40)
    await table.hub.setTopic(FEED, 'D', 40)
    assert.equal((await feedOf(table)).since, table.at(40))
  })

  it('Expired subscriptions are not measured', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.hub.setTopic(FEED, 'B', 2)
    table.go(LEASE_SECONDS)
    assert.deepEqual(await feedOf(table), { active: 0, pending: 0, behind: 0, since: null })
  })

  it('The totals are what counting all rows gives, whatever happens', async t => {
    const step = fc.record({
      kind: fc.constantFrom(...CHANGES),
      number: fc.nat(3),
      seconds: fc.nat(300),
    })
    const table = await openHub(t)
    const { hub } = table
    let [seconds, version] = [0, 1]
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async steps => {
        for (const { kind, number, ...passed } of steps) {
          seconds += passed.seconds
          table.go(seconds)
          const callback = `https://h${number}.example/`
          const ofCallback = (await table.active()).filter(row => row.callback === callback)
          if (kind === 'subscribe') await table.activate(callback)
          else if (kind === 'change') await hub.setTopic(FEED, `content ${number}`, ++version)
          else if (kind === 'replay') for (const { id } of ofCallback) await hub.replay(id)
          else if (kind === 'remove')
            for (const { id } of ofCallback) await hub.remove(id, 'a reason')
          else if (kind === 'sweep') await hub.removeExpired()
          else {
            const hashes = Array.from({ length: 4 }, (_, content) => `content ${content}`)
            for (const row of (await table.claimDeliveries(hashes)).concat(
              await table.claimDeliveries(hashes, true),
            ))
              await table.settleDelivery(row, outcomeOf(kind, `content ${number}`, table))
          }
          assert.deepEqual(await hub.measure(), await countRows(table), kind)
        }
      }),
      runs(15),
    )
  })

  const CHANGES = [
    'subscribe',
    'change',
    'delivered',
    'failed',
    'ended',
    'replay',
    'remove',
    'sweep',
  ] as const

  const outcomeOf = (kind: 'delivered' | 'failed' | 'ended', hash: string, { clock }: HubTable) =>
    kind === 'delivered' ? delivered(hash) : { kind, status: 500, at: new Date(clock.now) }

  /** The same as a measurement, in plain SQL. */
  async function countRows({ query, clock }: HubTable): Promise<unknown[]> {
    const rows = await query(`
      select path as topic, count(id) as active, coalesce(sum(case when failures > 0 then 1 else 0 end), 0) as failing,
        coalesce(sum(case when delivered_hash <> hash then 1 else 0 end), 0) as behind,
        (select count(*) from subscription_request where topic = path) as pending,
        min(case when delivered_hash <> hash then coalesce(behind_since, changed_at) end) as oldest_behind_since
      from topic left join subscription on topic = path and expires_at > '${clock.now}'
      group by path order by path`)
    return rows.map(row => ({ ...row }))
  }
})

describe('The sweep', () => {
  it('The sweep removes expired subscriptions and returns how many', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.activate(TWO, { leaseSeconds: 2 * LEASE_SECONDS })
    table.go(LEASE_SECONDS - 1)
    assert.equal(await table.hub.removeExpired(), 0)
    table.go(LEASE_SECONDS)
    assert.equal(await table.hub.removeExpired(), 1)
    assert.equal(await table.hub.removeExpired(), 0)
    assert.deepEqual(callbacksOf(await table.active()), [TWO])
  })
})

describe("The operator's list", () => {
  it('The list has active subscriptions and pending requests', async t => {
    const table = await openHub(t)
    const active = await table.activate(ONE, { secret: 'sealed' })
    await table.accept(TWO, { leaseSeconds: 300 })
    const rows = await table.hub.list()
    assert.deepEqual(rows, [
      {
        id: active.id,
        state: 'active',
        topic: FEED,
        callback: ONE,
        lease_seconds: LEASE_SECONDS,
        expires_at: table.at(LEASE_SECONDS),
        failures: 0,
        last_status: null,
        last_delivered_at: null,
        behind_since: null,
        next_attempt_at: null,
        suspended_until: null,
        attempts: [],
      },
      {
        id: (await table.pending())[0]!.id,
        state: 'pending',
        topic: FEED,
        callback: TWO,
        lease_seconds: 300,
        expires_at: null,
        failures: 0,
        last_status: null,
        last_delivered_at: null,
        behind_since: null,
        next_attempt_at: null,
        suspended_until: null,
        attempts: [],
      },
    ])
  })

  it('The list has no pending unsubscriptions and no expired subscriptions', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.accept(TWO, { mode: 'unsubscribe' })
    table.go(LEASE_SECONDS)
    assert.deepEqual(await table.hub.list(), [])
  })

  it('The operator can remove subscriptions and pending requests', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.accept(TWO)
    for (const { id } of await table.hub.list())
      assert.equal(await table.hub.remove(id, 'no reason'), true)
    assert.deepEqual(await table.hub.list(), [])
    assert.equal(await table.hub.remove('nobody', 'no reason'), false)
  })

  it('A subscription that was removed during a delivery does not come back', async t => {
    const table = await openHub(t)
    const { id } = await table.activate(ONE)
    await table.hub.setTopic(FEED, 'B', 2)
    const [row] = await table.claimDeliveries(['B'])
    await table.hub.remove(id, 'no reason')
    await table.settleDelivery(row!, delivered('B'))
    assert.deepEqual(await table.hub.list(), [])
  })
})

describe('Denial notices', () => {
  const claimDenials = (table: HubTable, limit = 10) =>
    table.hub.claimDenials({ by: `claim ${limit}`, seconds: CLAIM_SECONDS, limit })

  it('A denial notice that failed is the next job when it is due again, and gone once it was sent', async t => {
    const table = await openHub(t)
    const { id } = await table.activate('https://a.example/')
    assert.equal(await table.hub.remove(id, 'removed'), true)
    const [row] = await claimDenials(table)
    assert.deepEqual(
      [row!.callback, row!.reason, row!.attempts],
      ['https://a.example/', 'removed', 0],
    )
    assert.deepEqual(await claimDenials(table), [])
    await table.hub.settleDenial(row!, { kind: 'again', at: new Date(table.at(40)), attempts: 1 })
    assert.equal(await table.hub.nextDueAt(), table.at(40))
    table.go(39)
    assert.deepEqual(await claimDenials(table), [])
    table.go(40)
    const [again] = await claimDenials(table)
    assert.equal(again!.attempts, 1)
    await table.hub.settleDenial(again!, { kind: 'done' })
    assert.deepEqual(await table.query('select * from denial'), [])
  })

  it('A denial notice whose claim ran out is settled only by whoever claimed it since', async t => {
    const table = await openHub(t)
    const { id } = await table.activate('https://a.example/')
    await table.hub.remove(id, 'removed')
    const [first] = await claimDenials(table, 1)
    table.go(CLAIM_SECONDS)
    const [second] = await claimDenials(table, 2)
    await table.hub.settleDenial(first!, { kind: 'done' })
    assert.equal((await table.query('select * from denial')).length, 1)
    await table.hub.settleDenial(second!, { kind: 'done' })
    assert.deepEqual(await table.query('select * from denial'), [])
  })

  it('A subscriber who subscribes again gets no denial notice', async t => {
    const table = await openHub(t)
    const { id } = await table.activate('https://a.example/')
    await table.hub.remove(id, 'removed')
    await table.activate('https://a.example/')
    assert.deepEqual(await claimDenials(table), [])
  })
})

describe('A clock that was set back', () => {
  it('Nothing is scheduled after a success or for a new subscription, whatever the time is', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.hub.setTopic(FEED, 'B', 2)
    for (const row of await table.claimDeliveries(['B']))
      await table.settleDelivery(row, delivered('B'))
    await table.activate(TWO)
    table.go(-600)
    await table.hub.setTopic(FEED, 'C', 3)
    assert.deepEqual(callbacksOf(await table.claimDeliveries(['C'])), [ONE, TWO])
  })

  it('Retries, requests and claims wait no longer than they would from now on', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.hub.setTopic(FEED, 'B', 2)
    const [row] = await table.claimDeliveries(['B'])
    const again = { kind: 'failed', status: 500, at: new Date(table.at(60)) } as const
    await table.settleDelivery(row!, again)
    await table.accept(TWO)
    assert.equal(await table.hub.hasFutureRecords(), false)
    table.go(-600)
    assert.equal(await table.hub.hasFutureRecords(), true)
    await table.hub.bringForward('claim', [60, 1800])
    assert.equal((await table.active())[0]!.next_attempt_at, table.at(-540))
    assert.equal((await table.claimRequests()).length, 1)
    const [measured] = (await table.hub.measure()).filter(({ topic }) => topic === FEED)
    assert.equal(measured!.oldest_behind_since, table.at(-600))
  })

  it('A retry that is due within its delay stays as it is', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.hub.setTopic(FEED, 'B', 2)
    const [row] = await table.claimDeliveries(['B'])
    await table.settleDelivery(row!, { kind: 'failed', status: 500, at: new Date(table.at(40)) })
    await table.hub.bringForward('claim', [60, 1800])
    assert.equal((await table.active())[0]!.next_attempt_at, table.at(40))
  })

  it('Only the claims of the instance itself run out after a minute', async t => {
    const table = await openHub(t)
    await table.activate(ONE)
    await table.hub.setTopic(FEED, 'B', 2)
    const claim = { by: 'a-1', seconds: CLAIM_SECONDS, slow: false, limit: 1, without: [] }
    await table.hub.claimDeliveries(claim, { hashes: ['B'], after: { host: '', id: '' } })
    table.go(-600)
    for (const [own, until] of [
      ['b', 60],
      ['a', -540],
    ] as const) {
      await table.hub.bringForward(own, [60, 1800])
      assert.equal((await table.active())[0]!.claimed_until, table.at(until))
    }
  })
})
