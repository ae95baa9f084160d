/** Pages for people that depend on what is asked: the list of reviews, and one review. And all pages as Markdown. */
import type { Tombstone } from '../model/change.ts'
import type { Issue } from '../model/error.ts'
import { ListArgs } from '../model/search.ts'
import type { Representation } from '../publish/documents/representation.ts'
import { digestOf } from '../publish/pieces/content-digest.ts'
import { EMBED_PATH, HTML, REVIEWS_PATH } from '../publish/pieces/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { addressOf } from './canonical-path.ts'
import { createQueryDecoder, queryOf } from './query-string.ts'
import {
  answerError,
  answerMade,
  answerPage,
  type Ctx,
  isRead,
  type MadeResponse,
  madeOf,
  methodNotAllowed,
} from './response.ts'
import { pageHeaders } from './response-headers.ts'
import { findReview } from './review-endpoints.ts'

export const REVIEW_PAGE_PATH = `${REVIEWS_PATH}/:id`

/** How the site shows them. */
export interface OnDemandPages {
  reviews(snapshot: Snapshot, args: ListArgs): string
  /** What was asked cannot be answered: why, and the form as it was filled in. */
  badReviews(snapshot: Snapshot, valid: ReadonlyMap<string, string>, issues: Issue[]): string
  review(snapshot: Snapshot, review: Uint8Array): string
  /** The same as Markdown. */
  markdown(snapshot: Snapshot, path: string, page: string): string
  gone(snapshot: Snapshot, tombstone: Tombstone): string
  missing(snapshot: Snapshot): string
}

type Answer = Response | Promise<Response>

const decodeList = createQueryDecoder(ListArgs)

export function answerReviewsPage(c: Ctx, snapshot: Snapshot, pages: OnDemandPages): Answer {
  const query = withoutEmpty(queryOf(c))
  const decoded = decodeList(query)
  if ('args' in decoded)
    return answerShown(c, snapshot, pages, {
      path: withQuestion(query),
      page: pages.reviews(snapshot, decoded.args),
    })
  return answerShown(c, snapshot, pages, {
    status: 400,
    path: REVIEWS_PATH,
    page: pages.badReviews(snapshot, decoded.valid, decoded.issues),
  })
}

/** A form sends its empty fields too. */
const withoutEmpty = (query: string) =>
  query
    .split('&')
    .filter(pair => !/^[^=]*=?$/.test(pair))
    .join('&')

/** The address of the list with what was asked for, and nothing else that stood in it. */
function withQuestion(query: string): string {
  const asked = [...new URLSearchParams(query)].filter(([name]) => Object.hasOwn(ListArgs.shape, name))
  return asked.length === 0 ? REVIEWS_PATH : `${REVIEWS_PATH}?${new URLSearchParams(asked)}`
}

export function answerReviewPage(c: Ctx, snapshot: Snapshot, pages: OnDemandPages): Answer {
  const name = c.req.param('id') ?? ''
  const id = isMarkdown(c) ? name.slice(0, -MARKDOWN_END.length) : name
  const path = REVIEW_PAGE_PATH.replace(':id', id)
  const { review, tombstone } = findReview(snapshot, id)
  if (review) return answerShown(c, snapshot, pages, { path, page: pages.review(snapshot, review) })
  if (!tombstone) return answerMissing(c, snapshot, pages)
  return answerShown(c, snapshot, pages, { status: 410, path, page: pages.gone(snapshot, tombstone) })
}

const MARKDOWN_END = '.md'
const MARKDOWN = 'text/markdown; charset=utf-8'

const isMarkdown = (c: Ctx) => c.req.path.endsWith(MARKDOWN_END)

interface Shown {
  /** 200 when absent. */
  status?: number
  path: string
  page: string
}

/** In the form that was asked for. */
function answerShown(
  c: Ctx,
  snapshot: Snapshot,
  pages: OnDemandPages,
  { status, path, page }: Shown,
): Answer {
  const [text, contentType, headers] = isMarkdown(c)
    ? [pages.markdown(snapshot, path, page), MARKDOWN, {}]
    : [page, HTML, pageHeaders(snapshot)]
  if (status !== undefined) return answerPage(c, status, text, { 'content-type': contentType, ...headers })
  return answerMade(c, madeOfText(text, contentType), snapshot.lastModified, headers)
}

function madeOfText(text: string, contentType: string): MadeResponse {
  const bytes = Buffer.from(text)
  return { ...madeOf(digestOf(bytes), bytes), contentType }
}

/** Every page that is ready is there as Markdown too, except the one for frames; other addresses lead nowhere. */
export function answerMarkdownOrMissing(c: Ctx, snapshot: Snapshot, pages: OnDemandPages): Answer {
  const [, path = ''] = /^(\/.+)\.md$/.exec(addressOf(c.req.path)) ?? []
  const page = snapshot.representations.get(/^\/index(?:\.html)?$/.test(path) ? '/' : path)
  if (page?.contentType !== HTML || path === EMBED_PATH) return answerMissing(c, snapshot, pages)
  if (!isRead(c.req.method)) return methodNotAllowed(c)
  return answerMade(c, markdownOf(page, snapshot, pages), snapshot.lastModified)
}

const madeMarkdown = new WeakMap<Representation, MadeResponse>()

/** Made when somebody first asks, and kept for as long as the page. */
function markdownOf(page: Representation, snapshot: Snapshot, pages: OnDemandPages): MadeResponse {
  const known = madeMarkdown.get(page)
  if (known) return known
  const text = pages.markdown(snapshot, page.path, Buffer.from(page.identity.body).toString())
  const made = madeOfText(text, MARKDOWN)
  madeMarkdown.set(page, made)
  return made
}

/** A person who went astray gets a page, a program an error. */
function answerMissing(c: Ctx, snapshot: Snapshot, pages: OnDemandPages): Response {
  if (c.req.header('accept')?.includes('text/html'))
    return answerPage(c, 404, pages.missing(snapshot), { 'content-type': HTML, ...pageHeaders(snapshot) })
  return answerError(
    c,
    404,
    'not_found',
    'There is nothing at this address. /.well-known/openapi.json lists what there is.',
  )
}
