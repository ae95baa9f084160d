import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createIsAllowed } from '../../src/websub/allowed-addresses.ts'
import { type Callback, CallbackProblem, readCallback, splitCallback } from '../../src/websub/callback-url.ts'
import {
  createOutgoing,
  createResolve,
  ForbiddenAddress,
  type Outgoing,
  type OutgoingAnswer,
  type OutgoingRequest,
  type Resolve,
} from '../../src/websub/outgoing-requests.ts'
import {
  answerWith,
  type Behaviour,
  type CallbackOptions,
  type CallbackServer,
  hang,
  inTurn,
  startCallback,
} from '../kit/callback.ts'
import { until } from '../kit/service.ts'
import { authority, selfSigned } from '../kit/tls.ts'

const NAME = 'subscriber.example'
/** None of them is allowed, and at the first one somebody listens. */
const PRIVATE = [
  '127.0.0.1',
  '::1',
  '::ffff:127.0.0.1',
  '10.0.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  'fd00::1',
  'fe80::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '0.0.0.0',
  '::',
]

/** A connection is free a moment after its answer was read. */
const IDLE_MS = 50

describe('a name on the way out', () => {
  it('leads to a callback on an allowed address', async t => {
    const { callback, send } = await start(t)
    assert.equal((await send(callback)).status, 204)
    assert.equal(callback.deliveries().length, 1)
  })

  it('is never connected to when it leads to a private address', async t => {
    for (const address of PRIVATE) {
      const { callback, send } = await start(t, { allowed: [], resolve: async () => [address] })
      await assert.rejects(send(callback), ForbiddenAddress, address)
      assert.equal(callback.connections, 0, address)
    }
  })

  it('is never connected to when one private address is among its public ones, whatever their order', async t => {
    for (const addresses of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
      ['127.0.0.1', '::ffff:10.0.0.1', '127.0.0.1'],
      ['127.0.0.1', '127.0.0.1', 'fd00::1'],
    ]) {
      const { callback, send } = await start(t, { resolve: async () => addresses })
      await assert.rejects(send(callback), ForbiddenAddress, addresses.join())
      assert.equal(callback.connections, 0, addresses.join())
    }
  })

  it('is not connected to when its name server answers with something that is no address', async t => {
    for (const answer of ['localhost', '', '127.0.0.1 ', '0x7f.1.1.1.1']) {
      const { callback, send } = await start(t, { resolve: async () => [answer] })
      await assert.rejects(send(callback), ForbiddenAddress, answer)
      assert.equal(callback.connections, 0, answer)
    }
  })

  it('that first leads to an allowed address and then to a private one is left alone from then on', async t => {
    const { callback, send } = await start(t, { resolve: answersInTurn(['127.0.0.1'], ['127.0.0.2']) })
    const sink = await startSink(t, '127.0.0.2', callback.port)
    assert.equal((await send(callback, { last: true })).status, 204)
    await assert.rejects(send(callback), ForbiddenAddress)
    await assert.rejects(send(callback), ForbiddenAddress)
    assert.equal(callback.connections, 1)
    assert.equal(sink.connections, 0)
  })

  it('that turns to a private address is left alone there, too, when the allowed one did not answer', async t => {
    const { callback, send } = await start(t, {
      allowed: ['127.0.0.2'],
      resolve: answersInTurn(['127.0.0.2'], ['127.0.0.1']),
    })
    await assert.rejects(send(callback))
    await assert.rejects(send(callback), ForbiddenAddress)
    assert.equal(callback.connections, 0)
  })

  it('that turns to a private address is not followed there by the retry after a broken connection', async t => {
    const { callback, send } = await start(t, { resolve: answersInTurn(['127.0.0.1'], ['127.0.0.2']) })
    const sink = await startSink(t, '127.0.0.2', callback.port)
    callback.onDelivery = (_, response) => void response.socket!.destroy()
    await assert.rejects(send(callback), ForbiddenAddress)
    assert.equal(callback.connections, 1)
    assert.equal(sink.connections, 0)
  })

  it('is looked up once for each connection, and only what was checked is connected to', async t => {
    const asked: string[] = []
    const { callback, send } = await start(t, {
      async resolve(host) {
        asked.push(host)
        return asked.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']
      },
    })
    await send(callback, { last: false })
    await sleep(IDLE_MS)
    await send(callback, { last: false })
    assert.deepEqual(asked, [NAME])
    assert.equal(callback.connections, 1)
  })

  it('reaches the second of its addresses when nobody listens at the first', async t => {
    const { callback, send } = await start(t, {
      allowed: ['127.0.0.0/8'],
      resolve: async () => ['127.0.0.2', '127.0.0.1'],
    })
    assert.equal((await send(callback)).status, 204)
  })

  it('that cannot be resolved is an error, but no forbidden address', async t => {
    const failing: Resolve[] = [
      async () => [],
      async () => {
        throw new Error('no such name')
      },
    ]
    for (const resolve of failing) {
      const { callback, send } = await start(t, { resolve })
      await assert.rejects(send(callback), error => !(error instanceof ForbiddenAddress))
      assert.equal(callback.connections, 0)
    }
  })

  it('of this machine leads nowhere unless loopback is allowed', async t => {
    const forbidding = createResolve(createIsAllowed([]))
    const { callback, send } = await start(t, { allowed: [], resolve: forbidding, names: ['*.localhost'] })
    for (const name of ['localhost', 'one.localhost', 'localhost.'])
      await assert.rejects(send(urlOf(name, callback.port)))
    assert.equal(callback.connections, 0)
    const allowing = await start(t, {
      resolve: createResolve(createIsAllowed(['127.0.0.1'])),
      names: ['one.localhost'],
    })
    assert.equal((await allowing.send(urlOf('one.localhost', allowing.callback.port))).status, 204)
  })
})

