import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'
import type { LocaleTag } from '../../../../src/model/scalars.ts'
import { startTestApp, type TestApp } from '../../../kit/app.ts'
import { shareBrowser } from '../../../kit/browser.ts'
import { type DemoSite, startDemoSites } from '../../../kit/demo-site.ts'
import {
  ACCENT_COLORS,
  ACCENTED_PAGES,
  COLOR_SCHEMES,
  findViolations,
  LOCALES,
  type Look,
  loadAxe,
  nameOf,
  OF_COLORS,
  PAGES,
  PAIRWISE_LOOKS,
  show,
  widthOf,
} from '../../../kit/look.ts'
import { business, row } from '../../../kit/rows.ts'
import { readJson, startBuilder, type TestBuilder } from '../../../kit/snapshot-builder.ts'
import { type Visit, visit } from '../../../kit/visit.ts'

/** Every page in one look, and every look on a page or two; `npm run bench look` has every page in every look. */
const LOOK_OF = PAGES.map((path, place): [path: string, look: Look] => [
  path,
  PAIRWISE_LOOKS[place % PAIRWISE_LOOKS.length]!,
])

/** With text twice as large where there is least room for it; `npm run bench look` has every width with text of both sizes. */
async function assertFits(page: Page): Promise<void> {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  for (const width of [320, 768]) {
    await page.setViewportSize({ width, height: 800 })
    const actual = await widthOf(page)
    assert.ok(actual <= width, `${width}: ${actual}`)
  }
}

describe('every kind of page', () => {
  const chromium = shareBrowser()
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let sites: Map<LocaleTag, DemoSite>
  let siteUrls: string[]
  /** A new window for each page would take longer than the page. */
  let visited: Visit
  const urlOf = (path: string, locale: LocaleTag = 'en-US') => {
    const { url, snapshot } = sites.get(locale)!
    return url + path.replace('ID', readJson(snapshot, '/reviews.json').reviews[0].id)
  }

  before(async () => {
    sites = await startDemoSites(context, LOCALES)
    siteUrls = [...sites.values()].map(({ url }) => url)
    visited = await visit(context, chromium.browser, urlOf('/'))
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  for (const [path, look] of LOOK_OF)
    it(`${path} is accessible to everyone and fits every screen (${nameOf(look)})`, async () => {
      const { page, requests } = visited
      requests.length = 0
      await page.goto(urlOf(path, look.locale))
      await loadAxe(page)
      await show(page, look)
      assert.deepEqual(await findViolations(page), [])
      assert.ok((await widthOf(page)) <= look.width)
      await assertFits(page)
      // The icon of the page before, which may be in another language, can come late.
      for (const url of requests) assert.ok(siteUrls.includes(new URL(url).origin), url)
    })

  it('The home page has facts and trust below the text on a phone, and beside it on a desktop', async () => {
    const { page } = visited
    await page.goto(urlOf('/'))
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
    await page.setViewportSize({ width: 390, height: 844 })
    assert.ok((await boxOf('.rail')).y > (await boxOf('#newest')).y)
    await page.setViewportSize({ width: 1280, height: 800 })
    const hero = await boxOf('.hero')
    assert.ok((await boxOf('.rail')).x > hero.x + hero.width)
    assert.ok((await boxOf('.rail')).y < hero.y + hero.height)
  })

  it('The chart has month labels that do not overlap', async () => {
    const { page } = visited
    await page.goto(urlOf('/'))
    await page.setViewportSize({ width: 360, height: 800 })
    const boxes = (await page.evaluate(
      `[...document.querySelectorAll('.plot .month')].map(month => { const { left, right } = month.getBoundingClientRect(); return { left, right } })`,
    )) as { left: number; right: number }[]
    assert.ok(boxes.length >= 2)
    for (const [place, { left }] of boxes.entries())
      if (place > 0) assert.ok(left > boxes[place - 1]!.right, String(place))
  })

  const validator = new HtmlValidate({
    extends: ['html-validate:recommended'],
    // The stylesheet keeps a number in one line; other signs in it could not be copied.
    rules: { 'tel-non-breaking': ['error', { ignoreClasses: ['nobreak'] }] },
  })

  for (const path of PAGES)
    it(`${path} is valid HTML`, async () => {
      const answer = await fetch(urlOf(path), { headers: { accept: 'text/html' } })
      const report = await validator.validateString(await answer.text())
      const faults = report.results.flatMap(({ messages }) =>
        messages.map(({ line, ruleId, message }) => `${line}: ${ruleId}: ${message}`),
      )
      assert.deepEqual(faults, [])
    })

  it('A printed page shows the text and nothing to click', async () => {
    const { page } = visited
    await page.goto(urlOf('/'))
    await page.emulateMedia({ media: 'print' })
    for (const selector of ['.top nav', '.bottom nav', 'form', 'details', '.button'])
      assert.equal(await page.locator(selector).first().isVisible(), false, selector)
    assert.equal(await page.locator('article').first().isVisible(), true)
  })
})

describe("The owner's color", () => {
  const chromium = shareBrowser()
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => endings.push(end) } as unknown as TestContext
  let builder: TestBuilder
  let app: TestApp
  let page: Page

  before(async () => {
    builder = await startBuilder(context)
    const owner_reply = { text: 'Thanks', date: '2026-03-15' }
    await builder.take([row({ text: 'Rosa was on time.', owner_reply })])
    app = await startTestApp(context)
    app.show(await builder.build())
    page = (await visit(context, chromium.browser, app.url)).page
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  // `npm run bench look` has every color on every page.
  for (const [place, accent_color] of ACCENT_COLORS.entries()) {
    const path = ACCENTED_PAGES[place % ACCENTED_PAGES.length]!
    it(`The owner's color ${accent_color} is readable on ${path}, in light and dark`, async () => {
      await builder.setBusiness({ ...business, site: { accent_color } })
      app.show(await builder.build())
      await page.goto(app.url + path)
      await loadAxe(page)
      for (const colorScheme of COLOR_SCHEMES) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await findViolations(page, OF_COLORS), [], colorScheme)
      }
    })
  }
})
