/** One pull of one source: claim it, fetch, import, and note when to come back. And pulls that somebody asks for, by a command or at the desk. */
import type { Logger } from 'pino'
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { ReviewSource } from '../../model/review-source.ts'
import { startLoop, system } from '../../model/system.ts'
import { RequestFailure } from '../../outgoing/failures.ts'
import { createOperatorClient, type OperatorClient } from '../../outgoing/operator-client.ts'
import { StoreProblem } from '../../store/base/store-problem.ts'
import { readOwnerSettings, type Sealing } from '../../store/owner-settings.ts'
import type { Store } from '../../store/store.ts'
import { type ImportedPages, mergePages, readPages } from './import-pulled.ts'
import { targetOf } from './presets.ts'
import { type ClaimDependencies, claimPull } from './pull-state.ts'
import { type Environment, fetchPages, PullProblem } from './source-pages.ts'

interface PullDependencies extends ClaimDependencies {
  client: OperatorClient
  /** Keys may be entered at any time. */
  environment(): Promise<Environment>
  signal: AbortSignal
}

export type PullOutcome =
  | { kind: 'imported'; imported: ImportedPages; pages: number; isCut: boolean }
  | { kind: 'unchanged' }
  | { kind: 'failed'; problem: PullProblem; failures: number }
  /** Another instance has it, or it is not due. */
  | { kind: 'skipped' }

export async function pullSource(
  source: ReviewSource,
  dependencies: PullDependencies,
  { isUrgent }: { isUrgent: boolean },
): Promise<PullOutcome> {
  const { store, now } = dependencies
  const claimed = await claimPull(source, dependencies, isUrgent)
  if (!claimed) return { kind: 'skipped' }
  try {
    const environment = await dependencies.environment()
    const asked = { environment, maxPages: source.max_pages, known: claimed.validators }
    const fetched = await fetchPages(targetOf(source), { ...dependencies, ...asked })
    if (!fetched) {
      await claimed.succeed(claimed.validators, describePull(source, UNCHANGED))
      return UNCHANGED
    }
    const { pages, isCut, validators } = fetched
    const at = now()
    const imported = await mergePages(await readPages(pages, source, at), source, store, at, isCut)
    const outcome = { kind: 'imported', imported, pages: pages.length, isCut } as const
    // Rows that were rejected may be accepted by a newer version, so they are asked for again.
    await claimed.succeed(imported.rejected > 0 ? null : validators, describePull(source, outcome))
    return outcome
  } catch (error) {
    const problem = asPullProblem(error as Error, source)
    return { kind: 'failed', problem, failures: await claimed.fail(problem) }
  }
}

const UNCHANGED = { kind: 'unchanged' } as const

function asPullProblem(error: Error, { name }: ReviewSource): PullProblem {
  if (error instanceof PullProblem) return error
  if (error instanceof RequestFailure || error instanceof StoreProblem)
    return new PullProblem(error.message, 'passing')
  if (error instanceof FileProblem)
    return new PullProblem(`The response ${error.message.replace(`${name}-page-1: `, '')}`, 'setup')
  if (error.name === 'AbortError') return new PullProblem('It was interrupted.', 'passing')
  throw error
}

/** One line for logs and terminals. */
export function describePull({ name }: ReviewSource, outcome: PullOutcome): string {
  if (outcome.kind === 'imported') return `${name}: ${describeImported(outcome)}`
  if (outcome.kind === 'failed') return `${name}: ${outcome.problem.message}`
  return `${name}: ${outcome.kind === 'skipped' ? 'another process is pulling it now' : 'nothing changed since the last pull'}.`
}

function describeImported({ imported, isCut }: Extract<PullOutcome, { kind: 'imported' }>): string {
  const { report, rejected, reason, gone, kept } = imported
  const counts = [
    `${report.added} added`,
    `${report.edited} edited`,
    `${report.unchanged} unchanged`,
    `${rejected} rejected${reason ? ` (${reason})` : ''}`,
    ...(gone > 0 ? [`${gone} gone at the source`] : []),
  ]
  const notes = [
    ...(isCut ? [' There may be more pages than max_pages allows.'] : []),
    ...(kept ? [` No review counts as gone, because ${kept}.`] : []),
  ]
  return `${counts.join(', ')}.${notes.join('')}`
}

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

/** Pulls every source of the business file when it is due, as long as the service runs. */
interface PullLoopDependencies extends Omit<PullDependencies, 'signal' | 'store'> {
  store: Pick<Store, 'write' | 'business'>
  log: Logger
  onOutcome?: (source: ReviewSource, outcome: PullOutcome) => void
}

const LOOK_EVERY_MS = 60_000

export function startPullLoop({ log, onOutcome, ...dependencies }: PullLoopDependencies) {
  async function pullDue(signal: AbortSignal): Promise<void> {
    const business = await dependencies.store.business()
    for (const source of business?.sources ?? []) {
      if (signal.aborted) return
      const outcome = await pullSource(source, { ...dependencies, signal }, { isUrgent: false })
      if (outcome.kind === 'skipped' || signal.aborted) continue
      const line = describePull(source, outcome)
      if (outcome.kind === 'failed')
        log.warn(`Reviews were not pulled; what is published stays. ${line}`)
      else log.info(`Pulled reviews: ${line}`)
      onOutcome?.(source, outcome)
    }
  }

  return startLoop(async signal => {
    await pullDue(signal).catch(error => log.error(`Reviews were not pulled: ${error.message}`))
    return LOOK_EVERY_MS
  })
}