const LITERALS = [
  '127.0.0.1',
  '[::1]',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '127.1',
  '127.0.0.1.',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '0',
  '[::]',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
]

describe('an address in the place of a name', () => {
  it('is refused in every spelling when a subscriber asks for it', () => {
    const policy = {
      baseUrl: 'https://reviews.example.net',
      isAllowed: createIsAllowed([]),
      allowsNetworks: false,
    }
    for (const host of LITERALS)
      assert.throws(() => readCallback(urlOf(host, 8443), policy), CallbackProblem, host)
    assert.equal(readCallback('https://[2606:4700:4700::1111]/', policy).host, '2606:4700:4700::1111')
    assert.equal(readCallback('https://1.1.1.1/', policy).host, '1.1.1.1')
  })

  it('is refused in every spelling on the way out, without a connection or a lookup', async t => {
    let lookups = 0
    const { callback, send } = await start(t, {
      allowed: [],
      async resolve() {
        lookups++
        return ['127.0.0.1']
      },
    })
    for (const host of LITERALS) {
      const url = urlOf(host, callback.port)
      const origin = `https://${host}:${callback.port}`
      await assert.rejects(send(new URL(url).href), ForbiddenAddress, host)
      await assert.rejects(send({ origin, host, target: '/' }), ForbiddenAddress, host)
    }
    assert.equal(callback.connections, 0)
    assert.equal(lookups, 0)
  })

  it('is connected to where it is allowed, and its certificate is checked too', async t => {
    const { callback, send } = await start(t, { names: ['127.0.0.1'] })
    assert.equal((await send(urlOf('127.0.0.1', callback.port))).status, 204)
    const misnamed = await start(t, { names: ['127.0.0.2'] })
    await assert.rejects(misnamed.send(urlOf('127.0.0.1', misnamed.callback.port)), WRONG_NAME)
    assert.equal(misnamed.callback.received.length, 0)
  })
})

const WRONG_NAME = { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }
const SELF_SIGNED = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }

