/** Any JSON Feed (https://www.jsonfeed.org/version/1.1/), with the pages that it leads to. */
import { z } from 'zod'
import { openFetchedRecords } from '../../ingest/fetched-records.ts'
import { FORMATS } from '../../ingest/formats/all.ts'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { showUrl } from '../base/remote.ts'
import { describeAnswer, type JsonAnswer, type OtherSide } from './remote-source.ts'
import type { SyncPage } from './sync-page.ts'

const Feed = z.object({
  version: z.string().startsWith('https://jsonfeed.org/version/'),
  items: z.array(z.unknown()),
  next_url: z.string().nullish(),
})
export type Feed = z.infer<typeof Feed>

const MOST_PAGES = 100

export const feedOf = ({ status, json }: JsonAnswer): Feed | null =>
  status === 200 ? (Feed.safeParse(json).data ?? null) : null

/** Nothing is taken down: a feed shows only the newest. */
export async function* feedPages(
  side: OtherSide,
  first: Feed,
  source: string | undefined,
  stderr: NodeJS.WriteStream,
): AsyncGenerator<SyncPage> {
  const seen = new Set([side.url.href])
  let feed = first
  for (let number = 1; ; number++) {
    const next = nextOf(feed, side, stderr)
    const isLast = next === null || seen.has(next.href)
    yield toSyncPage(feed, number, isLast, side.name, source)
    if (isLast) return
    if (number === MOST_PAGES) {
      stderr.write(`${side.name}: has more than ${MOST_PAGES} pages; the others are left out.\n`)
      return
    }
    seen.add(next.href)
    feed = await askNext(side, next)
  }
}

/** Where the next page is, if it is at the same place. */
function nextOf({ next_url }: Feed, { url, name }: OtherSide, stderr: NodeJS.WriteStream): URL | null {
  if (!next_url || !URL.canParse(next_url, url.href)) return null
  const next = new URL(next_url, url)
  next.username = next.password = next.hash = ''
  if (next.origin === url.origin) return next
  stderr.write(
    `${name}: its next page lies on another host and is left out. To take it, sync ${showUrl(next)}.\n`,
  )
  return null
}

async function askNext(side: OtherSide, url: URL): Promise<Feed> {
  const answer = await side.ask(url)
  const feed = feedOf(answer)
  if (feed) return feed
  throw new FileProblem(
    `${showUrl(url)}: expected the next page of a JSON Feed, got ${describeAnswer(answer)}. What came before is kept.`,
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
