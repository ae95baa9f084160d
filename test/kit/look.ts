/** What every kind of page must be in every look: free of axe violations, and no wider than the screen. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { LocaleTag } from '../../src/model/scalars.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** One of each kind; `ID` stands for a review. */
export const PAGES = [
  '/',
  '/reviews',
  '/reviews?words=heet&rating=5&has_reply=true&since=2020-01-01',
  '/reviews?aspect=pricing&sentiment=negative&max_rating=2',
  '/reviews?mentions_technician=nobody&words=heat',
  '/reviews?words=furnce',
  '/reviews?rating=9',
  '/reviews/ID',
  '/highlights',
  '/policy',
  '/developers',
  '/developers/api',
  '/developers/agents',
  '/developers/push',
  '/developers/embed',
  '/technicians',
  '/technicians/mike-delgado',
  '/services/furnace_repair',
  '/areas/port_ansel',
  '/aspects/pricing',
  '/embed',
  '/review-us',
  '/review-us/card',
  '/embed/reviews',
  '/embed/ID',
  '/nowhere',
]

/** Colors that an owner could choose, and pages that have all that takes them. */
export const ACCENT_COLORS = ['#ffff00', '#000000', '#ffffff', '#7f7f7f']
export const ACCENTED_PAGES = ['/', '/reviews?rating=5', '/embed/reviews']

/** Those with the most folded parts. */
export const FOLDED_PAGES = PAGES.filter(path => /^\/developers|^\/embed$/.test(path))

export interface Look {
  locale: LocaleTag
  width: number
  colorScheme: 'light' | 'dark'
}

export const LOCALES = LocaleTag.options
export const WIDTHS = [360, 390, 1280]
export const COLOR_SCHEMES = ['light', 'dark'] as const

export const ALL_LOOKS: Look[] = LOCALES.flatMap(locale =>
  WIDTHS.flatMap(width => COLOR_SCHEMES.map(colorScheme => ({ locale, width, colorScheme }))),
)

/** Half of them: every language on every screen, every language and every screen in light and dark. */
export const PAIRWISE_LOOKS: Look[] = LOCALES.flatMap((locale, place) =>
  WIDTHS.map((width, screen) => ({
    locale,
    width,
    colorScheme: (place + screen) % 2 === 0 ? 'light' : 'dark',
  })),
)

export const nameOf = ({ locale, width, colorScheme }: Look) =>
  `${locale}, ${width} px, ${colorScheme}`

/** Through the debugger's door: the page itself lets no foreign script in. */
export const loadAxe = (page: Page) => page.evaluate(axe)

export async function show(
  page: Page,
  { width, colorScheme }: Pick<Look, 'width' | 'colorScheme'>,
) {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme })
}

/** The rules whose result depends on the color scheme; the others depend on the size at most. */
export const OF_COLORS = ['color-contrast', 'link-in-text-block']

interface Violation {
  id: string
  nodes: { html: string; failureSummary: string }[]
}

export async function findViolations(
  page: Page,
  rules?: string[],
  withTargets = false,
): Promise<string[]> {
  const options = {
    resultTypes: ['violations'],
    // It is off by default.
    ...(withTargets && { rules: { 'target-size': { enabled: true } } }),
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[]
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  )
}

/** All that is folded, except what is one of several tabs. */
export const unfold = (page: Page) =>
  page.evaluate(
    `for (const fold of document.querySelectorAll('details:not([name])')) fold.open = true`,
  )

export const widthOf = (page: Page) =>
  page.evaluate('document.documentElement.scrollWidth') as Promise<number>
