import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { createBreaker } from '../../../src/hub/circuit-breaker.ts'
import { createDeliver } from '../../../src/hub/deliver.ts'
import { createHubMetrics } from '../../../src/hub/hub-metrics.ts'
import { concurrencyLimits, createRequestScheduler } from '../../../src/hub/request-scheduler.ts'
import { createRetryDelays } from '../../../src/hub/retry-delays.ts'
import { createSteadyClock } from '../../../src/hub/steady-clock.ts'
import type { HttpResponse } from '../../../src/outgoing/http-client.ts'
import type { DeliveryOutcome, DueRow } from '../../../src/store/hub/hub-store.ts'

const START_MS = Date.parse('2026-06-01T12:00:00.000Z')
const LEASE_SECONDS = 300

const rowOf = (id: string): DueRow => ({
  id,
  topic: '/feed.xml',
  topic_url: 'https://reviews.example/feed.xml',
  callback: `https://subscriber.example/${id}`,
  host: 'subscriber.example',
  secret: null,
  slow: 0,
  failures: 0,
  verified_at: new Date(START_MS).toISOString(),
  expires_at: new Date(START_MS + LEASE_SECONDS * 1000).toISOString(),
  claimed_by: 'test',
  last_delivered_at: null,
  wait_reason: null,
  waiting_since: null,
  ...{ lease_seconds: LEASE_SECONDS, next_attempt_at: '', claimed_until: '', delivered_hash: '' },
  ...{ behind_since: null, last_status: null, attempts: '' },
})

/** Deliveries through a single slot, each under way until the test responds. */
function makeDeliver() {
  let nowMs = START_MS
  const now = () => new Date(nowMs)
  const clock = createSteadyClock(now)
  const sent: string[] = []
  const responses: ((response: HttpResponse) => void)[] = []
  const outcomes = new Map<string, DeliveryOutcome>()
  const deliver = createDeliver({
    scheduler: createRequestScheduler({ ...concurrencyLimits(64), fast: 1 }, () => 0),
    outgoing: {
      send(_callback, { target }) {
        sent.push(target)
        return new Promise(resolve => responses.push(resolve))
      },
    },
    outage: {
      admits: () => true,
      judge: async () => 'theirs',
      canReachOthers: async () => true,
      isPaused: () => false,
      pausedMs: () => 0,
      resume: () => {},
    },
    breaker: createBreaker(clock),
    clock,
    suspend: async () => {},
    lift: async () => {},
    seal: { close: text => text, open: text => text },
    async settle({ id }, outcome) {
      outcomes.set(id, outcome)
      return new Set()
    },
    metrics: createHubMetrics(
      new Registry(),
      async () => [],
      () => nowMs,
    ),
    retryDelays: createRetryDelays(now, () => 0.5),
    topicOf: () => ({
      path: '/feed.xml',
      contentType: 'application/atom+xml',
      body: Buffer.from('news'),
      hash: 'news',
      link: '',
      publishedMs: nowMs,
      logSize: 1,
    }),
    retrySeconds: [60, 1800],
    now,
    log: pino({ enabled: false }),
  })
  return {
    deliver,
    sent,
    outcomes,
    respond: () => responses.shift()!({ status: 204, headers: {}, body: Buffer.alloc(0) }),
    advance(seconds: number) {
      nowMs += seconds * 1000
    },
  }
}

it('A delivery whose lease expires while it waits for a slot is not sent', async () => {
  const { deliver, sent, outcomes, respond, advance } = makeDeliver()
  const first = deliver(rowOf('first'))
  const second = deliver(rowOf('second'))
  await turn()
  assert.deepEqual(sent, ['/first'])
  advance(LEASE_SECONDS)
  respond()
  await first
  // The second would wait for a response if it were sent.
  const isDone = await Promise.race([second.then(() => true), turn(false)])
  assert.deepEqual(sent, ['/first'])
  assert.equal(isDone, true)
  assert.deepEqual(outcomes.get('second'), {
    kind: 'again',
    at: new Date(START_MS + LEASE_SECONDS * 1000),
    because: 'stopped',
  })
})

it('A delivery that waits for a slot is sent until the last moment of its lease', async () => {
  const { deliver, sent, outcomes, respond, advance } = makeDeliver()
  const deliveries = [deliver(rowOf('first')), deliver(rowOf('second'))]
  await turn()
  advance(LEASE_SECONDS - 0.001)
  respond()
  await deliveries[0]
  await turn()
  respond()
  await deliveries[1]
  assert.deepEqual(sent, ['/first', '/second'])
  assert.equal(outcomes.get('second')?.kind, 'delivered')
})
