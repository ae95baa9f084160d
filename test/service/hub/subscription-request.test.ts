import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { ServiceSettings } from '../../../src/serve/service.ts'
import { ANY_CHARACTER } from '../../kit/any-character.ts'
import {
  answerWith,
  type CallbackServer,
  hang,
  queryOf,
  startCallback,
} from '../../kit/callback.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { startTestService, type TestService, until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import {
  HUB_PATH,
  type HubForm,
  type HubWireAnswer,
  shareCallback,
  subscribe,
  untilHubIsReady,
} from '../../kit/subscribe.ts'
import { authority } from '../../kit/tls.ts'
import { ask, openSocket, sendBytes } from '../../kit/wire.ts'

const BASE_URL = 'https://reviews.example.net'
const TOPIC = `${BASE_URL}/feed.xml`
const TOPICS = [
  TOPIC,
  `${BASE_URL}/api/feed.json`,
  `${BASE_URL}/reviews.json`,
  `${BASE_URL}/changes.xml`,
  `${BASE_URL}/api/changes.json`,
]
const OTHER_HOSTS = ['one.localhost', 'two.localhost', 'other.localhost']
const SECRET = 'open-sesame-4711'

describe('Requests to the hub', () => {
  const callbacks = shareCallback()
  const shared = shareService({ settings: { baseUrl: BASE_URL } })
  before(() => untilHubIsReady(shared.service))
  let count = 0
  /** A callback that no other test uses. */
  const newCallback = (query = '') => callbacks.server.url(`/callback/${count++}${query}`)
  const formWith = (change: Record<string, string | undefined> = {}) => ({
    'hub.mode': 'subscribe',
    'hub.topic': TOPIC,
    'hub.callback': newCallback(),
    ...change,
  })
  const send = (change?: Record<string, string | undefined>) =>
    subscribe(shared.url, formWith(change))
  const sendForm = (form: HubForm, headers?: Record<string, string>) =>
    subscribe(shared.url, form, headers)
  const rowsOf = async (callback: string) =>
    [
      ...(await queryRows(shared.service, 'subscription')),
      ...(await queryRows(shared.service, 'subscription_request')),
    ].filter(row => row.callback === callback)
  async function challengeFor(callback: string) {
    const target = callback.slice(callbacks.server.origin.length)
    const find = () => callbacks.server.challenges().find(({ url }) => url.startsWith(`${target}?`))
    await until(() => find() !== undefined)
    return queryOf(find()!)
  }
  const leaseGranted = async (lease: string | undefined) => {
    const callback = newCallback()
    await assertAccepted({ 'hub.callback': callback, 'hub.lease_seconds': lease })
    return (await challengeFor(callback)).get('hub.lease_seconds')
  }
  const assertAccepted = async (change: Record<string, string | undefined>) => {
    const answer = await send(change)
    assert.equal(answer.status, 202, `${JSON.stringify(change)}: ${answer.text}`)
    assertSentence(answer)
  }
  const assertRejected = async (change: Record<string, string | undefined>, says: RegExp) => {
    const answer = await send(change)
    assert.equal(answer.status, 400, JSON.stringify(change))
    assert.match(answer.text, says)
    assertSentence(answer)
  }

  describe('Accepted requests', () => {
    it('A request with mode, topic and callback is accepted with 202', async () => {
      for (const topic of TOPICS)
        for (const mode of ['subscribe', 'unsubscribe'])
          await assertAccepted({ 'hub.topic': topic, 'hub.mode': mode })
    })

    it('A request may have a secret', async () => {
      const callback = newCallback()
      await assertAccepted({ 'hub.callback': callback, 'hub.secret': SECRET })
      assert.ok((await rowsOf(callback))[0]!.secret)
    })

    it('Unknown parameters of a request are ignored', async () => {
      const callback = newCallback()
      await assertAccepted({
        'hub.callback': callback,
        foo: 'bar',
        'hub.foo': 'bar',
        'hub.verify': 'sync',
        'hub.verify_token': 'token',
        'HUB.MODE': 'publish',
        'hub.challenge': 'mine',
        '': '',
      })
      const challenge = await challengeFor(callback)
      assert.deepEqual(
        [...challenge.keys()],
        ['hub.mode', 'hub.topic', 'hub.challenge', 'hub.lease_seconds'],
      )
      assert.notEqual(challenge.get('hub.challenge'), 'mine')
    })

    it('The media type of a request may have parameters', async () => {
      for (const type of [
        'application/x-www-form-urlencoded; charset=UTF-8',
        'application/x-www-form-urlencoded;charset=utf-8',
        'application/x-www-form-urlencoded ; x=y',
        'Application/X-WWW-Form-URLEncoded',
      ]) {
        const form = new URLSearchParams(formWith()).toString()
        assert.equal((await sendForm(form, { 'content-type': type })).status, 202, type)
      }
    })

    it('A request may come in chunks, without a length', async () => {
      const form = new URLSearchParams(formWith()).toString()
      const said = await sendBytes(shared.url, `${HEAD}${CHUNKED}${chunk(form)}0\r\n\r\n`)
      assert.match(said, /^HTTP\/1\.1 202 /)
    })

    it('Text in a request may be UTF-8, encoded or not', async () => {
      const callback = newCallback()
      await assertAccepted({ 'hub.callback': callback, 'hub.secret': 'ключ ✓' })
      const fields = Object.entries(formWith({ 'hub.secret': 'ключ-✓' }))
      const raw = fields.map(([name, value]) => `${name}=${value}`).join('&')
      assert.equal((await sendForm(raw)).status, 202)
    })

    it('The response to a request is plain text and never a redirect', async () => {
      const { status, headers, text } = await send()
      assert.equal(status, 202)
      assert.match(headers['content-type']!, /^text\/plain\b/)
      assert.equal(headers.location, undefined)
      assert.match(text, /accepted/i)
    })
  })

  describe('Modes', () => {
    it('The mode must be subscribe or unsubscribe', async () => {
      for (const mode of [
        'publish',
        'SUBSCRIBE',
        'Subscribe',
        ' subscribe',
        'subscribe ',
        'denied',
        'constructor',
        '',
        undefined,
      ])
        await assertRejected({ 'hub.mode': mode }, /hub\.mode must be subscribe or unsubscribe/)
    })
  })

  describe('Topics', () => {
    it('The response to an unknown topic names every topic', async () => {
      for (const mode of ['subscribe', 'unsubscribe'])
        for (const topic of [
          'https://example.com/feed.xml',
          `${BASE_URL}/`,
          BASE_URL,
          `${BASE_URL}/feed.xml/`,
          `${BASE_URL}/feed.xml?page=2`,
          `${BASE_URL}/changes/1.xml`,
          `${BASE_URL}/api/changes/1.json`,
          `${BASE_URL}/feed.xml#top`,
          `${BASE_URL}/FEED.xml`,
          `${BASE_URL}:8443/feed.xml`,
          `https://user@reviews.example.net/feed.xml`,
          'http://reviews.example.net/feed.xml',
          '/feed.xml',
          `\0${BASE_URL}/feed.xml`,
          ` ${BASE_URL}/feed.xml`,
          `${BASE_URL}/feed\n.xml`,
          `${BASE_URL}\\feed.xml`,
          `${BASE_URL}/api\\feed.json`,
          'nonsense',
        ]) {
          const answer = await send({ 'hub.mode': mode, 'hub.topic': topic })
          assert.equal(answer.status, 400, `${mode} ${topic}`)
          for (const known of TOPICS) assert.ok(answer.text.includes(known), answer.text)
          assertSentence(answer)
        }
    })

    it('A topic may have unreserved characters percent-encoded', async () => {
      for (const [topic, path] of [
        [`${BASE_URL}/%66eed.xml`, '/feed.xml'],
        [`${BASE_URL}/%66%65%65%64%2e%78%6D%6c`, '/feed.xml'],
        [`${BASE_URL}/api/feed%2Ejson`, '/api/feed.json'],
        [`${BASE_URL}/%72eviews.json`, '/reviews.json'],
      ] as const) {
        const callback = newCallback()
        await assertAccepted({ 'hub.topic': topic, 'hub.callback': callback })
        assert.deepEqual(
          (await rowsOf(callback)).map(row => row.topic),
          [path],
        )
        assert.equal((await challengeFor(callback)).get('hub.topic'), topic)
      }
    })

    it('Percent-encoded characters with another meaning are not decoded', async () => {
      for (const topic of [
        `${BASE_URL}/api%2Ffeed.json`,
        `${BASE_URL}%2Ffeed.xml`,
        `${BASE_URL}/feed.xml%3F`,
        `${BASE_URL}/feed.xml%23`,
        `${BASE_URL}/%2566eed.xml`,
        `${BASE_URL}/feed.xml%00`,
        `${BASE_URL}/feed.xml%20`,
      ])
        await assertRejected({ 'hub.topic': topic }, /hub\.topic must be one of/)
    })

    it('A topic is required', async () => {
      for (const topic of ['', undefined])
        await assertRejected({ 'hub.topic': topic }, /hub\.topic/)
    })
  })

  describe('Callbacks', () => {
    it('A callback is required', async () => {
      for (const callback of ['', undefined])
        await assertRejected({ 'hub.callback': callback }, /hub\.callback/)
    })

    it('A callback must be a complete URL', async () => {
      for (const callback of [
        'nonsense',
        '/callback',
        '//localhost:8443/x',
        'https:',
        'https://',
        'https:///x',
        'https:/localhost:8443/x',
        'https:localhost/x',
        'https:\\\\localhost:8443/x',
        'https://localhost:8443\\x',
        'https://[::1/x',
        'https://localhost:99999/x',
        'https://.',
        'https://./x',
        'https://..',
        'https://example.org..',
        'https://example.org../x',
        'https://example..org/x',
        'https://.example.org/x',
        'https://localhost:x/x',
        'https://local host:8443/x',
        'https://localhost:8443/a b',
        ' https://localhost:8443/x',
        'https://localhost:8443/x\n',
        'ht\ttps://localhost:8443/x',
        'https://localhost:8443/naïve',
        'https://%zz.example/x',
        'ftp://localhost:8443/x',
        'wss://localhost:8443/x',
        'javascript:alert(1)',
        'data:text/plain,x',
        'file:///etc/passwd',
      ])
        await assertRejected({ 'hub.callback': callback }, /hub\.callback must be/)
    })

    it('A callback must not have a fragment, a user name or a password', async () => {
      for (const callback of [
        'https://localhost:8443/x#top',
        'https://localhost:8443/#',
        'https://localhost:8443#',
      ])
        await assertRejected({ 'hub.callback': callback }, /hub\.callback must not have a fragment/)
      for (const user of ['user', 'user:password', ':password', ':', ''])
        await assertRejected(
          { 'hub.callback': `https://${user}@localhost:8443/x` },
          /must not have a user name or password/,
        )
    })

    it('A callback may have at most 2,048 characters', async () => {
      const callback = newCallback('?')
      const fits = callback + 'x'.repeat(2048 - callback.length)
      await assertAccepted({ 'hub.callback': fits })
      await assertRejected({ 'hub.callback': `${fits}x` }, /2048 characters/)
    })

    it('A callback must use port 443 or a port above 1023', async () => {
      for (const port of [1, 22, 25, 80, 1023])
        await assertRejected(
          { 'hub.callback': `https://localhost:${port}/` },
          /port 443 or a port above 1023/,
        )
    })

    it('A callback over plain HTTP is rejected and never connected to', async t => {
      const { port, requests } = await startPlainServer(t)
      for (const scheme of ['http', 'HTTP'])
        for (const host of ['localhost', '127.0.0.1'])
          for (const mode of ['subscribe', 'unsubscribe'])
            await assertRejected(
              { 'hub.mode': mode, 'hub.callback': `${scheme}://${host}:${port}/callback` },
              /hub\.callback must be HTTPS, not plain HTTP/,
            )
      // Whatever was due has been verified by then.
      const last = newCallback()
      await assertAccepted({ 'hub.callback': last })
      await challengeFor(last)
      assert.equal(requests.length, 0)
    })

    it('A callback must not point to the service itself, however it is spelled', async () => {
      for (const callback of [
        `${BASE_URL}/callback`,
        BASE_URL,
        `${BASE_URL}${HUB_PATH}`,
        'https://reviews.example.net:443/x',
        'HTTPS://REVIEWS.Example.NET/x',
        'https://reviews.example.net./x',
        'https://reviews.example%2Enet/x',
        'https://reviews%2eexample.net/x',
      ])
        await assertRejected(
          { 'hub.callback': callback },
          /hub\.callback must not point to this service itself/,
        )
    })

    it('Each callback has one subscription per topic, and callbacks that differ in their query are different', async () => {
      const one = newCallback('?a=1')
      const other = one.replace('a=1', 'a=2')
      for (const callback of [one, other, one])
        for (const topic of TOPICS)
          await assertAccepted({ 'hub.callback': callback, 'hub.topic': topic })
      await until(async () => (await rowsIn(shared.service, 'subscription_request', one)) === 0)
      await until(async () => (await rowsIn(shared.service, 'subscription_request', other)) === 0)
      for (const callback of [one, other])
        assert.deepEqual((await rowsOf(callback)).map(row => row.topic).toSorted(), [
          '/api/changes.json',
          '/api/feed.json',
          '/changes.xml',
          '/feed.xml',
          '/reviews.json',
        ])
    })
  })

  describe('Leases', () => {
    it('A lease must be a positive whole number', async () => {
      for (const lease of [
        '0',
        '00',
        '-1',
        '1.5',
        '1e3',
        'abc',
        ' 10 ',
        '10 ',
        '+10',
        '0x10',
        '１０',
        '∞',
      ])
        await assertRejected(
          { 'hub.lease_seconds': lease },
          /hub\.lease_seconds must be a positive whole number/,
        )
    })

    it('A lease between 5 minutes and 30 days is granted', async () => {
      assert.equal(await leaseGranted('86400'), '86400')
      assert.equal(await leaseGranted('300'), '300')
      assert.equal(await leaseGranted('2592000'), '2592000')
    })

    it('A lease outside the range of the hub is adjusted', async () => {
      assert.equal(await leaseGranted('1'), '300')
      assert.equal(await leaseGranted('299'), '300')
      assert.equal(await leaseGranted('2592001'), '2592000')
      assert.equal(await leaseGranted('9'.repeat(400)), '2592000')
    })

    it('A lease is 10 days by default', async () => {
      assert.equal(await leaseGranted(undefined), '864000')
      // Some clients send an empty parameter when they have no wish.
      assert.equal(await leaseGranted(''), '864000')
    })

    it('The lease of an unsubscription is ignored, whatever it is', async () => {
      for (const lease of ['0', '-1', 'abc', '', '1.5'])
        await assertAccepted({ 'hub.mode': 'unsubscribe', 'hub.lease_seconds': lease })
      const twice = new URLSearchParams(formWith({ 'hub.mode': 'unsubscribe' }))
      const form = `${twice}&hub.lease_seconds=1&hub.lease_seconds=2`
      assert.equal((await sendForm(form)).status, 202)
    })
  })

  describe('Secrets', () => {
    it('A secret must be shorter than 200 bytes', async () => {
      await assertAccepted({ 'hub.secret': 'x'.repeat(199) })
      await assertRejected(
        { 'hub.secret': 'x'.repeat(200) },
        /hub\.secret must be shorter than 200 bytes/,
      )
    })

    it('The length of a secret is counted in bytes, not characters', async () => {
      await assertAccepted({ 'hub.secret': '€'.repeat(66) })
      await assertRejected({ 'hub.secret': '€'.repeat(67) }, /shorter than 200 bytes/)
    })

    it('An empty secret means no secret', async () => {
      const callback = newCallback()
      await assertAccepted({ 'hub.callback': callback, 'hub.secret': '' })
      assert.equal((await rowsOf(callback))[0]!.secret, null)
    })

    it('A secret must be UTF-8, so that signatures can be checked', async () => {
      for (const bytes of ['%FF', 'key%C3', '%ED%A0%80']) {
        const form = new URLSearchParams(formWith()).toString()
        const answer = await sendForm(`${form}&hub.secret=${bytes}`)
        assert.equal(answer.status, 400, bytes)
        assertSentence(answer)
      }
    })
  })

  describe('Rejected requests', () => {
    it('A request that repeats a parameter is rejected', async () => {
      const form = new URLSearchParams(
        formWith({ 'hub.secret': SECRET, 'hub.lease_seconds': '300' }),
      ).toString()
      for (const name of ['mode', 'topic', 'callback', 'secret', 'lease_seconds']) {
        const value = new URLSearchParams(form).get(`hub.${name}`)!
        const answer = await sendForm(`${form}&hub.${name}=${encodeURIComponent(value)}`)
        assert.equal(answer.status, 400, name)
        assert.match(answer.text, new RegExp(`hub\\.${name} must be sent once`))
        assertSentence(answer)
      }
    })

    it('A request that is not a form is rejected with 415', async () => {
      const form = new URLSearchParams(formWith()).toString()
      for (const type of [
        'application/json',
        'multipart/form-data; boundary=x',
        'text/plain',
        'application/x-www-form-urlencodedx',
        'application/x-www-form-urlencoded, text/plain',
        'x-application/x-www-form-urlencoded',
        '',
      ]) {
        const answer = await sendForm(form, { 'content-type': type })
        assert.equal(answer.status, 415, type)
        assertSentence(answer)
      }
      const said = await sendBytes(
        shared.url,
        `POST ${HUB_PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
      )
      assert.match(said, /^HTTP\/1\.1 415 /)
    })

    it('A compressed request is rejected with 415', async () => {
      const form = new URLSearchParams(formWith()).toString()
      for (const [coding, body] of [
        ['gzip', gzipSync(form)],
        ['br', Buffer.from(form)],
        ['gzip, identity', gzipSync(form)],
      ] as const) {
        const answer = await sendForm(body, { 'content-encoding': coding })
        assert.equal(answer.status, 415, coding)
        assert.match(answer.text, /without compression/)
      }
      assert.equal((await sendForm(form, { 'content-encoding': 'identity' })).status, 202)
    })

    it('A request that is not UTF-8 is rejected', async () => {
      const form = Buffer.from(`${new URLSearchParams(formWith())}&hub.secret=`)
      for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
        const answer = await sendForm(Buffer.concat([form, Buffer.from(bytes)]))
        assert.equal(answer.status, 400, String(bytes))
        assertSentence(answer)
      }
    })

    it('An empty request is rejected', async () => {
      for (const form of ['', '&', '=', '&&==&', '\u0000']) {
        const answer = await sendForm(form)
        assert.equal(answer.status, 400, JSON.stringify(form))
        assertSentence(answer)
      }
    })

    it('No rejection contains the secret', async () => {
      for (const change of [
        { 'hub.mode': SECRET },
        { 'hub.topic': `${BASE_URL}/${SECRET}` },
        { 'hub.callback': `http://localhost/${SECRET}` },
        { 'hub.callback': `https://${SECRET}@localhost:8443/` },
        { 'hub.callback': `https://localhost:8443/#${SECRET}` },
        { 'hub.lease_seconds': SECRET },
        { 'hub.secret': SECRET.repeat(20) },
      ]) {
        const answer = await send({ 'hub.secret': SECRET, ...change })
        assert.equal(answer.status, 400)
        assertSentence(answer)
      }
    })

    it('Any form is either accepted or rejected', async () => {
      const value = fc.oneof(
        fc.string(),
        fc.string({ unit: ANY_CHARACTER }),
        fc.constantFrom(
          'subscribe',
          'unsubscribe',
          TOPIC,
          '300',
          '0',
          'https://',
          'https://[::1]:1',
          'https://a:b',
        ),
      )
      const field = (name: string, right: string) =>
        fc.option(
          fc.tuple(
            fc.constant(name),
            fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, value),
          ),
        )
      const fields = fc.tuple(
        field('hub.mode', 'subscribe'),
        field('hub.topic', TOPIC),
        field('hub.callback', newCallback()),
        field('hub.lease_seconds', '300'),
        field('hub.secret', SECRET),
        fc.option(fc.tuple(fc.string(), value)),
      )
      const form = fc.oneof(
        { weight: 4, arbitrary: fields.map(all => formOf(all.filter(one => one !== null))) },
        { weight: 1, arbitrary: fc.string().map(text => `hub.mode=subscribe&${text}`) },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
      )
      const seen = new Set<number>()
      await fc.assert(
        fc.asyncProperty(form, async any => {
          const answer = await sendForm(any)
          seen.add(answer.status)
          assert.ok([202, 400].includes(answer.status), String(answer.status))
          assertSentence(answer)
        }),
        { numRuns: 150 },
      )
      assert.deepEqual([...seen].toSorted(), [202, 400])
      assert.deepEqual(errorsOf(shared.service), [])
    })
  })

  describe('Large requests', () => {
    it('A request that is too large is rejected with 413, and one that just fits is accepted', async () => {
      const form = `${new URLSearchParams(formWith())}&x=`
      const fits = form + 'x'.repeat(16 * 1024 - form.length)
      assert.equal((await sendForm(fits)).status, 202)
      const answer = await sendForm(`${fits}x`)
      assert.equal(answer.status, 413)
      assertSentence(answer)
    })

    it('A request is rejected before its body is sent if its length is too large', async () => {
      const said = await sendBytes(shared.url, `${HEAD}Content-Length: 16385\r\n\r\n`)
      assert.match(said, /^HTTP\/1\.1 413 /)
    })

    it('A request in endless chunks is rejected', async () => {
      const socket = openSocket(shared.url)
      socket.on('error', () => {})
      let said = ''
      socket.on('data', data => {
        said += data
      })
      // Not `once`, which would reject because of the writes after the end.
      const closed = new Promise(resolve => socket.on('close', resolve))
      socket.write(HEAD + CHUNKED)
      const more = setInterval(() => socket.write(chunk('x'.repeat(4096))), 5)
      await closed.finally(() => clearInterval(more))
      assert.match(said, /^HTTP\/1\.1 413 /)
      assert.match(said, /\r\ncontent-type: text\/plain/i)
    })

    it('A client that sends a large request in full still gets the response', async () => {
      for (let turn = 0; turn < 10; turn++)
        assert.equal((await sendForm('x'.repeat(4_000_000))).status, 413, `turn ${turn}`)
    })
  })

  describe('Requests that break off', () => {
    it('A request that breaks off changes nothing and logs no error', async () => {
      const callback = newCallback()
      const form = new URLSearchParams(formWith({ 'hub.callback': callback })).toString()
      const socket = openSocket(shared.url)
      socket.on('error', () => {})
      socket.write(`${HEAD}Content-Length: ${form.length + 1}\r\n\r\n${form}`)
      // Later requests are handled after what the socket did.
      await assertAccepted({})
      socket.resetAndDestroy()
      await assertAccepted({})
      assert.equal((await rowsOf(callback)).length, 0)
      assert.deepEqual(errorsOf(shared.service), [])
    })
  })

  describe('Other methods', () => {
    it('Other methods get 405 and the allowed ones', async () => {
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
        const { status, headers, body } = await ask(shared.url, HUB_PATH, { method })
        assert.equal(status, 405, method)
        assert.match(headers.allow!, /\bPOST\b/)
        assert.doesNotMatch(headers.allow!, /GET/)
        assert.match(headers['content-type']!, /^text\/plain\b/)
        if (method !== 'HEAD') assert.match(body.toString(), /hub\.callback/)
      }
    })

    it('A GET with a form in its query gets 405', async () => {
      const query = new URLSearchParams(formWith()).toString()
      assert.equal((await ask(shared.url, `${HUB_PATH}?${query}`)).status, 405)
    })

    it('The hub never redirects', async () => {
      for (const path of [
        HUB_PATH,
        `${HUB_PATH}/`,
        `/${HUB_PATH}`,
        `${HUB_PATH}?a=b`,
        HUB_PATH.toUpperCase(),
      ])
        for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS']) {
          const { status, headers } = await ask(shared.url, path, { method })
          assert.ok(status < 300 || status >= 400, `${method} ${path}: ${status}`)
          assert.equal(headers.location, undefined)
        }
    })

    it('OPTIONS lists the allowed methods', async () => {
      const { status, headers } = await ask(shared.url, HUB_PATH, { method: 'OPTIONS' })
      assert.equal(status, 204)
      assert.match(headers.allow!, /\bPOST\b/)
      assert.match(headers['access-control-allow-methods']!, /\bPOST\b/)
    })
  })
})

