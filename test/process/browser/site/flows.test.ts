import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../../../kit/browser.ts'
import { rows } from '../../../kit/rows.ts'
import { until } from '../../../kit/service.ts'
import { shareDemo, shareService } from '../../../kit/shared.ts'
import { visit } from '../../../kit/visit.ts'

const READERS = [
  { name: 'with JavaScript', options: {} },
  { name: 'without JavaScript', options: { javaScriptEnabled: false } },
]

const countOf = (page: Page) => page.locator('#count').textContent()
const isFocused = async (page: Page) =>
  Boolean(
    await page.evaluate('document.activeElement === window.region && window.region.isConnected'),
  )
const counted = (page: Page, text: string) => page.locator('#count', { hasText: text }).waitFor()
/** With its list of names it is no plain search box. */
const searchBox = (page: Page) => page.getByLabel('Search reviews', { exact: true })
const authorsOf = (page: Page) => page.locator('#found article').count()

const chromium = shareBrowser()

describe('a person looking for a review', () => {
  const shared = shareService({
    rows: rows(60, number => ({
      author: `Customer ${number}`,
      text: number % 3 === 0 ? `Rosa mended the heater ${number}.` : `Bobby was late ${number}.`,
      rating: number % 3 === 0 ? 5 : 2,
    })),
  })

  for (const { name, options } of READERS) {
    it(`A visitor follows a bar of the distribution to exactly those reviews, ${name}`, async t => {
      const { page } = await visit(t, chromium.browser, `${shared.url}/`, options)
      await page.locator('.stars-given summary').click()
      await page.getByRole('link', { name: '5 stars, 20 reviews, 33%' }).click()
      await page.waitForURL(`${shared.url}/reviews?rating=5`)
      assert.equal(await countOf(page), '20 of 60 reviews')
    })

    it(`A visitor searches from the home page, ${name}`, async t => {
      const { page } = await visit(t, chromium.browser, `${shared.url}/`, options)
      await page.getByRole('searchbox').fill('heater 57')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.waitForURL(`${shared.url}/reviews?words=heater+57`)
      await counted(page, '1 review matches “heater 57”')
    })

    it(`A visitor filters, sorts and turns pages, ${name}`, async t => {
      const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`, {
        ...options,
        viewport: { width: 1280, height: 900 },
      })
      await page.getByLabel('Stars', { exact: true }).selectOption('2')
      await page.getByLabel('Sort', { exact: true }).selectOption('oldest')
      await page.getByRole('button', { name: 'Search' }).click()
      // With JavaScript the list may still show the first choice alone.
      await page.waitForURL(/rating=2.*sort=oldest/)
      await counted(page, '40 of 60')
      await page
        .locator('#found article')
        .first()
        .getByRole('heading', { name: 'Customer 1', exact: true })
        .waitFor()
      await page.getByRole('link', { name: 'Next' }).click()
      await page.waitForURL(/page=2/)
      await counted(page, 'page 2 of 2')
      assert.match(await page.title(), /^Reviews matching 2 stars, page 2$/)
      assert.equal(await authorsOf(page), 20)
      await page.goBack()
      await counted(page, 'page 1 of 2')
      assert.equal(await page.getByLabel('Stars', { exact: true }).inputValue(), '2')
    })

    it(`A visitor goes from a review to its page and on to the person it names, ${name}`, async t => {
      const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`, options)
      await page.getByRole('link', { name: 'Customer 57' }).click()
      await page.getByRole('heading', { name: 'History' }).waitFor()
      await page.getByRole('link', { name: 'Rosa Méndez' }).click()
      await page.getByRole('heading', { level: 1, name: 'Rosa Méndez' }).waitFor()
    })
  }

  it('A visitor sees results while typing, in the address too, without losing the field', async t => {
    const { page, complaints } = await visit(t, chromium.browser, `${shared.url}/reviews`)
    const field = searchBox(page)
    await field.click()
    await page.keyboard.type('HEATER', { delay: 10 })
    // A slow machine also shows results for the first letters.
    await page.waitForURL(`${shared.url}/reviews?words=HEATER`)
    await counted(page, '20 reviews match “HEATER”')
    assert.equal(await page.evaluate('document.activeElement.id'), 'words')
    assert.equal(await page.locator('mark').first().textContent(), 'heater')
    await page.keyboard.type(' 57')
    await counted(page, '1 review matches “HEATER 57”')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.waitForURL(`${shared.url}/reviews`)
    await counted(page, '60 reviews, page 1 of 3')
    assert.deepEqual(complaints, [])
  })

  it('A name that the visitor picks from the list becomes a filter, and typing words changes the order', async t => {
    const { page, complaints } = await visit(t, chromium.browser, `${shared.url}/reviews?rating=5`)
    const order = page.getByLabel('Sort', { exact: true }).locator('option:checked')
    assert.equal(await order.textContent(), 'Newest first')
    await searchBox(page).pressSequentially('Rosa', { delay: 10 })
    await page.waitForURL(`${shared.url}/reviews?words=Rosa&rating=5`)
    await page
      .locator('option:checked', { hasText: 'Most relevant first' })
      .waitFor({ state: 'attached' })
    // As browsers report a choice from the list.
    await page.evaluate(`words.value = 'Rosa Méndez'
      words.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))`)
    await page.waitForURL(`${shared.url}/reviews?rating=5&mentions_technician=Rosa+M%C3%A9ndez`)
    await counted(page, '20 of 60 reviews')
    assert.equal(await searchBox(page).inputValue(), '')
    assert.equal(await order.textContent(), 'Newest first')
    assert.deepEqual(complaints, [])
  })

  it('A screen reader announces how many results there are: the count is a live region that stays', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`)
    await page.evaluate(`window.region = document.querySelector('[role=status]')`)
    await searchBox(page).pressSequentially('late', { delay: 10 })
    await counted(page, '40 reviews match “late”')
    assert.match(String(await page.evaluate('window.region.textContent')), /^40 reviews match/)
    assert.equal(await page.evaluate(`window.region.isConnected`), true)
  })

  it('Turning a page or removing a filter moves the focus to the count, which is read out', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews?rating=2`)
    await page.evaluate(`window.region = document.querySelector('#count')`)
    await page.getByRole('link', { name: 'Next' }).click()
    await counted(page, 'page 2 of 2')
    await until(() => isFocused(page))
    await page.getByRole('link', { name: 'Remove the filter' }).click()
    await counted(page, '60 reviews, page 1 of 3')
    await until(() => isFocused(page))
    assert.equal(await page.title(), 'All reviews about Test & Sons Plumbing')
    assert.equal(await page.locator('#rating').inputValue(), '')
  })

  it('The warning about a bad address goes away once the visitor types on', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews?rating=9`)
    await page.getByText('Some filters are not valid').waitFor()
    assert.equal(await page.locator('.caution').count(), 1)
    await searchBox(page).fill(' late ')
    await counted(page, '40 reviews match “late”')
    assert.equal(await page.locator('.caution').count(), 0)
    assert.equal(page.url(), `${shared.url}/reviews?words=late`)
    assert.equal(
      await page.getByRole('link', { name: 'Remove the filter the words “late”' }).count(),
      1,
    )
  })

  it('The filters are collapsed on a small screen and open on a large one', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews?rating=2`)
    const stars = page.getByLabel('Stars', { exact: true })
    await page.setViewportSize({ width: 1280, height: 900 })
    assert.equal(await stars.isVisible(), true)
    assert.equal(await page.getByText('More filters (1)').isVisible(), false)
    await page.setViewportSize({ width: 360, height: 800 })
    assert.equal(await stars.isVisible(), false)
    await page.getByText('More filters (1)').click()
    await stars.selectOption('5')
    await counted(page, '20 of 60')
    await page.getByLabel('Sort', { exact: true }).selectOption('oldest')
    await page.waitForURL(/sort=oldest/)
    assert.equal(await stars.isVisible(), true)
  })

  it('A visitor learns while typing that nothing matches', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`)
    await searchBox(page).fill('nothing like that')
    await page.getByText('No review mentions this').waitFor()
  })

  it('A visitor who sends too many requests learns that instead of seeing an empty page', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`)
    await page.route(/words=/, route =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        body: '{"error":"too_many_requests"}',
      }),
    )
    await searchBox(page).fill('late')
    await page.getByText('too_many_requests').waitFor()
  })

  it('The back button undoes one filter after the other, and what was typed in one go', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`, {
      viewport: { width: 1280, height: 900 },
    })
    const stars = page.getByLabel('Stars', { exact: true })
    await stars.selectOption('2')
    await counted(page, '40 of 60')
    await page.waitForURL(/rating=2$/)
    await page.getByLabel('Sort', { exact: true }).selectOption('oldest')
    await page.waitForURL(/sort=oldest/)
    await searchBox(page).pressSequentially('late 1', { delay: 150 })
    await page.waitForURL(/words=late\+1&/)
    await page.goBack()
    await page.waitForURL(/\?rating=2&sort=oldest$/)
    await counted(page, '40 of 60')
    assert.equal(await searchBox(page).inputValue(), '')
    await page.goBack()
    await page.waitForURL(/\?rating=2$/)
    await page.goBack()
    await page.waitForURL(`${shared.url}/reviews`)
    await counted(page, '60 reviews, page 1 of 3')
    assert.equal(await stars.inputValue(), '')
    await page.goForward()
    await counted(page, '40 of 60')
    await until(async () => (await stars.inputValue()) === '2')
  })

  it('The options count anew with every filter, without a new page', async t => {
    const { page, requests } = await visit(t, chromium.browser, `${shared.url}/reviews`, {
      viewport: { width: 1280, height: 900 },
    })
    const five = page.locator('#rating option[value="5"]')
    assert.equal(await five.textContent(), '5 stars (20)')
    await searchBox(page).fill('late')
    await counted(page, '40 reviews match “late”')
    assert.equal(await five.textContent(), '5 stars (0)')
    assert.equal(requests.filter(url => url.includes('.css')).length, 1)
  })

  it('An empty result says which filter to drop, and one tap does it', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews?max_rating=2`, {
      viewport: { width: 390, height: 844 },
    })
    await searchBox(page).fill('heater')
    await page.getByText('No reviews match').waitFor()
    await page.getByRole('link', { name: 'Without 1–2 stars: 20 reviews' }).click()
    await page.waitForURL(`${shared.url}/reviews?words=heater`)
    await counted(page, '20 reviews match “heater”')
  })

  it('A jump within the page keeps the results', async t => {
    const { page, requests } = await visit(t, chromium.browser, `${shared.url}/reviews`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#main/)
    await page.goBack()
    assert.equal(requests.filter(url => new URL(url).pathname === '/reviews').length, 1)
  })

  it('A visitor can do everything with the keyboard', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/`)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
    await page.keyboard.press('Enter')
    while ((await page.evaluate('document.activeElement.id')) !== 'words')
      await page.keyboard.press('Tab')
    await page.keyboard.type('heater 57')
    await page.keyboard.press('Enter')
    await page.waitForURL(/words=heater\+57/)
    await tabTo(page, 'Customer 57')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'History' }).waitFor()
  })

  it('A visitor can see where the keyboard focus is', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`)
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab')
      const outline = await page.evaluate(`getComputedStyle(document.activeElement).outlineStyle`)
      assert.notEqual(
        outline,
        'none',
        String(await page.evaluate('document.activeElement.outerHTML')),
      )
    }
  })
})

