/** Any JSON Feed (https://www.jsonfeed.org/version/1.1/), including its further pages. */
import { z } from 'zod'
import { FORMATS } from '../../ingest/formats/known-formats.ts'
import { openFetchedRecords } from '../../ingest/review-file.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { showUrl } from '../../outgoing/typed-address.ts'
import { describeResponse, type JsonResponse, type RemoteSource } from './remote-source.ts'
import type { SyncPage } from './sync-tally.ts'

const Feed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  items: z.array(z.unknown()),
  next_url: z.string().nullish(),
})
export type Feed = z.infer<typeof Feed>

const MAX_PAGES = 100

export const feedOf = ({ status, json }: JsonResponse): Feed | null =>
  status === 200 ? (Feed.safeParse(json).data ?? null) : null

/** Takes nothing down: a feed has only the newest items. */
export async function* feedPages(
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
    yield toSyncPage(feed, number, isLast, remote.name, source)
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
  warn(`${name}: the next page is on another host and was not imported. To import it, sync ${showUrl(next)}.`)
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

function toSyncPage(
  { items }: Feed,
  number: number,
  isLast: boolean,
  name: string,
  source: string | undefined,
): SyncPage {
  const input = number === 1 ? name : `page ${number}`
  const records = items.map((value, index) => ({ row: index + 1, value }))
  return {
    file: openFetchedRecords({ name, input, format: FORMATS['json-feed']!, records, source }),
    isLast,
    conclude: async () => ({ gone: 0, erased: 0 }),
  }
}
