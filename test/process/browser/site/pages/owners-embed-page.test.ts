import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { borrowPage } from '../../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { business, row, rows } from '../../../../kit/rows.ts'
import { shareService } from '../../../../kit/shared.ts'
import { visit } from '../../../../kit/visit.ts'
import { startTestWebServer } from '../../../../kit/web-server.ts'

const LOOKS = ['One line', 'Grid', 'List', 'Carousel', 'Badge, light', 'Badge, dark']
const PHONE = { viewport: { width: 390, height: 844 } }

describe("the owner's page for other sites", () => {
  const shared = shareService({
    business: { ...business, technicians: [{ name: 'Rosa "R" & Co', aliases: ['Rosa'] }] },
    rows: [...rows(9), row({ source_id: 'r', text: 'Rosa came at once.' })],
  })
  const chromium = shareBrowser()

  const lineOf = (page: Page) => page.getByRole('region', { name: 'The line to copy' }).innerText()

  const readAverage = async () =>
    (await shared.client.get('/rating.json')).json.aggregate_rating.rating_value.toFixed(
      1,
    ) as string

  /** A page of another site with nothing but the line on it. */
  async function paste(t: TestContext, line: string): Promise<Page> {
    const side = await startTestWebServer(t, (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      outgoing.end(`<!doctype html><title>Another site</title>${line}`)
    })
    const page = await borrowPage(t, chromium.browser)
    await page.goto(side.url)
    return page
  }

  it('The line for the rating on a WordPress page is three taps from the home page, with the steps beside it', async t => {
    const { page } = await visit(t, chromium.browser, shared.url, {
      ...PHONE,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.getByRole('link', { name: 'Put these reviews on your site' }).click()
    await page.getByRole('radio', { name: 'One line' }).click()
    await page.getByRole('button', { name: /^Copy: The line to copy/ }).click()
    assert.ok(await page.getByText('search for “Custom HTML”').isVisible())
    const copied = (await page.evaluate('navigator.clipboard.readText()')) as string
    const other = await paste(t, copied)
    await other
      .getByRole('link', { name: `${await readAverage()} of 5 stars 10 reviews` })
      .waitFor()
  })

  it('Every look has a preview with the own reviews, and its line works on another site', async t => {
    const { page, complaints } = await visit(t, chromium.browser, `${shared.url}/embed`)
    for (const look of LOOKS) {
      await page.getByRole('radio', { name: look }).check()
      const line = await lineOf(page)
      assert.doesNotMatch(line, /\n/, look)
      const other = await paste(t, line)
      for (const shown of [page.locator('.preview'), other.locator('body')])
        await (look.startsWith('Badge')
          ? shown.locator('img:visible')
          : shown.locator('reviews-widget:visible [part~=rating]')
        ).waitFor()
    }
    assert.deepEqual(complaints, [])
  })

  it('The options are in the line and in the preview, and a selection says that it is one', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/embed`)
    await page.getByRole('radio', { name: 'Grid' }).check()
    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('How many reviews').selectOption('4')
    assert.deepEqual(await page.getByLabel('Which reviews').locator('option').allInnerTexts(), [
      'All reviews',
      '5 stars',
      '4 stars or more',
      '3 stars or more',
    ])
    await page.getByLabel('Which reviews').selectOption({ label: '3 stars or more' })
    await page.getByLabel('Colors').selectOption({ label: 'Dark' })
    assert.match(
      await lineOf(page),
      /<reviews-widget layout="grid" limit="4" min-rating="3" theme="dark"><\/reviews-widget>$/,
    )
    await page
      .locator('.preview')
      .getByText(`matching reviews. Average of all 10: ${await readAverage()}`)
      .waitFor()
    await page.getByRole('radio', { name: 'One line' }).check()
    assert.equal(await page.getByLabel('How many reviews').isVisible(), false)
    assert.match(await lineOf(page), /<reviews-widget layout="line" theme="dark">/)
  })

  it('A name with quotation marks stays one attribute', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/embed`)
    await page.getByRole('radio', { name: 'List' }).check()
    await page.getByText('Options', { exact: true }).click()
    await page.getByLabel('That mention').selectOption({ label: 'Rosa "R" & Co' })
    const line = await lineOf(page)
    assert.match(line, / technician="Rosa &quot;R&quot; &amp; Co"/)
    const other = await paste(t, line)
    await other
      .getByText(`Showing 1 of 1 matching review. Average of all 10: ${await readAverage()}`)
      .waitFor()
  })

  it('Without JavaScript every line is on the page', async t => {
    const { page } = await visit(t, chromium.browser, `${shared.url}/embed`, {
      javaScriptEnabled: false,
    })
    assert.equal(await page.locator('.chooser').isVisible(), false)
    await page.getByText('All looks as code').click()
    const lines = await page.locator('details code.language-html:visible').allInnerTexts()
    assert.equal(lines.length, LOOKS.length + 1)
    for (const line of lines) assert.ok(line.includes(shared.url))
  })

  it("The owner's page names the steps for five kinds of sites, and exists as Markdown", async () => {
    const { status, text } = await shared.client.get('/embed.md')
    assert.equal(status, 200)
    for (const site of ['WordPress', 'Wix', 'Squarespace', 'Shopify', 'Plain HTML'])
      assert.match(text, new RegExp(`^\\*\\*${site}\\*\\*\n\n1\\. `, 'm'), site)
    assert.match(text, /^<a href="[^"]+"><img src="[^"]+\/badge-dark\.svg"/m)
  })
})
