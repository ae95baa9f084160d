/** `firsthand sync`: pulls reviews from another Firsthand service or any JSON Feed. */
import { existsSync } from 'node:fs'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { system } from '../../model/system.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { EXIT } from '../base/exit.ts'
import { writeJson } from '../base/json-output.ts'
import { showUrl } from '../base/remote.ts'
import { describeReport } from '../import/describe-import.ts'
import { warnIfNoBusiness } from '../import/import-files.ts'
import { describeResponse, isOrigin, openRemoteSource, type RemoteSource } from './remote-source.ts'
import { changePages, hasChangeFeed } from './sync-changes.ts'
import { feedOf, feedPages } from './sync-feed.ts'
import { addTallies, EMPTY_TALLY, importPage, type SyncPage, type SyncTally } from './sync-page.ts'

export interface SyncOptions {
  databaseUrl: string
  businessFile: string
  /** Where the reviews were written, for a feed that does not say. */
  source?: string
  json?: boolean
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr'>

export async function sync(address: string, options: SyncOptions, streams: Streams): Promise<number> {
  const remote = openRemoteSource(address)
  const source = await detectSource(remote, options, streams)
  const store = await openStore(options.databaseUrl, system)
  try {
    const { rejected } = await importPages(remote, source, store, options, streams)
    await warnIfNoBusiness(store, options.businessFile, streams.stderr)
    return rejected > 0 ? EXIT.someRejected : EXIT.done
  } finally {
    await store.close()
  }
}

/** What kind of source is at the address, and how to read it. */
interface DetectedSource {
  format: string
  pages(store: Store): AsyncIterable<SyncPage>
  describe(tally: SyncTally): string[]
}

async function detectSource(
  remote: RemoteSource,
  options: SyncOptions,
  { stderr }: Streams,
): Promise<DetectedSource> {
  const { businessFile, source } = options
  if (isOrigin(remote.url) && (await hasChangeFeed(remote)))
    return {
      format: 'Firsthand',
      async *pages(store) {
        const wantsBusiness = !existsSync(businessFile) && !(await store.business())
        yield* changePages(remote, store, wantsBusiness, stderr)
      },
      describe: ({ takedowns: { gone, erased } }) => [
        `${gone} gone`,
        ...(erased > 0 ? [`${erased} erased`] : []),
      ],
    }
  const response = await remote.get(remote.url)
  const feed = feedOf(response)
  if (feed)
    return { format: 'JSON Feed', pages: () => feedPages(remote, feed, source, stderr), describe: () => [] }
  throw new FileProblem(
    `${showUrl(remote.url)}: expected a Firsthand service (its origin, such as https://reviews.example.com) or a JSON Feed, got ${describeResponse(response)}.`,
  )
}

/** Reports what was imported, even if a later page fails. */
async function importPages(
  remote: RemoteSource,
  { format, pages, describe }: DetectedSource,
  store: Store,
  { businessFile, json }: SyncOptions,
  { stdout, stderr }: Streams,
): Promise<SyncTally> {
  let tally = EMPTY_TALLY
  try {
    for await (const page of pages(store))
      tally = addTallies(tally, await importPage(page, store, businessFile, stderr))
    return tally
  } finally {
    if (tally.takedowns.erased > 0) await store.scrub()
    if (json) {
      const { report, rejected, takedowns } = tally
      writeJson({ stdout }, { name: remote.name, format, ...report, rejected, takedowns })
    } else if (tally !== EMPTY_TALLY)
      stdout.write(
        describeReport({ name: remote.name, format }, tally.report, tally.rejected, describe(tally)),
      )
  }
}
