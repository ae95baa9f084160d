/** What surrounds each page of the guide for developers: the menu, the title, the chapters. */
import { localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import type { Page } from '../parts/page-frame.ts'
import guide from './guide.json' with { type: 'json' }
import { fillIn, type GuideValues, readGuideText } from './guide-text.ts'

export const GUIDE_PAGES = guide.pages
type GuidePage = keyof typeof GUIDE_PAGES

/** A chapter or a part of one, as the menu lists it. */
interface Entry {
  anchor: string
  title: string
  parts?: Entry[]
}

/**
 * The groups of endpoints are listed in the menu too, under their chapter. The guide is in English in every language, and so is what its
 * script says.
 */
export function guidePage(
  context: RenderContext,
  page: GuidePage,
  values: GuideValues,
  endpoints: Entry[] = [],
): Page {
  const { say, words } = localeOf(context.locale)
  const { title, intro, chapters } = readGuideText(page)
  const filled = { base: context.baseUrl, ...values }
  const entries = chapters.map(({ anchor, title }) => ({
    anchor,
    title,
    parts: anchor === 'endpoints' ? endpoints : [],
  }))
  return {
    path: GUIDE_PAGES[page].path,
    title: say(words.developers.titles[page], { business: context.business.name }),
    description: say(words.developers.descriptions[page], { business: context.business.name }),
    head: renderScript('try-it'),
    content: html`<div class="guide" lang="en" data-words="${JSON.stringify(guide.scriptWords)}">
${renderMenu(page, entries)}
<div class="chapters">
<h1>${title}</h1>
${fillIn(intro, filled)}
${chapters.map(
  ({ anchor, title, content }) => html`<section class="chapter" aria-labelledby="${anchor}">
<h2 id="${anchor}">${title}</h2>
${fillIn(content, filled)}
</section>
`,
)}</div>
</div>`,
  }
}

/** Beside the text on wide screens, folded above it on small ones. */
const renderMenu = (current: GuidePage, chapters: Entry[]): Html =>
  html`<nav class="guide-menu" aria-label="Developer guide">
<details><summary>Developer guide: ${GUIDE_PAGES[current].name}</summary>
<ul>
${Object.entries(GUIDE_PAGES).map(
  ([page, { path, name }]) =>
    html`<li><a href="${path}"${page === current ? html` aria-current="page"` : ''}>${name}</a>${page === current ? renderChapterList(chapters) : ''}</li>\n`,
)}</ul>
</details>
</nav>`

const renderChapterList = (chapters: Entry[]): Html => html`
<ul>
${chapters.map(
  ({ anchor, title, parts = [] }) =>
    html`<li><a href="#${anchor}">${title}</a>${parts.length > 0 ? renderChapterList(parts) : ''}</li>\n`,
)}</ul>`
