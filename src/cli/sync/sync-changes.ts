/** The change feed of another Firsthand, page by page from where it was left. */
import { z } from 'zod'
import { CHANGES_PATH } from '../../http/changes-endpoint.ts'
import { checkBusiness } from '../../ingest/business-file.ts'
import { openFetchedRecords } from '../../ingest/fetched-records.ts'
import { problemIn } from '../../ingest/files/text-file.ts'
import { FORMATS } from '../../ingest/formats/all.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { BusinessFile } from '../../model/business.ts'
import { Change, ChangesPage } from '../../model/change.ts'
import type { Store, StoreWriter } from '../../store/store.ts'
import { showUrl } from '../base/remote.ts'
import { describeAnswer, type JsonAnswer, type OtherSide } from './remote-source.ts'
import type { SyncPage, Takedowns } from './sync-page.ts'

/** A review is checked as a row later: one that is wrong does not spoil the page. */
const Page = ChangesPage.extend({
  changes: z.array(Change.extend({ review: z.record(z.string(), z.unknown()).nullable() })),
})
type Page = z.infer<typeof Page>
type Told = Page['changes'][number]

const LIMIT = 1000

export async function hasChangeFeed(side: OtherSide): Promise<boolean> {
  const answer = await side.ask(changesUrl(side, '0', 1))
  if (answer.status === 429 || answer.status >= 500) throw unusable(answer)
  return pageOf(answer) !== null
}

/** The cursor is kept with the changes that lead to it: whatever breaks off, the next sync goes on from there. */
export async function* changePages(
  side: OtherSide,
  store: Store,
  wantsBusiness: boolean,
  stderr: NodeJS.WriteStream,
): AsyncGenerator<SyncPage> {
  const { origin } = side.url
  let business = wantsBusiness ? await askBusiness(side, stderr) : undefined
  let cursor = (await store.write(writer => writer.syncCursor(origin))) ?? '0'
  for (const asked = new Set<string>(); ; ) {
    if (asked.has(cursor))
      throw new FileProblem(`${side.name}: its change feed goes round in circles. Try again later.`)
    asked.add(cursor)
    const page = await askPage(side, cursor)
    if (!page) {
      stderr.write(
        `${side.name}: its log is another than last time, so that it is read from the beginning.\n`,
      )
      cursor = '0'
      continue
    }
    yield toSyncPage(page, side, business)
    business = undefined
    if (!page.has_more) return
    cursor = page.next_cursor
  }
}

function changesUrl({ url }: OtherSide, cursor: string, limit: number): URL {
  const address = new URL(CHANGES_PATH, url)
  address.search = String(new URLSearchParams({ cursor, limit: String(limit) }))
  return address
}

/** null where the other service does not know the cursor. */
async function askPage(side: OtherSide, cursor: string): Promise<Page | null> {
  const answer = await side.ask(changesUrl(side, cursor, LIMIT))
  if (cursor !== '0' && refusesCursor(answer)) return null
  const page = pageOf(answer)
  if (!page) throw unusable(answer)
  return page
}

const pageOf = ({ status, json }: JsonAnswer) => (status === 200 ? (Page.safeParse(json).data ?? null) : null)

const Refusal = z.object({ issues: z.array(z.object({ path: z.tuple([z.literal('cursor')]) })).min(1) })
const refusesCursor = ({ status, json }: JsonAnswer) => status === 400 && Refusal.safeParse(json).success

const unusable = (answer: JsonAnswer) =>
  new FileProblem(
    `${showUrl(answer.url)}: expected the changes of a Firsthand service, got ${describeAnswer(answer)}. What came before is kept; try again later.`,
  )

/** That there is none is no reason to leave the reviews. */
async function askBusiness(side: OtherSide, stderr: NodeJS.WriteStream): Promise<BusinessFile | undefined> {
  try {
    const { json } = await side.ask(new URL('/reviews.json', side.url))
    return checkBusiness((json as { business?: unknown } | undefined)?.business)
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    stderr.write(`${(problemIn(`${side.name}: its business is not taken`, error) as Error).message}\n`)
    return undefined
  }
}

function toSyncPage(page: Page, { name, url }: OtherSide, business: BusinessFile | undefined): SyncPage {
  // One page tells a review in one state, however often.
  const shown = new Map(page.changes.filter(({ review }) => review).map(told => [told.review_id, told]))
  const records = Array.from(shown.values(), ({ seq, review }) => ({ row: seq, value: review }))
  return {
    file: openFetchedRecords({ name, input: name, format: FORMATS.own!, records, business }),
    isLast: !page.has_more,
    async conclude(writer) {
      const takedowns = { gone: 0, erased: 0 }
      for (const told of page.changes) if (!told.review) await takeDown(told, writer, takedowns)
      await writer.setSyncCursor(url.origin, page.next_cursor)
      return takedowns
    },
  }
}

/** An edit of a review that is not shown any more says nothing: a later change tells why. */
async function takeDown({ op, review_id }: Told, writer: StoreWriter, counts: Takedowns): Promise<void> {
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
