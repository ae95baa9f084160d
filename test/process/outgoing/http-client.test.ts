import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  type Callback,
  RequestProblem,
  readCallback,
  splitCallback,
} from '../../../src/hub/callback-url.ts'
import {
  asFailure,
  ForbiddenAddress,
  ForbiddenName,
  RequestFailure,
  Unresolved,
} from '../../../src/outgoing/failures.ts'
import {
  connectAllowed,
  createIsAllowed,
  createResolve,
  hasTrustStore,
  type Resolve,
} from '../../../src/outgoing/guarded-connections.ts'
import {
  createHttpClient,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from '../../../src/outgoing/http-client.ts'
import {
  answerWith,
  type Behavior,
  type CallbackOptions,
  type CallbackServer,
  hang,
  inTurn,
  startCallback,
} from '../../kit/callback.ts'
import { PATIENCE_MS } from '../../kit/patience.ts'
import { until } from '../../kit/service.ts'
import { authority, selfSigned } from '../../kit/tls.ts'

const NAME = 'subscriber.example'
/** None of them is allowed, although somebody listens at the first. */
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

/** Longer than any test waits. */
const NEVER_MS = 3_600_000
/** A connection is free again a moment after its response was read. */
const IDLE_MS = 50

describe('Host names', () => {
  it('A host name that resolves to an allowed address is connected to', async t => {
    const { callback, send } = await start(t)
    assert.equal((await send(callback)).status, 204)
    assert.equal(callback.deliveries().length, 1)
  })

  it('A connection is reported once its certificate was verified, and not before', async t => {
    const hosts: string[] = []
    const onConnect = (host: string) => hosts.push(host)
    const good = await start(t, { onConnect })
    await good.send(good.callback)
    assert.deepEqual(hosts, [NAME])
    const wrong = await start(t, { onConnect, names: ['other.example'] })
    await assert.rejects(wrong.send(wrong.callback))
    assert.deepEqual(hosts, [NAME])
  })

  it('A host name that resolves to a private address is never connected to', async t => {
    for (const address of PRIVATE) {
      const { callback, send } = await start(t, { allowed: [], resolve: async () => [address] })
      await assert.rejects(send(callback), ForbiddenAddress, address)
      assert.equal(callback.connections, 0, address)
    }
  })

  it('A host name with one private address among public ones is never connected to, in any order', async t => {
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

  it('A host name is not connected to if its name server returns something else than an address', async t => {
    for (const result of ['localhost', '', '127.0.0.1 ', '0x7f.1.1.1.1']) {
      const { callback, send } = await start(t, { resolve: async () => [result] })
      await assert.rejects(send(callback), ForbiddenAddress, result)
      assert.equal(callback.connections, 0, result)
    }
  })

  it('A host name that changes to a private address is not connected to from then on', async t => {
    const { callback, send } = await start(t, {
      resolve: resultsInTurn(['127.0.0.1'], ['127.0.0.2']),
    })
    const sink = await startSink(t, '127.0.0.2', callback.port)
    assert.equal((await send(callback, { isLast: true })).status, 204)
    await assert.rejects(send(callback), ForbiddenAddress)
    await assert.rejects(send(callback), ForbiddenAddress)
    assert.equal(callback.connections, 1)
    assert.equal(sink.connections, 0)
  })

  it('A host name that changes to a private address is not connected to, even if the allowed one did not respond', async t => {
    const { callback, send } = await start(t, {
      allowed: ['127.0.0.2'],
      resolve: resultsInTurn(['127.0.0.2'], ['127.0.0.1']),
    })
    await assert.rejects(send(callback), { code: 'ECONNREFUSED' })
    await assert.rejects(send(callback), ForbiddenAddress)
    assert.equal(callback.connections, 0)
  })

  it('The retry after a broken connection does not follow a host name to a private address', async t => {
    const { callback, send } = await start(t, {
      resolve: resultsInTurn(['127.0.0.1'], ['127.0.0.2']),
    })
    const sink = await startSink(t, '127.0.0.2', callback.port)
    await send(callback, { isLast: false })
    await sleep(IDLE_MS)
    callback.onDelivery = (_, response) => void response.socket!.destroy()
    await assert.rejects(send(callback, { isLast: false }), ForbiddenName)
    assert.equal(callback.connections, 1)
    assert.equal(sink.connections, 0)
  })

  it('A host name is resolved once for each connection, and only checked addresses are connected to', async t => {
    const resolved: string[] = []
    const { callback, send } = await start(t, {
      async resolve(host) {
        resolved.push(host)
        return resolved.length === 1 ? ['127.0.0.1'] : ['10.0.0.1']
      },
    })
    await send(callback, { isLast: false })
    await sleep(IDLE_MS)
    await send(callback, { isLast: false })
    assert.deepEqual(resolved, [NAME])
    assert.equal(callback.connections, 1)
  })

  it('The second address of a host name is tried if nobody listens at the first', async t => {
    const { callback, send } = await start(t, {
      allowed: ['127.0.0.0/8'],
      resolve: async () => ['127.0.0.2', '127.0.0.1'],
    })
    assert.equal((await send(callback)).status, 204)
  })

  it('A host name that cannot be resolved is an error, but not a forbidden address', async t => {
    const failing: [resolve: Resolve, code: string][] = [
      [async () => [], 'ENODATA'],
      [() => Promise.reject(new Error('no such name')), 'no such name'],
    ]
    for (const [resolve, code] of failing) {
      const { callback, send } = await start(t, { resolve })
      await assert.rejects(send(callback), { name: 'Unresolved', code })
      assert.equal(callback.connections, 0)
    }
  })

  it('An unknown failure of the name was before anything was sent, another may have been after', () => {
    const url = new URL('https://sub.example')
    const failed = (error: Error) => asFailure(error, url)
    assert.deepEqual(
      failed(new Unresolved(url.hostname, 'ODD')),
      new RequestFailure('sub.example cannot be reached (ODD).', 'unsent', 'ODD'),
    )
    const odd = Object.assign(new Error('odd'), { code: 'ODD' })
    assert.deepEqual(
      failed(odd),
      new RequestFailure('sub.example cannot be reached (ODD).', 'broken', 'ODD'),
    )
  })

  it('A local host name is only connected to if loopback addresses are allowed', async t => {
    const forbidding = createResolve(createIsAllowed([]))
    const { callback, send } = await start(t, {
      allowed: [],
      resolve: forbidding,
      names: ['*.localhost'],
    })
    for (const name of ['localhost', 'one.localhost', 'localhost.'])
      await assert.rejects(send(urlOf(name, callback.port)), /has no address/)
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

describe('The trust store', () => {
  it('Without any trusted authority the trust store counts as missing', t => {
    const authorities = getCACertificates('default')
    t.after(() => setDefaultCACertificates(authorities))
    assert.equal(hasTrustStore(), true)
    setDefaultCACertificates([])
    assert.equal(hasTrustStore(), false)
  })
})

describe('Literal addresses', () => {
  it('A subscriber cannot name a forbidden address, however it is spelled', () => {
    const policy = {
      baseUrl: 'https://reviews.example.net',
      isAllowed: createIsAllowed([]),
      allowsNetworks: false,
    }
    for (const host of LITERALS)
      assert.throws(() => readCallback(urlOf(host, 8443), policy), RequestProblem, host)
    assert.equal(
      readCallback('https://[2606:4700:4700::1111]/', policy).host,
      '2606:4700:4700::1111',
    )
    assert.equal(readCallback('https://1.1.1.1/', policy).host, '1.1.1.1')
  })

  it('A forbidden address is not connected to or looked up, however it is spelled', async t => {
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

  it('An allowed address is connected to, and its certificate is verified', async t => {
    const { callback, send } = await start(t, { names: ['127.0.0.1'] })
    assert.equal((await send(urlOf('127.0.0.1', callback.port))).status, 204)
    const misnamed = await start(t, { names: ['127.0.0.2'] })
    await assert.rejects(misnamed.send(urlOf('127.0.0.1', misnamed.callback.port)), WRONG_NAME)
    assert.equal(misnamed.callback.received.length, 0)
  })
})

const WRONG_NAME = { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }
const SELF_SIGNED = { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }

describe('Certificates', () => {
  it('Nothing is sent to a callback with a self-signed certificate', async t => {
    const { callback, send } = await start(t, { certificate: await selfSigned([NAME]) })
    await assert.rejects(send(callback), SELF_SIGNED)
    assert.equal(callback.received.length, 0)
  })

  it('Nothing is sent to a callback with a certificate for another name', async t => {
    const { callback, send } = await start(t, { names: ['other.example'] })
    await assert.rejects(send(callback), WRONG_NAME)
    assert.equal(callback.received.length, 0)
  })

  it('Certificates are verified even if NODE_TLS_REJECT_UNAUTHORIZED is 0', async t => {
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

  it('Plain HTTP is never used', async t => {
    const sink = await startSink(t, '127.0.0.1')
    const { send } = await start(t)
    const plain = { origin: `http://${NAME}:${sink.port}`, host: NAME, target: '/' }
    await assert.rejects(send(plain), ForbiddenAddress)
    await assert.rejects(
      send({ ...plain, origin: `http://127.0.0.1:${sink.port}` }),
      ForbiddenAddress,
    )
    assert.equal(sink.connections, 0)
  })
})

describe('Responses', () => {
  it('A redirect is not followed', async t => {
    const sink = await startCallback(t)
    const { callback, send } = await start(t)
    for (const status of [301, 302, 303, 307, 308]) {
      callback.onDelivery = answerWith(status, '', { location: sink.url() })
      callback.onChallenge = callback.onDelivery
      assert.equal((await send(callback)).status, status)
      assert.equal(
        (await send(callback, { method: 'GET', target: '/?hub.challenge=1' })).status,
        status,
      )
    }
    assert.equal(callback.received.length, 10)
    assert.equal(sink.connections, 0)
  })

  for (const maxBytes of [43, 10_000, undefined])
    it(`An endless response of which ${maxBytes ?? 'no'} bytes are needed is cut off with its connection`, async t => {
      const { callback, send } = await start(t)
      let isClosed = false
      callback.onDelivery = (_, response) => {
        response.writeHead(200)
        const more = setInterval(() => response.write(Buffer.alloc(4096)), 1)
        response.on('close', () => {
          clearInterval(more)
          isClosed = true
        })
      }
      // One that never ends the request itself.
      const { signal } = new AbortController()
      const { status, body } = await send(callback, {
        isLast: false,
        signal,
        ...(maxBytes && { maxBytes }),
      })
      assert.equal(status, 200)
      assert.ok(body.length >= (maxBytes ?? 0) && body.length < 1_000_000)
      await until(() => isClosed)
    })

  it('A response that is too long is not kept in full', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = answerWith(200, 'x'.repeat(20_000_000))
    const { status, body } = await send(callback, { maxBytes: 43 })
    assert.equal(status, 200)
    assert.ok(body.length > 43 && body.length < 1_000_000, String(body.length))
  })

  it('A response of the expected length is read in full', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = inTurn(answerWith(200, 'x'.repeat(43)), answerWith(200, 'x'.repeat(44)))
    assert.equal((await send(callback, { maxBytes: 43 })).body.length, 43)
    assert.equal((await send(callback, { maxBytes: 43 })).body.length, 44)
  })

  it('A response that breaks off counts by its status if its body is not needed', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = breakOff
    const { status, body } = await send(callback)
    assert.equal(status, 200)
    assert.equal(body.length, 0)
    assert.equal(callback.deliveries().length, 1)
  })

  it('A response that breaks off is an error if its body is needed', async t => {
    const { callback, send } = await start(t)
    callback.onChallenge = breakOff
    await assert.rejects(
      send(callback, { method: 'GET', target: '/?hub.challenge=1', maxBytes: 43 }),
      {
        code: /^UND_ERR_(?:SOCKET|RES_CONTENT_LENGTH_MISMATCH)$/,
      },
    )
  })

  it('The Retry-After header of a response is returned', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = inTurn(answerWith(503, '', { 'retry-after': '7' }), answerWith(204))
    assert.equal((await send(callback)).headers['retry-after'], '7')
    assert.equal((await send(callback)).headers['retry-after'], undefined)
  })

  it('The signal ends the wait for a response', async t => {
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

describe('Connections', () => {
  it('A connection is reused while more requests follow, and closed after the last', async t => {
    const { callback, send } = await start(t)
    for (const last of [false, false, true, true]) {
      await send(callback, { isLast: last })
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

  it('A connection that was closed while idle is replaced', async t => {
    const { callback, send } = await start(t, { keepAliveTimeoutMs: 100 })
    // Without Node's Keep-Alive header, which would tell the client.
    callback.onDelivery = answerWith(204, '', { connection: 'keep-alive' })
    assert.equal((await send(callback, { isLast: false })).status, 204)
    await sleep(350)
    assert.equal((await send(callback, { isLast: false })).status, 204)
    assert.equal(callback.deliveries().length, 2)
    assert.equal(callback.connections, 2)
  })

  it('A delivery is sent again on a new connection if a reused one breaks', async t => {
    const { callback, send } = await start(t)
    const known = new Set<number>()
    callback.onDelivery = (request, response) => {
      if (known.has(request.socketId)) response.socket!.destroy()
      else response.writeHead(204).end()
      known.add(request.socketId)
    }
    await send(callback, { isLast: false })
    await sleep(IDLE_MS)
    assert.equal((await send(callback, { isLast: false, body: Buffer.from('news') })).status, 204)
    assert.deepEqual(
      callback
        .deliveries()
        .map(({ socketId, body, headers }) => [socketId, body.toString(), headers.connection]),
      [
        [1, 'content', 'keep-alive'],
        [1, 'news', 'keep-alive'],
        [2, 'news', 'close'],
      ],
    )
  })

  it('A delivery is not sent again on another idle connection, which may be broken, too', async t => {
    const { callback, send } = await start(t, { keepAliveTimeoutMs: NEVER_MS })
    const first = Promise.withResolvers<void>()
    callback.onDelivery = async (_, response) => {
      if (callback.deliveries().length === 2) first.resolve()
      await first.promise
      response.writeHead(204).end()
    }
    await Promise.all([send(callback, { isLast: false }), send(callback, { isLast: false })])
    callback.onDelivery = (request, response) => {
      if (request.socketId <= 2) response.socket!.destroy()
      else response.writeHead(204).end()
    }
    assert.equal((await send(callback, { isLast: false })).status, 204)
    assert.equal(callback.deliveries().at(-1)!.socketId, 3)
    assert.equal(callback.deliveries().length, 4)
    await until(() => callback.openConnections() === 0)
  })

  it('Trying a connection leaves none open, and neither does closing', async t => {
    const { callback, send, outgoing } = await start(t, { keepAliveTimeoutMs: NEVER_MS })
    await outgoing.open(toCallback(callback))
    await until(() => callback.connections === 1 && callback.openConnections() === 0)
    await send(callback, { isLast: false })
    callback.onDelivery = hang
    const { signal } = new AbortController()
    let problem: string | undefined
    send(callback, { isLast: false, signal }).catch(({ code }) => {
      problem = code
    })
    await until(() => callback.deliveries().length === 2)
    await outgoing.close()
    await until(() => problem === 'UND_ERR_DESTROYED' && callback.openConnections() === 0)
  })

  it('A challenge is not sent again on a new connection, because it must be a new challenge', async t => {
    const { callback, send } = await start(t)
    callback.onChallenge = (_, response) => void response.socket!.destroy()
    await assert.rejects(
      send(callback, { method: 'GET', target: '/?hub.challenge=1', maxBytes: 43 }),
      {
        code: 'UND_ERR_SOCKET',
      },
    )
    assert.equal(callback.challenges().length, 1)
  })

  it('A challenge is not sent again if a reused connection breaks', async t => {
    const { callback, send } = await start(t)
    callback.onChallenge = (_, response) => void response.socket!.destroy()
    await send(callback, { isLast: false })
    await sleep(IDLE_MS)
    await assert.rejects(
      send(callback, { method: 'GET', target: '/?hub.challenge=1', maxBytes: 43 }),
      {
        code: 'UND_ERR_SOCKET',
      },
    )
    assert.equal(callback.challenges().length, 1)
    assert.equal(callback.connections, 1)
  })

  it('A delivery is given up if a second connection breaks as well', async t => {
    const { callback, send } = await start(t)
    await send(callback, { isLast: false })
    await sleep(IDLE_MS)
    callback.onDelivery = (_, response) => void response.socket!.destroy()
    await assert.rejects(send(callback, { isLast: false }), { code: 'UND_ERR_SOCKET' })
    assert.equal(callback.deliveries().length, 3)
  })

  it('A delivery is not sent again if a new connection breaks', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = (_, response) => void response.socket!.destroy()
    await assert.rejects(send(callback, { isLast: false }), { code: 'UND_ERR_SOCKET' })
    assert.equal(callback.deliveries().length, 1)
  })

  it('A request that follows a response at once uses the same connection', async t => {
    const { callback, send } = await start(t)
    for (let number = 0; number < 10; number++) await send(callback, { isLast: false })
    assert.equal(callback.deliveries().length, 10)
    assert.equal(callback.connections, 1)
  })

  it('A connection that the callback closes after its response is replaced', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = answerWith(204, '', { connection: 'close' })
    for (let number = 0; number < 3; number++) await send(callback, { isLast: false })
    assert.equal(callback.deliveries().length, 3)
    assert.equal(callback.connections, 3)
  })
})

describe('Requests on the wire', () => {
  it('The request target is sent byte for byte', async t => {
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

  it('A request has a User-Agent and no credentials', async t => {
    const { callback, send } = await start(t)
    callback.onDelivery = answerWith(401, '', {
      'set-cookie': 'session=1',
      'www-authenticate': 'Basic realm="x"',
    })
    for (const method of ['POST', 'GET', 'POST'] as const)
      await send(callback, { method, isLast: false })
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

  it('A request has exactly the given headers and body', async t => {
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

  it('A GET request has no body', async t => {
    const { callback, send } = await start(t)
    await send(callback, { method: 'GET', target: '/?hub.challenge=1' })
    const { headers, body } = callback.challenges()[0]!
    assert.equal(body.length, 0)
    assert.equal(headers['content-length'], undefined)
    assert.equal(headers['transfer-encoding'], undefined)
  })
})

interface Setting extends CallbackOptions {
  onConnect?: (host: string) => void
  /** Allowed in addition to public addresses. */
  allowed?: string[]
  resolve?: Resolve
  /** The names in the callback's certificate. */
  names?: string[]
}

interface Started {
  callback: CallbackServer
  outgoing: HttpClient
  send(to: CallbackServer | Callback | string, change?: Partial<HttpRequest>): Promise<HttpResponse>
}

/** A callback on loopback, and outgoing requests that reach it under any name. */
async function start(t: TestContext, setting: Setting = {}): Promise<Started> {
  const {
    allowed = ['127.0.0.1'],
    resolve = async () => ['127.0.0.1'],
    names = [NAME],
    onConnect = () => {},
    ...options
  } = setting
  const certificate = options.certificate ?? (await (await authority()).issue(names))
  const callback = await startCallback(t, { ...options, certificate })
  const outgoing: HttpClient = createHttpClient({
    connect: connectAllowed(createIsAllowed(allowed), resolve),
    userAgent: 'Firsthand/test (+https://reviews.example.net)',
    onConnect,
  })
  t.after(() => outgoing.close())
  return {
    callback,
    outgoing,
    send(to, change = {}) {
      const target = toCallback(to)
      const request: HttpRequest = {
        method: 'POST',
        target: target.target,
        signal: AbortSignal.timeout(PATIENCE_MS),
        isLast: true,
        ...(change.method !== 'GET' && { body: Buffer.from('content'), isRepeatable: true }),
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

const breakOff: Behavior = (_, response) => {
  response.writeHead(200, { 'content-length': 1000 })
  response.write('half', () => response.socket!.destroy())
}

/** The first lookup gets the first result, and so on; the last one repeats. */
function resultsInTurn(...results: [string[], ...string[][]]): Resolve {
  let turn = 0
  return async () => results[Math.min(turn++, results.length - 1)]!
}

interface Sink {
  port: number
  readonly connections: number
}

/** Counts connections and closes them. */
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
