import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileForm, shareDesk } from '../kit/desk.ts'
import { row } from '../kit/rows.ts'
import { startTestService } from '../kit/service.ts'

// Other tests and other desks on this machine leave their uploads elsewhere.
process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'firsthand-test-'))

const HOSTILE = '<img src=x onerror=alert(1)>"\'&'
const FORM = 'application/x-www-form-urlencoded'

describe('The door of the desk', () => {
  const shared = shareDesk({ rows: [row({ source_id: 'a' })] })

  it('A link opens the desk once, and a second use of it is turned away with a plain page', async () => {
    const { call, newLink } = shared.desk
    const link = await newLink()
    const first = await call(link)
    assert.equal(first.status, 200)
    assert.match(
      String(first.headers['set-cookie']),
      /^firsthand_desk_\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    const second = await call(link)
    assert.equal(second.status, 403)
    assert.equal(second.headers['set-cookie'], undefined)
    assert.match(second.body, /firsthand desk --link/)
  })

  it('A link older than 15 minutes, a changed link and one from before the desk started open nothing', async () => {
    const { call, newLink, clock } = shared.desk
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
    for (const path of ['/', '/import', '/people', '/removal', '/business', '/status', '/nowhere']) {
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
    for (const host of [`localhost:${server.port}`, 'localhost:9123', '127.0.0.1:9123'])
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
    for (const token of ['', 'x', csrf.slice(0, -1)])
      assert.equal(
        (await call('/people', { method: 'POST', headers, body: body.replace(csrf, token) })).status,
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
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin')
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

  it('The public port has no page of the desk', async t => {
    const { url } = await startTestService(t, { rows: [row()] })
    for (const path of ['/desk', '/desk.css', '/removal', '/open/x', '/people', '/status'])
      assert.equal((await fetch(url + path)).status, 404, path)
  })
})

describe('Files dropped on the desk', () => {
  const shared = shareDesk({ rows: [] })
  const CSV = 'source,author,rating,date,text\ngoogle,Bo,4,2026-02-03,Fine work.\n'

  const kept = () => globSync('firsthand-desk-*/*', { cwd: tmpdir() })

  it('A file shows what it would change, and changes it only when that is confirmed', async () => {
    const { upload, get, post, store } = shared.desk
    const sent = await upload('reviews.csv', CSV)
    assert.equal(sent.status, 303)
    const preview = await get(sent.headers.location!)
    assert.match(preview.body, /<strong>1<\/strong> to add/)
    assert.match(preview.body, /firsthand import reviews\.csv/)
    assert.equal(await store.version(), 1)
    const done = await post(sent.headers.location!, {
      do: 'import',
      source: '',
      date_order: '',
      location: '',
    })
    assert.equal(done.headers.location, '/')
    assert.match((await get('/')).body, /1 added, 0 edited, 0 rejected/)
    assert.deepEqual(
      (await store.changesSince(0)).shown.map(({ content }) => content.author),
      ['Bo'],
    )
    assert.equal((await get(sent.headers.location!)).status, 404)
  })

  it('A file name never becomes a path, and is shown as text', async () => {
    const { upload, get, post } = shared.desk
    for (const name of [
      '../../../tmp/desk-canary',
      '/tmp/desk-canary',
      '..\\..\\desk-canary',
      '<b>x</b>.csv',
    ]) {
      const sent = await upload(name, CSV)
      assert.equal(sent.status, 303, name)
      assert.match(sent.headers.location!, /^\/import\/[0-9a-f]{24}$/)
      const page = await get(sent.headers.location!)
      assert.doesNotMatch(page.body, /<b>x/)
      assert.doesNotMatch(
        page.body,
        new RegExp(join(tmpdir(), 'firsthand-desk-')),
        'where files are kept is nobody’s business',
      )
      await post(sent.headers.location!, { do: 'cancel' })
    }
    assert.equal(existsSync('/tmp/desk-canary'), false)
    assert.equal((await get('/import/..%2f..%2fetc%2fpasswd')).status, 404)
  })

  it('A file of 300 MB is refused with a page, and nothing of it is kept in memory or on the disk', async () => {
    const { call, cookie, origin, csrf } = shared.desk
    const before = process.memoryUsage().rss
    const filesBefore = kept().length
    const chunk = Buffer.alloc(2 ** 20, 'x')
    for (const length of [true, false]) {
      const form = fileForm('----desk', csrf, 'big.csv', '')
      const end = form.lastIndexOf('\r\n------desk--')
      async function* body() {
        yield form.subarray(0, end)
        for (let count = 0; count < 300; count++) yield chunk
        yield form.subarray(end)
      }
      const headers = {
        cookie,
        origin,
        'content-type': 'multipart/form-data; boundary=----desk',
        ...(length && { 'content-length': String(form.length + 300 * chunk.length) }),
      }
      const answer = await call('/import/upload', { method: 'POST', headers, body: body() })
      assert.equal(answer.status, 413)
      assert.match(answer.body, /larger than 100 MiB/)
    }
    assert.equal(kept().length, filesBefore)
    assert.ok(process.memoryUsage().rss - before < 250 * 2 ** 20, 'memory')
  })

  it('A file without the token of the session never reaches the disk', async () => {
    const { call, cookie, origin } = shared.desk
    const filesBefore = kept().length
    const answer = await call('/import/upload', {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'multipart/form-data; boundary=----desk' },
      body: fileForm('----desk', 'wrong', 'reviews.csv', CSV),
    })
    assert.equal(answer.status, 400)
    assert.equal(kept().length, filesBefore)
  })

  it('The columns of an unknown table are guessed, can be changed, and are remembered', async () => {
    const { upload, get, post, store } = shared.desk
    const table = 'Kunde,Punkte,Wann,Was\nEva,5,2026-04-01,Sehr gut\n'
    const location = (await upload('tabelle.csv', table)).headers.location!
    assert.doesNotMatch((await get(location)).body, /to add/)
    const choice = {
      mapped: 'yes',
      source: 'google',
      'map.rating': 'Punkte',
      'map.date': 'Wann',
      'map.author': 'Kunde',
      'map.text': 'Was',
    }
    const preview = await get(`${location}?${new URLSearchParams(choice)}`)
    assert.match(preview.body, /<strong>1<\/strong> to add/)
    assert.match(preview.body, /--map rating=Punkte/)
    await post(location, { do: 'import', ...choice })
    assert.ok((await store.changesSince(0)).shown.some(({ content }) => content.author === 'Eva'))
    const again = (await upload('tabelle.csv', table.replace('Eva', 'Ida'))).headers.location!
    assert.match((await get(again)).body, /<strong>1<\/strong> to add/)
    const known = (await upload('x.csv', 'Score,When,Comment,Customer\n5,2026-04-02,Good,Al\n')).headers
      .location!
    assert.match((await get(known)).body, /--map rating=Score .*--map date=When/)
  })
})

describe('What the owner does at the desk', () => {
  const shared = shareDesk({
    rows: [
      row({ source_id: 'a', author: HOSTILE, text: HOSTILE, rating: 1, owner_reply: null }),
      row({
        source_id: 'b',
        author: 'Cy Hall',
        text: 'Rosa was late and rude. Mike Brown fixed it.',
        rating: 2,
      }),
      row({ source_id: 'c', author: 'Di Ray', text: 'Ask for Mike Brown, thanks to Mike Brown.' }),
      row({
        source: 'direct',
        author: 'Ed Orr',
        text: 'Slow.',
        rating: 2,
        verification: { level: 'invited' },
      }),
    ],
  })
  const find = async (author: string) => {
    const { store } = shared.desk
    return (await store.findInStates(['published', 'withheld'])).find(
      ({ content }) => content.author === author,
    )!
  }

  it('HTML in a review, a search, a name and a notice is shown as text', async () => {
    const { get, post } = shared.desk
    const { id } = await find(HOSTILE)
    await post('/people', { do: 'ignore', name: HOSTILE })
    const query = encodeURIComponent(HOSTILE)
    for (const path of ['/', `/removal?query=${query}`, `/reviews/${id}`, '/people'])
      assert.doesNotMatch((await get(path)).body, /<img/, path)
    const { body } = await post(`/reviews/${id}/withhold`, { reason: 'spam' })
    assert.doesNotMatch(body, /<img/)
    const form = await post('/business', {
      name: HOSTILE,
      'address.street': HOSTILE,
      step: 'preview',
      digest: '',
    })
    assert.doesNotMatch(form.body, /<img/)
    const preview = await post('/business/preview', { name: HOSTILE, description: HOSTILE })
    assert.match(preview.body, /&lt;img/)
    assert.doesNotMatch(preview.body, /<img/)
  })

  it('Hiding a review takes a reason from the list, a look at what everyone will see, and leaves an entry in the log', async () => {
    const { get, post, store } = shared.desk
    const { id } = await find('Cy Hall')
    for (const reason of ['', 'bad_rating', 'constructor'])
      await post(`/reviews/${id}/withhold`, { reason, step: 'confirm' })
    assert.equal((await find('Cy Hall')).state, 'published')
    const preview = await post(`/reviews/${id}/withhold`, { reason: 'off_topic' })
    assert.match(preview.body, /This review has been removed/)
    assert.match(preview.body, /Not about this business/)
    assert.match(preview.body, new RegExp(`firsthand withhold ${id} --reason off_topic`))
    assert.equal((await find('Cy Hall')).state, 'published')
    await post(`/reviews/${id}/withhold`, { reason: 'off_topic', step: 'confirm' })
    const last = (await store.entriesAbout(id)).at(-1)!
    assert.deepEqual([last.op, last.reason], ['withhold', 'off_topic'])
    assert.match((await get('/removal')).body, /Cy Hall/)
    await post(`/reviews/${id}/restore`, {})
    assert.equal((await store.entriesAbout(id)).at(-1)!.op, 'restore')
    assert.equal((await find('Cy Hall')).state, 'published')
  })

  it('Erasing a review takes its exact name', async () => {
    const { post, store } = shared.desk
    const { id } = await find(HOSTILE)
    await post(`/reviews/${id}/erase`, { name: 'yes' })
    assert.ok(await store.find(id))
    await post(`/reviews/${id}/erase`, { name: HOSTILE })
    assert.equal(await store.find(id), null)
    assert.equal((await store.entriesAbout(id)).at(-1)!.op, 'erase')
  })

  it('The inbox lists criticism without a reply, and a reply to a direct review is written here and logged', async () => {
    const { get, post, store } = shared.desk
    const { id } = await find('Ed Orr')
    assert.match((await get('/')).body, new RegExp(`/reviews/${id}#reply`))
    await post(`/reviews/${id}/reply`, { text: 'We are sorry, Ed.' })
    assert.equal((await store.find(id))!.content.owner_reply?.text, 'We are sorry, Ed.')
    assert.equal((await store.entriesAbout(id)).at(-1)!.op, 'reply')
    assert.doesNotMatch((await get('/')).body, new RegExp(`/reviews/${id}#reply`))
    const google = await find('Cy Hall')
    await post(`/reviews/${google.id}/reply`, { text: 'Not here.' })
    assert.equal((await store.find(google.id))!.content.owner_reply, null)
  })

  it('A name that reviews mention can be listed, and a misread mention corrected without touching the review', async () => {
    const { get, post, store } = shared.desk
    assert.match((await get('/people')).body, /Mike Brown/)
    await post('/people', { do: 'add', name: 'Mike Brown' })
    assert.ok((await store.business())!.technicians.some(({ name }) => name === 'Mike Brown'))
    await post('/people', { do: 'alias', name: 'Mikey', person: 'Mike Brown' })
    assert.deepEqual((await store.business())!.technicians.at(-1)!.aliases, ['Mikey'])
    const before = await find('Cy Hall')
    assert.match((await get(`/reviews/${before.id}`)).body, /Not this person/)
    await post(`/reviews/${before.id}/correct`, { mark: 'not_person', name: 'Rosa Méndez' })
    assert.deepEqual(
      (await store.corrections()).map(({ id, mark }) => [id, mark]),
      [['Rosa Méndez', 'not_mentioned']],
    )
    assert.deepEqual((await find('Cy Hall')).content, before.content)
    await post(`/reviews/${before.id}/correct`, { mark: 'not_person', name: 'Rosa Méndez', undo: 'yes' })
    assert.deepEqual(await store.corrections(), [])
  })

  it('The business form saves only what changed, rejects what is wrong, and notices a file changed elsewhere', async () => {
    const { get, post, store, folder } = shared.desk
    const digest = async () => /name="digest" value="([^"]+)"/.exec((await get('/business')).body)![1]!
    const wrong = await post('/business', {
      name: 'Test & Sons',
      email: 'nobody',
      digest: await digest(),
      step: 'save',
    })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body, /email: /)
    const name = 'Test & Daughters'
    const preview = await post('/business', { name, digest: await digest(), step: 'preview' })
    assert.match(preview.body, /firsthand business --set &#39;name=Test &amp; Daughters&#39;/)
    assert.equal((await store.business())!.name, 'Test & Sons Plumbing')
    const stale = await digest()
    await post('/business', { name, digest: stale, step: 'save' })
    const saved = (await store.business())!
    assert.equal(saved.name, name)
    assert.equal(saved.services[0]!.aliases[0], 'unclogged')
    assert.equal((await post('/business', { name: 'Other', digest: stale, step: 'save' })).status, 400)
    assert.equal((await store.business())!.name, name)
    assert.ok(existsSync(`${folder.path}/business.json`))
  })

  it('No form of the desk can edit a review, filter a removal by stars, or remove more than one', async () => {
    const { get, errors } = shared.desk
    const { id } = await find('Di Ray')
    const pages = await Promise.all(
      ['/', '/removal', '/removal?query=mike', '/import', `/reviews/${id}`].map(get),
    )
    for (const { body } of pages) {
      const fields = [...body.matchAll(/<(?:input|select|textarea)\b[^>]*\bname="([^"]+)"/g)].map(
        ([, name]) => name!,
      )
      for (const field of fields)
        assert.doesNotMatch(field, /^(?:rating|stars|min_rating|max_rating|author|sort|complete|ids)$/)
    }
    assert.deepEqual(errors, [])
  })
})
