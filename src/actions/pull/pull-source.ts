/** One pull of one source: claim it, fetch, import, and note when to come back. */
import { FileProblem } from '../../ingest/values/file-problem.ts'
import type { ReviewSource } from '../../model/review-source.ts'
import { RequestFailure } from '../../outgoing/failures.ts'
import type { OperatorClient } from '../../outgoing/operator-client.ts'
import { type ImportedPages, importPages } from './import-pulled.ts'
import { targetOf } from './presets.ts'
import { PullProblem } from './pull-problem.ts'
import { type ClaimDependencies, claimPull } from './pull-state.ts'
import { type Environment, fetchPages } from './source-pages.ts'

export interface PullDependencies extends ClaimDependencies {
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
    const imported = await importPages(pages, source, store, now(), isCut)
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

export function asPullProblem(error: Error, { name }: ReviewSource): PullProblem {
  if (error instanceof PullProblem) return error
  if (error instanceof RequestFailure) return new PullProblem(error.message, 'passing')
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
    ...(isCut ? [' There are more pages than max_pages allows.'] : []),
    ...(kept ? [` No review counts as gone, because ${kept}.`] : []),
  ]
  return `${counts.join(', ')}.${notes.join('')}`
}
