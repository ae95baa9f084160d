/** Pulls that somebody asks for, by a command or at the desk. */
import type { ReviewSource } from '../../model/review-source.ts'
import { system } from '../../model/system.ts'
import { createOperatorClient } from '../../outgoing/operator-client.ts'
import { readOwnerSettings, type Sealing } from '../../store/owner-settings.ts'
import type { Store } from '../../store/store.ts'
import { readPages } from './import-pulled.ts'
import { targetOf } from './presets.ts'
import { asPullProblem, type PullDependencies } from './pull-source.ts'
import { type Environment, fetchPages } from './source-pages.ts'

export type PullSettings = Sealing & { outgoingAllowCidrs: string[]; environment?: Environment }

export function openPuller(store: Store, settings: PullSettings, signal: AbortSignal) {
  const client = createOperatorClient(settings.outgoingAllowCidrs)
  const environment = () => pullEnvironment(store, settings)
  const dependencies = { signal, store, client, environment, random: Math.random, now: system.now }
  return { ...dependencies, [Symbol.asyncDispose]: client.close }
}

/** What the owner entered at the desk comes before what the program was started with. */
export const pullEnvironment = async (store: Store, settings: PullSettings) => ({
  ...(settings.environment ?? process.env),
  ...(await readOwnerSettings(store, settings)),
})

/** Reads the first page as a pull would, and keeps nothing of it. */
export async function tryPull(source: ReviewSource, dependencies: PullDependencies) {
  try {
    const asked = { environment: await dependencies.environment(), maxPages: 1, known: null }
    const fetched = await fetchPages(targetOf(source), { ...dependencies, ...asked })
    const batches = await readPages(fetched!.pages, source, dependencies.now())
    const [first] = batches.flatMap(({ rows }) => [...rows])
    return { count: batches.reduce((sum, { choice }) => sum + choice.count, 0), first }
  } catch (error) {
    return asPullProblem(error as Error, source)
  }
}
