/** How routes respond: with a page in the desk's frame, or with a redirect and a notice for the next page. */
import type { Hono } from 'hono'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { KnownReview } from '../../model/record.ts'
import { html } from '../../site/base/markup.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import type { DeskEnv, DeskRequestContext, DeskVisit } from './desk-context.ts'
import { type DeskPage, renderDeskPage } from './desk-page.ts'
import { deskReviewPath } from './desk-parts.ts'
import type { DeskNotice } from './desk-sessions.ts'

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
export const addReviewAction = (app: Hono<DeskEnv>, action: string, work: AboutReview, part = '') =>
  app.post(`${REVIEW_PATH}/${action}`, context =>
    findReviewOr404(context, (_, review, visit) =>
      orShowProblem(context, deskReviewPath(review.id) + part, async () => work(context, review, visit)),
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
