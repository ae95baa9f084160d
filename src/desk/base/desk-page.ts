/** What surrounds every page of the desk, and how routes respond: with a page, or with a redirect and a notice for the next page. */
import type { Hono } from 'hono'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { KnownReview } from '../../model/record.ts'
import { type Html, html, renderDocument } from '../../site/base/markup.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import type { DeskEnv, DeskRequestContext, DeskVisit } from './desk-context.ts'
import { deskReviewPath } from './desk-parts.ts'
import type { DeskNotice } from './desk-sessions.ts'
import deskWords from './desk-words.json' with { type: 'json' }

interface DeskPage {
  title: string
  /** The section it belongs to. */
  path: string
  content: Html
  /** Loads the script for live previews and dropped files. */
  hasScript?: boolean
}

export const DESK_CSS_PATH = '/desk.css'
export const DESK_SCRIPT_PATH = '/desk.js'

const SECTIONS = Object.entries(deskWords.sections)

/** Renders a page with what the last action did, which is told once. */
function renderDeskPage({ business, baseUrl, session }: DeskVisit, page: DeskPage): string {
  const { notice } = session
  session.notice = null
  const name = business?.name ?? 'Firsthand'
  // Who may come in is for those who signed in at the public address.
  const sections = session.remote ? SECTIONS : SECTIONS.filter(([path]) => path !== '/access')
  return frame(
    `${page.title} – ${name}, desk`,
    html`<header>
<div class="top">
<p class="brand">${name}<span class="muted"> Desk</span></p>
<nav aria-label="Desk"><ul>
${sections.map(([path, text]) => html`<li><a href="${path}"${path === page.path ? html` aria-current="page"` : ''}>${text}</a></li>\n`)}</ul></nav>
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

export async function showPage(
  context: DeskRequestContext,
  page: DeskPage,
  status: 200 | 400 | 403 | 404 | 413 = 200,
): Promise<Response> {
  return context.html(renderDeskPage(context.get('visit'), page), status)
}

/** Redirects after a form was sent, so that reloading the next page sends nothing again. */
export function goTo(
  context: DeskRequestContext,
  path: string,
  text?: string,
  kind: DeskNotice['kind'] = 'done',
): Response {
  if (text !== undefined) context.get('visit').session.notice = { kind, text }
  return context.redirect(path, 303)
}

/** Does what a form asks for. The page that it came from tells what is wrong with it. */
export async function orShowProblem(
  context: DeskRequestContext,
  back: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreProblem || error instanceof FileProblem)) throw error
    return goTo(context, back, error.message, 'problem')
  }
}

const REVIEW_PATH = '/reviews/:id{[0-7][0-9A-HJKMNP-TV-Z]{25}}'

export type AboutReview = (
  context: DeskRequestContext,
  review: KnownReview,
  visit: DeskVisit,
) => Promise<Response> | Response

/** Adds a page about one review. */
export const addReviewPage = (app: Hono<DeskEnv>, show: AboutReview) =>
  app.get(REVIEW_PATH, context => findReviewOr404(context, show))

/** Adds a form about one review, which leads back to the page of the review or a part of it. */
export const addReviewAction = (
  app: Hono<DeskEnv>,
  action: string,
  part: string,
  work: AboutReview,
) =>
  app.post(`${REVIEW_PATH}/${action}`, context =>
    findReviewOr404(context, (_, review, visit) =>
      orShowProblem(context, deskReviewPath(review.id) + part, async () =>
        work(context, review, visit),
      ),
    ),
  )

async function findReviewOr404(context: DeskRequestContext, show: AboutReview): Promise<Response> {
  const visit = context.get('visit')
  const review = await visit.store.find(context.req.param('id') ?? '')
  return review ? await show(context, review, visit) : await notFound(context)
}

export const notFound = (context: DeskRequestContext) =>
  showPage(
    context,
    { title: 'Page not found', path: '', content: html`<p>The link may be old or mistyped.</p>` },
    404,
  )
