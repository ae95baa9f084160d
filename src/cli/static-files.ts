/** The part of the read side that a static host can serve: everything that is not computed per request. */
import { FEED_PAGE_ROUTES, type FeedPageRoute } from '../http/feed-endpoints.ts'
import { REVIEW_PAGE_PATH } from '../http/page-endpoints.ts'
import { REVIEW_PATH } from '../http/review-endpoints.ts'
import { SINCE_PATH, sinceBody } from '../http/search-endpoints.ts'
import { renderSecurity, SECURITY_PATH, validityAt } from '../http/security-txt.ts'
import { tilePaths } from '../ledger/tile-list.ts'
import { CATALOG_PATH } from '../mcp/server-card.ts'
import { Ulid } from '../model/scalars.ts'
import { ListArgs } from '../model/search.ts'
import { laterStarts, renderFeedPage } from '../publish/feed-pages.ts'
import { FRAME_PATH, feedPagePath, HTML, MCP_PATH, REVIEWS_PATH } from '../publish/pieces/public-paths.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { FOLDERS, markdownPath } from '../site/base/site-paths.ts'
import { movedPages } from '../site/pages/moved-pages.ts'
import { ON_DEMAND_PAGES } from '../site/pages/on-demand-pages.ts'
import { withHomeImage } from '../site/parts/share-image.ts'

export type StaticFile = [path: string, body: Uint8Array | string]

/** Rendered one at a time: every review has three files. */
export function* staticFiles(snapshot: Snapshot, nowMs: number): Generator<StaticFile> {
  for (const { path, contentType, identity } of snapshot.representations.values())
    if (path === FRAME_PATH) yield [indexOf(path), identity.body]
    else if (contentType === HTML) yield* pageFiles(snapshot, path, Buffer.from(identity.body).toString())
    else if (!isForAgents(path)) yield [path, identity.body]
  yield* feedFiles(snapshot)
  for (const date of monthStarts(snapshot)) yield [sincePath(date), sinceBody(snapshot, date).bytes()]
  for (const path of tilePaths(snapshot.log.size)) yield [`/log/${path}`, snapshot.log.tile(path)!]
  const security = renderSecurity(snapshot, validityAt(nowMs).expires)
  if (security !== null) yield [SECURITY_PATH, security]
  const ids = snapshot.idsStartingWith('')
  for (const id of ids) yield [reviewPath(id), snapshot.review(id)!]
  yield* pageFiles(snapshot, REVIEWS_PATH, ON_DEMAND_PAGES.reviews(snapshot, ListArgs.parse({})))
  for (const id of ids)
    yield* pageFiles(snapshot, reviewPagePath(id), ON_DEMAND_PAGES.review(snapshot, snapshot.review(id)!))
  yield* movedFiles(snapshot)
}

/** The first pages are prebuilt. */
function* feedFiles(snapshot: Snapshot): Generator<StaticFile> {
  for (const { feed, format } of FEED_PAGE_ROUTES)
    for (const start of laterStarts(snapshot, feed)) {
      const { path, body } = renderFeedPage(snapshot, feed, format, start)!
      yield [path, body]
    }
}

/** A static host cannot redirect, so an old address has a copy of what is at the new one. */
function* movedFiles(snapshot: Snapshot): Generator<StaticFile> {
  for (const [path, target] of movedPages(snapshot)) {
    const page = pageAt(snapshot, target)
    yield [indexOf(path), page]
    const markdown = markdownPath(filePath(path))
    if (!snapshot.representations.has(markdown))
      yield [markdown, ON_DEMAND_PAGES.markdown(snapshot, target, page)]
  }
}

function pageAt(snapshot: Snapshot, target: string): string {
  const prebuilt = snapshot.representations.get(target)
  if (prebuilt) return Buffer.from(prebuilt.identity.body).toString()
  const filters = Object.fromEntries(new URLSearchParams(target.slice(REVIEWS_PATH.length)))
  return ON_DEMAND_PAGES.reviews(snapshot, ListArgs.parse(filters))
}

function* pageFiles(snapshot: Snapshot, path: string, page: string): Generator<StaticFile> {
  yield [indexOf(path), withHomeImage(snapshot, page)]
  yield [markdownPath(filePath(path)), ON_DEMAND_PAGES.markdown(snapshot, path, page)]
}

/** Static hosts serve a folder's index.html at the folder's address. */
const indexOf = (path: string) => `${path === '/' ? '' : filePath(path)}/index.html`

/** Static hosts look files up by their decoded names. Only what would lead to another folder stays escaped. */
export function filePath(path: string): string {
  const names = path.split('/').map(segment => {
    const name = decodeURIComponent(segment).replaceAll(/[/\\]/g, encodeURIComponent)
    return /^\.\.?$/.test(name) ? name.replaceAll('.', '%2E') : name
  })
  return names.join('/')
}

/** These point to an endpoint that a static host does not have. */
const isForAgents = (path: string) => path.startsWith(`${MCP_PATH}/`) || path === CATALOG_PATH

/** /since accepts any date; a static host gets the first of each month. */
const monthStarts = ({ insights }: Snapshot) => insights.temporal.monthly.map(({ month }) => `${month}-01`)

const sincePath = (date: string) => SINCE_PATH.replace(':date', date)
const reviewPath = (id: string) => REVIEW_PATH.replace(':id', id)
const reviewPagePath = (id: string) => REVIEW_PAGE_PATH.replace(':id', id)

type IsOutdated = (name: string, isFolder: boolean) => boolean

/** The folders where an earlier export may have left outdated files, and how to recognize those. */
export function outdated(snapshot: Snapshot): Record<string, IsOutdated> {
  const paths = new Set(Array.from(snapshot.representations.keys(), filePath))
  const dates = new Set(monthStarts(snapshot))
  const isGone = (name: string) => {
    const id = Ulid.safeParse(name.replace(/\.md$/, ''))
    return id.success && snapshot.review(id.data) === null
  }
  const folders = Object.values(FOLDERS)
  const hasNoPage =
    (folder: string): IsOutdated =>
    (name, isFolder) => {
      if (name === 'index.html') return !paths.has(folder)
      const page = isFolder ? name : name.replace(/\.md$/, '')
      return (isFolder || page !== name) && !paths.has(`${folder}/${page}`)
    }
  return {
    [reviewPath('')]: isGone,
    [reviewPagePath('')]: isGone,
    [sincePath('')]: name => /^\d{4}-\d\d-01$/.test(name) && !dates.has(name),
    '/': name =>
      folders.some(folder => markdownPath(folder) === `/${name}` && !paths.has(folder)) ||
      (/^sitemap-\d{4}-\d\d.*\.xml$/.test(name) && !paths.has(`/${name}`)),
    ...Object.fromEntries(folders.map(folder => [folder, hasNoPage(folder)])),
    ...Object.fromEntries(FEED_PAGE_ROUTES.map(route => outdatedPages(snapshot, route))),
  }
}

/** Pages begin elsewhere after each change, and an old one may show a review that has been removed since. */
function outdatedPages(
  snapshot: Snapshot,
  { feed, format, path }: FeedPageRoute,
): [folder: string, IsOutdated] {
  const starts = laterStarts(snapshot, feed)
  const pages = new Set(Array.from(starts, start => feedPagePath(feed, format, start)))
  const folder = path.replace(':page', '')
  return [folder, name => /^[0-9A-Z]+\.(?:json|xml)$/.test(name) && !pages.has(folder + name)]
}
