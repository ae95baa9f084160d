import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { DESK_HEADERS } from '../../../src/desk/desk-app.ts'
import { shareDesk } from '../../kit/desk.ts'
import { business, row } from '../../kit/rows.ts'

const FORM = 'application/x-www-form-urlencoded'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe('The door of the desk', () => {
  const shared = shareDesk({
    rows: [row({ source_id: 'a' })],
    business: { ...business, site: { accent_color: '#7a1f5c' } },
  })

  it('A link opens the desk once, and a second use of it is turned away with a plain page', async () => {
    const { openLink, newLink } = shared.desk
    const link = await newLink()
    const first = await openLink(link)
    assert.deepEqual([first.status, first.headers.location], [303, '/'])
    assert.match(
      String(first.headers['set-cookie']),
      /^firsthand_desk_\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const second = await openLink(link)
    assert.equal(second.status, 403)
    assert.equal(second.headers['set-cookie'], undefined)
    assert.match(second.body, /firsthand desk --link/)
  })

  it('Looking at a link does not use it up, whatever looks: only the button opens the desk', async () => {
    const { call, openLink, newLink } = shared.desk
    const link = await newLink()
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET']) {
      const { status, headers, body } = await call(link, { method })
      assert.deepEqual([status, headers['set-cookie']], [200, undefined])
      if (method === 'GET')
        assert.match(body, /<form method="post">.*<button autofocus>Open the desk</)
    }
    assert.equal((await call(link, { method: 'POST' })).status, 403, 'from no page of the desk')
    assert.equal((await openLink(link)).status, 303)
    assert.equal((await call(link)).status, 403)
  })

  it('A link older than 15 minutes, a changed link and one from before the desk started open nothing', async () => {
    const { openLink: call, newLink, clock } = shared.desk
    const old = await newLink()
    const start = clock.now
    clock.now = new Date(start.getTime() + 16 * 60_000)
    assert.equal((await call(old)).status, 403)
    clock.now = new Date(start.getTime() - 60_000)
    const before = await newLink()
    clock.now = start
    assert.equal((await call(before)).status, 403)
    const changed = (await newLink()).replace(/.$/, last => (last === 'A' ? 'B' : 'A'))
    assert.equal((await call(changed)).status, 403)
    assert.equal((await call('/open/x')).status, 403)
  })

  it('Without a session no page shows anything of the business', async () => {
    for (const path of [
      '/',
      '/import',
      '/people',
      '/removal',
      '/business',
      '/status',
      '/nowhere',
    ]) {
      const { status, body } = await shared.desk.call(path)
      assert.equal(status, 403, path)
      assert.doesNotMatch(body, /Test &amp; Sons|Ada Moreno/, path)
    }
  })

  it('A host name that was rebound to this machine is turned away, and a tunnel is not', async () => {
    const { call, cookie, server } = shared.desk
    for (const host of [
      'evil.example',
      `evil.example:${server.port}`,
      '127.0.0.1',
      'localhost:1',
      `localhost.:${server.port}`,
    ])
      assert.equal((await call('/', { headers: { cookie, host } })).status, 403, host)
    for (const host of [
      `localhost:${server.port}`,
      `[::1]:${server.port}`,
      'localhost:9123',
      '127.0.0.1:9123',
    ])
      assert.equal((await call('/', { headers: { cookie, host } })).status, 200, host)
  })

  it('A form from another origin, without an origin or without the token of the session changes nothing', async () => {
    const { call, cookie, origin, csrf, store, server } = shared.desk
    const body = String(new URLSearchParams({ csrf, do: 'ignore', name: 'Stranger' }))
    const headers = { cookie, origin, 'content-type': FORM }
    const refused: Record<string, string>[] = [
      { ...headers, origin: 'https://evil.example' },
      { ...headers, origin: 'null' },
      { ...headers, origin: `http://127.0.0.1:${server.port + 1}` },
      { ...headers, 'sec-fetch-site': 'cross-site' },
      { ...headers, 'sec-fetch-site': 'same-site' },
      { cookie, 'content-type': FORM },
      { ...headers, 'content-type': 'text/plain' },
    ]
    for (const wrong of refused)
      assert.equal(
        (await call('/people', { method: 'POST', headers: wrong, body })).status,
        403,
        JSON.stringify(wrong),
      )
    for (const token of [
      '',
      'x',
      csrf.slice(0, -1),
      csrf.replace(/.$/, last => (last === 'A' ? 'B' : 'A')),
    ])
      assert.equal(
        (await call('/people', { method: 'POST', headers, body: body.replace(csrf, token) }))
          .status,
        403,
      )
    assert.deepEqual((await store.deskNotes()).ignored_names, [])
    assert.equal((await call('/people', { method: 'POST', headers, body })).status, 303)
    assert.deepEqual((await store.deskNotes()).ignored_names, ['Stranger'])
  })

  it('No other page may frame, load or read the desk', async () => {
    const { get, call, cookie } = shared.desk
    for (const { headers } of [
      await get('/'),
      await get('/nowhere'),
      await call('/'),
      await call('/desk.css'),
    ]) {
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none';.*frame-ancestors 'none'$/,
      )
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-frame-options'], 'DENY')
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(headers['referrer-policy'], 'same-origin')
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
      assert.match(String(headers['permissions-policy']), /camera=\(\)/)
      assert.equal(headers['access-control-allow-origin'], undefined)
    }
    const preflight = await call('/people', {
      method: 'OPTIONS',
      headers: { cookie, origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    assert.equal(preflight.status, 403)
    assert.equal(preflight.headers['access-control-allow-origin'], undefined)
    const framed = {
      cookie,
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'iframe',
    }
    assert.equal((await call('/', { headers: framed })).status, 403)
  })

  it('A link works for exactly 15 minutes, once', async () => {
    const { openLink: call, newLink, clock } = shared.desk
    const start = clock.now
    const [used, unused] = [await newLink(), await newLink()]
    assert.equal((await call(used)).status, 303)
    clock.now = new Date(start.getTime() + 15 * MINUTE_MS)
    assert.equal((await call(used)).status, 403, 'used before')
    assert.equal((await call(unused)).status, 303)
    clock.now = start
    const late = await newLink()
    clock.now = new Date(start.getTime() + 15 * MINUTE_MS + 1)
    assert.equal((await call(late)).status, 403)
    clock.now = start
  })

  it('A link that someone opens who is in already stays unused', async () => {
    const { call, openLink, newLink, cookie } = shared.desk
    const link = await newLink()
    for (const again of [
      await call(link, { headers: { cookie } }),
      await openLink(link, { cookie }),
    ]) {
      assert.deepEqual([again.status, again.headers.location], [303, '/'])
      assert.equal(again.headers['set-cookie'], undefined)
    }
    const first = await openLink(link)
    assert.equal(first.status, 303)
    assert.notEqual(first.headers['set-cookie'], undefined)
  })

  it('The link that the desk prints leads through the tunnel, and opens the desk', async () => {
    const { openLink, server } = shared.desk
    const link = new URL(server.link)
    assert.equal(link.origin, 'http://127.0.0.1:9123')
    assert.equal((await openLink(link.pathname)).status, 303)
  })

  it('A session ends after a day without a request, and no earlier', async () => {
    const { call, openLink, newLink, clock } = shared.desk
    const start = clock.now
    const pass = (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    }
    const cookie = String((await openLink(await newLink())).headers['set-cookie']?.[0]).split(
      ';',
    )[0]!
    const status = async () => (await call('/', { headers: { cookie } })).status
    pass(24 * HOUR_MS)
    assert.equal(await status(), 200, 'a day')
    pass(24 * HOUR_MS)
    assert.equal(await status(), 200, 'a day after the last request')
    pass(24 * HOUR_MS + 1)
    assert.equal(await status(), 403)
    clock.now = start
    assert.equal(await status(), 403, 'what has ended does not begin again')
  })

  it('A cookie counts among others, and only with its whole name and value', async () => {
    const { call, cookie } = shared.desk
    const status = async (header: string) =>
      (await call('/', { headers: { cookie: header } })).status
    assert.equal(await status(`a=b=c; ${cookie}; d`), 200)
    for (const wrong of [
      `x${cookie}`,
      cookie.slice(0, -1),
      `${cookie}=`,
      cookie.split('=')[0]!,
      '',
    ])
      assert.equal(await status(wrong), 403, wrong)
  })

  it('The desk listens on this machine only', async () => {
    const { server } = shared.desk
    // Another address of this machine, at which a server that listens everywhere would answer.
    const socket = connect(server.port, '127.0.0.2')
    const outcome = await new Promise(resolve => {
      socket.on('connect', () => resolve('connected'))
      socket.on('error', () => resolve('refused'))
    })
    socket.destroy()
    assert.equal(outcome, 'refused')
  })

  it('A page may be linked to from anywhere, but loaded only by the desk itself', async () => {
    const { call, cookie } = shared.desk
    const status = async (headers: Record<string, string>) =>
      (await call('/', { headers: { cookie, ...headers } })).status
    const [none, own, other, sibling] = ['none', 'same-origin', 'cross-site', 'same-site'].map(
      site => ({
        'sec-fetch-site': site,
      }),
    )
    const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    for (const welcome of [{}, none, own, { ...other, ...link }, { ...sibling, ...link }])
      assert.equal(await status({ ...welcome }), 200, JSON.stringify(welcome))
    for (const refused of [
      { ...other },
      { ...sibling },
      { ...other, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'document' },
      { ...other, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'object' },
    ])
      assert.equal(await status(refused), 403, JSON.stringify(refused))
  })

  it('A request that only looks needs no token, and any other does, at any path', async () => {
    const { call, cookie, origin, csrf } = shared.desk
    const headers = { cookie, origin, 'content-type': FORM }
    assert.equal((await call('/', { method: 'HEAD', headers: { cookie } })).status, 200)
    for (const method of ['POST', 'PUT', 'PATCH']) {
      assert.equal((await call('/nowhere', { method, headers, body: '' })).status, 403, method)
      assert.equal(
        (await call('/nowhere', { method, headers, body: `csrf=${csrf}` })).status,
        404,
        method,
      )
    }
    const own = await call('/nowhere', {
      method: 'POST',
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
      body: `csrf=${csrf}`,
    })
    assert.equal(own.status, 404)
  })

  it('A form of more than a mebibyte changes nothing', async () => {
    const { call, cookie, origin, csrf, store } = shared.desk
    const send = (length: number) => {
      const body = `csrf=${csrf}&do=ignore&name=Large&x=`.padEnd(length, 'x')
      return call('/people', {
        method: 'POST',
        headers: { cookie, origin, 'content-type': FORM },
        body,
      })
    }
    const large = await send(2 ** 20 + 1)
    assert.equal(large.status, 403)
    assert.match(large.body, /Nothing was changed/)
    assert.ok(!(await store.deskNotes()).ignored_names.includes('Large'))
    assert.equal((await send(2 ** 20)).status, 303)
    assert.ok((await store.deskNotes()).ignored_names.includes('Large'))
  })

  it('A foreign form of many megabytes gets its response, whatever keeps it out', async () => {
    const { call, cookie, origin } = shared.desk
    let sent = 0
    const body = async function* () {
      for (let count = 0; count < 40; count++) yield Buffer.alloc(2 ** 20)
      sent++
    }
    for (const headers of [{ cookie }, { origin }]) {
      const answer = await call('/people', {
        method: 'POST',
        headers: { ...headers },
        body: body(),
      })
      assert.equal(answer.status, 403)
    }
    assert.equal(sent, 2, 'a browser shows a response only after it has sent everything')
  })

  it('The stylesheet has the color of the business, and the preview any other', async () => {
    const { get } = shared.desk
    const css = await get('/desk.css')
    assert.match(String(css.headers['content-type']), /^text\/css/)
    assert.match(css.body, /\.desk\s*\{\s*max-width/)
    assert.match(css.body, /#7a1f5c/i)
    const preview = await get('/preview.css?color=1A2B3C')
    assert.match(preview.body, /^\.public\{[^}]*#1a2b3c/)
    assert.match(String(preview.headers['content-type']), /^text\/css/)
    for (const odd of ['', '?color=red', '?color=12345', '?color=1234567', '?color=}x{'])
      assert.equal((await get(`/preview.css${odd}`)).body, (await get('/preview.css')).body, odd)
    assert.notEqual((await get('/preview.css')).body, preview.body)
    const script = await get('/desk.js')
    assert.match(String(script.headers['content-type']), /^text\/javascript/)
    assert.match(script.body, /data-preview/)
    assert.equal((await get('/favicon.ico')).status, 204)
  })

  it('Of more than 20 sessions, only the oldest ends', async () => {
    const { call, openLink, newLink } = shared.desk
    const cookies: string[] = []
    for (let count = 0; count < 21; count++)
      cookies.push(
        String((await openLink(await newLink())).headers['set-cookie']?.[0]).split(';')[0]!,
      )
    const status = async (cookie: string) => (await call('/', { headers: { cookie } })).status
    assert.deepEqual(await Promise.all(cookies.slice(0, 3).map(status)), [403, 200, 200])
  })
})

describe('A desk that cannot do what it is asked', () => {
  const shared = shareDesk({
    rows: [],
    check: async () => {
      throw new Error('The disk is gone.')
    },
  })

  it('A failure is reported to the terminal, and the page says nothing of it', async () => {
    const { get, errors } = shared.desk
    const { status, body, headers } = await get('/status')
    assert.equal(status, 500)
    assert.match(body, /The terminal where the desk runs says what happened/)
    assert.doesNotMatch(body, /disk/)
    assert.equal(headers['content-security-policy'], DESK_HEADERS['content-security-policy'])
    assert.deepEqual(
      errors.map(({ message }) => message),
      ['The disk is gone.'],
    )
  })
})
