import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, it } from 'node:test'
import { HtmlValidate } from 'html-validate'
import type { Page } from 'playwright-core'
import { shareBrowser } from '../kit/browser.ts'
import { business, row } from '../kit/rows.ts'
import { shareService } from '../kit/shared.ts'
import { visit } from '../kit/visit.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One of each kind; `ID` stands for a review. */
const PAGES = [
  '/',
  '/reviews',
  '/reviews?query=heat&rating=5&has_reply=true&since=2020-01-01',
  '/reviews?aspect=pricing&sentiment=negative&max_rating=2',
  '/reviews?mentions_technician=nobody&query=heat',
  '/reviews?rating=9',
  '/reviews/ID',
  '/highlights',
  '/policy',
  '/developers',
  '/developers/api',
  '/developers/agents',
  '/developers/push',
  '/developers/embed',
  '/technicians',
  '/technicians/mike-delgado',
  '/services/furnace_repair',
  '/areas/port_ansel',
  '/aspects/pricing',
  '/embed',
  '/embed/reviews',
  '/embed/ID',
  '/nowhere',
]

/** Together they show every size and every color scheme. */
const TWO_LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const
const ALL_LOOKS = [
  ...TWO_LOOKS,
  { width: 360, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

/** The pages with most kinds of elements get every look; size and color hardly depend on each other elsewhere. */
const looksOf = (path: string) => (['/', '/reviews'].includes(path) ? ALL_LOOKS : TWO_LOOKS)

/** The rules whose result depends on the color scheme; the others depend on the size at most. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

/** Through the debugger's door: the page itself lets no foreign script in. */
async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  const options = rules ? { runOnly: { type: 'rule', values: rules } } : {}
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[]
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

const widthOf = (page: Page) => page.evaluate('document.documentElement.scrollWidth') as Promise<number>

describe('every kind of page', () => {
  const shared = shareService({ business: null })
  const chromium = shareBrowser()
  const endings: (() => unknown)[] = []
  const context = { after: (end?: unknown) => void endings.push(end as () => unknown) }
  let id: string
  const urlOf = (path: string) => shared.url + path.replace('ID', id)

  before(async () => {
    id = (await shared.client.get('/api/reviews/search?limit=1')).json.reviews[0].id
  })
  after(async () => {
    for (const end of endings) await end()
  })

  for (const path of PAGES)
    it(`${path} is accessible to everyone, on small and large screens, in light and dark`, async t => {
      const { page, requests } = await visit(t, chromium.browser, urlOf(path))
      await page.evaluate(axe)
      for (const [number, { width, colorScheme }] of looksOf(path).entries()) {
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme })
        const violations = await findViolations(page, number < TWO_LOOKS.length ? undefined : OF_COLORS)
        assert.deepEqual(violations, [], `${width} ${colorScheme}`)
        assert.ok((await widthOf(page)) <= width, `${width} ${colorScheme}: wider than the screen`)
      }
      for (const url of requests) assert.ok(url.startsWith(shared.url), url)
    })

  for (const path of [
    '/',
    '/reviews',
    '/highlights',
    '/technicians',
    '/technicians/mike-delgado',
    '/developers',
    '/developers/api',
    '/embed',
  ])
    it(`${path} is no wider than a small screen with text twice as large`, async t => {
      const { page } = await visit(t, chromium.browser, urlOf(path))
      for (const width of [320, 360, 768]) {
        await page.setViewportSize({ width, height: 800 })
        for (const size of ['100%', '200%']) {
          await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
          assert.ok((await widthOf(page)) <= width, `${width} at ${size}: ${await widthOf(page)}`)
        }
      }
    })

  it('The home page has facts and trust below the text on a phone, and beside it on a desktop', async () => {
    const { page } = await visit(context, chromium.browser, urlOf('/'))
    const boxOf = async (selector: string) => (await page.locator(selector).boundingBox())!
    await page.setViewportSize({ width: 390, height: 844 })
    assert.ok((await boxOf('.rail')).y > (await boxOf('#newest')).y)
    await page.setViewportSize({ width: 1280, height: 800 })
    const hero = await boxOf('.hero')
    assert.ok((await boxOf('.rail')).x > hero.x + hero.width)
    assert.ok((await boxOf('.rail')).y < hero.y + hero.height)
  })

  it('The chart has month labels that do not overlap', async () => {
    const { page } = await visit(context, chromium.browser, urlOf('/'))
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
    const { page } = await visit(context, chromium.browser, urlOf('/'))
    await page.emulateMedia({ media: 'print' })
    for (const selector of ['.top nav', '.bottom nav', 'form', 'details', '.button'])
      assert.equal(await page.locator(selector).first().isVisible(), false, selector)
    assert.equal(await page.locator('article').first().isVisible(), true)
  })
})

describe("The owner's color", () => {
  const chromium = shareBrowser()

  for (const accent_color of ['#ffff00', '#000000', '#ffffff', '#7f7f7f']) {
    describe(accent_color, () => {
      const shared = shareService({
        business: { ...business, site: { accent_color } },
        rows: [row({ text: 'Rosa was on time.', owner_reply: { text: 'Thanks', date: '2026-03-15' } })],
      })

      for (const path of ['/', '/reviews?rating=5', '/embed/reviews'])
        it(`The owner's color ${accent_color} is readable on ${path}, in light and dark`, async t => {
          const { page } = await visit(t, chromium.browser, shared.url + path)
          await page.evaluate(axe)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            assert.deepEqual(await findViolations(page), [], colorScheme)
          }
        })
    })
  }
})
