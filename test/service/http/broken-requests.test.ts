import assert from 'node:assert/strict'
import { once } from 'node:events'
import { afterEach, describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { openSocket, sendBytes } from '../../kit/wire.ts'

const END = 'Host: x\r\nConnection: close\r\n\r\n'

describe('A malformed request', () => {
  const shared = shareService({ rows: rows(5) })

  /** The response must be HTTP, and must not look like an internal error. */
  async function send(
    bytes: string | Uint8Array,
  ): Promise<{ status: number; head: string; body: string }> {
    const response = await sendBytes(shared.url, bytes)
    const [head = '', ...rest] = response.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1])
    assert.ok(status >= 200 && status < 500, response.slice(0, 200))
    assert.doesNotMatch(response, /node:internal|\.ts:\d|\.js:\d|at \w+ \(/)
    return { status, head, body: rest.join('\r\n\r\n') }
  }

  async function isRejected(
    bytes: string | Uint8Array,
    status: number,
    error: string,
  ): Promise<void> {
    const { status: given, head, body } = await send(bytes)
    assert.equal(given, status)
    assert.match(head, /content-type: application\/json/i)
    assert.match(head, /access-control-allow-origin: \*/i)
    const json = JSON.parse(body)
    assert.equal(json.error, error)
    assert.deepEqual(Object.keys(json), ['error', 'message'])
  }

  afterEach(async () => {
    assert.equal(
      (await fetch(`${shared.url}/reviews.json`)).status,
      200,
      'the server still responds',
    )
    assert.deepEqual(
      shared.service.log.filter(({ level }) => level >= 40),
      [],
    )
  })

  it('A request with a header of more than 16 KB is rejected', async () => {
    await isRejected(
      `GET / HTTP/1.1\r\nX-Large: ${'a'.repeat(20_000)}\r\n${END}`,
      431,
      'headers_too_large',
    )
  })

  it('A request with an address of more than 16 KB is rejected', async () => {
    await isRejected(`GET /?${'a'.repeat(20_000)} HTTP/1.1\r\n${END}`, 431, 'headers_too_large')
  })

  it('A request with thousands of headers is rejected', async () => {
    const many = Array.from({ length: 4000 }, (_, number) => `X-${number}: ${number}\r\n`).join('')
    await isRejected(`GET / HTTP/1.1\r\n${many}${END}`, 431, 'headers_too_large')
  })

  it('A request with hundreds of small headers is served', async () => {
    const many = Array.from({ length: 900 }, (_, number) => `X-${number}: ${number}\r\n`).join('')
    assert.equal((await send(`GET /healthz HTTP/1.1\r\n${many}${END}`)).status, 200)
  })

  for (const [what, bytes] of Object.entries({
    'meaningless bytes': '\x00\x01\x02\xff\xfe\r\n\r\n',
    'a TLS handshake': Buffer.from('16030100c8010000c40303', 'hex'),
    'an HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'an SMTP greeting': 'EHLO mail.example.com\r\n\r\n',
    'no version': 'GET /\r\n\r\n',
    'a future version': `GET / HTTP/3.0\r\n${END}`,
    'an unknown method': `FETCH / HTTP/1.1\r\n${END}`,
    'a lower-case method': `get / HTTP/1.1\r\n${END}`,
    'an address that is *': `GET * HTTP/1.1\r\n${END}`,
    'an address without a slash': `GET reviews.json HTTP/1.1\r\n${END}`,
    'an address of another scheme': `GET ftp://x/reviews.json HTTP/1.1\r\n${END}`,
    'an address with a NUL': `GET /\0 HTTP/1.1\r\n${END}`,
    'an address with a space': `GET /api/reviews/search?query=a b HTTP/1.1\r\n${END}`,
    'a backslash in its address': `GET /\\reviews.json HTTP/1.1\r\n${END}`,
    'no Host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
    'two Hosts': `GET / HTTP/1.1\r\nHost: y\r\n${END}`,
    'an invalid Host': 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'a Host with a path': 'GET / HTTP/1.1\r\nHost: x/../y\r\nConnection: close\r\n\r\n',
    'a header with a NUL': `GET / HTTP/1.1\r\nX: a\0b\r\n${END}`,
    'a header without a name': `GET / HTTP/1.1\r\n: a\r\n${END}`,
    'a folded header': `GET / HTTP/1.1\r\nX: a\r\n b\r\n${END}`,
    'a negative length': `GET / HTTP/1.1\r\nContent-Length: -5\r\n${END}`,
    'two lengths': `GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n${END}`,
    'both a length and chunks': `GET / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n${END}0\r\n\r\n`,
  }))
    it(`A request with ${what} is rejected`, () => isRejected(bytes, 400, 'bad_request'))

  it('A request that proves malformed while it is served affects no other', async () => {
    const chunked = `GET /reviews.json HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${END}zz\r\nhello\r\n0\r\n\r\n`
    const followed =
      'GET /api/reviews/search HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n\x00\x01\r\n'
    for (const bytes of [chunked, followed])
      assert.ok([200, 400].includes((await send(bytes)).status))
  })

  it('A request with non-ASCII bytes in its address is rejected', async () => {
    for (const encoding of ['utf8', 'latin1'] as const)
      for (const path of ['/api/reviews/search?query=Méndez', '/é'])
        await isRejected(
          Buffer.from(`GET ${path} HTTP/1.1\r\n${END}`, encoding),
          400,
          'bad_request',
        )
  })

  it('A request with another HTTP method is rejected', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'LOCK'])
      await isRejected(`${method} /reviews.json HTTP/1.1\r\n${END}`, 405, 'method_not_allowed')
  })

  it('A request for a tunnel is closed without a response', async () => {
    assert.equal(await sendBytes(shared.url, `CONNECT example.com:443 HTTP/1.1\r\n${END}`), '')
  })

  it('A request that never ends affects no other', async () => {
    const sockets = Array.from({ length: 50 }, () => openSocket(shared.url).on('error', () => {}))
    await Promise.all(sockets.map(socket => once(socket, 'connect')))
    for (const socket of sockets) socket.write('GET /reviews.json HTTP/1.1\r\nHost: x\r\nX-Slow: a')
    for (const socket of sockets) socket.write('b')
    for (let count = 0; count < 20; count++)
      assert.equal((await fetch(`${shared.url}/reviews.json`)).status, 200)
    for (const socket of sockets) socket.destroy()
  })

  it('A request whose sender disconnects halfway affects no other', async () => {
    for (const bytes of [
      'GET /rev',
      'GET /reviews.json HTTP/1.1\r\n',
      `GET /reviews.json HTTP/1.1\r\nHost: x\r\n\r\n`,
    ]) {
      const socket = openSocket(shared.url)
      await once(socket, 'connect')
      socket.write(bytes)
      socket.resetAndDestroy()
    }
  })
})

