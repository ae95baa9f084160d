/** Paint metrics of a page in a browser with a small screen on a slow machine. */
import type { TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { until } from './service.ts'
import { visit } from './visit.ts'

export interface Paint {
  /** Milliseconds to the largest contentful paint. */
  lcp: number
  /** The cumulative layout shift. */
  cls: number
}

const CPU_SLOWDOWN = 4

/** Runs before the page loads. */
export const WATCH_PAINT = `window.seen = { lcp: 0, cls: 0 }
new PerformanceObserver(list => { for (const entry of list.getEntries()) seen.lcp = entry.startTime })
  .observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.cls += entry.value })
  .observe({ type: 'layout-shift', buffered: true })`

export async function measure(
  t: Pick<TestContext, 'after'>,
  browser: Browser,
  url: string,
): Promise<Paint> {
  const { page } = await visit(t, browser, 'about:blank', { viewport: { width: 360, height: 740 } })
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await using _watching = await page.addInitScript(WATCH_PAINT)
  await page.goto(url, { waitUntil: 'networkidle' })
  // On a busy machine the network can be idle before the first paint.
  await until(async () => Boolean(await page.evaluate('seen.lcp > 0')))
  const paint = (await page.evaluate('seen')) as Paint
  // With it ends the slowdown.
  await session.detach()
  return paint
}