describe('Private callbacks', () => {
  it('A callback that is not on the public internet is rejected at once, by any name or address', async t => {
    const { send } = await start(t, { websubCallbackAllowCidrs: [] })
    for (const host of [
      'localhost',
      'localhost.',
      'one.localhost',
      'intranet',
      'com',
      'printer.local',
      'PRINTER.LOCAL',
      'metadata.google.internal',
      'metadata.google.internal.',
      'router.home.arpa',
      '127.0.0.1',
      '[::1]',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '10.0.0.1',
      '[fd00::1]',
      '[64:ff9b::7f00:1]',
      '0.0.0.0',
    ])
      for (const port of ['', ':8443']) {
        const answer = await send('', { 'hub.callback': `https://${host}${port}/callback` })
        assert.equal(answer.status, 400, host)
        assert.match(answer.text, /hub\.callback must be on the public internet/)
        assertSentence(answer)
      }
  })
})

describe('Responses to requests', () => {
  it('The response does not wait for a callback that hangs', async t => {
    const { callback, service, send } = await start(t)
    let isOpen = true
    callback.onChallenge = (_, response) => {
      response.on('close', () => {
        isOpen = false
      })
    }
    assert.equal((await send('/hangs')).status, 202)
    await until(() => callback.challenges().length === 1)
    for (const [mode, path] of [
      ['subscribe', '/hangs'],
      ['unsubscribe', '/hangs'],
      ['subscribe', '/other'],
    ] as const)
      await accepted(send(path, { 'hub.mode': mode }))
    assert.ok(isOpen)
    assert.equal((await queryRows(service, 'subscription')).length, 0)
  })

  it('The response does not reveal whether the callback rejects, refuses connections or does not exist', async t => {
    const { callback, send } = await start(t)
    callback.onChallenge = answerWith(404)
    const answers = [await accepted(send('/says-no'))]
    await until(() => callback.challenges().length === 1)
    answers.push(await accepted(send('/says-no')))
    await callback.close()
    answers.push(
      await accepted(send('/refuses')),
      await accepted(send('', { 'hub.callback': 'https://nowhere.invalid/callback' })),
    )
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  })

  it('The response is sent before the challenge', async t => {
    const { callback, send } = await start(t, { websubMaxPerHost: 1000 })
    const paths = Array.from({ length: 30 }, (_, number) => `/callback/${number}`)
    const answers = await Promise.all(paths.map(path => send(path)))
    await until(() => callback.challenges().length === paths.length)
    for (const [number, path] of paths.entries()) {
      const { status, atMs } = answers[number]!
      const challenge = callback.challenges().find(({ url }) => url.startsWith(`${path}?`))!
      assert.equal(status, 202)
      assert.ok(challenge.atMs > atMs, `challenged ${atMs - challenge.atMs} ms before the response`)
    }
  })

  it('The response is sent before the challenge even while other requests keep the hub busy', async t => {
    const { callback, send } = await start(t, { websubMaxPerHost: 1000 })
    for (let turn = 0; turn < 6; turn++) {
      const others = [send(`/a/${turn}`), send(`/b/${turn}`)]
      await sleep(turn * 12)
      const { atMs } = await send(`/${turn}`)
      await Promise.all(others)
      await until(() => callback.challenges().some(({ url }) => url.startsWith(`/${turn}?`)))
      const challenge = callback.challenges().find(({ url }) => url.startsWith(`/${turn}?`))!
      assert.ok(challenge.atMs > atMs, `turn ${turn}`)
    }
  })
})

