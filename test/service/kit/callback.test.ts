/** Tests of the kit's callback server: real TLS, requests as they arrived, and closing whatever hangs. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { connect as connectTls } from 'node:tls'
import { Agent, request } from 'undici'
import {
  after,
  answerWith,
  challengeOf,
  hang,
  inTurn,
  queryOf,
  startCallback,
} from '../../kit/callback.ts'
import { until } from '../../kit/service.ts'
import { authority, selfSigned } from '../../kit/tls.ts'

test('A certificate of the authority is trusted by undici, fetch and node:https, by name and by address', async t => {
  const callback = await startCallback(t)
  const dispatcher = makeDispatcher(t)
  for (const origin of [callback.origin, `https://127.0.0.1:${callback.port}`]) {
    const answer = await request(`${origin}/callback`, { dispatcher, method: 'POST', body: 'news' })
    assert.equal(answer.statusCode, 204)
    assert.equal(await answer.body.text(), '')
    assert.equal((await fetch(origin, { method: 'POST' })).status, 204)
    assert.equal((await ask(origin, '/')).status, 404)
  }
  assert.equal(callback.deliveries()[0]!.body.toString(), 'news')
  assert.equal(callback.deliveries().length, 4)
  assert.equal(callback.received.length, 6)
})

test('A self-signed certificate and one for another name are rejected before any request', async t => {
  const untrusted = await startCallback(t, { certificate: await selfSigned(['localhost']) })
  const misnamed = await startCallback(t, {
    certificate: await (await authority()).issue(['other.example', '::1']),
  })
  const dispatcher = makeDispatcher(t)
  await assert.rejects(request(untrusted.url(), { dispatcher }), {
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  await assert.rejects(request(misnamed.url(), { dispatcher }), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
  for (const callback of [untrusted, misnamed]) {
    assert.equal(callback.connections, 1)
    assert.deepEqual(callback.received, [])
  }
})

test('A certificate is valid for every name that it was issued for', async t => {
  const callback = await startCallback(t, {
    certificate: await (await authority()).issue(['a.example', '*.hub.example', '::1']),
  })
  for (const servername of ['a.example', 'one.hub.example']) {
    const socket = connectTls({ host: '127.0.0.1', port: callback.port, servername })
    await once(socket, 'secureConnect')
    assert.ok(socket.authorized)
    assert.match(socket.getPeerCertificate().subjectaltname!, /IP Address:0:0:0:0:0:0:0:1/)
    socket.destroy()
  }
})

test('Challenges, denials and deliveries are told apart and get a response', async t => {
  const callback = await startCallback(t)
  const answer = await ask(
    callback.origin,
    '/callback?hub.challenge=own&hub.mode=subscribe&hub.challenge=a%2Bb',
  )
  assert.equal(answer.status, 200)
  assert.equal(answer.body, 'a+b')
  assert.deepEqual(await ask(callback.origin, '/callback?hub.mode=denied&hub.reason=no'), {
    status: 200,
    body: '',
  })
  assert.equal((await ask(callback.origin, '/callback', 'POST')).status, 204)
  assert.deepEqual(callback.challenges().map(challengeOf), ['a+b'])
  assert.deepEqual(
    callback.denials().map(denial => queryOf(denial).get('hub.reason')),
    ['no'],
  )
  assert.equal(callback.deliveries().length, 1)
  assert.equal(callback.received.length, 3)
})

test('The request target and the header names are recorded as on the wire', async t => {
  const callback = await startCallback(t)
  const target = '/a/../b//%7euser/%E2%82%AC?x=%20+&=&&hub.challenge=1'
  await ask(callback.origin, target)
  const { url, rawHeaders } = callback.received[0]!
  assert.equal(url, target)
  assert.ok(rawHeaders.includes('X-CaSe'))
})

test('Behaviors take turns and wait, and connections are told apart', async t => {
  const callback = await startCallback(t)
  callback.onDelivery = inTurn(
    answerWith(503, 'later', { 'Retry-After': '7' }),
    after(50, answerWith(202)),
    answerWith(410),
  )
  const agent = new HttpsAgent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const statuses: number[] = []
  for (let turn = 0; turn < 3; turn++)
    statuses.push((await ask(callback.origin, '/callback', 'POST', agent)).status)
  statuses.push((await ask(callback.origin, '/callback', 'POST')).status)
  assert.deepEqual(statuses, [503, 202, 410, 410])
  const [first, second, third, fourth] = callback.deliveries()
  assert.ok(third!.atMs - second!.atMs >= 49)
  assert.equal(first!.socketId, third!.socketId)
  assert.notEqual(third!.socketId, fourth!.socketId)
  assert.equal(callback.connections, 2)
})

test('An idle connection is closed after the time that was set', async t => {
  const callback = await startCallback(t, { keepAliveTimeoutMs: 100 })
  const socket = connectTls({ host: '127.0.0.1', port: callback.port, servername: 'localhost' })
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n')
  socket.resume()
  const closed = once(socket, 'close')
  await until(() => callback.received.length === 1)
  await closed
  const nodesDefaultMs = 5000
  assert.ok(performance.now() - callback.received[0]!.atMs < nodesDefaultMs)
})

test('Nothing that hangs keeps a callback from closing or fails after it', async t => {
  const callback = await startCallback(t)
  const afterClose = Promise.withResolvers<void>()
  const lateResponse = Promise.withResolvers<void>()
  callback.onDelivery = inTurn(
    hang,
    (_, response) => void response.writeHead(200).write('half'),
    async (request, response) => {
      await afterClose.promise
      await answerWith(200, 'late')(request, response)
      lateResponse.resolve()
    },
  )
  const mute = connect(callback.port, '127.0.0.1').on('error', () => {})
  const answers = Promise.allSettled([0, 1, 2].map(() => ask(callback.origin, '/callback', 'POST')))
  const half = httpsRequest(callback.url(), { method: 'POST', agent: false }).on('error', () => {})
  half.write('half')
  await until(() => callback.deliveries().length === 3 && callback.connections === 5)
  const closed = once(mute, 'close')
  await callback.close()
  await callback.close()
  await closed
  for (const answer of await answers) assert.equal(answer.status, 'rejected')
  await assert.rejects(ask(callback.origin, '/callback'), { code: 'ECONNREFUSED' })
  afterClose.resolve()
  await lateResponse.promise
})

function makeDispatcher(t: TestContext): Agent {
  const dispatcher = new Agent()
  t.after(() => dispatcher.destroy())
  return dispatcher
}

/** Sends the path exactly as written. */
async function ask(
  origin: string,
  path: string,
  method = 'GET',
  agent: HttpsAgent | false = false,
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(origin)
  const outgoing = httpsRequest({
    hostname,
    port,
    path,
    method,
    agent,
    headers: { 'X-CaSe': '1' },
  }).end()
  const [answer] = await once(outgoing, 'response')
  return { status: answer.statusCode, body: (await buffer(answer)).toString() }
}
