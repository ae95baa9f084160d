/** What of the read side a static host can serve: everything that need not be computed for a question. */
import { REVIEW_PAGE_PATH, REVIEW_PATH } from '../http/history.ts'
import { makeSince, SINCE_PATH } from '../http/read.ts'
import { tilePaths } from '../ledger/tile-list.ts'
import { CATALOG_PATH } from '../mcp/card.ts'
import { Ulid } from '../model/scalars.ts'
import { MCP_PATH } from '../publish/edition.ts'
import type { Snapshot } from '../publish/snapshot.ts'
import { renderReviewPage } from '../site/review.ts'

export type StaticFile = [path: string, body: Uint8Array | string]

/** Each is made when it is its turn: there are two for every review. */
export function* staticFiles(snapshot: Snapshot): Generator<StaticFile> {
  for (const { path, identity } of snapshot.representations.values())
    if (!isOfAgents(path)) yield [path.endsWith('/') ? `${path}index.html` : path, identity.body]
  for (const date of monthStarts(snapshot)) yield [sincePath(date), makeSince(snapshot, date).bytes()]
  for (const path of tilePaths(snapshot.log.size)) yield [`/log/${path}`, snapshot.log.tile(path)!]
  const ids = snapshot.idsBeginning('')
  for (const id of ids) yield [reviewPath(id), snapshot.review(id)!]
  for (const id of ids)
    yield [`${reviewPagePath(id)}/index.html`, renderReviewPage(snapshot, snapshot.review(id)!)]
}

/** They lead to an endpoint that a static host does not have. */
const isOfAgents = (path: string) => path.startsWith(`${MCP_PATH}/`) || path === CATALOG_PATH

/** A static host cannot compute, so of the dates that /since takes it gets the first of each month. */
const monthStarts = ({ insights }: Snapshot) => insights.temporal.monthly.map(({ month }) => `${month}-01`)

const sincePath = (date: string) => SINCE_PATH.replace(':date', date)
const reviewPath = (id: string) => REVIEW_PATH.replace(':id', id)
const reviewPagePath = (id: string) => REVIEW_PAGE_PATH.replace(':id', id)

/** The folders in which an earlier export may have left what is shown no more, and which names in them are such. */
export function outdated(snapshot: Snapshot): Record<string, (name: string) => boolean> {
  const dates = new Set(monthStarts(snapshot))
  const isGone = (name: string) => Ulid.safeParse(name).success && snapshot.review(name) === null
  return {
    [reviewPath('')]: isGone,
    [reviewPagePath('')]: isGone,
    [sincePath('')]: name => /^\d{4}-\d\d-01$/.test(name) && !dates.has(name),
  }
}