describe('a person reading long reviews', () => {
  const long = 'They came twice and were late both times. '.repeat(20).trim()
  const kind = 'They came at once and were very kind. '.repeat(20).trim()
  const shared = shareService({
    rows: rows(130, number => ({
      author: `Customer ${number}`,
      text: `${number}: ${number % 10 === 4 ? kind : long}`,
    })),
  })
  const phone = { viewport: { width: 390, height: 844 } }
  const heightOf = async (page: Page) =>
    (await page.locator('#found .text').first().boundingBox())!.height

  it('A visitor opens and closes a long text with the keyboard', async t => {
    const { page, complaints } = await visit(t, chromium.browser, `${shared.url}/reviews`, phone)
    const more = page.locator('.more').first()
    await page
      .getByRole('button', { name: /^Show more of the review by Customer/ })
      .first()
      .waitFor()
    const collapsed = await heightOf(page)
    assert.ok(collapsed < 7 * 28, String(collapsed))
    await more.focus()
    await page.keyboard.press('Space')
    assert.equal(await more.getAttribute('aria-expanded'), 'true')
    assert.ok((await heightOf(page)) > 2 * collapsed)
    await page.getByRole('button', { name: 'Show less' }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await heightOf(page), collapsed)
    assert.equal(page.url(), `${shared.url}/reviews`)
    assert.deepEqual(complaints, [])
  })

  it('A visitor without JavaScript sees long texts in full', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`, {
      ...phone,
      javaScriptEnabled: false,
    })
    assert.ok((await heightOf(page)) > 15 * 20)
    assert.equal(await page.locator('.more').first().isVisible(), false)
  })

  it('A match far down in a long text is in sight', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews?query=late`, phone)
    assert.equal(
      await page.locator('#found article').first().locator('mark').last().isVisible(),
      true,
    )
    assert.ok((await heightOf(page)) > 15 * 20)
  })

  for (const { name, options } of READERS)
    it(`A visitor jumps to a page by its number, ${name}`, async t => {
      const { page } = await visit(
        t,
        chromium.browser,
        `${shared.url}/reviews?sort=oldest`,
        options,
      )
      await page.getByLabel('Go to page').fill('4')
      await page.getByRole('button', { name: 'Go', exact: true }).click()
      await page.waitForURL(/sort=oldest&page=4/)
      await counted(page, '130 reviews, page 4 of 7')
      await page.getByRole('link', { name: 'Page 7' }).click()
      await counted(page, '130 reviews, page 7 of 7')
      await page.goBack()
      await counted(page, '130 reviews, page 4 of 7')
      assert.equal(await page.getByLabel('Sort', { exact: true }).inputValue(), 'oldest')
    })

  it('A visitor taps a chip, and the back button undoes it', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/reviews`, phone)
    await page
      .locator('#views')
      .getByRole('link', { name: /^Critical \d+ reviews$/ })
      .press('Enter')
    await counted(page, '117 of 130 reviews')
    await page.locator('#views [aria-current]', { hasText: 'Critical' }).waitFor()
    await page.goBack()
    await counted(page, '130 reviews, page 1 of 7')
  })
})

describe('a person with a phone who wants the bad reviews about price', () => {
  const shared = shareDemo()

  for (const { name, options } of READERS)
    it(`A visitor taps from the home page to the bad reviews about price and sees why each is there, ${name}`, async t => {
      const { page } = await visit(t, chromium.browser, `${shared.url}/`, {
        ...options,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      })
      await page.getByRole('link', { name: 'Highlights', exact: true }).tap()
      await page.waitForURL(`${shared.url}/highlights`)
      const aspect = page.locator('.ask', { has: page.locator('a[href="/aspects/pricing"]') })
      const link = aspect.getByRole('link', { name: /^\d+ negative$/ })
      const announced = Number.parseInt((await link.textContent())!, 10)
      assert.ok((await link.boundingBox())!.height >= 24)
      await link.tap()
      await page.waitForURL(`${shared.url}/reviews?aspect=pricing&sentiment=negative`)
      assert.match((await countOf(page))!, new RegExp(`^${announced} of `))
      const cards = await page.locator('#found article').all()
      assert.equal(cards.length, Math.min(announced, 20))
      for (const card of cards) {
        assert.equal(await card.getByText('Criticism: Pricing', { exact: true }).isVisible(), true)
        assert.equal(await card.locator('mark').first().isVisible(), true)
      }
      await page.getByRole('link', { name: /^Critical \d+ reviews?$/ }).tap()
      await page.waitForURL(/critical=true/)
      await page.locator('#views [aria-current]', { hasText: 'Critical' }).waitFor()
      for (const card of await page.locator('#found article').all()) {
        const stars = await card.getByRole('img', { name: /of 5 stars/ }).getAttribute('aria-label')
        const criticism = card.getByText(/^Criticism: /).first()
        assert.ok(/^[12] of/.test(stars!) || (await criticism.isVisible()))
      }
    })
})

async function tabTo(page: Page, text: string): Promise<void> {
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate('document.activeElement.textContent')) === text) return
  }
  assert.fail(`${text} cannot be reached by the keyboard`)
}
