import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { loadBusinessFile } from '../../../../src/actions/edit-business.ts'
import { readOwnerSettings, saveOwnerSettings } from '../../../../src/store/owner-settings.ts'
import { NO_BACKUPS, shareDesk } from '../../../kit/desk.ts'
import { assertOwnersWords } from '../../../kit/owner-words.ts'
import { readTexts } from '../../../kit/page-texts.ts'
import { queryDatabase } from '../../../kit/query-database.ts'
import { row } from '../../../kit/rows.ts'
import { startTestWebServer } from '../../../kit/web-server.ts'

const textOf = (page: string) =>
  readTexts(page, name => ['code', 'option'].includes(name)).texts.join(' ')
const KEY = 'agency-k3y'

describe('Automatic imports at the desk', () => {
  const shared = shareDesk({
    rows: [row({ source_id: 'a' })],
    backup: { ...NO_BACKUPS, outgoingAllowCidrs: ['127.0.0.1'] },
  })
  const REVIEW = {
    ...row({ source_id: 'n1', author: 'Nora Quist', rating: 4 }),
    verification: undefined,
  }
  const startAgency = (t: Parameters<typeof startTestWebServer>[0]) =>
    startTestWebServer(t, ({ headers }, outgoing) => {
      const isKnown = headers.authorization === `Bearer ${KEY}`
      outgoing.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
      outgoing.end(
        JSON.stringify(isKnown ? [REVIEW] : { error: `no access with ${headers.authorization}` }),
      )
    })
  const notice = async () => {
    const { body } = await shared.desk.get('/pulls')
    return /role="(?:status|alert)"><p class="text">([^<]*)</.exec(body)?.[1]
  }

  it('One is tested, added, run and removed, and its key is never shown', async t => {
    const { post, get, store, folder } = shared.desk
    const { url } = await startAgency(t)
    const form = { kind: 'protected', name: 'Our agency', id: `${url}/reviews`, hours: '6' }
    const tested = await post('/pulls', { ...form, 'key.0': 'wrong-k3y', do: 'test' })
    assert.match(
      tested.body,
      /role="alert"><p class="text">That did not work: 127\.0\.0\.1 answered 401: .*Check the key/,
    )
    // The form comes back with what was typed, and nothing is kept.
    const { body } = await post('/pulls', { ...form, 'key.0': KEY, do: 'test' })
    assert.deepEqual(await readOwnerSettings(store, NO_BACKUPS), {})
    assert.match(
      body,
      /It works\. Its first page has 1 review\. The first one has 4 stars and is by Nora Quist\./,
    )
    assert.match(body, new RegExp(`name="id"[^>]* value="${url}/reviews"`))
    assert.match(body, /<option value="6" selected>/)
    assert.match(body, new RegExp(`name="key.0" type="password" value="${KEY}"`))
    assert.equal((await store.business())!.sources, undefined)
    assert.equal((await store.countBySource())[0]!.states.published, 1)

    await post('/pulls', { ...form, 'key.0': KEY, do: 'add' })
    const saved = (await get('/pulls?kind=protected')).body
    assert.match(saved, /our-agency is saved\./)
    assert.doesNotMatch(saved, /k3y/)
    const retested = await post('/pulls', { ...form, 'key.0': '', do: 'test' })
    assert.match(retested.body, /It works\./)
    assert.doesNotMatch(retested.body, /k3y/)
    const file = await readFile(`${folder.path}/business.json`, 'utf8')
    assert.match(file, /"env": "PULL_OUR_AGENCY_KEY"/)
    assert.doesNotMatch(file, /k3y/)
    assert.equal((await store.business())!.sources![0]!.interval_hours, 6)
    const rows = await queryDatabase(
      folder.databaseUrl,
      "select value from setting where key like 'memo:%'",
    )
    assert.doesNotMatch(JSON.stringify(rows), /k3y/)
    assert.match((await get('/pulls')).body, /Not done yet/)

    await post('/pulls/run', { name: 'our-agency' })
    assert.match((await notice())!, /^our-agency: 1 added, 0 edited, 0 unchanged, 0 rejected\.$/)
    assert.match(
      (await get('/pulls')).body,
      /Last done on [A-Z][a-z]+ \d+, \d+\. our-agency: 1 added, 0 edited/,
    )
    assert.ok(
      (await store.findInStates(['published'])).some(
        ({ content }) => content.author === 'Nora Quist',
      ),
    )

    await post('/pulls/run', { name: 'our-agency' })
    const again = (await get('/pulls')).body
    assert.match(again, /role="status"><p class="text">our-agency: 0 added, 0 edited, 1 unchanged/)
    assert.match(again, /href="\/pulls\?kind=protected&amp;name=our-agency/)
    assert.doesNotMatch(again, /class="caution"/)

    await post('/pulls/remove', { name: 'our-agency' })
    assert.match((await notice())!, /^our-agency is removed, and its key is deleted/)
    assert.deepEqual((await store.business())!.sources, [])
    assert.deepEqual(await readOwnerSettings(store, NO_BACKUPS), {})
    assert.match((await get('/pulls')).body, /Nothing is imported automatically yet/)
    await post('/pulls', { ...form, kind: 'address', do: 'add' })
    const anew = (await get('/pulls')).body
    assert.match(anew, /Not done yet/)
    assert.match(anew, /href="\/pulls\?kind=address&amp;name=our-agency/)
    await post('/pulls/remove', { name: 'our-agency' })
    assert.ok(
      (await store.findInStates(['published'])).some(
        ({ content }) => content.author === 'Nora Quist',
      ),
    )
  })

  it('A failed one says so in a sentence, and each kind asks for its own keys', async () => {
    const { post, get, store } = shared.desk
    const form = {
      kind: 'google',
      id: 'accounts/1/locations/2',
      hours: '24',
      'key.1': 'g00gle-secret',
    }
    await post('/pulls', { ...form, do: 'add' })
    await post('/pulls', { kind: 'trustpilot', id: '46d6', hours: '24', do: 'add' })
    const names = (await store.business())!.sources!.map(({ name }) => name)
    assert.deepEqual(names, ['google', 'trustpilot'])
    assert.deepEqual(await readOwnerSettings(store, NO_BACKUPS), {
      PULL_GOOGLE_CLIENT_SECRET: 'g00gle-secret',
    })
    await post('/pulls/run', { name: 'google' })
    const { body } = await get('/pulls')
    assert.match(body, /role="alert"><p class="text">/)
    assert.match(
      body,
      /The last attempt, on [^<]* failed: A key is missing: PULL_GOOGLE_CLIENT_ID[^<]*<\/p>\n<p><\/p>/,
    )
    const asked = textOf((await get('/pulls?kind=google')).body)
    assert.match(asked, /Client ID.*Client secret.*Refresh token/s)
    assertOwnersWords(asked)
    const [, change] = /href="(\/pulls\?kind=google&amp;name=google[^"]*)"/.exec(body)!
    const again = await get(change!.replaceAll('&amp;', '&'))
    assert.match(again.body, /name="id"[^>]* value="accounts\/1\/locations\/2"/)
    assert.match(again.body, /<input[^>]* name="id"[^>]* required/)
    await post('/pulls', { ...form, name: 'google', hours: '6', 'key.0': 'client-7', do: 'add' })
    const changed = (await store.business())!.sources!
    assert.deepEqual(
      changed.map(({ name, interval_hours }) => [name, interval_hours]),
      [
        ['google', 6],
        ['trustpilot', 24],
      ],
    )
    assert.equal((await readOwnerSettings(store, NO_BACKUPS)).PULL_GOOGLE_CLIENT_ID, 'client-7')
    for (const name of names) await post('/pulls/remove', { name })
  })

  it('What was written into the file by hand stays: how a key is sent, how often, and entries that are not loaded yet', async () => {
    const { post, get, store, folder } = shared.desk
    const path = `${folder.path}/business.json`
    const text = JSON.parse(await readFile(path, 'utf8'))
    const headers = { 'X-Api-Key': { env: 'PULL_FOO' } }
    const foo = { name: 'foo', url: 'https://example.com/foo', interval_hours: 12, headers }
    const bar = { name: 'bar', url: 'https://example.com/bar' }
    await writeFile(path, JSON.stringify({ ...text, sources: [foo] }, null, 2))
    await loadBusinessFile(path, store)
    assert.match(
      (await get('/pulls?kind=protected&hours=12')).body,
      /<option value="12" selected>Every 12 hours/,
    )
    await post('/pulls', {
      kind: 'protected',
      name: 'foo',
      id: foo.url,
      hours: '12',
      'key.0': 'f',
      do: 'add',
    })
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')).sources, [foo])
    assert.equal((await readOwnerSettings(store, NO_BACKUPS)).PULL_FOO, 'f')
    await writeFile(path, JSON.stringify({ ...text, sources: [bar, foo] }, null, 2))
    await post('/pulls/remove', { name: 'foo' })
    assert.deepEqual(JSON.parse(await readFile(path, 'utf8')).sources, [bar])
    await post('/pulls/remove', { name: 'bar' })
  })

  it('A process that lacks the key of stored settings deletes none of them', async () => {
    const { store } = shared.desk
    const [own, other] = [{ secretKey: ['own'.repeat(20)] }, { secretKey: ['other'.repeat(20)] }]
    await saveOwnerSettings(store, own, { PULL_A: 'a', PULL_B: 'b' })
    await saveOwnerSettings(store, other, { PULL_B: '', PULL_C: 'c' })
    assert.deepEqual(await readOwnerSettings(store, own), { PULL_A: 'a' })
    assert.deepEqual(await readOwnerSettings(store, other), { PULL_C: 'c' })
    await saveOwnerSettings(store, own, { PULL_A: '', PULL_C: '' })
    assert.deepEqual(await readOwnerSettings(store, other), {})
  })

  it('What makes no sense changes nothing, and says why', async () => {
    const { post, get, store } = shared.desk
    const before = await store.business()
    for (const [fields, reason] of [
      [{ kind: 'address', id: 'my sheet', hours: '24' }, /must be an http or https URL/],
      [{ kind: 'google', id: '', hours: '24' }, /must say which business it is/],
      [{ kind: 'yahoo', id: 'x', hours: '24' }, /preset/],
      [{ kind: 'google', id: 'x', hours: 'often' }, /interval_hours/],
    ] as const) {
      const { status } = await post('/pulls', { ...fields, do: 'add' })
      assert.equal(status, 303)
      assert.match((await notice())!, reason)
    }
    assert.equal((await post('/pulls/run', { name: 'nobody' })).status, 404)
    assert.equal((await get('/pulls/run')).status, 404)
    assert.deepEqual(await store.business(), before)
  })

  it('A network that is not allowed is not asked', async t => {
    const { asked } = await startAgency(t)
    const form = { kind: 'address', id: 'http://10.0.0.1/x', hours: '24', do: 'test' }
    assert.match((await shared.desk.post('/pulls', form)).body, /That did not work: /)
    assert.deepEqual(asked, [])
  })
})
