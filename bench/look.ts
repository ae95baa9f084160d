/** Every kind of page in every language, on three screens, in light and dark: free of axe violations, as wide as the screen, and at rest. */
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestApp } from '../test/kit/app.ts'
import { openBrowser } from '../test/kit/browser.ts'
import { startDemoSites } from '../test/kit/demo-site.ts'
import {
  ACCENT_COLORS,
  ACCENTED_PAGES,
  ALL_LOOKS,
  COLOR_SCHEMES,
  FOLDED_PAGES,
  findViolations,
  LOCALES,
  loadAxe,
  OF_COLORS,
  PAGES,
  show,
  unfold,
  WIDTHS,
  widthOf,
} from '../test/kit/look.ts'
import { WATCH_PAINT } from '../test/kit/paint.ts'
import { business, row } from '../test/kit/rows.ts'
import { readJson, startBuilder } from '../test/kit/snapshot-builder.ts'
import { printTable } from './table.ts'

const MOST_SHIFT = 0.02

type Fault = [page: string, look: string, fault: string]

export async function benchLook(): Promise<void> {
  const endings: (() => unknown)[] = []
  const context = {
    after: (end: () => unknown) => void endings.unshift(end),
  } as unknown as TestContext
  try {
    const browser = await openBrowser(context)
    const page = await (await browser.newContext()).newPage()
    await page.addInitScript(WATCH_PAINT)
    const sites = await startDemoSites(context, LOCALES)
    const faults: Fault[] = []
    let mostShift = 0
    for (const locale of LOCALES) {
      const { url, snapshot } = sites.get(locale)!
      const { id } = readJson(snapshot, '/reviews.json').reviews[0]
      for (const path of PAGES)
        for (const width of WIDTHS) {
          const note = (fault: string) => void faults.push([path, `${locale}, ${width} px`, fault])
          const shift = await checkPage(page, url + path.replace('ID', id), width, note)
          mostShift = Math.max(mostShift, shift)
          if (locale === 'en-US' && FOLDED_PAGES.includes(path)) await checkUnfolded(page, note)
          if (width === WIDTHS.at(-1)) await checkWidths(page, note)
        }
    }
    await checkAccents(
      context,
      page,
      (path, color, fault) => void faults.push([path, color, fault]),
    )
    printTable(
      `Faults on ${PAGES.length} pages in ${ALL_LOOKS.length} looks; the largest layout shift is ${mostShift.toFixed(4)} (goals: none, ${MOST_SHIFT})`,
      ['page', 'look', 'fault'],
      faults,
    )
    if (faults.length > 0) process.exitCode = 1
  } finally {
    for (const end of endings) await end()
  }
}

type Note = (fault: string) => void

/** Gives the layout shift. */
async function checkPage(page: Page, url: string, width: number, note: Note): Promise<number> {
  await show(page, { width, colorScheme: 'light' })
  await page.goto(url, { waitUntil: 'networkidle' })
  const shift = (await page.evaluate('seen.cls')) as number
  if (shift > MOST_SHIFT) note(`shifts by ${shift.toFixed(4)}`)
  await loadAxe(page)
  for (const colorScheme of COLOR_SCHEMES) {
    await show(page, { width, colorScheme })
    // What does not depend on colors is the same in dark.
    for (const violation of await findViolations(
      page,
      colorScheme === 'dark' ? OF_COLORS : undefined,
    ))
      note(`${colorScheme}: ${violation.replaceAll(/\s+/g, ' ')}`)
  }
  return shift
}

/** The guide is in English in every language. */
async function checkUnfolded(page: Page, note: Note): Promise<void> {
  await unfold(page)
  for (const violation of await findViolations(page, undefined, true))
    note(`unfolded: ${violation.replaceAll(/\s+/g, ' ')}`)
}

/** Every color that an owner could choose, in light and dark. */
async function checkAccents(
  context: TestContext,
  page: Page,
  note: (path: string, color: string, fault: string) => void,
): Promise<void> {
  const builder = await startBuilder(context)
  const owner_reply = { text: 'Thanks', date: '2026-03-15' }
  await builder.take([row({ text: 'Rosa was on time.', owner_reply })])
  const app = await startTestApp(context)
  for (const accent_color of ACCENT_COLORS) {
    await builder.setBusiness({ ...business, site: { accent_color } })
    app.show(await builder.build())
    for (const path of ACCENTED_PAGES) {
      await page.goto(app.url + path)
      await loadAxe(page)
      for (const colorScheme of COLOR_SCHEMES) {
        await page.emulateMedia({ colorScheme })
        for (const violation of await findViolations(page, OF_COLORS))
          note(path, `${accent_color}, ${colorScheme}`, violation.replaceAll(/\s+/g, ' '))
      }
    }
  }
}

/** With text twice as large, too. */
async function checkWidths(page: Page, note: Note): Promise<void> {
  for (const width of [320, ...WIDTHS, 768]) {
    await page.setViewportSize({ width, height: 800 })
    for (const size of ['100%', '200%']) {
      await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
      const actual = await widthOf(page)
      if (actual > width) note(`${actual} px wide on ${width} with text of ${size}`)
    }
  }
}
