/** Checks a page of the desk as people with assistive technology or a small screen meet it. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findViolations, type Look, loadAxe, OF_COLORS, show, widthOf } from './look.ts'

export async function assertAccessible(page: Page): Promise<void> {
  await loadAxe(page)
  assert.deepEqual(await findViolations(page), [], page.url())
  await assertFits(page)
}

/** The same page in two looks: the second time, only what depends on the look. */
export async function assertAccessibleIn(
  page: Page,
  [look, other]: [DeskLook, DeskLook],
): Promise<void> {
  await show(page, look)
  await assertAccessible(page)
  await show(page, other)
  assert.deepEqual(await findViolations(page, OF_COLORS), [], page.url())
  await assertFits(page)
}

export type DeskLook = Pick<Look, 'width' | 'colorScheme'>

async function assertFits(page: Page): Promise<void> {
  const { width } = page.viewportSize()!
  assert.ok((await widthOf(page)) <= width, `${page.url()} is wider than the screen`)
}
