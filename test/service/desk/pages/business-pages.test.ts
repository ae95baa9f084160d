import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { shareDesk } from '../../../kit/desk.ts'
import { business, row } from '../../../kit/rows.ts'

describe('The business form', () => {
  const shared = shareDesk({
    rows: [row({ source_id: 'a' }), row({ source: 'yelp', source_id: 'b' })],
    business: { ...business, verification: { acme: { level: 'platform', method: 'An account.' } } },
  })
  const file = () => readFileSync(`${shared.desk.folder.path}/business.json`, 'utf8')
  /** The form as a browser would send it back. */
  async function openForm(): Promise<Record<string, string>> {
    const { body } = await shared.desk.get('/business')
    const unescaped = (text: string) =>
      text
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
    const inputs = [...body.matchAll(/<input\b[^>]*>/g)].map(([tag]) => [
      /\bname="([^"]*)"/.exec(tag)![1]!,
      /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '',
    ])
    const areas = [...body.matchAll(/<textarea\b[^>]* name="([^"]*)"[^>]*>\n([^<]*)</g)].map(
      ([, name, value]) => [name!, value!],
    )
    const selects = [...body.matchAll(/<select\b[^>]* name="([^"]*)">(.*?)<\/select>/g)].map(
      ([, name, options]) => [name!, /value="([^"]*)" selected/.exec(options!)?.[1] ?? ''],
    )
    return Object.fromEntries(
      [...inputs, ...areas, ...selects].map(([name, value]) => [name, unescaped(value!)]),
    )
  }

  it('The card that asks for reviews is linked as soon as there is a site to review on', async () => {
    const { get, post } = shared.desk
    const form = await openForm()
    assert.doesNotMatch((await get('/business')).body, /review-us\/card/)
    const wrong = await post('/business', {
      ...form,
      review_sites: 'Google http://g.example',
      step: 'save',
    })
    assert.match(wrong.body, /review_sites, entry 1, url: must be an https URL/)
    await post('/business', {
      ...form,
      review_sites: 'Google https://g.example/review',
      step: 'save',
    })
    assert.match((await get('/business')).body, /href="[^"]+\/review-us\/card"/)
    await post('/business', { ...(await openForm()), review_sites: '', step: 'save' })
  })

  it('What other sites say is entered, corrected and removed', async () => {
    const { get, post, store } = shared.desk
    const form = await openForm()
    assert.deepEqual(
      [0, 1, 2].map(number => form[`source_totals.${number}.source`]),
      ['google', 'yelp', ''],
    )
    const page = 'https://www.yelp.com/biz/test'
    const yelp = { 'source_totals.1.review_count': '1,043', 'source_totals.1.rating_value': '4,5' }
    const added = {
      ...{ 'source_totals.2.source': 'App Store', 'source_totals.2.review_count': '7' },
      ...{ 'source_totals.2.at': '2026-11-01' },
    }
    const wrong = await post('/business', {
      ...form,
      'source_totals.0.review_count': 'many',
      step: 'save',
    })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body, /role="alert"><p class="text">source_totals, entry 1, review_count: /)
    assert.match(wrong.body, /value="many"/)
    await post('/business', {
      ...form,
      ...yelp,
      ...added,
      'source_totals.1.url': page,
      step: 'save',
    })
    const today = new Date().toISOString().slice(0, 10)
    assert.deepEqual((await store.business())!.source_totals, [
      { source: 'yelp', review_count: 1043, rating_value: 4.5, at: today, url: page },
      { source: 'app-store', review_count: 7, rating_value: null, at: '2026-11-01', url: null },
    ])
    const again = await openForm()
    assert.equal(again['source_totals.0.rating_value'], '4.5')
    assert.equal(
      (await post('/business', { ...again, step: 'save' })).status,
      200,
      'nothing changed',
    )
    await post('/business', { ...again, 'source_totals.0.review_count': '1044', step: 'save' })
    assert.equal((await store.business())!.source_totals![0]!.review_count, 1044)
    const emptied = { 'source_totals.0.review_count': '', 'source_totals.1.review_count': '' }
    await post('/business', { ...(await openForm()), ...emptied, step: 'save' })
    assert.equal((await store.business())!.source_totals, undefined)
    assert.match((await get('/business')).body, /What other sites say about you/)
  })

  it('The business form saves only what changed, rejects what is wrong, and notices a file changed elsewhere', async () => {
    const { get, post, store, folder } = shared.desk
    const digest = async () =>
      /name="digest" value="([^"]+)"/.exec((await get('/business')).body)![1]!
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
    assert.equal(
      (await post('/business', { name: 'Other', digest: stale, step: 'save' })).status,
      400,
    )
    assert.equal((await store.business())!.name, name)
    assert.ok(existsSync(`${folder.path}/business.json`))
  })

  it('The trade is suggested from a list, and any other can be typed', async () => {
    const { body } = await shared.desk.get('/business')
    assert.match(body, /<input [^>]*name="category" type="text"[^>]* list="trades"/)
    assert.match(
      body,
      /<datalist id="trades">(?:<option value="[^"]+"><\/option>){10,}<\/datalist>/,
    )
    assert.doesNotMatch(body, /<input [^>]*name="telephone"[^>]* list=/)
  })

  it('A form that is sent back unchanged changes nothing in the file, and says so', async () => {
    const { post } = shared.desk
    const before = file()
    const answer = await post('/business', { ...(await openForm()), step: 'save' })
    assert.equal(answer.status, 200)
    assert.match(answer.body, /The form says what the file says already\./)
    assert.doesNotMatch(answer.body, /firsthand business --/)
    assert.equal(file(), before)
  })

  it('Saving redirects with a notice, previewing and a wrong or old form do not save', async () => {
    const { get, post } = shared.desk
    const before = file()
    const form = await openForm()
    const changed = { ...form, telephone: '+1 555 0100', 'address.locality': 'Springfield' }
    const preview = await post('/business', { ...changed, step: 'preview' })
    assert.equal(preview.status, 200)
    assert.match(preview.body, /href="tel:/)
    assert.match(
      preview.body,
      /--set &#39;telephone=\+1 555 0100&#39; --set address\.locality=Springfield/,
    )
    assert.doesNotMatch(preview.body, /role="alert"/)
    const old = await post('/business', { ...changed, digest: 'old', step: 'save' })
    assert.equal(old.status, 400)
    assert.match(old.body, /The file was changed in the meantime/)
    assert.doesNotMatch(old.body, /value="\+1 555 0100"/, 'the form shows the file')
    const wrong = await post('/business', { ...changed, email: 'nobody', step: 'save' })
    assert.equal(wrong.status, 400)
    assert.match(wrong.body, /role="alert"><p class="text">email: /)
    assert.match(wrong.body, /value="nobody"/, 'the form shows what was typed')
    assert.equal(file(), before)
    const saved = await post('/business', { ...changed, step: 'save' })
    assert.deepEqual([saved.status, saved.headers.location], [303, '/business'])
    assert.match(
      (await get('/business')).body,
      /Saved to [^<]*business\.json\. Your site changes within seconds\./,
    )
    assert.equal(JSON.parse(file()).telephone, '+1 555 0100')
    assert.deepEqual(JSON.parse(file()).address, { locality: 'Springfield' })
    const emptied = { ...(await openForm()), telephone: '' }
    const removal = await post('/business', { ...emptied, step: 'preview' })
    assert.match(removal.body, /firsthand business --unset telephone/)
    await post('/business', { ...emptied, step: 'save' })
    assert.equal('telephone' in JSON.parse(file()), false)
  })

  it('The live preview shows the draft in its own color and language, or what is wrong with it', async () => {
    const { post } = shared.desk
    const before = file()
    const form = await openForm()
    const live = await post('/business/preview', {
      ...form,
      'site.accent_color': '#123456',
      locale: 'de',
    })
    assert.match(live.body, /href="\/preview\.css\?color=123456"/)
    assert.match(live.body, /<div class="public" lang="de">/)
    assert.match(live.body, /<h3[^>]*>[\s\S]*Test &amp; Sons|<h3[^>]*>[\s\S]*Test/)
    assert.doesNotMatch(live.body, /<h1|<h2/)
    const wrong = await post('/business/preview', { ...form, email: 'nobody' })
    assert.match(wrong.body, /^<p class="caution text">email: /)
    assert.equal(file(), before)
  })

  it('Each source of reviews and each rule in the file can be given a rule', async () => {
    const { post, store } = shared.desk
    const form = await openForm()
    assert.deepEqual(
      Object.keys(form)
        .filter(name => /^verification\..*level$/.test(name))
        .toSorted(),
      ['acme', 'google', 'yelp'].map(source => `verification.${source}.level`),
    )
    assert.equal(form['verification.acme.level'], 'platform')
    assert.equal(form['verification.acme.method'], 'An account.')
    const rule = {
      verified_source: 'google',
      'verification.google.level': 'transaction',
      'verification.google.method': ' By invoice. ',
    }
    await post('/business', { ...form, ...rule, step: 'save' })
    assert.deepEqual((await store.business())!.verification.google, {
      level: 'transaction',
      method: 'By invoice.',
    })
    await post('/business', {
      ...(await openForm()),
      ...rule,
      'verification.google.level': '',
      step: 'save',
    })
    assert.deepEqual(Object.keys((await store.business())!.verification), ['acme'])
  })
})
