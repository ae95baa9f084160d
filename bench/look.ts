/** Every kind of page in every language, on three screens, in light and dark: free of axe violations, as wide as the screen, and at rest. */
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/kit/browser.ts'
import { startDemoSites } from '../test/kit/demo-site.ts'
import {
  ALL_LOOKS,
  COLOR_SCHEMES,
  findViolations,
  LOCALES,
  loadAxe,
  OF_COLORS,
  PAGES,
  show,
  WIDTHS,
  widthOf,
} from '../test/kit/look.ts'
import { WATCH_PAINT } from '../test/kit/paint.ts'
import { readJson } from '../test/kit/snapshot-builder.ts'
import { printTable } from './table.ts'

const MOST_SHIFT = 0.02

type Fault = [page: string, look: string, fault: string]

export async function benchLook(): Promise<void> {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => void endings.unshift(end) } as unknown as TestContext
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
        }
    }
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
    for (const violation of await findViolations(page, colorScheme === 'dark' ? OF_COLORS : undefined))
      note(`${colorScheme}: ${violation.replaceAll(/\s+/g, ' ')}`)
  }
  await checkWidth(page, width, note)
  return shift
}

/** With text twice as large, too. */
async function checkWidth(page: Page, width: number, note: Note): Promise<void> {
  for (const size of ['100%', '200%']) {
    await page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
    const actual = await widthOf(page)
    if (actual > width) note(`${actual} px wide with text of ${size}`)
  }
}
