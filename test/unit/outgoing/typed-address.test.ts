import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { parseAddress } from '../../../src/model/scalars.ts'
import { RequestFailure } from '../../../src/outgoing/failures.ts'
import { openRemote } from '../../../src/outgoing/typed-address.ts'
import { freePort } from '../../kit/free-port.ts'
import { startTestWebServer } from '../../kit/web-server.ts'

async function openSide(
  t: TestContext,
  answer: (outgoing: ServerResponse, number: number) => void,
) {
  const side = await startTestWebServer(t, (_, outgoing) => answer(outgoing, side.asked.length))
  const remote = openRemote(new URL(side.url))
  t.after(remote.close)
  return { ...side, ...remote }
}

describe('Requests of the command line', () => {
  it('The function parseAddress accepts only http and https addresses', () => {
    for (const address of ['reviews.example', 'file:///etc/passwd', 'ftp://reviews.example', ''])
      assert.equal(parseAddress(address), null, address)
    assert.equal(parseAddress('https://reviews.example/a?b')?.href, 'https://reviews.example/a?b')
  })

  it('A request stays on its origin, whatever the path looks like', async t => {
    const { read, asked } = await openSide(t, outgoing => outgoing.end('Here.'))
    assert.equal(String(await read('//elsewhere.example/log?a=b', 1)), 'Here.')
    assert.deepEqual(asked, ['//elsewhere.example/log?a=b'])
  })
})

describe('Responses to the command line', () => {
  it('The function get returns the status and type of any response', async t => {
    const { get } = await openSide(t, outgoing =>
      outgoing.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end('<p>'),
    )
    const { body, ...rest } = await get('/', 1)
    assert.deepEqual([String(body), rest], ['<p>', { status: 404, contentType: 'text/html' }])
  })

  it('The function read accepts only status 200', async t => {
    const statuses = [404, 304, 204, 500, 429]
    const { read } = await openSide(t, (outgoing, number) =>
      outgoing.writeHead(statuses[number - 1]!).end(),
    )
    for (const status of statuses)
      await assert.rejects(read('/', 1), {
        reason: status === 500 || status === 429 ? 'busy' : 'wrong status',
        message: `The response was ${status}.`,
      })
  })

  it('A redirect is not followed, and its message shows neither password nor query', async t => {
    const targets = [
      'https://ada:pass@other.example/feed?key=secret',
      '/there',
      'file:///etc/passwd',
      'http://',
    ]
    const { get, url, asked } = await openSide(t, (outgoing, number) =>
      outgoing.writeHead(302, { location: targets[number - 1] }).end(),
    )
    for (const shown of [
      'https://other.example/feed?…',
      `${url}/there`,
      'another address',
      'another address',
    ])
      await assert.rejects(get('/', 1), {
        reason: 'redirect',
        message: `It redirects to ${shown}. Redirects are not followed: use the final address.`,
      })
    assert.equal(asked.length, 4)
  })

  it('A response that is too large is rejected, however well it is compressed', async t => {
    const { get } = await openSide(t, outgoing =>
      outgoing
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc((1 << 20) + 1))),
    )
    await assert.rejects(
      get('/', 1),
      new RequestFailure('The response is larger than 1 MiB.', 'too large'),
    )
    assert.equal((await get('/', 2)).body.length, (1 << 20) + 1)
  })

  it('A missing response is distinguished from a wrong one', async t => {
    const closed = openRemote(new URL(`http://127.0.0.1:${await freePort()}`))
    t.after(closed.close)
    await assert.rejects(closed.get('/', 1), {
      reason: 'unsent',
      message: '127.0.0.1 refused the connection: nothing is listening there.',
    })
    const { get } = await openSide(t, (outgoing, number) => {
      if (number === 1) outgoing.destroy()
      else outgoing.writeHead(200, { 'content-length': 9 }).write('half', () => outgoing.destroy())
    })
    for (const _ of [1, 2])
      await assert.rejects(get('/', 1), {
        reason: 'broken',
        message: '127.0.0.1 closed the connection.',
      })
  })

  it('A request is repeated when the server is busy and says how long to wait', async t => {
    const { get, asked } = await openSide(t, (outgoing, number) =>
      outgoing.writeHead(number < 3 ? 503 : 200, { 'retry-after': '0' }).end(),
    )
    assert.equal((await get('/', 1)).status, 200)
    assert.equal(asked.length, 3)
  })

  it('A request is not repeated if the wait would be too long or endless', async t => {
    for (const [wait, requests] of [
      ['121', 1],
      ['soon', 1],
      ['0', 121],
    ] as const) {
      const { get, asked } = await openSide(t, outgoing =>
        outgoing.writeHead(429, { 'retry-after': wait }).end(),
      )
      assert.equal((await get('/', 1)).status, 429)
      assert.equal(asked.length, requests)
    }
  })
})