describe('the certificate of a callback', () => {
  it('is refused when it is self-signed, before anything is sent', async t => {
    const { callback, send } = await start(t, { certificate: await selfSigned([NAME]) })
    await assert.rejects(send(callback), SELF_SIGNED)
    assert.equal(callback.received.length, 0)
  })

  it('is refused when it is for another name, before anything is sent', async t => {
    const { callback, send } = await start(t, { names: ['other.example'] })
    await assert.rejects(send(callback), WRONG_NAME)
    assert.equal(callback.received.length, 0)
  })

  it('is checked whatever NODE_TLS_REJECT_UNAUTHORIZED says', async t => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    t.after(() => {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    const untrusted = await start(t, { certificate: await selfSigned([NAME]) })
    await assert.rejects(untrusted.send(untrusted.callback), SELF_SIGNED)
    const misnamed = await start(t, { names: ['other.example'] })
    await assert.rejects(misnamed.send(misnamed.callback), WRONG_NAME)
    assert.equal(untrusted.callback.received.length + misnamed.callback.received.length, 0)
  })

  it('is asked for even where plain HTTP is spoken', async t => {
    const sink = await startSink(t, '127.0.0.1')
    const { send } = await start(t)
    const plain = { origin: `http://${NAME}:${sink.port}`, host: NAME, target: '/' }
    await assert.rejects(send(plain), ForbiddenAddress)
    await assert.rejects(send({ ...plain, origin: `http://127.0.0.1:${sink.port}` }), ForbiddenAddress)
    assert.equal(sink.connections, 0)
  })
})

describe('an answer', () => {
  it('that redirects is not followed', async t => {
    const sink = await startCallback(t)
    const { callback, send } = await start(t)
    for (const status of [301, 302, 303, 307, 308]) {
      callback.onDelivery = answerWith(status, '', { location: sink.url() })
      callback.onChallenge = callback.onDelivery
      assert.equal((await send(callback)).status, status)
      assert.equal((await send(callback, { method: 'GET', target: '/?hub.challenge=1' })).status, status)
    }
    assert.equal(callback.received.length, 10)
    assert.equal(sink.connections, 0)
  })

  for (const maxBytes of [43, 10_000, undefined])
    it(`of which ${maxBytes ?? 'no'} bytes are wanted is left, with its connection, when it never ends`, async t => {
      const { callback, send } = await start(t)
      const closed = Promise.withResolvers<void>()
      callback.onDelivery = (_, response) => {
        response.writeHead(200)
        const more = setInterval(() => response.write(Buffer.alloc(4096)), 1)
        response.on('close', () => {
          clearInterval(more)
          closed.resolve()
        })
      }
      const answer = await send(callback, { last: false, ...(maxBytes && { maxBytes }) })
      assert.equal(answer.status, 200)
      assert.ok(answer.body.length >= (maxBytes ?? 0) && answer.body.length < 1_000_000)
      await closed.promise
    })

  it('that comes all at once and is too long is not kept whole', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = answerWith(200, 'x'.repeat(20_000_000))
    const { status, body } = await send(callback, { maxBytes: 43 })
    assert.equal(status, 200)
    assert.ok(body.length > 43 && body.length < 1_000_000, String(body.length))
  })

  it('of the length that is wanted is read whole', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = inTurn(answerWith(200, 'x'.repeat(43)), answerWith(200, 'x'.repeat(44)))
    assert.equal((await send(callback, { maxBytes: 43 })).body.length, 43)
    assert.equal((await send(callback, { maxBytes: 43 })).body.length, 44)
  })

  it('that breaks off counts by its status where nothing else of it is wanted', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = breakOff
    const { status, body } = await send(callback)
    assert.equal(status, 200)
    assert.equal(body.length, 0)
    assert.equal(callback.deliveries().length, 1)
  })

  it('that breaks off is none where it is wanted', async t => {
    const { callback, send } = await start(t)
    callback.onChallenge = breakOff
    await assert.rejects(send(callback, { method: 'GET', target: '/?hub.challenge=1', maxBytes: 43 }))
  })

  it('says when to come back where the callback does', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = inTurn(answerWith(503, '', { 'retry-after': '7' }), answerWith(204))
    assert.equal((await send(callback)).retryAfter, '7')
    assert.equal((await send(callback)).retryAfter, undefined)
  })

  it('that never comes is waited for until the signal', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = hang
    const controller = new AbortController()
    const sent = send(callback, { signal: controller.signal })
    await until(() => callback.deliveries().length === 1)
    controller.abort(new Error('enough'))
    await assert.rejects(sent, /enough/)
    assert.equal(callback.connections, 1)
  })
})

