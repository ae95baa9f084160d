/** What surrounds every page of the desk. */
import { type Html, html, renderDocument } from '../../site/base/markup.ts'
import type { DeskVisit } from './desk-context.ts'
import type { DeskNotice } from './desk-sessions.ts'

export interface DeskPage {
  title: string
  /** The section it belongs to. */
  path: string
  content: Html
  /** Loads the script for live previews and dropped files. */
  hasScript?: boolean
}

export const DESK_CSS_PATH = '/desk.css'
export const DESK_SCRIPT_PATH = '/desk.js'

const SECTIONS: [path: string, name: string][] = [
  ['/', 'Inbox'],
  ['/import', 'Import'],
  ['/people', 'People'],
  ['/removal', 'Removal'],
  ['/business', 'Business'],
  ['/status', 'Status'],
]

/** For those who signed in at the public address. */
const ACCESS: [path: string, name: string] = ['/access', 'Access']

/** Renders a page with what the last action did, which is told once. */
export function renderDeskPage({ business, baseUrl, session }: DeskVisit, page: DeskPage): string {
  const { notice } = session
  session.notice = null
  const name = business?.name ?? 'Firsthand'
  return frame(
    `${page.title} – ${name}, desk`,
    html`<header>
<div class="top">
<p class="brand">${name}<span class="muted"> Desk</span></p>
<nav aria-label="Desk"><ul>
${(session.remote ? [...SECTIONS, ACCESS] : SECTIONS).map(([path, text]) => html`<li><a href="${path}"${path === page.path ? html` aria-current="page"` : ''}>${text}</a></li>\n`)}</ul></nav>
</div>
</header>
<main id="main" class="desk" tabindex="-1">
${notice ? renderNotice(notice) : ''}
<h1>${page.title}</h1>
${page.content}
</main>
<footer class="bottom"><p class="muted">${session.remote ? `You are signed in as ${session.remote.user_name}.` : 'Only you see this page.'} What everyone sees: <a href="${baseUrl}" rel="noreferrer">${baseUrl}</a></p></footer>`,
    page.hasScript,
  )
}

/** Renders a page without navigation, for someone who has not opened the desk. */
export const renderPlainPage = (title: string, content: Html, hasScript = false): string =>
  frame(
    title,
    html`<main id="main" class="desk" tabindex="-1">\n<h1>${title}</h1>\n${content}\n</main>`,
    hasScript,
  )

const frame = (title: string, body: Html, hasScript = false) =>
  renderDocument(
    'en',
    html`<title>${title}</title>
<link rel="stylesheet" href="${DESK_CSS_PATH}">${hasScript ? html`\n<script type="module" src="${DESK_SCRIPT_PATH}"></script>` : ''}`,
    html`<a class="skip" href="#main">Skip to content</a>
${body}`,
  )

export const renderNotice = ({ kind, text }: DeskNotice): Html =>
  html`<div class="${kind === 'done' ? 'passed' : 'failed'}" role="${kind === 'done' ? 'status' : 'alert'}"><p class="text">${text}</p></div>`
