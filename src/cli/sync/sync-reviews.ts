/** `firsthand sync`: pulls reviews from another Firsthand service, or from any JSON Feed. */
import { existsSync } from 'node:fs'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { system } from '../../service/system.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { EXIT } from '../base/exit.ts'
import { showUrl } from '../base/remote.ts'
import { describeReport } from '../import/import-batch.ts'
import { sayIfNoBusiness } from '../import/import-files.ts'
import { describeAnswer, isOrigin, type OtherSide, openOtherSide } from './remote-source.ts'
import { changePages, hasChangeFeed } from './sync-changes.ts'
import { feedOf, feedPages } from './sync-feed.ts'
import { addUp, EMPTY_TALLY, type SyncPage, type SyncTally, takePage } from './sync-page.ts'

export interface SyncOptions {
  databaseUrl: string
  businessFile: string
  /** For a feed that does not say where the reviews were written. */
  source?: string
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>

export async function sync(address: string, options: SyncOptions, streams: Streams): Promise<number> {
  const side = openOtherSide(address)
  const other = await recognise(side, options, streams)
  const store = await openStore(options.databaseUrl, system)
  try {
    const { rejected } = await takePages(side, other, store, options, streams)
    await sayIfNoBusiness(store, options.businessFile, streams.stderr)
    return rejected > 0 ? EXIT.someRejected : EXIT.done
  } finally {
    await store.close()
  }
}

/** What is at the address, in a word, and how it is read. */
interface Other {
  format: string
  pages(store: Store): AsyncIterable<SyncPage>
  describe(tally: SyncTally): string[]
}

async function recognise(side: OtherSide, options: SyncOptions, { stderr }: Streams): Promise<Other> {
  const { businessFile, source } = options
  if (isOrigin(side.url) && (await hasChangeFeed(side)))
    return {
      format: 'Firsthand',
      async *pages(store) {
        const wantsBusiness = !existsSync(businessFile) && !(await store.business())
        yield* changePages(side, store, wantsBusiness, stderr)
      },
      describe: ({ takedowns: { gone, erased } }) => [
        `${gone} gone`,
        ...(erased > 0 ? [`${erased} erased`] : []),
      ],
    }
  const answer = await side.ask(side.url)
  const feed = feedOf(answer)
  if (feed)
    return { format: 'JSON Feed', pages: () => feedPages(side, feed, source, stderr), describe: () => [] }
  throw new FileProblem(
    `${showUrl(side.url)}: expected a Firsthand service, named by its origin alone such as https://reviews.example.com, or a JSON Feed; got ${describeAnswer(answer)}.`,
  )
}

/** What was taken is told, even when a later page fails. */
async function takePages(
  side: OtherSide,
  { format, pages, describe }: Other,
  store: Store,
  { businessFile }: SyncOptions,
  { stdout, stderr }: Streams,
): Promise<SyncTally> {
  let tally = EMPTY_TALLY
  try {
    for await (const page of pages(store))
      tally = addUp(tally, await takePage(page, store, businessFile, stderr))
    return tally
  } finally {
    if (tally.takedowns.erased > 0) await store.scrub()
    if (tally !== EMPTY_TALLY)
      stdout.write(describeReport({ name: side.name, format }, tally.report, tally.rejected, describe(tally)))
  }
}
