import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { assertAccessible } from '../../../../kit/accessible.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { shareDesk } from '../../../../kit/desk.ts'
import { assertOwnersWords } from '../../../../kit/owner-words.ts'
import { readTexts } from '../../../../kit/page-texts.ts'
import { visit } from '../../../../kit/visit.ts'

const textOf = (page: string) =>
  readTexts(page, name => ['code', 'option'].includes(name)).texts.join(' ')

describe('The setup of a new installation, by requests', () => {
  const shared = shareDesk({ rows: [], business: null })

  it('Begins where the inbox would be, and asks for little, in words that an owner knows', async () => {
    const { get } = shared.desk
    const inbox = await get('/')
    assert.deepEqual([inbox.status, inbox.headers.location], [303, '/setup'])
    const { status, body } = await get('/setup')
    assert.equal(status, 200)
    assertOwnersWords(textOf(body), '/setup')
    assert.match(
      body,
      /name="address\.street"[\s\S]*name="address\.country"><option value="" selected>/,
    )
    assert.match(body, /<option value="NZ">New Zealand<\/option>/)
    assert.match(
      textOf(body),
      /Suggested as soon as there are reviews\. Until then: +Enter them yourself/,
    )
  })

  it('Tells what is missing, and keeps what was typed', async () => {
    const { post, store } = shared.desk
    const { status, body } = await post('/setup', { name: ' ', 'address.locality': 'Wye "Bridge"' })
    assert.equal(status, 400)
    assert.match(body, /role="alert"><p class="text">name/)
    assert.match(body, /value="Wye &quot;Bridge&quot;"/)
    assert.equal(await store.business(), null)
  })

  it('Writes the business file, with the address in its parts', async () => {
    const { post, get, folder, store } = shared.desk
    const saved = await post('/setup', {
      name: 'Flow & Sons',
      category: 'Plumber',
      'address.street': '12 Oak Lane',
      'address.postal_code': 'CV4 9HW',
      'address.locality': 'Coventry',
      'address.region': '',
      'address.country': 'GB',
      locale: 'en-GB',
    })
    assert.deepEqual([saved.status, saved.headers.location], [303, '/setup'])
    assert.deepEqual(JSON.parse(readFileSync(`${folder.path}/business.json`, 'utf8')), {
      name: 'Flow & Sons',
      category: 'Plumber',
      address: {
        street: '12 Oak Lane',
        postal_code: 'CV4 9HW',
        locality: 'Coventry',
        country: 'GB',
      },
      locale: 'en-GB',
    })
    assert.equal((await store.business())!.name, 'Flow & Sons')
    assert.match((await get('/setup')).body, /✓ <strong>Flow &amp; Sons<\/strong>/)
    assert.equal((await get('/')).status, 200)
    const again = await post('/setup', { name: 'Other', 'address.street': '' })
    assert.deepEqual([again.status, (await store.business())!.name], [303, 'Flow & Sons'])
  })

  it('A country that the file names in words stays', async () => {
    const { get, folder, store } = shared.desk
    await folder.write('business.json', { name: 'Flow', address: { country: 'Scotland' } })
    const { body } = await get('/business')
    assert.match(body, /<option value="Scotland" selected>Scotland<\/option>/)
    assert.ok(await store.business())
  })
})

const EXPORT = [
  'Reviewer,Stars,Date,Text',
  'Anna Lee,5,2026-10-02,Mike Brown fixed the water heater. Ask for Mike Brown.',
  'Ben Ode,4,2026-10-03,Mike Brown replaced our water heater.',
  'Cy Hall,2,2026-10-04,Late and they left the drain as it was.',
].join('\n')

describe('The setup of a new installation, on a phone', () => {
  const browsing = shareBrowser()
  const shared = shareDesk({ rows: [], business: null })

  it('Leads from nothing to a page with reviews, a person and a service', async t => {
    const { origin, newLink, folder, store } = shared.desk
    const options = { viewport: { width: 390, height: 844 }, bypassCSP: true }
    const { page, complaints } = await visit(
      t,
      browsing.browser,
      origin + (await newLink()),
      options,
    )
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await page.waitForURL(`${origin}/setup`)
    await assertAccessible(page)
    await page.getByLabel('Name').fill('Flow & Sons')
    await page.getByLabel('Trade').fill('Plumber')
    await page.getByLabel('Town').fill('Coventry')
    await page.getByLabel('Country').selectOption('United Kingdom')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').waitFor()
    await page.getByRole('link', { name: 'Import a file' }).click()
    await page.setInputFiles('#file', await folder.write('export.csv', EXPORT))
    await page.getByRole('button', { name: 'Show what it would change' }).click()
    await page.getByRole('heading', { name: 'Preview' }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.waitForURL(`${origin}/setup`)
    await assertAccessible(page)
    await page.getByText('3 added, 0 edited, 0 rejected. Kept but not shown: 3.').waitFor()
    // Without a word from the owner, nothing that was only sent to her is shown.
    await page.getByText('Kept but not shown: 3 reviews').waitFor()
    await page.getByRole('link', { name: 'Say how you know' }).click()
    const days = page.locator('.hours > span')
    const heights = await days.evaluateAll(all =>
      all.map(day => day.getBoundingClientRect().height),
    )
    assert.equal(new Set(heights).size, 1, 'no day is broken in two lines')
    await page.getByLabel('Rule for reviews sent to you').selectOption('invited')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').waitFor()
    await page.goto(`${origin}/setup`)
    await page.getByRole('link', { name: 'Choose from what your reviews mention' }).click()
    await page.getByRole('button', { name: 'Works here' }).click()
    await page.getByText('Mike Brown is listed now.').waitFor()
    await page.getByRole('button', { name: 'Water heaters 2 reviews' }).click()
    await page.getByText('Water heaters is listed now.').waitFor()
    await assertAccessible(page)
    const business = (await store.business())!
    assert.deepEqual(business.address, {
      ...{ street: null, locality: 'Coventry', region: null, postal_code: null, country: 'GB' },
    })
    assert.deepEqual(
      business.technicians.map(({ name }) => name),
      ['Mike Brown'],
    )
    assert.deepEqual(
      business.services.map(({ id, label }) => [id, label]),
      [['water_heater', 'Water heaters']],
    )
    await page.goto(`${origin}/setup`)
    assert.match(await page.innerText('main'), /3 reviews shown\.[\s\S]*2 listed\./)
    assert.deepEqual(complaints, [])
  })
})
