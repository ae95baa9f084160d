/** Pages for people that depend on what is asked: the list of reviews, and one review. */
import type { Tombstone } from '../model/change.ts'
import type { Issue } from '../model/error.ts'
import { ListArgs } from '../model/search.ts'
import { digestOf } from '../publish/digest.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { answerError, answerMade, answerPage, type Ctx, madeOf, methodNotAllowed } from './answer.ts'
import { HTML, pageHeaders } from './headers.ts'
import { findReview } from './history.ts'
import { createQueryDecoder, queryOf } from './query.ts'

export const REVIEWS_PAGE_PATH = '/reviews'
export const REVIEW_PAGE_PATH = '/reviews/:id'

/** How the site shows them. */
export interface AskedPages {
  reviews(snapshot: Snapshot, args: ListArgs): string
  /** What was asked cannot be answered: why, and the form as it was filled in. */
  badReviews(snapshot: Snapshot, values: Record<string, string>, issues: Issue[]): string
  review(snapshot: Snapshot, review: Uint8Array): string
  /** The same as Markdown. */
  markdown(snapshot: Snapshot, path: string, page: string): string
  gone(snapshot: Snapshot, tombstone: Tombstone): string
  missing(snapshot: Snapshot): string
}

type Answer = Response | Promise<Response>

const decodeList = createQueryDecoder(ListArgs)

export function answerReviewsPage(c: Ctx, snapshot: Snapshot, pages: AskedPages): Answer {
  const query = withoutEmpty(queryOf(c))
  const decoded = decodeList(query)
  if ('args' in decoded) {
    const page = pages.reviews(snapshot, decoded.args)
    return isMarkdown(c)
      ? answerMarkdown(c, snapshot, pages, REVIEWS_PAGE_PATH, page)
      : answerHtml(c, snapshot, page)
  }
  const values = Object.fromEntries(new URLSearchParams(query))
  return answerPage(c, 400, pages.badReviews(snapshot, values, decoded.issues), snapshot)
}

/** A form sends its empty fields too. */
const withoutEmpty = (query: string) =>
  query
    .split('&')
    .filter(pair => !/^[^=]*=?$/.test(pair))
    .join('&')

const MARKDOWN_END = '.md'
const MARKDOWN = 'text/markdown; charset=utf-8'

export function answerReviewPage(c: Ctx, snapshot: Snapshot, pages: AskedPages): Answer {
  const name = c.req.param('id') ?? ''
  const id = isMarkdown(c) ? name.slice(0, -MARKDOWN_END.length) : name
  const { review, tombstone } = findReview(snapshot, id)
  if (tombstone) return answerPage(c, 410, pages.gone(snapshot, tombstone), snapshot)
  if (!review) return answerMissing(c, snapshot, pages)
  const page = pages.review(snapshot, review)
  if (!isMarkdown(c)) return answerHtml(c, snapshot, page)
  return answerMarkdown(c, snapshot, pages, REVIEW_PAGE_PATH.replace(':id', id), page)
}

const isMarkdown = (c: Ctx) => c.req.path.endsWith(MARKDOWN_END)

/** Every page that is ready is there as Markdown too; other addresses lead nowhere. */
export function answerOther(c: Ctx, snapshot: Snapshot, pages: AskedPages): Answer {
  const [, path] = /^(.+)\.md(?:\?|$)/.exec(c.env.incoming.url!) ?? []
  const page = snapshot.representations.get(path === '/index' ? '/' : (path ?? ''))
  if (page?.contentType !== HTML) return answerMissing(c, snapshot, pages)
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return methodNotAllowed(c)
  return answerMarkdown(c, snapshot, pages, page.path, Buffer.from(page.identity.body).toString())
}

/** A person who went astray gets a page, a program an error. */
function answerMissing(c: Ctx, snapshot: Snapshot, pages: AskedPages): Response {
  if (c.req.header('accept')?.includes('text/html'))
    return answerPage(c, 404, pages.missing(snapshot), snapshot)
  return answerError(
    c,
    404,
    'not_found',
    'There is nothing at this address. /.well-known/openapi.json lists what there is.',
  )
}

const answerMarkdown = (c: Ctx, snapshot: Snapshot, pages: AskedPages, path: string, page: string): Answer =>
  answerText(c, snapshot, pages.markdown(snapshot, path, page), MARKDOWN)

const answerHtml = (c: Ctx, snapshot: Snapshot, page: string): Answer => answerText(c, snapshot, page, HTML)

function answerText(c: Ctx, snapshot: Snapshot, text: string, contentType: string): Answer {
  const bytes = Buffer.from(text)
  const made = { ...madeOf(digestOf(bytes), bytes), contentType }
  return answerMade(c, made, snapshot.lastModified, contentType === HTML ? pageHeaders(snapshot) : {})
}
