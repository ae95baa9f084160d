import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import {
  Closing,
  type ConcurrencyLimits,
  concurrencyLimits,
  createRequestScheduler,
  Displaced,
} from '../../../src/hub/request-scheduler.ts'
import { TimedOut } from '../../../src/outgoing/failures.ts'
import type { Cancellation } from '../../../src/outgoing/http-client.ts'
import { after, answerWith, type Behavior, hang, startCallback } from '../../kit/callback.ts'
import { startTestHub } from '../../kit/hub.ts'
import { until } from '../../kit/service.ts'
import { countDeliveries, hostsFor, subscribersSql } from '../../kit/subscribers.ts'
import { authority } from '../../kit/tls.ts'

const SIZES: ConcurrencyLimits = {
  fast: 3,
  slow: 2,
  perHost: 2,
  patienceMs: 1000,
  late: 5,
  latePerHost: 2,
  timeoutMs: 600_000,
}

it('A quarter of the slots is for callbacks that were slow or failed before', () => {
  const sizesOf = (slots: number) => {
    const { fast, slow, late } = concurrencyLimits(slots)
    return [fast, slow, late]
  }
  assert.deepEqual([4, 10, 64].map(sizesOf), [
    [3, 1, 12],
    [7, 3, 30],
    [48, 16, 192],
  ])
})

const STEP_MS = 50

interface Held {
  started: boolean
  /** Once it has started. */
  signal?: Cancellation
  respond(): void
  /** Its result, or the name of the error. */
  ended: Promise<string>
}

/** A scheduler on mocked timers, and jobs that run until the test ends them or the scheduler aborts them. */
function makeScheduler(t: TestContext, sizes: Partial<ConcurrencyLimits> = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  let nowMs = 0
  const calls = { room: 0 }
  const worth = { perHost: Number.POSITIVE_INFINITY }
  const scheduler = createRequestScheduler(
    { ...SIZES, ...sizes },
    () => nowMs,
    () => worth.perHost,
  )
  scheduler.onRoom(() => calls.room++)
  t.after(async () => {
    const closed = scheduler.close(0)
    t.mock.timers.tick(1)
    await closed
  })
  const send = (host: string, slow = false): Held => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const held: Held = {
      started: false,
      respond: () => resolve('done'),
      ended: Promise.resolve(''),
    }
    const send = (signal: Cancellation) => {
      held.started = true
      held.signal = signal
      signal.addEventListener('abort', () => reject(signal.reason))
      return promise
    }
    held.ended = scheduler
      .run({ host, origin: `https://${host}`, slow, send })
      .catch((error: Error) => error.name)
    return held
  }
  /** In small steps, so that the timers see the time pass. */
  const advance = (ms: number) => {
    for (let leftMs = ms; leftMs > 0; leftMs -= STEP_MS) {
      const stepMs = Math.min(STEP_MS, leftMs)
      nowMs += stepMs
      t.mock.timers.tick(stepMs)
    }
  }
  return { scheduler, calls, worth, send, advance }
}

/** Jobs start a moment after they are added. */
async function started(jobs: Held[]): Promise<boolean[]> {
  await turn()
  return jobs.map(job => job.started)
}

