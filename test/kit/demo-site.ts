/** The demo's business and reviews on a site in any language, with the Snapshot that it shows. */
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { LocaleTag } from '../../src/model/scalars.ts'
import type { Snapshot } from '../../src/publish/snapshot.ts'
import { startTestApp } from './app.ts'
import { startBuilder, type TestBuilder } from './snapshot-builder.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test names the field it wants
const readDemo = (name: string): any =>
  JSON.parse(readFileSync(new URL(`../../demo/${name}.json`, import.meta.url), 'utf8'))

export const demoBusiness = readDemo('business')

export async function startDemoBuilder(t: TestContext, business: unknown): Promise<TestBuilder> {
  const builder = await startBuilder(t, business)
  for (const name of ['reviews', 'edits']) await builder.take(readDemo(name).reviews)
  return builder
}

export interface DemoSite {
  url: string
  snapshot: Snapshot
}

/** One site per language. Only the first takes long: reviews are read once. */
export async function startDemoSites(
  t: TestContext,
  locales: readonly LocaleTag[],
): Promise<Map<LocaleTag, DemoSite>> {
  const builder = await startDemoBuilder(t, demoBusiness)
  const sites = new Map<LocaleTag, DemoSite>()
  for (const locale of locales) {
    await builder.setBusiness({ ...demoBusiness, locale })
    const snapshot = await builder.build()
    const { url, show } = await startTestApp(t)
    show(snapshot)
    sites.set(locale, { url, snapshot })
  }
  return sites
}