describe('An unusual request', () => {
  const shared = shareService({ rows: rows(5) })
  const statusesOf = async (bytes: string | Uint8Array) =>
    [...(await sendBytes(shared.url, bytes)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) =>
      Number(status),
    )

  it('A request in HTTP/1.0 is served, with and without Host', async () => {
    assert.deepEqual(await statusesOf('GET /reviews.json HTTP/1.0\r\nHost: x\r\n\r\n'), [200])
    assert.deepEqual(await statusesOf('GET /healthz HTTP/1.0\r\n\r\n'), [200])
  })

  it('A request with an absolute address is served', async () => {
    assert.deepEqual(
      await statusesOf(`GET http://elsewhere.example/healthz HTTP/1.1\r\n${END}`),
      [200],
    )
    const response = await sendBytes(
      shared.url,
      `GET http://elsewhere.example/api/reviews/search?limit=2 HTTP/1.1\r\n${END}`,
    )
    assert.match(response, /"matched":5,"returned":2/)
  })

  it('A request for a document under another spelling leaves the connection usable', async () => {
    for (const method of ['GET', 'HEAD'])
      for (const path of ['/robots%2Etxt', '/./robots.txt', 'http://elsewhere.example/robots.txt'])
        assert.deepEqual(
          await statusesOf(
            `${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\nGET /nope HTTP/1.1\r\n${END}`,
          ),
          [200, 404],
          `${method} ${path}`,
        )
  })

  it('A response has the same links whatever Host the request names', async () => {
    const response = await sendBytes(
      shared.url,
      'GET /reviews.json HTTP/1.1\r\nHost: evil.example:99\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n',
    )
    assert.ok(response.includes(`<${shared.url}/reviews.json>; rel="self"`))
    assert.doesNotMatch(response, /evil/)
  })

  it('A request may be sent before the previous one is served', async () => {
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
    const bytes = `${get('/healthz')}${get('/nope')}${get('/api/reviews/search?rating=9')}GET /readyz HTTP/1.1\r\n${END}`
    assert.deepEqual(await statusesOf(bytes), [200, 404, 400, 200])
  })

  it('A GET request may carry a body, which is ignored', async () => {
    const large = 'x'.repeat(3_000_000)
    const next = `GET /nope HTTP/1.1\r\n${END}`
    const sized = `GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: ${large.length}\r\n\r\n${large}`
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`
    const chunked = `GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`
    assert.deepEqual(await statusesOf(sized + next), [200, 404])
    assert.deepEqual(await statusesOf(chunked + next), [200, 404])
    assert.deepEqual(
      await statusesOf(`GET /healthz HTTP/1.1\r\nContent-Length: 5\r\n${END}hello`),
      [200],
    )
  })

  it('A request to upgrade the protocol is served over HTTP/1.1', async () => {
    const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n'
    assert.deepEqual(await statusesOf(`GET /healthz HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`), [200])
  })
})
