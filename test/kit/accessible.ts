/** Checks a page of the desk as people with assistive technology or a small screen meet it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The window must bypass the policy of the page (`bypassCSP`). */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  const violations = await page.evaluate(
    // @ts-expect-error axe exists in the page only
    async () => (await axe.run()).violations.map(({ id, nodes }) => `${id} ${nodes[0].html}`),
  )
  assert.deepEqual(violations, [], page.url())
  // @ts-expect-error the window exists in the page only
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.ok(overflow <= 0, `${page.url()} is wider than the screen`)
}
