import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { UsageError } from '../../../src/cli/base/exit.ts'
import { NoResponse, openRemote, parseAddress, WrongResponse } from '../../../src/cli/base/remote.ts'
import { startOtherSide } from '../../kit/other-side.ts'
import { freePort } from '../../kit/process.ts'

async function openSide(t: TestContext, answer: (outgoing: ServerResponse, place: number) => void) {
  const side = await startOtherSide(t, (_, outgoing) => answer(outgoing, side.asked.length))
  const remote = openRemote(new URL(side.url))
  t.after(remote.close)
  return { ...side, ...remote }
}

describe('what the command line asks elsewhere', () => {
  it('is an address of the web', () => {
    for (const address of ['reviews.example', 'file:///etc/passwd', 'ftp://reviews.example', ''])
      assert.equal(parseAddress(address), null, address)
    assert.equal(parseAddress('https://reviews.example/a?b')?.href, 'https://reviews.example/a?b')
  })

  it('lies at that address, whatever a path looks like', async t => {
    const { read, asked } = await openSide(t, outgoing => outgoing.end('Here.'))
    assert.equal(String(await read('//elsewhere.example/log?a=b', 1)), 'Here.')
    assert.deepEqual(asked, ['//elsewhere.example/log?a=b'])
  })

  it('may be asked with a password, unless that is misspelled', () => {
    assert.throws(() => openRemote(new URL('https://ada:100%@reviews.example')), UsageError)
  })
})

describe('an answer from elsewhere', () => {
  it('is told with its status and type, whatever they are', async t => {
    const { ask } = await openSide(t, outgoing =>
      outgoing.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end('<p>'),
    )
    const { body, ...rest } = await ask('/', 1)
    assert.deepEqual([String(body), rest], ['<p>', { status: 404, contentType: 'text/html' }])
  })

  it('is good with the status 200 alone', async t => {
    const statuses = [404, 304, 204, 500, 429]
    const { read } = await openSide(t, (outgoing, place) => outgoing.writeHead(statuses[place - 1]!).end())
    for (const status of statuses)
      await assert.rejects(read('/', 1), {
        name: status === 500 || status === 429 ? 'NoResponse' : 'WrongResponse',
        message: `The answer was ${status}.`,
      })
  })

  it('that leads elsewhere is not followed, and shows neither password nor query', async t => {
    const places = [
      'https://ada:pass@other.example/feed?key=secret',
      '/there',
      'file:///etc/passwd',
      'http://',
    ]
    const { ask, url, asked } = await openSide(t, (outgoing, place) =>
      outgoing.writeHead(302, { location: places[place - 1] }).end(),
    )
    for (const shown of ['https://other.example/feed?…', `${url}/there`, 'elsewhere', 'elsewhere'])
      await assert.rejects(ask('/', 1), {
        name: 'NoResponse',
        message: `It leads to ${shown}. Redirects are not followed: name the address where it ends.`,
      })
    assert.equal(asked.length, 4)
  })

  it('that is too large is refused, however small it was packed', async t => {
    const { ask } = await openSide(t, outgoing =>
      outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc((1 << 20) + 1))),
    )
    await assert.rejects(ask('/', 1), new WrongResponse('It has more than 1 MiB.'))
    assert.equal((await ask('/', 2)).body.length, (1 << 20) + 1)
  })

  it('that does not come is told from one that is wrong', async t => {
    const closed = openRemote(new URL(`http://127.0.0.1:${await freePort()}`))
    t.after(closed.close)
    await assert.rejects(closed.ask('/', 1), new NoResponse('Nothing listens there.'))
    const { ask } = await openSide(t, (outgoing, place) => {
      if (place === 1) outgoing.destroy()
      else outgoing.writeHead(200, { 'content-length': 9 }).write('half', () => outgoing.destroy())
    })
    for (const _ of [1, 2]) await assert.rejects(ask('/', 1), new NoResponse('The connection broke off.'))
  })

  it('is waited for when the other side is busy and says how long', async t => {
    const { ask, asked } = await openSide(t, (outgoing, place) =>
      outgoing.writeHead(place < 3 ? 503 : 200, { 'retry-after': '0' }).end(),
    )
    assert.equal((await ask('/', 1)).status, 200)
    assert.equal(asked.length, 3)
  })

  it('is not waited for where that would be too long, or has no end', async t => {
    for (const [wait, most] of [
      ['121', 1],
      ['soon', 1],
      ['0', 121],
    ] as const) {
      const { ask, asked } = await openSide(t, outgoing =>
        outgoing.writeHead(429, { 'retry-after': wait }).end(),
      )
      assert.equal((await ask('/', 1)).status, 429)
      assert.equal(asked.length, most)
    }
  })
})