describe('RequestScheduler', () => {
  it('RequestScheduler never run more jobs at once than their limits allow, in total, for slow callbacks and per host', async () => {
    const jobs = fc.array(
      fc.record({
        host: fc.constantFrom('a', 'b', 'c', 'd'),
        slow: fc.boolean(),
        turns: fc.nat(3),
        fails: fc.boolean(),
      }),
      { maxLength: 40 },
    )
    const sizes = fc.record({
      fast: fc.integer({ min: 1, max: 4 }),
      slow: fc.integer({ min: 1, max: 3 }),
      perHost: fc.integer({ min: 1, max: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(jobs, sizes, async (list, { fast, slow, perHost }) => {
        const running = { fast: 0, slow: 0, a: 0, b: 0, c: 0, d: 0 }
        const most = { ...running }
        const scheduler = createRequestScheduler({ ...SIZES, fast, slow, perHost }, () => 0)
        const ended = list.map(({ host, slow, turns, fails }) =>
          scheduler.run({
            host,
            origin: host,
            slow,
            async send() {
              const kinds = [slow ? 'slow' : 'fast', host as 'a'] as const
              for (const kind of kinds) most[kind] = Math.max(most[kind], ++running[kind])
              for (let number = 0; number < turns; number++) await turn()
              for (const kind of kinds) running[kind]--
              if (fails) throw new Error('on purpose')
              return host
            },
          }),
        )
        const results = await Promise.allSettled(ended)
        for (const [index, { host, fails }] of list.entries())
          assert.deepEqual(
            results[index],
            fails ? { ...results[index], status: 'rejected' } : done(host),
          )
        assert.ok(most.fast <= fast, `${most.fast} at once`)
        assert.ok(most.slow <= slow, `${most.slow} slow ones at once`)
        for (const host of ['a', 'b', 'c', 'd'] as const)
          assert.ok(most[host] <= perHost, `${most[host]} at once to ${host}`)
        await scheduler.close(0)
      }),
      { numRuns: 200 },
    )
  })

  it('RequestScheduler are all used, and no host gets two while another has none', async t => {
    const { send } = makeScheduler(t)
    const fast = ['a', 'a', 'b', 'c'].map(host => send(host))
    const slow = ['d', 'd', 'e'].map(host => send(host, true))
    assert.deepEqual(await started(fast), [true, false, true, true])
    assert.deepEqual(await started(slow), [true, false, true])
  })

  it('A host gets no second slot until that is worth a connection, even if slots are free', async t => {
    const { send, advance, worth } = makeScheduler(t)
    worth.perHost = 1
    const jobs = ['a', 'a', 'b'].map(host => send(host))
    assert.deepEqual(await started(jobs), [true, false, true])
    advance(100)
    assert.deepEqual(await started(jobs), [true, false, true])
    worth.perHost = 2
    advance(100)
    assert.deepEqual(await started(jobs), [true, true, true])
  })

  it('A job that hangs holds up others of its host for a moment only, although a second connection is not worth it', async t => {
    const { send, advance, worth } = makeScheduler(t)
    worth.perHost = 1
    const jobs = ['a', 'a', 'a'].map(host => send(host))
    await turn()
    advance(200)
    assert.deepEqual(await started(jobs), [true, false, false])
    advance(200)
    assert.deepEqual(await started(jobs), [true, true, false])
    jobs[1]!.respond()
    await jobs[1]!.ended
    assert.deepEqual(await started(jobs), [true, true, true])
  })

  it('A job whose host is busy lets others pass', async t => {
    const { send } = makeScheduler(t)
    const jobs = ['a', 'a', 'a', 'b'].map(host => send(host))
    assert.deepEqual(await started(jobs), [true, true, false, true])
    jobs[0]!.respond()
    assert.equal(await jobs[0]!.ended, 'done')
    assert.deepEqual(await started(jobs), [true, true, true, true])
  })

  it('Slow jobs count toward the limit of their host', async t => {
    const { send } = makeScheduler(t)
    assert.deepEqual(await started([send('a', true), send('a'), send('a')]), [true, true, false])
  })

  it('A hung job keeps its slot while nobody waits', async t => {
    const { send, advance } = makeScheduler(t)
    const hung = send('a')
    await turn()
    advance(5000)
    assert.equal(hung.signal!.aborted, false)
  })

  it('A hung job leaves its slot to one for the same host, and goes on', async t => {
    const { send, advance } = makeScheduler(t, { fast: 10 })
    const hung = [send('a'), send('a')]
    const next = [send('a'), send('a')]
    await turn()
    advance(1100)
    assert.deepEqual(await started(next), [true, true])
    for (const job of [...hung, ...next]) assert.equal(job.signal!.aborted, false)
    hung[0]!.respond()
    assert.equal(await hung[0]!.ended, 'done')
  })

  it('A hung job leaves its slot to any other when all slots are taken, and goes on', async t => {
    const { send, advance } = makeScheduler(t)
    const hung = ['a', 'b', 'c'].map(host => send(host))
    const next = ['d', 'e', 'f'].map(host => send(host))
    await turn()
    advance(1100)
    assert.deepEqual(await started(next), [true, true, true])
    for (const { signal } of hung) assert.equal(signal!.aborted, false)
  })

  it('Only as many hung jobs leave their slots as others wait for', async t => {
    const { send, advance, scheduler } = makeScheduler(t, { late: 1 })
    const hung = ['a', 'b', 'c'].map(host => send(host))
    send('d')
    await turn()
    advance(1100)
    assert.ok(scheduler.room(false) > 0)
    for (const { signal } of hung) assert.equal(signal!.aborted, false)
  })

  it('A hung job is aborted when too many are late and another host needs its slot', async t => {
    const { send, advance } = makeScheduler(t, { late: 1 })
    const hung = ['a', 'b', 'c'].map(host => send(host))
    const next = ['d', 'e', 'f'].map(host => send(host))
    await turn()
    advance(1100)
    assert.deepEqual(await Promise.all(hung.slice(1).map(({ ended }) => ended)), [
      'Displaced',
      'Displaced',
    ])
    assert.ok(hung[1]!.signal!.reason instanceof Displaced)
    assert.equal(hung[0]!.signal!.aborted, false)
    assert.deepEqual(await started(next), [true, true, true])
  })

  it('A hung job keeps its slot when too many of its host are late and no other host waits', async t => {
    const { send, advance } = makeScheduler(t, { fast: 10, latePerHost: 1 })
    const hung = [send('a'), send('a')]
    const next = [send('a'), send('a')]
    await turn()
    advance(5000)
    assert.deepEqual(await started(next), [true, false])
    for (const { signal } of hung) assert.equal(signal!.aborted, false)
    hung[0]!.respond()
    await hung[0]!.ended
    advance(100)
    assert.deepEqual(await started(next), [true, true])
  })

  it('A hung job does not leave its slot before its time', async t => {
    const { send, advance } = makeScheduler(t)
    for (const host of ['a', 'b', 'c']) send(host)
    const next = send('d')
    await turn()
    advance(1000)
    assert.deepEqual(await started([next]), [false])
    advance(100)
    assert.deepEqual(await started([next]), [true])
  })

  it('A hung job keeps its slot when that would help nobody', async t => {
    const { send, advance } = makeScheduler(t, { fast: 10 })
    const hung = [send('a'), send('a')]
    await turn()
    const busy = [send('b'), send('b'), send('b')]
    assert.deepEqual(await started(busy), [true, true, false])
    advance(5000)
    assert.deepEqual(await started(busy), [true, true, true])
    // Both slots of their host are still taken.
    assert.deepEqual(await started([send('a')]), [false])
    for (const { signal } of hung) assert.equal(signal!.aborted, false)
  })

  it('A slow job never leaves its slot', async t => {
    const { send, advance } = makeScheduler(t)
    const slow = [send('a', true), send('a', true)]
    await turn()
    const waiting = [send('a'), send('b', true)]
    await turn()
    advance(5000)
    assert.deepEqual(await started(waiting), [false, false])
    for (const { signal } of slow) assert.equal(signal!.aborted, false)
  })

  it('No job leaves its slot to a slow one', async t => {
    const { send, advance } = makeScheduler(t)
    const hung = [send('a'), send('a')]
    const slow = send('a', true)
    await turn()
    advance(5000)
    assert.equal(slow.started, false)
    for (const { signal } of hung) assert.equal(signal!.aborted, false)
  })

  it('A job that takes too long is aborted, slow or not', async t => {
    const { send, advance } = makeScheduler(t, { timeoutMs: 100 })
    const hung = [send('a'), send('b', true)]
    await turn()
    advance(100)
    for (const { ended, signal } of hung) {
      assert.equal(await ended, 'TimedOut')
      assert.ok(signal!.reason instanceof TimedOut)
    }
  })

  it('A job that left its slot is aborted when it takes too long, too', async t => {
    const { send, advance } = makeScheduler(t, { fast: 1, timeoutMs: 2000 })
    const hung = send('a')
    const next = send('b')
    await turn()
    advance(1900)
    assert.deepEqual([next.started, hung.signal!.aborted], [true, false])
    advance(100)
    assert.equal(await hung.ended, 'TimedOut')
  })

  it('The time of a job counts from its start, not from when it was added', async t => {
    const { send, advance } = makeScheduler(t, { fast: 1, patienceMs: 10_000, timeoutMs: 1000 })
    const first = send('a')
    const second = send('b')
    await turn()
    advance(700)
    first.respond()
    await first.ended
    advance(900)
    assert.equal(second.signal!.aborted, false)
    advance(100)
    assert.equal(await second.ended, 'TimedOut')
  })

  it('A job learns whether to close its connection afterwards', async t => {
    const { scheduler } = makeScheduler(t, { fast: 8, perHost: 3 })
    const lasts: boolean[] = []
    const job = (host: string) => ({
      host,
      origin: `https://${host}`,
      slow: false,
      async send() {
        if (host === 'a') lasts.push(scheduler.isLast({ host, origin: `https://${host}` }))
        await turn()
      },
    })
    await Promise.all(['a', 'a', 'a', 'b', 'a', 'a', 'b'].map(host => scheduler.run(job(host))))
    // Three connections for five jobs: two are reused, and the last job on each closes it.
    assert.deepEqual(lasts, [false, false, true, true, true])
  })

  it('The last job of a host for which more may follow leaves its connection open', async t => {
    const { scheduler } = makeScheduler(t)
    const isLast = (host: string) => {
      const job = { host, origin: `https://${host}`, slow: false }
      return scheduler.run({ ...job, send: async () => scheduler.isLast(job) })
    }
    scheduler.expect('a')
    assert.deepEqual([await isLast('a'), await isLast('b')], [false, true])
    scheduler.expect(null)
    assert.equal(await isLast('a'), true)
  })

  it('Hosts with too many waiting jobs are reported as crowded', async t => {
    const { send, scheduler } = makeScheduler(t)
    send('b')
    const jobs = [send('a')]
    assert.deepEqual(scheduler.crowdedHosts(), [])
    while (scheduler.crowdedHosts().length === 0 && jobs.length < 1000) jobs.push(send('a'))
    assert.deepEqual(scheduler.crowdedHosts(), ['a'])
    jobs[0]!.respond()
    await jobs[0]!.ended
    assert.deepEqual(scheduler.crowdedHosts(), [])
  })

  it('There is no room for more slow jobs than slow slots', async t => {
    const { send, scheduler } = makeScheduler(t)
    assert.equal(scheduler.room(true), 2)
    send('a', true)
    assert.equal(scheduler.room(true), 1)
    send('b', true)
    assert.equal(scheduler.room(true), 0)
  })

  it('There is no room while enough jobs wait, and listeners learn when there is', async t => {
    const { send, scheduler, calls } = makeScheduler(t)
    const first = send('a')
    await turn()
    const room = scheduler.room(false)
    assert.ok(room > 0)
    const rest = Array.from({ length: room }, () => send('b'))
    assert.equal(scheduler.room(false), 0)
    first.respond()
    await first.ended
    assert.equal(calls.room, 0)
    for (const job of rest) {
      job.respond()
      await job.ended
    }
    assert.ok(calls.room > 0)
    assert.equal(scheduler.room(false), room)
  })
})

describe('Closing the scheduler', () => {
  it('Closing rejects waiting and new jobs', async t => {
    const { send, scheduler } = makeScheduler(t, { fast: 1 })
    const running = send('a')
    const waiting = send('b')
    await turn()
    const closed = scheduler.close(60_000)
    assert.equal(await waiting.ended, 'Closing')
    assert.equal(waiting.started, false)
    assert.equal(await send('c').ended, 'Closing')
    assert.equal(scheduler.room(false), 0)
    assert.equal(scheduler.room(true), 0)
    running.respond()
    await closed
  })

  it('Closing waits for running jobs', async t => {
    const { send, scheduler, advance } = makeScheduler(t)
    const running = send('a')
    await turn()
    let isClosed = false
    const closed = scheduler.close(60_000).then(() => {
      isClosed = true
    })
    advance(59_000)
    await turn()
    assert.equal(isClosed, false)
    running.respond()
    await closed
    assert.equal(await running.ended, 'done')
  })

  it('Closing aborts running jobs at the deadline', async t => {
    const { send, scheduler, advance } = makeScheduler(t)
    const running = [send('a'), send('b', true)]
    await turn()
    const closed = scheduler.close(50)
    advance(50)
    await closed
    for (const { ended, signal } of running) {
      assert.equal(await ended, 'Closing')
      assert.ok(signal!.reason instanceof Closing)
    }
  })

  it('Closing waits for jobs that left their slot, and aborts them at the deadline', async t => {
    const { send, scheduler, advance } = makeScheduler(t)
    const hung = [send('a'), send('a')]
    const next = [send('a'), send('a')]
    await turn()
    advance(1100)
    for (const job of next) job.respond()
    await Promise.all(next.map(({ ended }) => ended))
    let isClosed = false
    const closed = scheduler.close(60_000).then(() => {
      isClosed = true
    })
    hung[0]!.respond()
    assert.equal(await hung[0]!.ended, 'done')
    await turn()
    assert.equal(isClosed, false)
    advance(60_000)
    await closed
    assert.equal(await hung[1]!.ended, 'Closing')
  })

  it('Closing without running jobs returns at once', async t => {
    const { scheduler } = makeScheduler(t)
    await scheduler.close(60_000)
  })
})

describe('Callbacks that hang', () => {
  it('A hundred hanging callbacks do not delay deliveries to others', async t => {
    const hungHosts = Array.from({ length: 20 }, (_, number) => `hung${number}.example`)
    const hosts = ['quick.example', ...hungHosts]
    const callback = await startCallback(t, { certificate: await (await authority()).issue(hosts) })
    const isQuick = (request: Parameters<Behavior>[0]) => request.headers.host!.startsWith('quick')
    const answer = callback.onDelivery
    callback.onDelivery = (request, response) =>
      isQuick(request) ? answer(request, response) : hang(request, response)
    const hub = await startTestHub(t, { resolve: async () => ['127.0.0.1'] })
    const url = (host: string, path: string) => `https://${host}:${callback.port}${path}`
    // Those that hang come first, and so are served first.
    const hung = hungHosts.flatMap(host =>
      ['/1', '/2', '/3', '/4', '/5'].map(path => url(host, path)),
    )
    const quick = Array.from({ length: 30 }, (_, number) => url('quick.example', `/${number}`))
    for (const [index, callback] of [...hung, ...quick].entries()) {
      assert.equal((await hub.subscribe({ callback })).status, 202)
      // In small groups: if all were verified at once, they would count as slow.
      if (index % 20 === 19) await hub.settled()
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
    // If the hanging ones had kept their scheduler, all of these would have timed out first. On a busy machine a few do.
    const failed = (await hub.active()).filter(({ failures }) => failures > 0)
    assert.ok(failed.every(({ callback }) => hung.includes(callback)))
    assert.ok(failed.length < concurrencyLimits(64).fast, `${failed.length} timed out`)
  })
})

describe('Slow callbacks', () => {
  it('Callbacks slower than a second get the content once, more of them on a host than may go on without a slot', async t => {
    const SUBSCRIBERS = 90
    const certificate = await (await authority()).issue(hostsFor(SUBSCRIBERS))
    const callback = await startCallback(t, { certificate })
    const hub = await startTestHub(t)
    await hub.query(subscribersSql(callback, SUBSCRIBERS))
    callback.onDelivery = after(concurrencyLimits(64).patienceMs + 500, answerWith(204))
    hub.publish('news')
    await until(() => callback.deliveries().length >= SUBSCRIBERS)
    await hub.idle()
    assert.ok((await hub.active()).every(({ last_status }) => last_status === 204))
    assert.deepEqual(countDeliveries(callback, SUBSCRIBERS), Array(SUBSCRIBERS).fill(1))
  })
})

const done = (value: string) => ({ status: 'fulfilled', value })
