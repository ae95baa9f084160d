/** Pages rendered per request: the list of reviews, one review, and every page as Markdown. */
import type { Tombstone } from '../model/change.ts'
import type { Issue } from '../model/error-body.ts'
import { ListArgs, type TableArgs } from '../model/search.ts'
import type { WitnessOverview } from '../model/witnessing.ts'
import {
  basePathOf,
  FRAME_PATH,
  HTML,
  MARKDOWN,
  REVIEWS_PATH,
} from '../publish/base/public-paths.ts'
import type { Representation } from '../publish/documents/representation.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { prefersMarkdown } from './content-negotiation.ts'
import { canonicalPath, createQueryDecoder, queryOf } from './query-string.ts'
import {
  type AnyResponse,
  bodyOf,
  type Ctx,
  isRead,
  methodNotAllowed,
  type ResponseBody,
  redirect,
  respond,
  respondError,
  respondWith,
  wantsPage,
} from './response.ts'
import { pageHeaders } from './response-headers.ts'
import { findReview } from './review-endpoints.ts'

/** How the site renders them. */
export interface OnDemandPages {
  reviews(snapshot: Snapshot, args: ListArgs): string
  describeFilters(snapshot: Snapshot, filters: TableArgs): string
  /** For an invalid request: what is wrong, and the form with the valid values filled in. */
  badReviews(snapshot: Snapshot, valid: ReadonlyMap<string, string>, issues: Issue[]): string
  review(snapshot: Snapshot, review: Uint8Array): string
  /** The same as Markdown. */
  markdown(snapshot: Snapshot, path: string, page: string): string
  gone(snapshot: Snapshot, tombstone: Tombstone): string
  missing(snapshot: Snapshot): string
  /** The logs that this service cosigns. */
  witness(snapshot: Snapshot, overview: WitnessOverview): string
  /** Before there is a Snapshot. `isRefused` if the data must not be published, which only the operator can mend. */
  starting(isRefused: boolean): string
  /** Where the page at an old address is now; null if there never was one. */
  movedTo(snapshot: Snapshot, path: string): string | null
}

const decodeList = createQueryDecoder(ListArgs)

export function respondReviewsPage(
  c: Ctx,
  snapshot: Snapshot,
  { pages }: { pages: OnDemandPages },
): AnyResponse {
  const query = withoutEmpty(queryOf(c))
  const decoded = decodeList(query)
  if ('args' in decoded)
    return respondRendered(c, snapshot, pages, {
      path: listPath(query),
      page: pages.reviews(snapshot, decoded.args),
    })
  return respondRendered(c, snapshot, pages, {
    status: 400,
    path: REVIEWS_PATH,
    page: pages.badReviews(snapshot, decoded.valid, decoded.issues),
  })
}

/** Forms also send their empty fields. */
const withoutEmpty = (query: string) =>
  query
    .split('&')
    .filter(pair => !/^[^=]*=?$/.test(pair))
    .join('&')

/** The address of the list with the parameters that it knows, and no others. */
function listPath(query: string): string {
  const known = [...new URLSearchParams(query)].filter(([name]) =>
    Object.hasOwn(ListArgs.shape, name),
  )
  return known.length === 0 ? REVIEWS_PATH : `${REVIEWS_PATH}?${new URLSearchParams(known)}`
}

export function respondReviewPage(
  c: Ctx,
  snapshot: Snapshot,
  { pages }: { pages: OnDemandPages },
): AnyResponse {
  const name = c.req.param('id') ?? ''
  const id = isMarkdown(c) ? name.slice(0, -MARKDOWN_SUFFIX.length) : name
  const path = `${REVIEWS_PATH}/${id}`
  const { review, tombstone } = findReview(snapshot, id)
  if (review)
    return respondRendered(c, snapshot, pages, { path, page: pages.review(snapshot, review) })
  if (!tombstone) return respondMissing(c, snapshot, pages)
  return respondRendered(c, snapshot, pages, {
    status: 410,
    path,
    page: pages.gone(snapshot, tombstone),
  })
}

const MARKDOWN_SUFFIX = '.md'
const AS_MARKDOWN = { contentType: MARKDOWN }

const isMarkdown = (c: Ctx) => c.req.path.endsWith(MARKDOWN_SUFFIX)

interface RenderedPage {
  /** 200 when absent. */
  status?: number
  path: string
  page: string
}

/** As HTML or Markdown, as the path says. */
function respondRendered(
  c: Ctx,
  snapshot: Snapshot,
  pages: OnDemandPages,
  { status, path, page }: RenderedPage,
): AnyResponse {
  const [text, contentType, headers] = isMarkdown(c)
    ? [pages.markdown(snapshot, path, page), MARKDOWN, {}]
    : [page, HTML, pageHeaders(snapshot)]
  if (status !== undefined)
    return respond(c, status, text, { 'content-type': contentType, ...headers })
  return respondWith(c, bodyOf(text, { contentType }), snapshot.lastModified, headers)
}

/** Every prebuilt page also exists as Markdown, except the one for frames; some have moved. Nothing else is found. */
export async function respondMarkdownOrMissing(c: Ctx, snapshot: Snapshot, pages: OnDemandPages) {
  const asked = canonicalPath(c.req.path)
  const [, path = ''] = /^(\/.+)\.md$/.exec(asked) ?? []
  const page = await snapshot.render(/^\/index(?:\.html)?$/.test(path) ? '/' : path)
  const target = pages.movedTo(snapshot, asked)
  const isPage = page?.contentType === HTML && path !== FRAME_PATH
  if (!isPage && target === null) return respondMissing(c, snapshot, pages)
  if (!isRead(c.req.method)) return methodNotAllowed(c)
  if (isPage) return respondWith(c, markdownOf(page, snapshot, pages), snapshot.lastModified)
  return await respondMoved(c, snapshot, asked, target!)
}

/** Of a page that exists as Markdown only, clients that prefer Markdown get that. All others are sent to its new address. */
async function respondMoved(c: Ctx, snapshot: Snapshot, path: string, target: string) {
  const folder = basePathOf(snapshot.baseUrl)
  const markdown = await snapshot.render(`${path}${MARKDOWN_SUFFIX}`)
  if (!markdown) return redirect(c, folder + target)
  if (!prefersMarkdown(c.req.header('accept')))
    return redirect(c, folder + target, { vary: 'Accept' })
  return respondWith(c, bodyOf(markdown.identity.body, AS_MARKDOWN), snapshot.lastModified, {
    'content-location': folder + markdown.path,
    vary: 'Accept, Accept-Encoding',
  })
}

const markdownBodies = new WeakMap<Representation, ResponseBody>()

/** Rendered at the first request, and kept as long as the page. */
function markdownOf(page: Representation, snapshot: Snapshot, pages: OnDemandPages): ResponseBody {
  const known = markdownBodies.get(page)
  if (known) return known
  const text = pages.markdown(snapshot, page.path, Buffer.from(page.identity.body).toString())
  const body = bodyOf(text, AS_MARKDOWN)
  markdownBodies.set(page, body)
  return body
}

/** People get a page, programs an error. */
function respondMissing(c: Ctx, snapshot: Snapshot, pages: OnDemandPages): Response {
  if (wantsPage(c))
    return respond(c, 404, pages.missing(snapshot), {
      'content-type': HTML,
      ...pageHeaders(snapshot),
    })
  return respondError(c, 'not_found')
}