describe('Limits of the hub', { concurrency: 3 }, () => {
  const LIMITED = { rateLimitPerMinute: 600, trustProxy: ['127.0.0.1'] }
  const from = (client: number) => ({ 'x-forwarded-for': `198.51.100.${client}` })

  it('A client may send ten requests at once and then thirty a minute', async t => {
    const { send, callback } = await start(t, LIMITED)
    const startMs = performance.now()
    const answers = await Promise.all(
      // Each for another host, because hosts have a limit of their own.
      numbers(25).map(number =>
        send('', { 'hub.callback': `https://h${number}.localhost:${callback.port}/` }, from(1)),
      ),
    )
    const refilled = (performance.now() - startMs) / 2000
    const { accepted, rejected } = sort(answers)
    assert.ok(accepted.length >= 10 && accepted.length <= 11 + refilled, String(accepted.length))
    for (const answer of rejected) {
      assertComeBack(answer)
      assert.ok(Number(answer.headers['retry-after']) <= 60)
    }
    assert.equal((await send('/', {}, from(2))).status, 202)
  })

  it('Rejected requests count toward the limit of a client', async t => {
    const { send } = await start(t, LIMITED)
    const answers = await Promise.all(
      numbers(25).map(() => send('/', { 'hub.mode': 'publish' }, from(1))),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    assert.deepEqual([...statuses].toSorted(), [400, 429])
  })

  it('The limit per callback host holds across all clients', async t => {
    const { send, service, callback } = await start(t, LIMITED)
    const startMs = performance.now()
    const answers = await Promise.all(
      numbers(60).map(number => send(`/${number}`, {}, from(number))),
    )
    const refilled = (performance.now() - startMs) / 6000
    const { accepted, rejected } = sort(answers)
    assert.ok(accepted.length >= 10 && accepted.length <= 11 + refilled, String(accepted.length))
    for (const answer of rejected) assertComeBack(answer)
    const elsewhere = { 'hub.callback': `https://other.localhost:${callback.port}/elsewhere` }
    assert.equal((await send('', elsewhere, from(61))).status, 202)
    await until(async () => (await queryRows(service, 'subscription_request')).length === 0)
    assert.equal(callback.challenges().length, accepted.length + 1)
  })

  it('Requests by strangers for a host do not hold up the renewal or the end of a subscription there', async t => {
    const { send, service } = await start(t, LIMITED)
    assert.equal((await send('/known', {}, from(1))).status, 202)
    await until(async () => (await queryRows(service, 'subscription')).length === 1)
    const strangers = await Promise.all(
      numbers(40).map(number => send(`/x${number}`, {}, from(2 + number))),
    )
    assert.ok(sort(strangers).rejected.length > 0)
    assert.equal((await send('/known', {}, from(1))).status, 202)
    assert.equal((await send('/known', { 'hub.mode': 'unsubscribe' }, from(1))).status, 202)
    await until(async () =>
      (await queryRows(service, 'subscription')).every(
        ({ callback }) => !/known/.test(String(callback)),
      ),
    )
  })

  it('Requests by others behind the same address do not hold up the renewal or the end of a subscription', async t => {
    const { send, service, callback } = await start(t, LIMITED)
    assert.equal((await send('/known', {}, from(1))).status, 202)
    await until(async () => (await queryRows(service, 'subscription')).length === 1)
    const other = (number: number) => ({
      'hub.callback': `https://h${number}.localhost:${callback.port}/`,
    })
    const others = await Promise.all(numbers(40).map(number => send('', other(number), from(1))))
    assert.ok(sort(others).rejected.length > 0)
    assert.equal((await send('/known', {}, from(1))).status, 202)
    assert.equal((await send('/known', { 'hub.mode': 'unsubscribe' }, from(1))).status, 202)
    // Several, because on a busy machine the time until now is worth a request or two.
    const unknown = numbers(8).map(number => send(`/unknown/${number}`, {}, from(1)))
    const { rejected } = sort(await Promise.all(unknown))
    assert.ok(rejected.length > 0)
    for (const answer of rejected) assertComeBack(answer)
    await until(async () =>
      (await queryRows(service, 'subscription')).every(
        row => !/\/known$/.test(String(row.callback)),
      ),
    )
  })

  it('Renewals beyond the limit of a client count toward the general limit', async t => {
    const { send, service } = await start(t, { ...LIMITED, rateLimitPerMinute: 30 })
    assert.equal((await send('/known', {}, from(1))).status, 202)
    await until(async () => (await queryRows(service, 'subscription')).length === 1)
    const answers = await Promise.all(
      numbers(100).map(() => send('/known', { 'hub.mode': 'no' }, from(1))),
    )
    assert.ok(sort(answers).rejected.length > 0)
    // Several, because on a busy machine the time until now is worth a request or two.
    const renewals = sort(await Promise.all(numbers(8).map(() => send('/known', {}, from(1)))))
    assert.ok(renewals.rejected.length > 0)
    for (const answer of renewals.rejected) assertComeBack(answer)
  })

  it('Renewals of one subscription have a limit of their own', async t => {
    const { send, service } = await start(t, LIMITED)
    assert.equal((await send('/known', {}, from(1))).status, 202)
    await until(async () => (await queryRows(service, 'subscription')).length === 1)
    const answers = await Promise.all(
      numbers(60).map(number => send('/known', {}, from(2 + number))),
    )
    assert.ok(sort(answers).rejected.length >= 30, String(sort(answers).rejected.length))
    for (const answer of sort(answers).rejected) assertComeBack(answer)
  })

  it('All spellings and ports of a callback host share one limit', async t => {
    const { send, callback } = await start(t, LIMITED)
    const hosts = ['localhost', 'LOCALHOST', 'localhost.', 'LocalHost', 'loc%61lhost']
    const answers = await Promise.all(
      numbers(25).map(number => {
        const host = hosts[number % hosts.length]
        const port = number % 2 === 0 ? callback.port : 8443
        return send('', { 'hub.callback': `https://${host}:${port}/${number}` }, from(number))
      }),
    )
    assert.ok(sort(answers).rejected.length > 0)
  })

  it('A rate limit of 0 means no limit', async t => {
    const { send } = await start(t, { rateLimitPerMinute: 0 })
    const answers = await Promise.all(numbers(60).map(number => send(`/${number}`)))
    assert.equal(sort(answers).accepted.length, 60)
  })

  it('The number of subscriptions per host and topic is limited, but renewals are exempt', async t => {
    const { send, service, callback } = await start(t, { websubMaxPerHost: 2 })
    for (const path of ['/one', '/two']) assert.equal((await send(path)).status, 202)
    await until(async () => (await queryRows(service, 'subscription')).length === 2)
    const rejected = await send('/three')
    assert.equal(rejected.status, 429)
    assertComeBack(rejected)
    assert.equal((await send('/one')).status, 202)
    assert.equal((await send('/one')).status, 202)
    assert.equal((await send('/three', { 'hub.topic': TOPICS[1]! })).status, 202)
    assert.equal((await send('/three', { 'hub.mode': 'unsubscribe' })).status, 202)
    const elsewhere = { 'hub.callback': `https://other.localhost:${callback.port}/three` }
    assert.equal((await send('', elsewhere)).status, 202)
  })

  it('Pending requests count toward the limit per host', async t => {
    const { send, callback } = await start(t, { websubMaxPerHost: 2 })
    callback.onChallenge = hang
    for (const path of ['/one', '/two', '/two', '/one'])
      assert.equal((await send(path)).status, 202)
    assert.equal((await send('/three')).status, 429)
  })

  it('The limit per host holds for many requests at once', async t => {
    const { send, service } = await start(t, { websubMaxPerHost: 5 })
    const answers = await Promise.all(numbers(40).map(number => send(`/${number}`)))
    assert.equal(sort(answers).accepted.length, 5)
    await until(async () => (await queryRows(service, 'subscription')).length === 5)
  })

  it('An unsubscription makes room for another subscription', async t => {
    const { send, service } = await start(t, { websubMaxPerHost: 1 })
    await send('/one')
    await until(async () => (await queryRows(service, 'subscription')).length === 1)
    assert.equal((await send('/two')).status, 429)
    await send('/one', { 'hub.mode': 'unsubscribe' })
    await until(async () => (await queryRows(service, 'subscription')).length === 0)
    assert.equal((await send('/two')).status, 202)
  })

  it('The number of subscriptions per topic is limited, but renewals are exempt', async t => {
    const { send, service, callback } = await start(t, { websubMaxPerTopic: 2 })
    const at = (host: string) => ({ 'hub.callback': `https://${host}.localhost:${callback.port}/` })
    for (const host of ['one', 'two']) assert.equal((await send('', at(host))).status, 202)
    await until(async () => (await queryRows(service, 'subscription')).length === 2)
    const rejected = await send('', at('three'))
    assert.equal(rejected.status, 503)
    assertComeBack(rejected)
    assert.equal((await send('', at('one'))).status, 202)
    assert.equal((await send('', { ...at('three'), 'hub.topic': TOPICS[2]! })).status, 202)
    assert.equal((await send('', { ...at('three'), 'hub.mode': 'unsubscribe' })).status, 202)
  })
})

describe('A thousand requests', () => {
  it('A thousand requests in quick succession lead to a thousand subscriptions', async t => {
    const { send, service } = await start(t, { websubMaxPerHost: 2000 })
    for (let wave = 0; wave < 10; wave++) {
      const answers = await Promise.all(numbers(100).map(number => send(`/${wave}/${number}`)))
      assert.equal(sort(answers).accepted.length, 100)
    }
    const countOf = async (table: string) =>
      (
        await queryDatabase(service.folder.databaseUrl, `select count(*) as count from ${table}`)
      )[0]!.count
    await until(async () => (await countOf('subscription_request')) === 0)
    assert.equal(await countOf('subscription'), 1000)
  })
})

interface Started {
  callback: CallbackServer
  service: TestService
  /** Requests a subscription for a path of the callback. */
  send(
    path: string,
    change?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<HubWireAnswer>
}

async function start(t: TestContext, settings: Partial<ServiceSettings> = {}): Promise<Started> {
  const certificate = await (await authority()).issue(['localhost', ...OTHER_HOSTS])
  const callback = await startCallback(t, { certificate })
  const service = await startTestService(t, { settings: { baseUrl: BASE_URL, ...settings } })
  await untilHubIsReady(service)
  return {
    callback,
    service,
    send: (path, change = {}, headers = {}) =>
      subscribe(
        service.url,
        {
          'hub.mode': 'subscribe',
          'hub.topic': TOPIC,
          'hub.callback': callback.url(path),
          ...change,
        },
        headers,
      ),
  }
}

const queryRows = ({ folder }: TestService, table: string) =>
  queryDatabase(folder.databaseUrl, `select * from ${table}`)

const rowsIn = async (service: TestService, table: string, callback: string) =>
  (await queryRows(service, table)).filter(row => row.callback === callback).length

const errorsOf = ({ log }: TestService) => log.filter(({ level }) => level >= 50)

const numbers = (length: number) => Array.from({ length }, (_, number) => number)

const sort = (answers: HubWireAnswer[]) => ({
  accepted: answers.filter(({ status }) => status === 202),
  rejected: answers.filter(({ status }) => status === 429),
})

/** One line of plain text, without secrets or internals. */
function assertSentence({ headers, text }: HubWireAnswer): void {
  assert.match(headers['content-type']!, /^text\/plain\b/)
  assert.match(text, /^[^\n]{10,400}\.\n$/)
  assert.doesNotMatch(text, new RegExp(SECRET))
  assert.doesNotMatch(text, /\bat \S+:\d+|Error\b|node_modules/)
}

function assertComeBack(answer: HubWireAnswer): void {
  assertSentence(answer)
  assert.match(answer.headers['retry-after']!, /^[1-9]\d{0,3}$/)
}

async function accepted(sent: Promise<HubWireAnswer>): Promise<HubWireAnswer> {
  const answer = await sent
  assert.equal(answer.status, 202)
  return answer
}

async function startPlainServer(t: TestContext): Promise<{ port: number; requests: unknown[] }> {
  const requests: unknown[] = []
  const server = createServer((_, response) => response.end())
  server.on('connection', () => requests.push('a connection'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { port: (server.address() as AddressInfo).port, requests }
}

const formOf = (fields: [string, string][]) => new URLSearchParams(fields).toString()

const HEAD = `POST ${HUB_PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
