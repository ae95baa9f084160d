/** What surrounds each page of the guide for developers: the menu, the title, the chapters. */
import { localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import type { Page } from '../parts/page-frame.ts'
import { fillIn, type GuideValues, readGuideText } from './guide-text.ts'

export const GUIDE_PATHS = {
  quickstart: '/developers',
  api: '/developers/api',
  agents: '/developers/agents',
  push: '/developers/push',
  embed: '/developers/embed',
} as const
type GuidePage = keyof typeof GUIDE_PATHS

const PAGES = Object.keys(GUIDE_PATHS) as GuidePage[]

const NAMES: Record<GuidePage, string> = {
  quickstart: 'Quickstart',
  api: 'API',
  agents: 'AI agents',
  push: 'Feeds and push',
  embed: 'Widget and badge',
}

/** What src/site/browser/try-it.ts says. */
const SCRIPT_WORDS = {
  copy: 'Copy',
  copyThis: 'Copy: {example}',
  copied: 'Copied',
  waiting: 'Waiting for the response …',
  unanswered: 'No response. Check the address and your connection.',
  received: 'in {duration} ms, {size} bytes',
  binary: 'Binary data is not shown.',
  cut: 'Cut here: {count} more characters.',
  responseBody: 'Response body',
}

/** A chapter or a part of one, as the menu lists it. */
interface Entry {
  anchor: string
  title: string
  parts?: Entry[]
}

/** `parts` are listed in the menu too, by the anchor of their chapter. The guide is in English in every language. */
export function guidePage(
  context: RenderContext,
  page: GuidePage,
  values: GuideValues,
  parts: Record<string, Entry[]> = {},
): Page {
  const { say, words } = localeOf(context.locale)
  const { title, intro, chapters } = readGuideText(page)
  const filled = { base: context.baseUrl, ...values }
  const entries = chapters.map(({ anchor, title }) => ({ anchor, title, parts: parts[anchor] ?? [] }))
  return {
    path: GUIDE_PATHS[page],
    title: say(words.developers.titles[page], { business: context.business.name }),
    description: say(words.developers.descriptions[page], { business: context.business.name }),
    head: renderScript('try-it'),
    content: html`<div class="guide" lang="en" data-words="${JSON.stringify(SCRIPT_WORDS)}">
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
const renderMenu = (
  current: GuidePage,
  chapters: Entry[],
): Html => html`<nav class="guide-menu" aria-label="Developer guide">
<details><summary>Developer guide: ${NAMES[current]}</summary>
<ul>
${PAGES.map(
  page =>
    html`<li><a href="${GUIDE_PATHS[page]}"${page === current ? html` aria-current="page"` : ''}>${NAMES[page]}</a>${page === current ? renderChapterList(chapters) : ''}</li>\n`,
)}</ul>
</details>
</nav>`

const renderChapterList = (chapters: Entry[]): Html => html`
<ul>
${chapters.map(
  ({ anchor, title, parts = [] }) =>
    html`<li><a href="#${anchor}">${title}</a>${parts.length > 0 ? renderChapterList(parts) : ''}</li>\n`,
)}</ul>`
