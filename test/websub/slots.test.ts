import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { Closing, createSlots, GaveWay, type SlotCounts, TimedOut } from '../../src/websub/slots.ts'
import { type Behaviour, hang, startCallback } from '../kit/callback.ts'
import { startTestHub } from '../kit/hub.ts'
import { until } from '../kit/service.ts'
import { authority } from '../kit/tls.ts'

const SIZES: SlotCounts = { places: 3, slowPlaces: 2, perHost: 2, patienceMs: 1000, timeoutMs: 600_000 }

/** Longer than the lanes take to look for whoever is late, several times over. */
const SEVERAL_LOOKS_MS = 500

interface Held {
  begun: boolean
  /** Once it has begun. */
  signal?: AbortSignal
  answer(): void
  /** What became of it: its answer, or the name of the error. */
  ended: Promise<string>
}

/** Lanes with a clock of their own, and errands that last until the test answers them or the lanes end them. */
function makeLanes(t: TestContext, sizes: Partial<SlotCounts> = {}) {
  const clock = { ms: 0 }
  const calls = { room: 0 }
  const lanes = createSlots(
    { ...SIZES, ...sizes },
    () => clock.ms,
    () => calls.room++,
  )
  t.after(() => lanes.close(0))
  const send = (host: string, slow = false): Held => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const held: Held = { begun: false, answer: () => resolve('answered'), ended: Promise.resolve('') }
    const send = (signal: AbortSignal) => {
      held.begun = true
      held.signal = signal
      signal.addEventListener('abort', () => reject(signal.reason))
      return promise
    }
    held.ended = lanes
      .run({ host, origin: `https://${host}`, slow, send })
      .catch((error: Error) => error.name)
    return held
  }
  return { lanes, clock, calls, send }
}

/** Errands begin a moment after they are brought. */
async function begun(errands: Held[]): Promise<boolean[]> {
  await turn()
  return errands.map(errand => errand.begun)
}

