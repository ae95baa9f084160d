/** What surrounds each page of the guide for developers: the menu, the title, the chapters. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Html } from '../base/page-context.ts'
import { renderScript } from '../base/scripts.ts'
import type { Page } from '../parts/page-frame.ts'
import { GUIDE, GUIDE_LANGUAGE } from './guide-words.ts'

export const GUIDE_PATHS = {
  quickstart: '/developers',
  api: '/developers/api',
  agents: '/developers/agents',
  push: '/developers/push',
  embed: '/developers/embed',
} as const
export type GuidePage = keyof typeof GUIDE_PATHS

const PAGES = Object.keys(GUIDE_PATHS) as GuidePage[]

export interface Chapter {
  anchor: string
  title: string
  content: Html
  /** Parts of it that the menu lists too. */
  parts?: { anchor: string; title: string }[]
}

export function guidePage(
  context: RenderContext,
  page: GuidePage,
  { title, intro, chapters }: { title: string; intro: Html; chapters: Chapter[] },
): Page {
  const { say, words } = localeOf(context.locale)
  const values = { business: context.business.name }
  return {
    path: GUIDE_PATHS[page],
    title: say(words.developers.titles[page], values),
    description: say(words.developers.descriptions[page], values),
    head: renderScript('try-it'),
    content: html`<div class="guide" lang="${GUIDE_LANGUAGE}" data-words="${JSON.stringify(GUIDE.script)}">
${renderMenu(page, chapters)}
<div class="chapters">
<h1>${title}</h1>
${intro}
${chapters.map(renderChapter)}</div>
</div>`,
  }
}

const renderChapter = ({
  anchor,
  title,
  content,
}: Chapter): Html => html`<section class="chapter" aria-labelledby="${anchor}">
<h2 id="${anchor}">${title}</h2>
${content}
</section>
`

/** Beside the text on wide screens, folded above it on small ones. */
const renderMenu = (
  current: GuidePage,
  chapters: Chapter[],
): Html => html`<nav class="guide-menu" aria-label="${GUIDE.menu}">
<details><summary>${GUIDE.menu}: ${GUIDE.pages[current]}</summary>
<ul>
${PAGES.map(
  page =>
    html`<li><a href="${GUIDE_PATHS[page]}"${page === current ? html` aria-current="page"` : ''}>${GUIDE.pages[page]}</a>${page === current ? renderChapterList(chapters) : ''}</li>\n`,
)}</ul>
</details>
</nav>`

const renderChapterList = (chapters: Pick<Chapter, 'anchor' | 'title' | 'parts'>[]): Html => html`
<ul>
${chapters.map(
  ({ anchor, title, parts = [] }) =>
    html`<li><a href="#${anchor}">${title}</a>${parts.length > 0 ? renderChapterList(parts) : ''}</li>\n`,
)}</ul>`
