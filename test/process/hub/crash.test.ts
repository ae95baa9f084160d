/** The program is killed at a bad moment and restarted: no accepted request and no delivery gets lost, and none has to wait for the claims of the dead. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import {
  after,
  answerWith,
  type CallbackServer,
  challengeOf,
  hang,
  inTurn,
  type Received,
  startCallback,
} from '../../kit/callback.ts'
import { BASE_URL, type Installation, kill, makeInstallation } from '../../kit/installation.ts'
import type { Program } from '../../kit/program.ts'
import { rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { authority } from '../../kit/tls.ts'

/** Retries until the hub has started, as its response asks. */
async function subscribe({ url }: Program, callback: string): Promise<void> {
  const form = {
    'hub.mode': 'subscribe',
    'hub.topic': `${BASE_URL}/feed.xml`,
    'hub.callback': callback,
  }
  let status = 0
  await until(async () => {
    const answer = await fetch(`${url}/api/websub/hub`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    status = answer.status
    return status !== 503
  })
  assert.equal(status, 202)
}

describe('A hub that is killed', { concurrency: 3 }, () => {
  it('A hub that was killed asks again the callback that it was verifying, and the one that it had just accepted', async t => {
    const verifying = await startCallback(t)
    const accepted = await startCallback(t)
    const place = await makeInstallation(t)
    verifying.onChallenge = inTurn(hang, (request, response) =>
      answerWith(200, challengeOf(request))(request, response),
    )
    const program = await place.start()
    await subscribe(program, verifying.url())
    await until(() => verifying.challenges().length === 1)
    await subscribe(program, accepted.url())
    await kill(program)
    const isVerified = async (callback: CallbackServer) =>
      (await place.count(`subscription where callback = '${callback.url()}'`)) === 1
    assert.equal(await isVerified(verifying), false)
    await place.start()
    await until(async () => (await isVerified(verifying)) && (await isVerified(accepted)))
    assert.equal(await place.count('subscription_request'), 0)
    const [first, second] = verifying.challenges().map(challengeOf)
    assert.ok(second)
    assert.notEqual(second, first)
  })

  const SUBSCRIBERS = 60
  const HOSTS = [
    'one.localhost',
    'two.localhost',
    'three.localhost',
    'four.localhost',
    'five.localhost',
  ]

  it('A hub that was killed during deliveries delivers the newest content to all, and to none again that had confirmed it', async t => {
    const place = await makeInstallation(t)
    const callbacks = await startCallbacks(t)
    const program = await place.start()
    for (let number = 0; number < SUBSCRIBERS; number++) {
      const turn = number % HOSTS.length
      await subscribe(program, `https://${HOSTS[turn]}:${callbacks[turn]!.port}/${number}`)
    }
    await until(async () => (await place.count('subscription')) === SUBSCRIBERS)
    // Every other callback does not respond before the hub is killed, however late that is.
    const isHeld = ({ url }: Received) => Number(url.slice(1)) % 2 === 1
    for (const callback of callbacks)
      callback.onDelivery = (request, response) =>
        (isHeld(request) ? hang : answerWith(204))(request, response)
    await place.importRows(rows(4))
    await until(() => deliveries(callbacks).some(isHeld))
    await until(async () => (await confirmed(place)).length > 0)
    await kill(program)
    for (const callback of callbacks) callback.onDelivery = answerWith(204)
    const settled = await confirmed(place)
    const before = deliveries(callbacks)
    assert.ok(settled.length < SUBSCRIBERS)
    const again = await place.start()
    const newest = await (await fetch(`${again.url}/feed.xml`)).text()
    assert.match(newest, /Review number 3\./)
    const isUpToDate = (number: number) =>
      deliveries(callbacks)
        .findLast(({ url }) => url === `/${number}`)
        ?.body.toString() === newest
    const numbers = Array.from({ length: SUBSCRIBERS }, (_, number) => number)
    await until(() => numbers.every(isUpToDate))
    await until(
      async () =>
        (await place.count(
          'subscription where delivered_hash <> (select hash from topic where path = topic)',
        )) === 0,
    )
    assert.equal(await place.count('subscription'), SUBSCRIBERS)

    const repeated = deliveries(callbacks)
      .filter(delivery => !before.includes(delivery))
      .map(({ url }) => url)
      .filter(url => settled.includes(url))
    assert.deepEqual(repeated, [])
    // What was sent and not confirmed comes again, and can be recognized.
    const identityOf = ({ url, headers }: Received) => `${url} ${headers['firsthand-delivery']}`
    const sent = deliveries(callbacks).filter(({ body }) => body.toString() === newest)
    assert.ok(sent.length > SUBSCRIBERS)
    assert.equal(new Set(sent.map(identityOf)).size, SUBSCRIBERS)
    assert.equal(
      new Set(sent.map(({ headers }) => headers['firsthand-delivery'])).size,
      SUBSCRIBERS,
    )
    const size = String(await place.count('ledger'))
    assert.ok(sent.every(({ headers }) => headers['firsthand-log-size'] === size))
  })

  it('A hub that is told to stop during deliveries finishes those under way, and the next one sends only the rest', async t => {
    const place = await makeInstallation(t)
    const callbacks = await startCallbacks(t)
    // Without a response, few deliveries are under way at once, and the rest is not sent.
    const program = await place.start({ WEBSUB_SLOTS: '4' })
    for (let number = 0; number < SUBSCRIBERS; number++) {
      const turn = number % HOSTS.length
      await subscribe(program, `https://${HOSTS[turn]}:${callbacks[turn]!.port}/${number}`)
    }
    await until(async () => (await place.count('subscription')) === SUBSCRIBERS)
    const { promise: isStopping, resolve: respond } = Promise.withResolvers<void>()
    for (const callback of callbacks)
      callback.onDelivery = async (request, response) => {
        await isStopping
        await after(500, answerWith(204))(request, response)
      }
    await place.importRows(rows(4))
    await until(() => deliveries(callbacks).length > 0)
    program.child.kill('SIGTERM')
    await until(() => program.output().includes('Stopping'))
    respond()
    assert.deepEqual(await program.ended, [0, null])
    const sent = deliveries(callbacks).length
    assert.ok(sent < SUBSCRIBERS, 'it was stopped too late')
    assert.equal((await confirmed(place)).length, sent)
    assert.equal(await place.count(`subscription where claimed_until <> ''`), 0)
    assert.equal(await place.count('hub_instance'), 0)

    await place.start()
    await until(async () => (await confirmed(place)).length === SUBSCRIBERS)
    const paths = deliveries(callbacks).map(({ url }) => url)
    assert.deepEqual([paths.length, new Set(paths).size], [SUBSCRIBERS, SUBSCRIBERS])
  })

  /** The paths of the callbacks that have confirmed the newest content. */
  async function confirmed({ query }: Installation): Promise<string[]> {
    const found = await query('select callback from subscription where last_status is not null')
    return found.map(({ callback }) => new URL(String(callback)).pathname)
  }

  async function startCallbacks(t: TestContext): Promise<CallbackServer[]> {
    const certificate = await (await authority()).issue(HOSTS)
    return await Promise.all(HOSTS.map(() => startCallback(t, { certificate })))
  }

  const deliveries = (callbacks: CallbackServer[]) =>
    callbacks.flatMap(callback => callback.deliveries())
})