describe('lanes', { concurrency: 8 }, () => {
  it('never run more at once than there are places, for all, for slow ones and for one host', async () => {
    const errands = fc.array(
      fc.record({
        host: fc.constantFrom('a', 'b', 'c', 'd'),
        slow: fc.boolean(),
        turns: fc.nat(3),
        fails: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    const sizes = fc.record({
      places: fc.integer({ min: 1, max: 4 }),
      slowPlaces: fc.integer({ min: 1, max: 3 }),
      perHost: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(errands, sizes, async (list, { places, slowPlaces, perHost }) => {
        const running = { fast: 0, slow: 0, a: 0, b: 0, c: 0, d: 0 }
        const most = { ...running }
        const lanes = createSlots({ ...SIZES, places, slowPlaces, perHost }, () => 0, turn)
        const ended = list.map(({ host, slow, turns, fails }) =>
          lanes.run({
            host,
            origin: host,
            slow,
            async send() {
              const kinds = [slow ? 'slow' : 'fast', host as 'a'] as const
              for (const kind of kinds) most[kind] = Math.max(most[kind], ++running[kind])
              for (let number = 0; number < turns; number++) await turn()
              for (const kind of kinds) running[kind]--
              if (fails) throw new Error('as it was asked to')
              return host
            },
          }),
        )
        const results = await Promise.allSettled(ended)
        for (const [place, { host, fails }] of list.entries())
          assert.deepEqual(results[place], fails ? { ...results[place], status: 'rejected' } : done(host))
        assert.ok(most.fast <= places, `${most.fast} at once`)
        assert.ok(most.slow <= slowPlaces, `${most.slow} slow ones at once`)
        for (const host of ['a', 'b', 'c', 'd'] as const)
          assert.ok(most[host] <= perHost, `${most[host]} at once to ${host}`)
        await lanes.close(0)
      }),
      { numRuns: 200 },
    )
  })

  it('use all places that there are, and let no host have two while another has none', async t => {
    const { send } = makeLanes(t)
    const fast = ['a', 'a', 'b', 'c'].map(host => send(host))
    const slow = ['d', 'd', 'e'].map(host => send(host, true))
    assert.deepEqual(await begun(fast), [true, false, true, true])
    assert.deepEqual(await begun(slow), [true, false, true])
  })

  it('let others pass one whose host is busy', async t => {
    const { send } = makeLanes(t)
    const errands = ['a', 'a', 'a', 'b'].map(host => send(host))
    assert.deepEqual(await begun(errands), [true, true, false, true])
    errands[0]!.answer()
    assert.equal(await errands[0]!.ended, 'answered')
    assert.deepEqual(await begun(errands), [true, true, true, true])
  })

  it('count slow errands to a host with the others', async t => {
    const { send } = makeLanes(t)
    assert.deepEqual(await begun([send('a', true), send('a'), send('a')]), [true, true, false])
  })

  it('leave a hung errand its place while nobody waits', async t => {
    const { send, clock } = makeLanes(t)
    const hung = send('a')
    await turn()
    clock.ms += 5000
    await sleep(SEVERAL_LOOKS_MS)
    assert.equal(hung.signal!.aborted, false)
  })

  it('take the place of a hung errand for one that waits for the same host', async t => {
    const { send, clock } = makeLanes(t, { places: 10 })
    const hung = [send('a'), send('a')]
    const next = send('a')
    await turn()
    clock.ms += 1001
    for (const { ended } of hung) assert.equal(await ended, 'GaveWay')
    assert.ok(hung[0]!.signal!.reason instanceof GaveWay)
    assert.equal(next.begun, true)
    assert.equal(next.signal!.aborted, false)
  })

  it('take the place of a hung errand for any other when there is no place left', async t => {
    const { send, clock } = makeLanes(t)
    const hung = ['a', 'b', 'c'].map(host => send(host))
    const next = send('d')
    assert.equal(next.begun, false)
    await turn()
    clock.ms += 1001
    for (const { ended } of hung) assert.equal(await ended, 'GaveWay')
    assert.equal(next.begun, true)
  })

  it('leave a hung errand its place for as long as they are patient', async t => {
    const { send, clock } = makeLanes(t)
    const hung = ['a', 'b', 'c'].map(host => send(host))
    send('d')
    await turn()
    clock.ms += 999
    await sleep(SEVERAL_LOOKS_MS)
    assert.deepEqual(
      hung.map(({ signal }) => signal!.aborted),
      [false, false, false],
    )
  })

  it('leave a hung errand its place when that would help nobody who waits', async t => {
    const { send, clock } = makeLanes(t, { places: 10 })
    const hung = send('a')
    await turn()
    clock.ms += 5000
    const busy = [send('b'), send('b'), send('b')]
    await sleep(SEVERAL_LOOKS_MS)
    assert.deepEqual(await begun(busy), [true, true, false])
    assert.equal(hung.signal!.aborted, false)
  })

  it('never take the place of a slow errand', async t => {
    const { send, clock } = makeLanes(t)
    const slow = [send('a', true), send('a', true)]
    await turn()
    const waiting = [send('a'), send('b', true)]
    await turn()
    clock.ms += 5000
    await sleep(SEVERAL_LOOKS_MS)
    assert.deepEqual(await begun(waiting), [false, false])
    for (const { signal } of slow) assert.equal(signal!.aborted, false)
  })

  it('take nobody’s place for a slow errand', async t => {
    const { send, clock } = makeLanes(t)
    const hung = [send('a'), send('a')]
    const slow = send('a', true)
    await turn()
    clock.ms += 5000
    await sleep(SEVERAL_LOOKS_MS)
    assert.equal(slow.begun, false)
    for (const { signal } of hung) assert.equal(signal!.aborted, false)
  })

  it('end an errand, slow or not, that takes too long', async t => {
    const { send } = makeLanes(t, { timeoutMs: 50 })
    const hung = [send('a'), send('b', true)]
    await turn()
    for (const { ended, signal } of hung) {
      assert.equal(await ended, 'TimedOut')
      assert.ok(signal!.reason instanceof TimedOut)
    }
  })

  it('count the time of an errand from its beginning, not from when it came', async t => {
    const { send } = makeLanes(t, { places: 1, timeoutMs: 1000 })
    const first = send('a')
    const second = send('b')
    await sleep(700)
    first.answer()
    await first.ended
    await sleep(500)
    assert.equal(second.signal!.aborted, false)
    assert.equal(await second.ended, 'TimedOut')
  })

  it('tell an errand that begins whether its connection is needed after it', async t => {
    const { lanes } = makeLanes(t, { places: 8, perHost: 3 })
    const lasts: boolean[] = []
    const errand = (host: string) => ({
      host,
      origin: `https://${host}`,
      slow: false,
      async send() {
        if (host === 'a') lasts.push(lanes.isLast({ host, origin: `https://${host}` }))
        await sleep(5)
      },
    })
    await Promise.all(['a', 'a', 'a', 'b', 'a', 'a', 'b'].map(host => lanes.run(errand(host))))
    // Three connections for five errands: the first two are used again, each connection is closed by its last.
    assert.deepEqual(lasts, [false, false, true, true, true])
  })

  it('say which hosts so many errands wait for that more would be in vain', async t => {
    const { send, lanes } = makeLanes(t)
    send('b')
    const errands = [send('a')]
    assert.deepEqual(lanes.crowded(), [])
    while (lanes.crowded().length === 0 && errands.length < 1000) errands.push(send('a'))
    assert.deepEqual(lanes.crowded(), ['a'])
    errands[0]!.answer()
    await errands[0]!.ended
    assert.deepEqual(lanes.crowded(), [])
  })

  it('want no more slow errands than there are places for them', async t => {
    const { send, lanes } = makeLanes(t)
    assert.equal(lanes.room(true), 2)
    send('a', true)
    assert.equal(lanes.room(true), 1)
    send('b', true)
    assert.equal(lanes.room(true), 0)
  })

  it('want no more errands while enough wait, and say when that has changed', async t => {
    const { send, lanes, calls } = makeLanes(t)
    const first = send('a')
    await turn()
    const room = lanes.room(false)
    assert.ok(room > 0)
    const rest = Array.from({ length: room }, () => send('b'))
    assert.equal(lanes.room(false), 0)
    first.answer()
    await first.ended
    assert.equal(calls.room, 0)
    for (const errand of rest) {
      errand.answer()
      await errand.ended
    }
    assert.ok(calls.room > 0)
    assert.equal(lanes.room(false), room)
  })
})

describe('lanes that close', { concurrency: 8 }, () => {
  it('send those away that wait, and take no more', async t => {
    const { send, lanes } = makeLanes(t, { places: 1 })
    const running = send('a')
    const waiting = send('b')
    await turn()
    const closed = lanes.close(60_000)
    assert.equal(await waiting.ended, 'Closing')
    assert.equal(waiting.begun, false)
    assert.equal(await send('c').ended, 'Closing')
    assert.equal(lanes.room(false), 0)
    assert.equal(lanes.room(true), 0)
    running.answer()
    await closed
  })

  it('wait for what is under way', async t => {
    const { send, lanes } = makeLanes(t)
    const running = send('a')
    await turn()
    let isClosed = false
    const closed = lanes.close(60_000).then(() => {
      isClosed = true
    })
    await sleep(SEVERAL_LOOKS_MS)
    assert.equal(isClosed, false)
    running.answer()
    await closed
    assert.equal(await running.ended, 'answered')
  })

  it('end what is under way after the deadline', async t => {
    const { send, lanes } = makeLanes(t)
    const running = [send('a'), send('b', true)]
    await turn()
    await lanes.close(50)
    for (const { ended, signal } of running) {
      assert.equal(await ended, 'Closing')
      assert.ok(signal!.reason instanceof Closing)
    }
  })

  it('are closed at once when there is nothing under way', async t => {
    const { lanes } = makeLanes(t)
    await lanes.close(60_000)
  })
})

describe('a hundred callbacks that hang', () => {
  it('delay nobody else for as long as a request may take', async t => {
    const hungHosts = Array.from({ length: 20 }, (_, number) => `hung${number}.example`)
    const hosts = ['quick.example', ...hungHosts]
    const callback = await startCallback(t, { certificate: await (await authority()).issue(hosts) })
    const isQuick = (request: Parameters<Behaviour>[0]) => request.headers.host!.startsWith('quick')
    const answer = callback.onDelivery
    callback.onDelivery = (request, response) =>
      isQuick(request) ? answer(request, response) : hang(request, response)
    const hub = await startTestHub(t, { resolve: async () => ['127.0.0.1'] })
    const url = (host: string, path: string) => `https://${host}:${callback.port}${path}`
    // First those that hang: whoever is first is served first.
    const hung = hungHosts.flatMap(host => ['/1', '/2', '/3', '/4', '/5'].map(path => url(host, path)))
    const quick = Array.from({ length: 30 }, (_, number) => url('quick.example', `/${number}`))
    for (const [place, one] of [...hung, ...quick].entries()) {
      assert.equal((await hub.subscribe({ callback: one })).status, 202)
      // All at once they would be slow: that is for later.
      if (place % 20 === 19) await hub.settled()
    }
    await hub.settled()
    assert.equal((await hub.active()).length, 130)

    hub.publish('news')
    const reached = () =>
      new Set(
        callback
          .deliveries()
          .filter(isQuick)
          .map(({ url }) => url),
      ).size
    await until(() => reached() === 30)
    // Nobody has used up the time that a request may take.
    for (const { failures } of await hub.active()) assert.equal(failures, 0)
    assert.equal(callback.deliveries().filter(isQuick).length, 30)
  })
})

const done = (value: string) => ({ status: 'fulfilled', value })
