/** What a browser on a slow machine with a small screen measures of a page. */
import type { TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { visit } from './visit.ts'

export interface Paint {
  /** Milliseconds to the largest contentful paint. */
  lcp: number
  /** The cumulative layout shift. */
  cls: number
}

const SLOWED = 4

/** It is there before the page is. */
const WATCH = `window.seen = { lcp: 0, cls: 0 }
new PerformanceObserver(list => { for (const entry of list.getEntries()) seen.lcp = entry.startTime })
  .observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value })
  .observe({ type: 'layout-shift', buffered: true })`

export async function measure(t: Pick<TestContext, 'after'>, browser: Browser, url: string): Promise<Paint> {
  const { page } = await visit(t, browser, 'about:blank', { viewport: { width: 360, height: 740 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await page.addInitScript(WATCH)
  await page.goto(url, { waitUntil: 'networkidle' })
  return (await page.evaluate('seen')) as Paint
}
