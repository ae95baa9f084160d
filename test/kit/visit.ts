/** Opens pages in a real browser and records what goes wrong on them. */
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { borrowPage, type WindowOptions } from './borrow-page.ts'

export interface Visit {
  page: Page
  /** Script errors and what the Content-Security-Policy blocked. */
  complaints: string[]
  /** The URLs of all requests, in order. */
  requests: string[]
}

export async function visit(
  t: Pick<TestContext, 'after'>,
  browser: Browser,
  url: string,
  options: WindowOptions = {},
): Promise<Visit> {
  const page = await borrowPage(t, browser, options)
  const complaints: string[] = []
  const requests: string[] = []
  page.on('pageerror', error => void complaints.push(String(error)))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', request => void requests.push(request.url()))
  await page.goto(url)
  return { page, complaints, requests }
}
