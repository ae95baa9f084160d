/** How routes respond: with a page in the desk's frame, or with a redirect and a notice for the next page. */
import { html } from 'hono/html'
import type { KnownReview } from '../../model/record.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import type { Desk, DeskRequestContext } from './desk-context.ts'
import { type DeskPage, renderDeskPage } from './desk-page.ts'

export async function showPage(
  context: DeskRequestContext,
  { baseUrl }: Desk,
  page: DeskPage,
  status: 200 | 400 | 404 | 409 | 413 = 200,
): Promise<Response> {
  const session = context.get('session')
  const { notice } = session
  session.notice = null
  const frame = { business: context.get('business'), baseUrl, notice }
  return context.html(renderDeskPage(frame, page), status)
}

/** After a form was sent: reloading the next page sends nothing again. */
export function goTo(context: DeskRequestContext, path: string, done?: string): Response {
  if (done !== undefined) context.get('session').notice = { kind: 'done', text: done }
  return context.redirect(path, 303)
}

/** Does what a form asks for. What is wrong with it goes to the page it came from. */
export async function orShowProblem(
  context: DeskRequestContext,
  back: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StoreProblem)) throw error
    context.get('session').notice = { kind: 'problem', text: error.message }
    return context.redirect(back, 303)
  }
}

/** A path parameter that may be the id of a review. */
export const REVIEW_ID = '[0-7][0-9A-HJKMNP-TV-Z]{25}'

/** For routes about one review. */
export async function findReviewOr404(
  context: DeskRequestContext,
  desk: Desk,
  show: (review: KnownReview) => Promise<Response> | Response,
): Promise<Response> {
  const review = await desk.store.find(context.req.param('id') ?? '')
  return review ? await show(review) : await notFound(context, desk)
}

export const notFound = (context: DeskRequestContext, desk: Desk) =>
  showPage(
    context,
    desk,
    { title: 'Page not found', path: '', content: html`<p>The link may be old or mistyped.</p>` },
    404,
  )
