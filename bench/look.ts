/** Every kind of page in every language, on three screens, in light and dark: free of axe violations, and no wider than the screen. */
import type { TestContext } from 'node:test'
import { openBrowser } from '../test/kit/browser.ts'
import { startDemoSites } from '../test/kit/demo-site.ts'
import {
  ALL_LOOKS,
  findViolations,
  LOCALES,
  loadAxe,
  nameOf,
  PAGES,
  show,
  widthOf,
} from '../test/kit/look.ts'
import { readJson } from '../test/kit/snapshot-builder.ts'
import { visit } from '../test/kit/visit.ts'
import { printTable } from './table.ts'

export async function benchLook(): Promise<void> {
  const endings: (() => unknown)[] = []
  const context = { after: (end: () => unknown) => void endings.unshift(end) } as unknown as TestContext
  try {
    const browser = await openBrowser(context)
    const sites = await startDemoSites(context, LOCALES)
    const faults: string[][] = []
    for (const locale of LOCALES) {
      const { url, snapshot } = sites.get(locale)!
      const { id } = readJson(snapshot, '/reviews.json').reviews[0]
      for (const path of PAGES) {
        const { page } = await visit(context, browser, url + path.replace('ID', id))
        await loadAxe(page)
        for (const look of ALL_LOOKS.filter(one => one.locale === locale)) {
          await show(page, look)
          const width = await widthOf(page)
          if (width > look.width) faults.push([path, nameOf(look), `${width} px wide`])
          for (const violation of await findViolations(page))
            faults.push([path, nameOf(look), violation.replaceAll(/\s+/g, ' ')])
        }
        await page.context().close()
      }
    }
    const looks = PAGES.length * ALL_LOOKS.length
    printTable(
      `Faults on ${PAGES.length} pages in ${looks} looks (goal: none)`,
      ['page', 'look', 'fault'],
      faults,
    )
    if (faults.length > 0) process.exitCode = 1
  } finally {
    for (const end of endings) await end()
  }
}
