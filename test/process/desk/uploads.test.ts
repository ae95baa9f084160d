import assert from 'node:assert/strict'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, watch } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { BOUNDARY, fileForm, formPart, shareDesk, startTestDesk } from '../../kit/desk.ts'
import { until } from '../../kit/service.ts'

const CSV =
  'source,source_id,source_url,author,rating,date,text\ngoogle,r1,https://www.google.com/maps/r1,Bo,4,2026-02-03,Fine work.\n'
const MIB = 2 ** 20

/** Every file that desks keep. */
const kept = () =>
  globSync('**/firsthand-temporary-*/*', { cwd: tmpdir() }).map(name => join(tmpdir(), name))
const contents = () => kept().map(path => readFileSync(path, 'latin1'))

describe('Files dropped on the desk', () => {
  // Other tests and other desks on this machine leave their uploads elsewhere.
  const usual = process.env.TMPDIR
  before(() => {
    process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'firsthand-test-'))
  })
  after(() => {
    rmSync(process.env.TMPDIR!, { recursive: true })
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  })
  const shared = shareDesk({ rows: [] })

  it('A file shows what it would change, and changes it only when that is confirmed', async () => {
    const { upload, get, post, store } = shared.desk
    const sent = await upload('reviews.csv', CSV)
    assert.equal(sent.status, 303)
    const preview = await get(sent.headers.location!)
    assert.match(preview.body, /<strong>1<\/strong> to add/)
    assert.match(preview.body, /firsthand import reviews\.csv/)
    assert.match(preview.body, /<p>reviews\.csv, 1 KiB<\/p>/)
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
    assert.deepEqual(kept(), [], 'what was imported is deleted')
  })

  it('A canceled file is deleted, and so is one that another takes the place of', async () => {
    const { upload, get, post } = shared.desk
    const first = (await upload('a.csv', 'first')).headers.location!
    const second = (await upload('b.csv', 'second')).headers.location!
    assert.deepEqual(contents(), ['second'])
    assert.equal((await get(first)).status, 404)
    assert.equal((await get(second)).status, 200)
    const late = await post(first, { do: 'cancel' })
    assert.equal(late.headers.location, '/import')
    assert.deepEqual(contents(), ['second'], 'a form about another file cancels nothing')
    const canceled = await post(second, { do: 'cancel' })
    assert.equal(canceled.headers.location, '/import')
    assert.match(
      (await get('/import')).body,
      /Nothing was imported\. The file is deleted from the desk\./,
    )
    assert.deepEqual(kept(), [])
  })

  it('Nobody but this user may read a file that is kept, or the folder that it is in', async () => {
    const { upload } = shared.desk
    const umask = process.umask(0)
    try {
      await upload('reviews.csv', CSV)
    } finally {
      process.umask(umask)
    }
    const [path] = kept()
    assert.equal(statSync(path!).mode & 0o777, 0o600)
    assert.equal(statSync(join(path!, '..')).mode & 0o777, 0o700)
  })

  it('A file is kept byte for byte, however its bytes arrive, boundaries torn apart included', async () => {
    const { sendForm, csrf } = shared.desk
    const content = `a\r\n--\r\n${BOUNDARY}c\r\n-\r\n--${BOUNDARY.slice(0, -1)}\0\xff\r\n--`
    const form = fileForm(csrf, 'x %221%22.csv', Buffer.from(content, 'latin1'))
    for (const size of [1, 7, 64, form.length]) {
      async function* chunks() {
        for (let start = 0; start < form.length; start += size) {
          yield form.subarray(start, start + size)
          if (size < 7) await new Promise(resolve => setImmediate(resolve))
        }
      }
      const sent = await sendForm(chunks())
      assert.equal(sent.status, 303, String(size))
      assert.deepEqual(contents(), [content], String(size))
      assert.match(
        (await shared.desk.get(sent.headers.location!)).body,
        /<p>x &quot;1&quot;\.csv, 1 KiB/,
      )
    }
  })

  it('A file name never becomes a path, and is shown as text', async () => {
    const { upload, get, post } = shared.desk
    for (const name of [
      '../../../tmp/desk-canary',
      '/tmp/desk-canary',
      '..\\..\\desk-canary',
      '<b>x</b>.csv',
      `${'n'.repeat(300)}.csv`,
    ]) {
      const sent = await upload(name, CSV)
      assert.equal(sent.status, 303, name)
      assert.match(sent.headers.location!, /^\/import\/[0-9a-f]{24}$/)
      const page = await get(sent.headers.location!)
      assert.doesNotMatch(page.body, /<b>x|n{201}|\.\.[/\\]/)
      assert.match(page.body, /<p>(?:desk-canary|b&gt;\.csv|n{196}\.csv), 1 KiB/)
      assert.doesNotMatch(
        page.body,
        /firsthand-temporary-/,
        'where files are kept is nobody’s business',
      )
      assert.match(kept()[0]!, /firsthand-temporary-\w+\/[0-9a-f]{24}$/)
      await post(sent.headers.location!, { do: 'cancel' })
    }
    assert.equal(existsSync('/tmp/desk-canary'), false)
    assert.equal((await get('/import/..%2f..%2fetc%2fpasswd')).status, 404)
  })

  it('A file of 300 MB is refused with a page, and nothing of it is kept in memory or on the disk', async () => {
    const { sendForm, csrf } = shared.desk
    const residentBefore = process.memoryUsage().rss
    const keptBefore = kept()
    const chunk = Buffer.alloc(MIB, 'x')
    for (const length of [true, false]) {
      const form = fileForm(csrf, 'big.csv', '')
      const end = form.lastIndexOf(`\r\n--${BOUNDARY}--`)
      let isSent = false
      async function* body() {
        yield form.subarray(0, end)
        for (let count = 0; count < 300; count++) yield chunk
        yield form.subarray(end)
        isSent = true
      }
      const headers: Record<string, string> = length
        ? { 'content-length': String(form.length + 300 * chunk.length) }
        : {}
      const answer = await sendForm(body(), headers)
      assert.equal(answer.status, 413)
      assert.match(answer.body, /larger than 100 MiB/)
      assert.ok(isSent, 'a browser shows a response only after it has sent everything')
    }
    assert.deepEqual(kept(), keptBefore)
    assert.ok(process.memoryUsage().rss - residentBefore < 250 * MIB, 'memory')
  })

  it('A file of exactly 100 MiB is accepted, and one of a byte more is too large', async () => {
    const { sendForm, csrf } = shared.desk
    const form = fileForm(csrf, 'large.csv', '')
    const end = form.lastIndexOf(`\r\n--${BOUNDARY}--`)
    async function* body(more: string) {
      yield form.subarray(0, end)
      for (let count = 0; count < 100; count++) yield Buffer.alloc(MIB, 'x')
      yield Buffer.from(more)
      yield form.subarray(end)
    }
    assert.equal((await sendForm(body(''))).status, 303)
    assert.equal(statSync(kept()[0]!).size, 100 * MIB)
    const [before] = kept()
    assert.equal((await sendForm(body('x'))).status, 413)
    assert.deepEqual(kept(), [before], 'the one before stays')
    assert.equal((await sendForm(fileForm(csrf, 'small.csv', CSV))).status, 303)
    assert.deepEqual(contents(), [CSV])
  })

  it('A form that is too large without its file is refused, too', async () => {
    const { sendForm, csrf } = shared.desk
    async function* body() {
      yield Buffer.from(
        `${formPart('csrf', csrf)}--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n\r\n`,
      )
      for (let count = 0; count < 101; count++) yield Buffer.alloc(MIB, 'x')
      yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
    }
    assert.equal((await sendForm(body())).status, 413)
  })

  it('A file that announces that it is too large never reaches the disk', async () => {
    const { sendForm, csrf, upload } = shared.desk
    await upload('own.csv', CSV)
    const seen: string[] = []
    const watcher = watch(join(kept()[0]!, '..'), (_, name) => void seen.push(String(name)))
    try {
      const form = fileForm(csrf, 'big.csv', Buffer.alloc(101 * MIB))
      assert.equal((await sendForm(form, { 'content-length': String(form.length) })).status, 413)
      await upload('next.csv', CSV)
      // What was created before the next file would have been reported by now.
      await until(() => seen.length > 0)
      assert.equal(new Set(seen).size, 2, 'only the next file, and the one whose place it took')
    } finally {
      watcher.close()
    }
  })

  it('A file without the token of the session never reaches the disk', async () => {
    const { sendForm, csrf, upload } = shared.desk
    await upload('own.csv', CSV)
    const [own] = kept()
    const seen: string[] = []
    const watcher = watch(join(own!, '..'), (_, name) => void seen.push(String(name)))
    const file = formPart('file', CSV, '; filename="reviews.csv"')
    const end = `--${BOUNDARY}--\r\n`
    try {
      for (const form of [
        fileForm('wrong', 'reviews.csv', CSV),
        fileForm('', 'reviews.csv', CSV),
        `${file}${end}`,
        // The token comes too late: the file would be on the disk by then.
        `${file}${formPart('csrf', csrf)}${end}`,
        `${formPart('csrf', csrf.padEnd(1100, 'x'))}${file}${end}`,
        `${formPart('csrf', csrf, '; filename="token"')}${file}${end}`,
      ]) {
        const answer = await sendForm(form)
        assert.equal(answer.status, 400)
        assert.match(answer.body, /This form was not sent from a page of the desk/)
      }
      const after = `${formPart('csrf', csrf)}${file}${formPart('csrf', 'wrong')}${end}`
      assert.equal((await sendForm(after)).status, 400, 'a token that is taken back')
      assert.deepEqual(kept(), [own])
      // What was created before the last form would have been reported by now.
      await until(() => seen.length > 0)
      assert.equal(new Set(seen).size, 1, 'only the last form had the token before the file')
    } finally {
      watcher.close()
    }
  })

  it('An odd or broken form gets a page that says so, and leaves nothing on the disk', async () => {
    const { sendForm, csrf, get, errors, post, upload } = shared.desk
    await post((await upload('x.csv', CSV)).headers.location!, { do: 'cancel' })
    const token = formPart('csrf', csrf)
    const file = formPart('file', CSV, '; filename="a.csv"')
    const end = `--${BOUNDARY}--\r\n`
    const broken = /The file did not arrive completely/
    const cases: [string, string, RegExp, Record<string, string>?][] = [
      ['cut off in the file', (token + file).slice(0, -10), broken],
      ['without an end', token + file, broken],
      ['no form at all', 'hello', broken],
      ['empty', '', broken],
      ['51 parts', token + formPart('x', '').repeat(49) + file + end, broken],
      ['an endless header', `${token}--${BOUNDARY}\r\n${'x'.repeat(20_000)}`, broken],
      ['another type', token + file + end, broken, { 'content-type': 'application/octet-stream' }],
      [
        'a plain form',
        `csrf=${csrf}`,
        broken,
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
      ['no boundary', token + file + end, broken, { 'content-type': 'multipart/form-data' }],
      ['no file', token + end, /Choose a file first/],
      [
        'a file without a name',
        token + formPart('file', '', '; filename=""') + end,
        /Choose a file first/,
      ],
      [
        'an empty file',
        token + formPart('file', '', '; filename="a.csv"') + end,
        /Choose a file first/,
      ],
      [
        'another field',
        token + formPart('other', CSV, '; filename="a"') + end,
        /Choose a file first/,
      ],
      [
        'a part without a name',
        `--${BOUNDARY}\r\nX: y\r\n\r\nabc\r\n${end}`,
        /not sent from a page/,
      ],
    ]
    for (const [what, form, message, headers] of cases) {
      const answer = await sendForm(form, headers)
      assert.equal(answer.status, 400, what)
      assert.match(answer.body, message, what)
      assert.deepEqual(kept(), [], what)
    }
    assert.doesNotMatch((await get('/import')).body, /class="failed"/, 'a problem is told once')
    assert.deepEqual(errors, [])
  })

  it('A form with 50 parts, a long header or a second file is read, and only the first file is kept', async () => {
    const { sendForm, csrf } = shared.desk
    const token = formPart('csrf', csrf)
    const end = `--${BOUNDARY}--\r\n`
    const file = formPart('file', 'first', '; filename="a.csv"')
    const second = formPart('file', 'second', '; filename="b.csv"')
    const long = formPart('x', '', `; filename="${'n'.repeat(20_000)}"`)
    for (const form of [
      token + formPart('x', '').repeat(48) + file + end,
      token + long + file + second + end,
    ]) {
      assert.equal((await sendForm(form)).status, 303)
      assert.deepEqual(contents(), ['first'])
    }
  })

  it('An upload that breaks off leaves nothing on the disk, and the desk goes on', async () => {
    const { server, cookie, origin, csrf, upload, errors, post } = shared.desk
    await post((await upload('x.csv', CSV)).headers.location!, { do: 'cancel' })
    const socket = connect(server.port, '127.0.0.1')
    const form = fileForm(csrf, 'a.csv', Buffer.alloc(200_000, 'x'))
    socket.write(
      `POST /import/upload HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nOrigin: ${origin}\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${form.length}\r\n\r\n`,
    )
    socket.write(form.subarray(0, 150_000))
    await until(() => kept().some(path => statSync(path).size > 0))
    socket.destroy()
    await until(() => kept().length === 0)
    assert.equal((await upload('a.csv', CSV)).status, 303)
    assert.deepEqual(errors, [])
  })

  it('A folder that is gone is a failure of the machine: it is reported, and blamed on no form', async t => {
    const { upload, errors } = await startTestDesk(t, { rows: [] })
    const others = new Set(globSync('**/firsthand-temporary-*', { cwd: tmpdir() }))
    assert.equal((await upload('a.csv', CSV)).status, 303)
    const [folder] = globSync('**/firsthand-temporary-*', { cwd: tmpdir() }).filter(
      name => !others.has(name),
    )
    rmSync(join(tmpdir(), folder!), { recursive: true })
    assert.equal((await upload('a.csv', CSV)).status, 500)
    assert.deepEqual(
      errors.map(error => (error as NodeJS.ErrnoException).code),
      ['ENOENT'],
    )
  })

  it('A desk that closes deletes its folder', async t => {
    const { upload, server } = await startTestDesk(t, { rows: [] })
    const others = new Set(globSync('**/firsthand-temporary-*', { cwd: tmpdir() }))
    await upload('a.csv', CSV)
    const isNew = () =>
      globSync('**/firsthand-temporary-*', { cwd: tmpdir() }).some(name => !others.has(name))
    assert.equal(isNew(), true)
    await server.close()
    assert.equal(isNew(), false)
  })
})
