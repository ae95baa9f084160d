/** Imports the reviews of another Firsthand service or any JSON Feed, page by page. */
import { FileProblem } from '../../ingest/values/file-problem.ts'
import { showUrl } from '../../outgoing/typed-address.ts'
import type { Store } from '../../store/store.ts'
import { describeResponse, isOrigin, openRemoteSource } from './remote-source.ts'
import { changePages, hasChangeFeed } from './sync-changes.ts'
import { feedOf, feedPages } from './sync-feed.ts'
import { addTallies, type SyncPage, type SyncTally } from './sync-tally.ts'

export interface SyncSource {
  name: string
  format: 'Firsthand' | 'JSON Feed'
  /** Fetches the business too, if `wantsBusiness` and the source has one. */
  pages(store: Store, wantsBusiness: boolean): AsyncIterable<SyncPage>
  close(): Promise<void>
}

/** Finds out what is at the address. `source` is where the reviews were written, for a feed that does not say. */
export async function openSyncSource(
  address: URL,
  source: string | undefined,
  warn: (message: string) => void,
): Promise<SyncSource> {
  const remote = openRemoteSource(address)
  const { url, name, close } = remote
  try {
    if (isOrigin(url) && (await hasChangeFeed(remote)))
      return {
        name,
        format: 'Firsthand',
        pages: (store, wantsBusiness) => changePages(remote, store, wantsBusiness, warn),
        close,
      }
    const response = await remote.get(url)
    const feed = feedOf(response)
    if (feed) return { name, format: 'JSON Feed', pages: () => feedPages(remote, feed, source, warn), close }
    throw new FileProblem(
      `${showUrl(url)}: expected a Firsthand service (its origin, such as https://reviews.example.com) or a JSON Feed, got ${describeResponse(response)}.`,
    )
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * `importPage` imports one page in one transaction. The tally is null if no page was imported; a problem ended the sync early, but
 * earlier pages are kept.
 */
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