describe('a connection', () => {
  it('is used again while more is to be sent, and closed after the last', async t => {
    const { callback, send } = await start(t)
    for (const last of [false, false, true, true]) {
      await send(callback, { last })
      await sleep(IDLE_MS)
    }
    assert.deepEqual(
      callback.deliveries().map(({ socketId, headers }) => [socketId, headers.connection]),
      [
        [1, 'keep-alive'],
        [1, 'keep-alive'],
        [1, 'close'],
        [2, 'close'],
      ],
    )
  })

  it('that was closed while it was idle is replaced', async t => {
    const { callback, send } = await start(t, { keepAliveTimeoutMs: 100 })
    // Without Node's hint how long it will be kept.
    callback.onDelivery = answerWith(204, '', { connection: 'keep-alive' })
    assert.equal((await send(callback, { last: false })).status, 204)
    await sleep(350)
    assert.equal((await send(callback, { last: false })).status, 204)
    assert.equal(callback.deliveries().length, 2)
    assert.equal(callback.connections, 2)
  })

  it('that breaks when it is used again is replaced, and what was on it is sent again', async t => {
    const { callback, send } = await start(t)
    const known = new Set<number>()
    callback.onDelivery = (request, response) => {
      if (known.has(request.socketId)) response.socket!.destroy()
      else response.writeHead(204).end()
      known.add(request.socketId)
    }
    await send(callback, { last: false })
    await sleep(IDLE_MS)
    assert.equal((await send(callback, { last: false, body: Buffer.from('news') })).status, 204)
    assert.deepEqual(
      callback.deliveries().map(({ socketId, body }) => [socketId, body.toString()]),
      [
        [1, 'content'],
        [1, 'news'],
        [2, 'news'],
      ],
    )
  })

  it('that breaks when a challenge is on it is not replaced: a new challenge is for the caller to make', async t => {
    const { callback, send } = await start(t)
    callback.onChallenge = (_, response) => void response.socket!.destroy()
    await assert.rejects(send(callback, { method: 'GET', target: '/?hub.challenge=1', maxBytes: 43 }))
    assert.equal(callback.challenges().length, 1)
  })

  it('that breaks every time is given up after the second', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = (_, response) => void response.socket!.destroy()
    await assert.rejects(send(callback), error => !(error instanceof ForbiddenAddress))
    assert.equal(callback.deliveries().length, 2)
  })

  it('is not made to more than a few at once', async t => {
    const { callback, send } = await start(t)
    let open = 0
    let most = 0
    callback.onDelivery = async (_, response) => {
      most = Math.max(most, ++open)
      await sleep(20)
      open--
      response.writeHead(204).end()
    }
    await Promise.all(Array.from({ length: 40 }, () => send(callback, { last: false })))
    assert.ok(most <= 8, String(most))
  })
})

