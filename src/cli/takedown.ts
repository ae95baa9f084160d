/** `firsthand withhold`, `restore` and `erase`: what an owner may do about one review. */
import { WithholdReason } from '../model/change.ts'
import type { KnownReview, ReviewState } from '../model/record.ts'
import { system } from '../service/system.ts'
import { StoreProblem } from '../store/base/store-problem.ts'
import { openStore } from '../store/open-store.ts'
import type { Store, StoreWriter } from '../store/store.ts'
import { EXIT, UsageError } from './base/exit.ts'

export async function withhold(
  id: string,
  { databaseUrl, reason }: { databaseUrl: string; reason: string },
  { stdout }: NodeJS.Process,
): Promise<number> {
  const checked = WithholdReason.safeParse(reason)
  if (!checked.success)
    throw new UsageError(
      `"${reason}" is no reason to withhold a review. Those there are: ${WithholdReason.options.join(', ')}. A low rating is none.`,
    )
  await change(databaseUrl, id, async (writer, known) => {
    if (known.state !== 'published') throw new StoreProblem(`${id} is not shown now: ${STATES[known.state]}.`)
    await writer.withhold(known, checked.data)
  })
  stdout.write(
    `${id} is withheld (${reason}). That it was here stays in the public log, and readers see the count.\n`,
  )
  return EXIT.done
}

export async function restore(
  id: string,
  { databaseUrl }: { databaseUrl: string },
  { stdout }: NodeJS.Process,
): Promise<number> {
  let shown = false
  await change(databaseUrl, id, async (writer, known) => {
    if (known.state !== 'withheld') throw new StoreProblem(`${id} is not withheld: ${STATES[known.state]}.`)
    shown = (await writer.restore(known)) === 'published'
  })
  stdout.write(
    shown
      ? `${id} is shown again.\n`
      : `${id} is not withheld any more, but not shown either: it does not count as verified.\n`,
  )
  return EXIT.done
}

export async function erase(
  id: string,
  { databaseUrl }: { databaseUrl: string },
  { stdout, stderr }: NodeJS.Process,
): Promise<number> {
  const wasErased = await withStore(databaseUrl, async store => {
    const before = await store.write(async writer => {
      if (await writer.isErased(id)) return true
      await writer.erase(await findReview(writer, id))
      return false
    })
    // Also where it was erased before: overwriting may have failed then.
    stderr.write('Overwriting what was deleted…\n')
    await store.scrub()
    return before
  })
  stdout.write(
    wasErased
      ? `${id} was erased already, and what was left of it in the database is overwritten now.\n`
      : `${id} is erased: text, name and salt are gone from the database. Copies elsewhere (backups, the source, readers) are not.\n`,
  )
  return EXIT.done
}

const STATES: Record<ReviewState, string> = {
  published: 'it is shown',
  unverified: 'it does not count as verified',
  withheld: 'it is withheld already',
  gone: 'it is gone at its source',
}

const change = (
  databaseUrl: string,
  id: string,
  work: (writer: StoreWriter, known: KnownReview) => Promise<void>,
): Promise<void> =>
  withStore(databaseUrl, store => store.write(async writer => work(writer, await findReview(writer, id))))

async function findReview(writer: StoreWriter, id: string): Promise<KnownReview> {
  const known = await writer.find(id)
  if (!known) throw new StoreProblem(`There is no review ${id}. Its id is the last part of its address.`)
  return known
}

async function withStore<T>(databaseUrl: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(databaseUrl, system)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
