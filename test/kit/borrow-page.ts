/** Windows of a browser that tests use one after the other: to open one costs more than most of what tests do in it. */
import type { TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Those of tests that ended, by the options that cannot be changed later. */
const idle = new WeakMap<Browser, Map<string, Page[]>>()

const SIZE = { width: 1280, height: 720 }

/** A window like a new one. A test removes the init scripts and debugger's sessions that it adds. */
export async function borrowPage(
  t: Pick<TestContext, 'after'>,
  browser: Browser,
  {
    viewport = SIZE,
    colorScheme = 'light',
    reducedMotion = 'no-preference',
    ...options
  }: WindowOptions = {},
): Promise<Page> {
  const pages = idleOf(browser, JSON.stringify(options))
  const page = pages.pop() ?? (await (await browser.newContext({ ...options, viewport })).newPage())
  t.after(async () => {
    if (browser.isConnected()) pages.push(await clean(page))
  })
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme, reducedMotion })
  return page
}

export type WindowOptions = Omit<BrowserContextOptions, 'viewport'> & { viewport?: typeof SIZE }

function idleOf(browser: Browser, options: string): Page[] {
  const byOptions = idle.get(browser) ?? new Map<string, Page[]>()
  idle.set(browser, byOptions)
  const pages = byOptions.get(options) ?? []
  byOptions.set(options, pages)
  return pages
}

const EVENTS = ['console', 'dialog', 'filechooser', 'pageerror', 'request', 'response'] as const

/** Forgets what the test did: what it watched, changed and stored, and what the browser has loaded. */
async function clean(page: Page): Promise<Page> {
  for (const event of EVENTS) page.removeAllListeners(event)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const context = page.context()
  for (const other of context.pages()) if (other !== page) await other.close()
  const { origin } = new URL(page.url())
  await leave(page)
  await context.clearCookies()
  const session = await context.newCDPSession(page)
  if (origin !== 'null')
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await session.send('Network.clearBrowserCache')
  await session.detach()
  return page
}

/** From within the page, so that the browser needs no new process for the empty page, and another for the next one. */
async function leave(page: Page): Promise<void> {
  if (page.url() === 'about:blank') return
  await page.evaluate(`location.replace('about:blank')`)
  await page.waitForURL('about:blank')
}