describe('a request on the wire', () => {
  it('has the target byte for byte as it was given', async t => {
    const { callback, send } = await start(t)
    for (const target of [
      '/',
      '/?',
      '//',
      '/a/../b/./c//d/',
      '/%7euser/%7Euser/%E2%82%AC/%e2',
      '/cb?x=%20+&=&&a[]=1&hub.mode=x&b=a%2Fb/c?d',
      '/"<>{}|^`\\!$&\'()*,;=:@',
      `/${'x'.repeat(2000)}`,
    ]) {
      await send(callback, { target })
      assert.equal(callback.received.at(-1)!.url, target)
    }
  })

  it('has a User-Agent, and nothing that tells who we are to others', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = answerWith(401, '', {
      'set-cookie': 'session=1',
      'www-authenticate': 'Basic realm="x"',
    })
    for (const method of ['POST', 'GET', 'POST'] as const) await send(callback, { method, last: false })
    assert.equal(callback.received.length, 3)
    for (const { headers } of callback.received) {
      assert.equal(headers['user-agent'], 'Firsthand/test (+https://reviews.example.net)')
      assert.equal(headers.host, `${NAME}:${callback.port}`)
      for (const name of [
        'authorization',
        'proxy-authorization',
        'cookie',
        'referer',
        'x-forwarded-for',
        'from',
      ])
        assert.equal(headers[name], undefined, name)
    }
  })

  it('has the headers and the bytes that it was given, and no others of ours', async t => {
    const { callback, send } = await start(t)
    const body = Buffer.from('naïve ✓\u0000\r\n')
    await send(callback, { body, headers: { 'content-type': 'text/x', link: '<a>; rel="hub"' } })
    const [{ headers, body: received }] = callback.received as [(typeof callback.received)[0]]
    assert.deepEqual(received, body)
    assert.deepEqual(Object.keys(headers).toSorted(), [
      'connection',
      'content-length',
      'content-type',
      'host',
      'link',
      'user-agent',
    ])
    assert.equal(headers['content-length'], String(body.length))
    assert.equal(headers.link, '<a>; rel="hub"')
  })

  it('of a GET has no body', async t => {
    const { callback, send } = await start(t)
    await send(callback, { method: 'GET', target: '/?hub.challenge=1' })
    const { headers, body } = callback.challenges()[0]!
    assert.equal(body.length, 0)
    assert.equal(headers['content-length'], undefined)
    assert.equal(headers['transfer-encoding'], undefined)
  })
})

interface Setting extends CallbackOptions {
  /** Addresses besides the public ones. */
  allowed?: string[]
  resolve?: Resolve
  /** Of the callback's certificate. */
  names?: string[]
}

interface Started {
  callback: CallbackServer
  send(to: CallbackServer | Callback | string, change?: Partial<OutgoingRequest>): Promise<OutgoingAnswer>
}

/** A callback on loopback, and a way out that finds it under any name. */
async function start(t: TestContext, setting: Setting = {}): Promise<Started> {
  const { allowed = ['127.0.0.1'], resolve = async () => ['127.0.0.1'], names = [NAME], ...options } = setting
  const certificate = options.certificate ?? (await (await authority()).issue(names))
  const callback = await startCallback(t, { ...options, certificate })
  const outgoing: Outgoing = createOutgoing({
    isAllowed: createIsAllowed(allowed),
    resolve,
    userAgent: 'Firsthand/test (+https://reviews.example.net)',
  })
  t.after(() => outgoing.close())
  return {
    callback,
    send(to, change = {}) {
      const target = toCallback(to)
      const request: OutgoingRequest = {
        method: 'POST',
        target: target.target,
        signal: AbortSignal.timeout(10_000),
        last: true,
        ...(change.method !== 'GET' && { body: Buffer.from('content') }),
        ...change,
      }
      return outgoing.send(target, request)
    },
  }
}

function toCallback(to: CallbackServer | Callback | string): Callback {
  if (typeof to === 'string') return splitCallback(to)
  return 'target' in to ? to : splitCallback(urlOf(NAME, to.port))
}

const urlOf = (host: string, port: number) => `https://${host}:${port}/callback`

const breakOff: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-length': 1000 })
  response.write('half', () => response.socket!.destroy())
}

/** The first lookup gets the first answer, and so on; the last one repeats. */
function answersInTurn(...answers: [string[], ...string[][]]): Resolve {
  let turn = 0
  return async () => answers[Math.min(turn++, answers.length - 1)]!
}

interface Sink {
  port: number
  readonly connections: number
}

/** Counts who connects, and says nothing. */
async function startSink(t: TestContext, host: string, atPort = 0): Promise<Sink> {
  let connections = 0
  const server = createServer(socket => {
    connections++
    socket.destroy()
  })
  server.listen(atPort, host)
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return {
    port,
    get connections() {
      return connections
    },
  }
}
