import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { localeOf } from '../../../../../src/locale/locale.ts'
import { tradeInWords } from '../../../../../src/site/home/first-screen.ts'
import { borrowPage } from '../../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { business, rows } from '../../../../kit/rows.ts'
import { shareDemo, shareService } from '../../../../kit/shared.ts'
import { visit } from '../../../../kit/visit.ts'

const CATEGORIES = JSON.parse(
  readFileSync(new URL('../../../../../taxonomy/words/categories.json', import.meta.url), 'utf8'),
) as Record<string, string>

const chromium = shareBrowser()

describe('the trade in plain words', () => {
  const english = localeOf('en-US')

  it('Every schema.org type that selects a taxonomy has a plain word', () => {
    assert.deepEqual(Object.keys(english.words.home.trades), Object.keys(CATEGORIES))
  })

  it('A schema.org type becomes a plain word, and the words of the owner stay', () => {
    assert.equal(tradeInWords(english, 'HVACBusiness'), 'Heating and cooling')
    assert.equal(tradeInWords(english, 'hair salon'), 'Hair salon')
    assert.equal(tradeInWords(english, 'TravelAgency'), 'Travel agency')
    assert.equal(tradeInWords(english, 'Chimney sweep'), 'Chimney sweep')
    assert.equal(tradeInWords(english, null), null)
  })

  it('The name of a type is not shown as a word of another language', () => {
    assert.equal(tradeInWords(localeOf('de'), 'TravelAgency'), null)
  })
})

const OPEN = {
  ...business,
  category: 'Plumber',
  telephone: '+1 (555) 0100',
  url: 'https://plumbing.example/',
  review_url: 'https://plumbing.example/review?from=site&x=1',
  address: {
    street: '5 Mill Road',
    locality: 'Old Town',
    region: 'OH',
    postal_code: '00000',
    country: 'US',
  },
  hours: [
    {
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      opens: '07:30',
      closes: '18:00',
    },
    { days: ['saturday', 'sunday'], opens: '22:00', closes: '02:00' },
  ],
  time_zone: 'Asia/Tokyo',
}

describe('the first screen', () => {
  const shared = shareService({ business: OPEN, rows: rows(6) })

  it('The first screen has the trade, the town and a button for each way to reach the business', async () => {
    const page = (await shared.client.get('/')).text
    assert.match(page, /<p class="lead">Plumber · Old Town, OH<\/p>/)
    const buttons = [...page.matchAll(/<a class="button" href="([^"]+)">([^<]+)<\/a><\/li>/g)]
    assert.deepEqual(
      buttons.map(([, address, label]) => [label, address]),
      [
        ['Call', 'tel:+15550100'],
        ['Website', 'https://plumbing.example/'],
        [
          'Directions',
          'https://www.google.com/maps/dir/?api=1&amp;destination=5+Mill+Road%2C+Old+Town%2C+OH+00000%2C+US',
        ],
        ['Write a review', 'https://plumbing.example/review?from=site&amp;x=1'],
      ],
    )
  })

  it('The hours are plain text without JavaScript, and the whole week is under them', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/`, {
      javaScriptEnabled: false,
    })
    const hours = page.locator('.open-now')
    assert.equal(
      (await hours.locator('summary').innerText()).replaceAll('\u00a0', ' '),
      'Mon–Fri 7:30 am–6:00 pm · Sat–Sun 10:00 pm–2:00 am',
    )
    await hours.locator('summary').click()
    assert.equal(await hours.locator('li').count(), 2)
  })

  for (const [moment, words] of [
    ['2026-11-16T03:00:00Z', 'Open now · closes 6:00 pm'],
    ['2026-11-15T16:30:00Z', 'Open now · closes 2:00 am'],
    ['2026-11-15T18:00:00Z', 'Closed now · opens 7:30 am'],
    ['2026-11-16T09:30:00Z', 'Closed now · opens Tue 7:30 am'],
  ] as const)
    it(`At ${moment}, a visitor in Chicago sees the hours in Tokyo as “${words}”`, async t => {
      // Nobody else borrows a window in Chicago, whose clock stays as it is set.
      const page = await borrowPage(t, chromium.browser, { timezoneId: 'America/Chicago' })
      await page.clock.setFixedTime(new Date(moment))
      await page.goto(`${shared.url}/`)
      await page
        .locator('.open-now summary', {
          hasText: words.replaceAll(' pm', '\u00a0pm').replaceAll(' am', '\u00a0am'),
        })
        .waitFor()
    })

  it('Whether the business is open takes as much space as its hours', async t => {
    const heights = await Promise.all(
      [true, false].map(async javaScriptEnabled => {
        const { page } = await visit(t, chromium.browser, `${shared.url}/`, {
          javaScriptEnabled,
          viewport: { width: 320, height: 844 },
        })
        return (await page.locator('.open-now').boundingBox())!.height
      }),
    )
    assert.equal(heights[0], heights[1])
  })
})

describe('the first screen of the demo', () => {
  const shared = shareDemo()

  it('The first screen of a phone has everything that decides, with buttons and bars that are large enough', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/`, {
      viewport: { width: 390, height: 844 },
    })
    const bottomOf = async (selector: string) => {
      const { y, height } = (await page.locator(selector).last().boundingBox())!
      return y + height
    }
    for (const selector of [
      'h1',
      '.score',
      '.stars-given',
      '.actions',
      '.open-now',
      '.figures-by',
      '.removals',
    ])
      assert.ok((await bottomOf(selector)) <= 844, selector)
    assert.equal(await page.locator('.figures-by li').count(), 3)
    for (const button of await page.locator('.actions a').all())
      assert.ok((await button.boundingBox())!.height >= 44)
    for (const bar of await page.locator('.hero .bar:visible').all())
      assert.ok((await bar.boundingBox())!.height >= 24)
  })

  it('A visitor taps a figure and sees all reviews that mention it', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/`, {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const row = page.getByRole('link', {
      name: /^On time: \d+ of \d+ reviews found to mention it are positive$/,
    })
    const [, count] = / of (\d+) /.exec((await row.textContent())!)!
    await row.tap()
    await page.waitForURL(`${shared.url}/reviews?aspect=punctuality`)
    assert.match((await page.locator('#count').textContent())!, new RegExp(`^${count} of `))
  })
})
