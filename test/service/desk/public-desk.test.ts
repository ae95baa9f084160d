import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hashOfToken } from '../../../src/desk/base/invitation.ts'
import { DESK_HEADERS } from '../../../src/desk/desk-app.ts'
import { createPublicDesk } from '../../../src/desk/public-desk.ts'
import { DESK_PAGES, type DeskAnswer } from '../../kit/desk.ts'
import { openDeskSession, startPublicDesk, type TestPublicDesk } from '../../kit/public-desk.ts'
import { row } from '../../kit/rows.ts'
import { startAgain, until } from '../../kit/service.ts'
import { share } from '../../kit/share.ts'

const DAY_MS = 24 * 3600_000
const FORM = 'application/x-www-form-urlencoded'
const COOKIE = '__Host-firsthand_desk'

const openSession = ({ store, clock }: TestPublicDesk, name: string) =>
  openDeskSession(store, name, new Date(Date.now() + clock.aheadMs))

const csrfIn = ({ body }: DeskAnswer) => /name="csrf" value="([^"]+)"/.exec(body)![1]!

describe('A service whose desk nobody was invited to', () => {
  const shared = share(t => startPublicDesk(t, { rows: [row({ source_id: 'a' })] }))

  it('Has no trace of the desk: its addresses are not found, like any other', async () => {
    const { call, url } = shared()
    const seen = ({ status, headers, body }: DeskAnswer) => {
      const { date, 'x-request-id': _, ...rest } = headers
      return { status, rest, body: body.replaceAll(/"request_id": ?"[^"]*"/g, '') }
    }
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
      for (const path of ['', '/', '/sign-in', '/desk.css', '/invitation/x', '?a=b'])
        for (const accept of ['text/html', 'application/json'])
          assert.deepEqual(
            seen(await call(`/desk${path}`, { method, headers: { accept } })),
            seen(await call(`/disk${path}`, { method, headers: { accept } })),
            `${method} ${path} ${accept}`,
          )
    assert.equal((await call('/desk')).status, 404)
    for (const path of [
      '/robots.txt',
      '/sitemap.xml',
      '/.well-known/openapi.json',
      '/llms.txt',
      '/',
    ])
      assert.doesNotMatch(await (await fetch(url + path)).text(), /\/desk\b/, path)
  })

  it('Has one within a second of the first invitation, and none when the last has expired', async () => {
    const { call, invite, clock } = shared()
    await invite('Rosa')
    assert.equal((await call('/desk')).status, 403)
    clock.aheadMs = DAY_MS + 1
    await until(async () => (await call('/desk')).status === 404)
    clock.aheadMs = 0
  })
})

describe('The desk of a service whose database is gone', () => {
  it('Does not exist', async () => {
    const deskAccess = { isOpen: () => Promise.reject(new Error('The database is gone.')) }
    const dependencies = {
      store: { deskAccess },
      now: () => new Date(),
      baseUrl: 'https://reviews.example',
    }
    const desk = createPublicDesk(dependencies as unknown as Parameters<typeof createPublicDesk>[0])
    assert.equal(await desk.isOpen(), false)
  })
})

describe('The desk at an address without HTTPS', () => {
  it('Does not exist, whoever was invited', async t => {
    const { call, store } = await startPublicDesk(t, {
      settings: { baseUrl: 'http://reviews.example' },
    })
    const at = new Date().toISOString()
    await store.deskAccess.invite('hash', 'Rosa', at, '9999')
    assert.equal((await call('/desk')).status, 404)
  })
})

describe('The door of the desk at the public address', () => {
  const shared = share(t =>
    startPublicDesk(t, { rows: [row({ source_id: 'a', author: 'Ada Moreno' })] }),
  )

  it('Looking at an invitation does not spend it, whatever looks', async () => {
    const { call, invite } = shared()
    const path = await invite('Rosa')
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
      const { status, headers, body } = await call(path, { method })
      assert.deepEqual([status, headers['set-cookie']], [200, undefined])
      if (method === 'GET')
        assert.match(body, /Rosa, you are invited.*<button disabled>Create a passkey</s)
    }
  })

  it('A form from another site, or without a passkey, spends no invitation', async () => {
    const { call, invite, url, store } = shared()
    const path = await invite('Rosa')
    const send = (headers: Record<string, string>, body = 'passkey={}') =>
      call(path, { method: 'POST', headers: { 'content-type': FORM, ...headers }, body })
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: url, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      assert.equal((await send(headers)).status, 403, JSON.stringify(headers))
    for (const body of [
      '',
      'passkey=',
      'passkey={',
      'passkey=null',
      'passkey={"id":"x","response":1}',
    ])
      assert.equal((await send({ origin: url }, body)).status, 400, body)
    assert.equal((await call(path)).status, 200)
    assert.deepEqual(await store.deskAccess.passkeys(), [])
  })

  it('An invitation works for exactly a day, and a changed one never', async () => {
    const { call, invite, clock } = shared()
    const path = await invite('Rosa')
    assert.equal((await call(`${path}x`)).status, 403)
    clock.aheadMs = DAY_MS - 60_000
    assert.equal((await call(path)).status, 200)
    clock.aheadMs = DAY_MS
    await invite('another, so that there is a desk')
    const { status, body } = await call(path)
    assert.equal(status, 403)
    assert.match(body, /An invitation works once, for 24 hours/)
    clock.aheadMs = 0
  })

  it('Without a session, every page is the sign-in page, and every form is refused', async () => {
    const { call, invite, url } = shared()
    await invite('Rosa')
    const cookies = [
      '',
      `${COOKIE}=`,
      `${COOKIE}=x`,
      'firsthand_desk_1=x',
      `${COOKIE}=${hashOfToken('x')}`,
    ]
    for (const path of [
      '',
      '/',
      '/import',
      '/people',
      '/removal',
      '/status',
      '/access',
      '/nowhere',
    ])
      for (const cookie of cookies) {
        const { status, body } = await call(`/desk${path}`, { headers: { cookie } })
        assert.equal(status, 403, path)
        assert.match(body, /action="\/desk\/sign-in"/)
        assert.doesNotMatch(body, /Ada Moreno/)
      }
    for (const path of ['/people', '/import/upload', '/access/invite', '/sign-in', '/nowhere']) {
      const headers = { origin: url, 'content-type': FORM }
      const { status, headers: got } = await call(`/desk${path}`, {
        method: 'POST',
        headers,
        body: 'a=b',
      })
      assert.deepEqual([status, got['set-cookie']], [403, undefined], path)
    }
  })

  it('No other site may frame, load, read or send anything, also with a session', async () => {
    const { call, url, invite, store } = shared()
    await invite('Rosa')
    const cookie = await openSession(shared(), 'Rosa')
    const page = await call('/desk/access', { headers: { cookie } })
    assert.equal(page.status, 200)
    for (const [name, value] of Object.entries(DESK_HEADERS))
      assert.equal(page.headers[name], value, name)
    const { headers } = await call('/desk', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example' },
    })
    for (const one of [page.headers, headers])
      assert.equal(one['access-control-allow-origin'], undefined)
    const frame = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    }
    assert.equal((await call('/desk', { headers: { cookie, ...frame } })).status, 403)
    const body = String(new URLSearchParams({ csrf: csrfIn(page), do: 'ignore', name: 'Stranger' }))
    const send = (more: Record<string, string>, sent = body) =>
      call('/desk/people', {
        method: 'POST',
        headers: { cookie, 'content-type': FORM, ...more },
        body: sent,
      })
    for (const origin of ['https://evil.example', 'null', url.replace('localhost', '127.0.0.1')])
      assert.equal((await send({ origin })).status, 403, origin)
    assert.equal((await send({ origin: url }, body.replace(/csrf=[^&]+/, 'csrf=x'))).status, 403)
    assert.deepEqual((await store.deskNotes()).ignored_names, [])
    const done = await send({ origin: url })
    assert.deepEqual([done.status, done.headers.location], [303, '/desk/people'])
    assert.deepEqual((await store.deskNotes()).ignored_names, ['Stranger'])
  })

  it('Every link and form of its pages stays within the desk', async () => {
    const { call, invite } = shared()
    await invite('Rosa')
    const cookie = await openSession(shared(), 'Lea')
    for (const path of [...DESK_PAGES, '/access', '/nowhere']) {
      const { body } = await call(`/desk${path}`, { headers: { cookie } })
      for (const [, target] of body.matchAll(/ (?:href|src|action|data-preview)="([^"]*)"/g))
        assert.match(target!, /^(?:\/desk\/|#|https?:\/\/)/, `${path} ${target}`)
    }
    assert.match((await call('/desk/desk.css')).body, /\.desk\s*\{/)
    assert.equal(
      (await call('/desk/desk.js')).headers['content-type'],
      'text/javascript; charset=utf-8',
    )
  })

  it('A session ends after a day without a request, and means nothing to a service without the desk', async t => {
    const { call, invite, clock, store } = shared()
    await invite('Rosa')
    const cookie = await openSession(shared(), 'Max')
    const status = async () => (await call('/desk/people', { headers: { cookie } })).status
    assert.equal(await status(), 200)
    clock.aheadMs = DAY_MS - 60_000
    assert.equal(await status(), 200)
    const [seen] = await store.deskAccess.sessions(new Date(Date.now() + DAY_MS / 2).toISOString())
    assert.equal(seen?.user_name, 'Max')
    clock.aheadMs = 2 * DAY_MS
    await invite('another, so that there is a desk')
    assert.equal(await status(), 403)
    clock.aheadMs = 0
    // Without whoever mounts the desk there is none, even on the same database.
    const plain = await startAgain(t, shared())
    assert.equal((await fetch(`${plain.url}/desk`)).status, 404)
  })
})
