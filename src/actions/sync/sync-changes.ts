/** The change feed of another Firsthand service, page by page from where the last sync ended. */
import { z } from 'zod'
import { checkBusiness } from '../../ingest/business-file.ts'
import { problemIn } from '../../ingest/files/input-file.ts'
import { FORMATS } from '../../ingest/formats/known-formats.ts'
import type { MergeReport } from '../../ingest/merge/merge-rows.ts'
import { openFetchedRecords, type ReviewFile } from '../../ingest/review-file.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { BusinessFile } from '../../model/business.ts'
import { Change, ChangesPage } from '../../model/change.ts'
import { showUrl } from '../../outgoing/typed-address.ts'
import { CHANGES_PATH } from '../../publish/base/public-paths.ts'
import type { Store, StoreWriter } from '../../store/store.ts'
import { sumCounts } from '../import/import-report.ts'
import { describeResponse, type JsonResponse, type RemoteSource } from './remote-source.ts'

/** Reviews are validated later as rows, so that an invalid one does not spoil the page. */
const Page = ChangesPage.extend({
  changes: z.array(Change.extend({ review: z.record(z.string(), z.unknown()).nullable() })),
})
type Page = z.infer<typeof Page>
type ReceivedChange = Page['changes'][number]

const LIMIT = 1000

export async function hasChangeFeed(remote: RemoteSource): Promise<boolean> {
  const response = await remote.get(changesUrl(remote, '0', 1))
  if (response.status === 429 || response.status >= 500) throw unusable(response)
  return pageOf(response) !== null
}

/** The cursor is stored together with its changes: after a failure, the next sync resumes there. */
export async function* changePages(
  remote: RemoteSource,
  store: Store,
  wantsBusiness: boolean,
  warn: (message: string) => void,
): AsyncGenerator<SyncPage> {
  const { origin } = remote.url
  let business = wantsBusiness ? await fetchBusiness(remote, warn) : undefined
  let cursor = (await store.write(writer => writer.syncCursor(origin))) ?? '0'
  for (const seen = new Set<string>(); ; ) {
    if (seen.has(cursor))
      throw new FileProblem(`${remote.name}: the change feed repeats itself. Try again later.`)
    seen.add(cursor)
    const page = await fetchPage(remote, cursor)
    if (!page) {
      warn(`${remote.name}: the log is not the same as last time. Reading it from the beginning.`)
      cursor = '0'
      continue
    }
    yield toSyncPage(page, remote, business)
    business = undefined
    if (!page.has_more) return
    cursor = page.next_cursor
  }
}

function changesUrl({ url }: RemoteSource, cursor: string, limit: number): URL {
  const address = new URL(CHANGES_PATH, url)
  address.search = String(new URLSearchParams({ cursor, limit: String(limit) }))
  return address
}

/** null if the service does not know the cursor. */
async function fetchPage(remote: RemoteSource, cursor: string): Promise<Page | null> {
  const response = await remote.get(changesUrl(remote, cursor, LIMIT))
  if (cursor !== '0' && rejectsCursor(response)) return null
  const page = pageOf(response)
  if (!page) throw unusable(response)
  return page
}

const pageOf = ({ status, json }: JsonResponse) =>
  status === 200 ? (Page.safeParse(json).data ?? null) : null

const CursorRejection = z.object({
  issues: z.array(z.object({ path: z.tuple([z.literal('cursor')]) })).min(1),
})
const rejectsCursor = ({ status, json }: JsonResponse) =>
  status === 400 && CursorRejection.safeParse(json).success

const unusable = (response: JsonResponse) =>
  new FileProblem(
    `${showUrl(response.url)}: expected the change feed of a Firsthand service, got ${describeResponse(response)}. Earlier pages are kept; try again later.`,
  )

/** Without a usable business the reviews are still imported. */
async function fetchBusiness(remote: RemoteSource, warn: (message: string) => void) {
  try {
    const { json } = await remote.get(new URL('/reviews.json', remote.url))
    return checkBusiness((json as { business?: unknown } | undefined)?.business)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    warn((problemIn(`${remote.name}: its business was not imported`, error) as Error).message)
    return undefined
  }
}

function toSyncPage(
  page: Page,
  { name, url }: RemoteSource,
  business: BusinessFile | undefined,
): SyncPage {
  // However often a review is on a page, it is in one state there.
  const shown = new Map(
    page.changes.filter(({ review }) => review).map(change => [change.review_id, change]),
  )
  const records = Array.from(shown.values(), ({ seq, review }) => ({ row: seq, value: review }))
  return {
    file: openFetchedRecords({ name, input: name, format: FORMATS.own!, records, business }),
    isLast: !page.has_more,
    async conclude(writer) {
      const takedowns = { gone: 0, erased: 0 }
      for (const change of page.changes)
        if (!change.review) await takeDown(change, writer, takedowns)
      await writer.setSyncCursor(url.origin, page.next_cursor)
      return takedowns
    },
  }
}

/** An edit without a review concerns one that is no longer shown; a later change says why. */
async function takeDown({ op, review_id }: ReceivedChange, writer: StoreWriter, counts: Takedowns) {
  if (op !== 'erase' && op !== 'gone_at_source' && op !== 'withhold') return
  const known = await writer.find(review_id)
  if (!known) return
  if (op === 'erase') {
    await writer.erase(known)
    counts.erased++
  } else if (known.state === 'published' || known.state === 'unverified') {
    await writer.remove(review_id)
    counts.gone++
  }
}

/** One page of a remote source, and what importing it did. */
export interface SyncPage {
  file: ReviewFile
  isLast: boolean
  /** What else the page requires, in the same transaction. */
  conclude(writer: StoreWriter): Promise<Takedowns>
}

/** How many reviews were taken down because the remote source did. */
type Takedowns = { gone: number; erased: number }

export type SyncTally = { report: MergeReport; rejected: number; takedowns: Takedowns }

export const addTallies = (one: SyncTally, other: SyncTally): SyncTally => ({
  report: sumCounts(one.report, other.report),
  rejected: one.rejected + other.rejected,
  takedowns: sumCounts({ ...one.takedowns }, { ...other.takedowns }),
})
