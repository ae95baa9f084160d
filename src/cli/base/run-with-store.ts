/** Opens the database that a command is about, and closes it when the command is done. */
import { system } from '../../model/system.ts'
import { openExisting } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'

/** The database must exist, unless `open` is `openStore`: `init`, `import`, `serve`, `pull` and `sync` begin one. */
export async function withStore<T>(
  databaseUrl: string,
  work: (store: Store) => Promise<T>,
  open = openExisting,
): Promise<T> {
  await using store = await open(databaseUrl, system)
  return await work(store)
}
