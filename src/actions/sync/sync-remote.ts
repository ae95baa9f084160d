/** Imports the reviews of another Firsthand service or any JSON Feed, page by page. */
import { z } from 'zod'
import { FORMATS } from '../../ingest/formats/known-formats.ts'
import { openFetchedRecords } from '../../ingest/review-file.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { showUrl } from '../../outgoing/typed-address.ts'
import type { Store } from '../../store/store.ts'
import {
  describeResponse,
  isOrigin,
  type JsonResponse,
  openRemoteSource,
  type RemoteSource,
} from './remote-source.ts'
import {
  addTallies,
  changePages,
  hasChangeFeed,
  type SyncPage,
  type SyncTally,
} from './sync-changes.ts'

export type SyncSource = Awaited<ReturnType<typeof openSyncSource>>

/** Finds out what is at the address. `source` is where the reviews were written, for a feed that does not say. */
export async function openSyncSource(
  address: URL,
  source: string | undefined,
  warn: (message: string) => void,
) {
  const remote = openRemoteSource(address)
  const { url, name, close } = remote
  const about = { name, [Symbol.asyncDispose]: close }
  try {
    if (isOrigin(url) && (await hasChangeFeed(remote)))
      return {
        ...about,
        format: 'Firsthand' as const,
        /** Fetches the business too, if `wantsBusiness` and the source has one. */
        pages: (store: Store, wantsBusiness: boolean) =>
          changePages(remote, store, wantsBusiness, warn),
      }
    const response = await remote.get(url)
    const feed = feedOf(response)
    if (feed)
      return {
        ...about,
        format: 'JSON Feed' as const,
        pages: () => feedPages(remote, feed, source, warn),
      }
    throw new FileProblem(
      `${showUrl(url)}: expected a Firsthand service (its origin, such as https://reviews.example.com) or a JSON Feed, got ${describeResponse(response)}.`,
    )
  } catch (error) {
    await close()
    throw error
  }
}

/** `importPage` imports one page in one transaction. The tally is null if no page was imported; a problem ended the sync early, but earlier pages are kept. */
export async function syncRemote(
  source: SyncSource,
  store: Store,
  wantsBusiness: boolean,
  importPage: (page: SyncPage) => Promise<SyncTally>,
): Promise<{ tally: SyncTally | null; problem: Error | null }> {
  const outcome: { tally: SyncTally | null; problem: Error | null } = { tally: null, problem: null }
  try {
    for await (const page of source.pages(store, wantsBusiness)) {
      const tally = await importPage(page)
      outcome.tally = outcome.tally ? addTallies(outcome.tally, tally) : tally
    }
  } catch (error) {
    outcome.problem = error as Error
  }
  if (outcome.tally && outcome.tally.takedowns.erased > 0) await store.scrub()
  return outcome
}

/** https://www.jsonfeed.org/version/1.1/ */
const Feed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  items: z.array(z.unknown()),
  next_url: z.string().nullish(),
})
type Feed = z.infer<typeof Feed>

const MAX_PAGES = 100

const feedOf = ({ status, json }: JsonResponse): Feed | null =>
  status === 200 ? (Feed.safeParse(json).data ?? null) : null

/** Takes nothing down: a feed has only the newest items. */
async function* feedPages(
  remote: RemoteSource,
  first: Feed,
  source: string | undefined,
  warn: (message: string) => void,
): AsyncGenerator<SyncPage> {
  const seen = new Set([remote.url.href])
  let feed = first
  for (let number = 1; ; number++) {
    const next = nextOf(feed, remote, warn)
    const isLast = next === null || seen.has(next.href)
    const input = number === 1 ? remote.name : `page ${number}`
    const records = feed.items.map((value, index) => ({ row: index + 1, value }))
    const format = FORMATS['json-feed']!
    const file = openFetchedRecords({ name: remote.name, input, format, records, source })
    yield { file, isLast, conclude: async () => ({ gone: 0, erased: 0 }) }
    if (isLast) return
    if (number === MAX_PAGES) {
      warn(`${remote.name}: has more than ${MAX_PAGES} pages; the rest was not imported.`)
      return
    }
    seen.add(next.href)
    feed = await fetchNext(remote, next)
  }
}

/** The address of the next page, if it is on the same origin. */
function nextOf({ next_url }: Feed, { url, name }: RemoteSource, warn: (message: string) => void) {
  if (!next_url || !URL.canParse(next_url, url.href)) return null
  const next = new URL(next_url, url)
  next.username = next.password = next.hash = ''
  if (next.origin === url.origin) return next
  warn(
    `${name}: the next page is on another host and was not imported. To import it, sync ${showUrl(next)}.`,
  )
  return null
}

async function fetchNext(remote: RemoteSource, url: URL): Promise<Feed> {
  const response = await remote.get(url)
  const feed = feedOf(response)
  if (feed) return feed
  throw new FileProblem(
    `${showUrl(url)}: expected the next page of a JSON Feed, got ${describeResponse(response)}. Earlier pages are kept.`,
  )
}
