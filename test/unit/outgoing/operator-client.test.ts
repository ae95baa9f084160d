import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  createOperatorClient,
  type OperatorRequest,
} from '../../../src/outgoing/operator-client.ts'
import { startTestWebServer } from '../../kit/web-server.ts'

async function start(
  t: TestContext,
  answer: (outgoing: ServerResponse, number: number, incoming: IncomingMessage) => void,
) {
  const server = await startTestWebServer(t, (incoming, outgoing) =>
    answer(outgoing, server.asked.length, incoming),
  )
  const client = createOperatorClient(['127.0.0.1'], 'Test')
  t.after(() => client.close())
  const send = (change: Partial<OperatorRequest> = {}) =>
    client.send(new URL(`${server.url}/a?b=c`), { method: 'GET', maxBytes: 1000, ...change })
  return { ...server, send }
}

describe('Requests to addresses that the operator chose', () => {
  it('A response has its status, headers and body, and a redirect is not followed', async t => {
    const { send, asked, url } = await start(t, outgoing =>
      outgoing.writeHead(302, { location: `${url}/there` }).end('Moved.'),
    )
    const { status, headers, body } = await send()
    assert.deepEqual([status, headers.location, body.toString()], [302, `${url}/there`, 'Moved.'])
    assert.deepEqual(asked, ['/a?b=c'])
  })

  it('Plain HTTP goes to listed networks only, not to the public internet', async t => {
    const { url, asked } = await start(t, outgoing => outgoing.end())
    const client = createOperatorClient(['10.0.0.0/8'], 'Test')
    t.after(() => client.close())
    for (const address of ['http://1.1.1.1/', 'http://[2606:4700:4700::1111]/', url])
      await assert.rejects(
        client.send(new URL(address), { method: 'GET', maxBytes: 1, limitMs: 2000 }),
        {
          reason: 'forbidden',
          message:
            /is not HTTPS\. If that is intended, list its network in OUTGOING_ALLOW_CIDRS\.$/,
        },
      )
    assert.deepEqual(asked, [])
  })

  it('A response may have as many bytes as were asked for, and no more', async t => {
    const { send } = await start(t, (outgoing, number) => outgoing.end('x'.repeat(999 + number)))
    assert.equal((await send()).body.length, 1000)
    await assert.rejects(send(), { reason: 'too large' })
  })

  it('A compressed response is decompressed, and one that only claims to be is an error', async t => {
    const { send } = await start(t, (outgoing, number) =>
      outgoing
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(number === 1 ? gzipSync('Here.') : 'Here.'),
    )
    assert.equal((await send()).body.toString(), 'Here.')
    await assert.rejects(send(), { reason: 'broken', code: 'Z_DATA_ERROR' })
  })

  it('The time limit holds whether or not the caller can end the request', async t => {
    const { send } = await start(t, outgoing => {
      const more = setInterval(() => outgoing.write('.'), 20)
      outgoing.on('close', () => clearInterval(more))
    })
    const failure = { reason: 'timed out', message: '127.0.0.1 took too long.' }
    await assert.rejects(send({ limitMs: 300 }), failure)
    await assert.rejects(send({ limitMs: 300, signal: new AbortController().signal }), failure)
  })

  it('A server that stays silent is given up, before its response or in the middle', async t => {
    const { send } = await start(t, (outgoing, number) => {
      if (number > 1) outgoing.write('half')
    })
    await assert.rejects(send({ silenceMs: 1000 }), {
      message: '127.0.0.1 did not answer in time.',
    })
    await assert.rejects(send({ silenceMs: 1000 }), {
      message: '127.0.0.1 stopped in the middle of its response.',
    })
  })

  it('The caller can end a request, which is no failure of the other side', async t => {
    const stop = new AbortController()
    const { send } = await start(t, () => stop.abort())
    await assert.rejects(send({ signal: stop.signal }), { name: 'AbortError' })
  })

  it('Only a GET request is sent again if a reused connection breaks', async t => {
    const known = new Set<unknown>()
    const { send, asked } = await start(t, (outgoing, _, { socket }) => {
      if (known.has(socket)) socket.destroy()
      else outgoing.end()
      known.add(socket)
    })
    await send()
    assert.equal((await send()).status, 200)
    assert.equal(asked.length, 3)
    await send()
    await assert.rejects(send({ method: 'POST', body: '{}' }), {
      reason: 'broken',
      message: '127.0.0.1 closed the connection.',
    })
    assert.equal(asked.length, 5)
  })
})
