/** Subscribers who prove that they know their secret look at their subscription, or get the content again. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after as afterAll, before, describe, it, type TestContext } from 'node:test'
import { NO_LIMIT } from '../../../src/http/rate-limit.ts'
import { OwnSubscription } from '../../../src/model/subscription.ts'
import { startTestApp } from '../../kit/app.ts'
import { answerWith, type CallbackServer } from '../../kit/callback.ts'
import { startBoth, subscribed, type TestHub } from '../../kit/hub.ts'
import { until } from '../../kit/service.ts'

const SECRET = '9xFq2mRw'
const PATH = '/api/websub/subscription'

// In this order: the tests share one hub, and some change what its clock says.
describe('A subscription asked about by its subscriber', { concurrency: 1 }, () => {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let callback: CallbackServer
  let hub: TestHub
  let url: string
  const allowance = { seconds: 0 }

  before(async () => {
    ;({ callback, hub } = await startBoth(context))
    ;({ url } = await startTestApp(context, {
      hub: () => hub.hub,
      hubLimiter: { ...NO_LIMIT, waitSeconds: () => allowance.seconds },
    }))
    await subscribed(hub, { callback: callback.url('/own'), secret: SECRET, lease_seconds: 86_400 })
    await subscribed(hub, { callback: callback.url('/open') })
  })
  afterAll(async () => {
    for (const end of endings) await end()
  })

  const seconds = () => String(Math.floor(hub.clock.nowMs / 1000))
  let asked = 0
  /** Never the same twice, since a proof works once. */
  const newTime = () =>
    `${new Date(hub.clock.nowMs).toISOString().slice(0, -1)}${String(asked++).padStart(3, '0')}Z`

  function formOf(change: Record<string, string> = {}, secret = SECRET): Record<string, string> {
    const form = {
      callback: callback.url('/own'),
      topic: hub.topicUrl('/feed.xml'),
      action: 'status',
      time: newTime(),
      ...change,
    }
    const signed = [form.callback, form.topic, form.action, form.time].join('\n')
    return { ...form, proof: createHmac('sha256', secret).update(signed).digest('hex'), ...change }
  }

  async function ask(form: Record<string, string> | string, headers: Record<string, string> = {}) {
    const response = await fetch(url + PATH, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
    })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  it('A subscriber sees the state of its subscription', async () => {
    const { status, headers, text } = await ask(formOf({ time: seconds() }))
    assert.equal(status, 200, text)
    assert.equal(headers.get('cache-control'), 'no-store')
    const { verified_at, expires_at, ...rest } = OwnSubscription.strict().parse(JSON.parse(text))
    assert.equal(Date.parse(expires_at) - Date.parse(verified_at), 86_400_000)
    assert.deepEqual(rest, {
      topic: '/feed.xml',
      state: 'current',
      lease_seconds: 86_400,
      last_delivered_at: null,
      last_status: null,
      failures: 0,
      next_attempt_at: null,
      attempts: [],
    })
  })

  it('A replay sends the current content again, once', async () => {
    const { status, text } = await ask(formOf({ action: 'replay' }))
    assert.equal(status, 202, text)
    assert.equal(JSON.parse(text).state, 'behind')
    await until(() => callback.deliveries().length === 1)
    await hub.idle()
    assert.deepEqual(
      callback.deliveries().map(({ url, body }) => [url, body.toString()]),
      [['/own', hub.bodyOf('first')]],
    )
    const after = JSON.parse((await ask(formOf())).text)
    assert.deepEqual([after.state, after.last_status, after.attempts.length], ['current', 204, 1])
    assert.equal(after.attempts[0].at, after.last_delivered_at)
  })

  it('A subscriber that failed sees the failure and the next attempt', async () => {
    callback.onDelivery = answerWith(503, '', { 'retry-after': '600' })
    hub.publish('second')
    await until(async () => (await hub.active()).every(({ failures }) => failures === 1))
    const { state, failures, last_status, next_attempt_at, attempts } = JSON.parse(
      (await ask(formOf())).text,
    )
    assert.deepEqual([state, failures, last_status], ['behind', 1, 503])
    assert.ok(Date.parse(next_attempt_at) > hub.clock.nowMs + 500_000)
    assert.deepEqual(
      attempts.map(({ status }: { status: number }) => status),
      [503, 204],
    )
    callback.onDelivery = answerWith(204)
  })

  it('Every request without a valid proof gets the same 404', async () => {
    const spent = formOf()
    assert.equal((await ask(spent)).status, 200)
    const { proof: _proof, ...withoutProof } = formOf()
    const old = String(Number(seconds()) - 302)
    const next = String(Number(seconds()) + 310)
    const rejected = [
      spent,
      { ...spent, proof: spent.proof!.toUpperCase() },
      withoutProof,
      {},
      formOf({}, 'another secret'),
      formOf({}, ''),
      formOf({ proof: '' }),
      formOf({ proof: 'f'.repeat(64) }),
      formOf({ proof: 'x'.repeat(64) }),
      formOf({ time: old }),
      formOf({ time: next }),
      formOf({ time: 'now' }),
      formOf({ time: '' }),
      formOf({ action: 'something' }, 'another secret'),
      formOf({ callback: callback.url('/open') }, ''),
      formOf({ callback: callback.url('/open') }, 'the secret of nobody'),
      formOf({ callback: callback.url('/nobody') }, 'the secret of nobody'),
      formOf({ callback: '\0' }),
      formOf({ topic: 'https://reviews.example.net/nothing' }),
      formOf({ topic: hub.topicUrl('/reviews.json') }),
      `${new URLSearchParams(formOf())}&action=replay`,
    ]
    const answers = await Promise.all(
      rejected.map(form => ask(form, { authorization: `Bearer ${SECRET}` })),
    )
    for (const [index, { status, headers, text }] of answers.entries()) {
      assert.equal(status, 404, JSON.stringify(rejected[index]))
      assert.equal(text, answers[0]!.text)
      assert.deepEqual([...headers.keys()], [...answers[0]!.headers.keys()])
    }
    assert.equal(callback.deliveries().length, 3)
  })

  it('A proven request for an unknown action gets 400', async () => {
    const { status, text } = await ask(formOf({ action: 'remove' }))
    assert.deepEqual([status, JSON.parse(text).error], [400, 'invalid_action'])
  })

  it('A client with too many requests has to wait, and so does anyone else than a form', async () => {
    allowance.seconds = 7
    const { status, headers } = await ask(formOf())
    assert.deepEqual([status, headers.get('retry-after')], [429, '7'])
    allowance.seconds = 0
    assert.equal((await fetch(url + PATH, { method: 'POST', body: '{}' })).status, 415)
    assert.equal((await fetch(url + PATH)).status, 405)
  })

  it('A subscription whose lease has expired cannot be asked about', async () => {
    hub.clock.advance(86_401)
    assert.equal((await ask(formOf())).status, 404)
  })
})
