/** How soon pages are painted in a real browser on loopback, with the CPU slowed down four times. */
import type { Browser } from 'playwright-core'
import { openBrowser } from '../test/kit/browser.ts'
import { measure, type Paint } from '../test/kit/paint.ts'
import { makeFolder } from './cleanup.ts'
import { makeDatabase, startServe } from './serve.ts'
import { percentile, printTable } from './table.ts'

const PAGES = [
  '/',
  '/reviews',
  '/reviews?words=the',
  '/highlights',
  '/technicians',
  '/policy',
  '/developers',
  '/embed',
]
const TRIES = 5

export async function benchSite(): Promise<void> {
  const folder = makeFolder()
  const serve = await startServe(folder, await makeDatabase(folder, 2_000))
  const endings: (() => unknown)[] = []
  const context = { after: (end?: unknown) => void endings.unshift(end as () => unknown) }
  try {
    const browser = await openBrowser(context)
    const rows: string[][] = []
    for (const path of PAGES) {
      const paints = []
      for (let attempt = 0; attempt < TRIES; attempt++)
        paints.push(await measureAlone(browser, serve.url + path))
      const times = paints.map(({ lcp }) => lcp)
      const shift = Math.max(...paints.map(({ cls }) => cls))
      rows.push([
        path,
        percentile(times, 0.5).toFixed(0),
        Math.max(...times).toFixed(0),
        shift.toFixed(4),
      ])
    }
    printTable(
      'Largest contentful paint and layout shift, 2,000 reviews, CPU slowed 4 times (goals: 1,000 ms, 0.02)',
      ['page', 'median ms', 'worst ms', 'worst shift'],
      rows,
    )
  } finally {
    for (const end of endings) await end()
    await serve.stop()
  }
}

/** One page at a time: other open pages would affect the measurement. */
async function measureAlone(browser: Browser, url: string): Promise<Paint> {
  const endings: (() => unknown)[] = []
  const paint = await measure(
    { after: end => void endings.push(end as () => unknown) },
    browser,
    url,
  )
  for (const end of endings) await end()
  return paint
}
