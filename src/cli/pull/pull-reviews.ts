/** `firsthand pull`: pulls the sources of the business file once, whether they are due or not. */
import { loadBusinessFile } from '../../actions/edit-business.ts'
import {
  describePull,
  openPuller,
  type PullOutcome,
  pullSource,
} from '../../actions/pull/pull-source.ts'
import type { ReviewSource } from '../../model/review-source.ts'
import { system } from '../../model/system.ts'
import type { ServiceSettings } from '../../serve/service.ts'
import { openStore } from '../../store/open-store.ts'
import { EXIT, listenForStop, UsageError, writeJson } from '../base/result.ts'

type PullOptions = ServiceSettings & { json: boolean }

export async function pullReviews(names: string[], options: PullOptions, process: NodeJS.Process) {
  const { databaseUrl, businessFile, json } = options
  await using store = await openStore(databaseUrl, system)
  const { env: environment, stdout, stderr } = process
  await using puller = openPuller(store, { ...options, environment }, listenForStop(process))
  await loadBusinessFile(businessFile, store)
  const sources = chosenSources((await store.business())?.sources ?? [], names, businessFile)
  const pulls: Pull[] = []
  for (const source of sources) {
    const outcome = await pullSource(source, puller, { isUrgent: true })
    pulls.push({ source, outcome })
    if (outcome.kind === 'failed') stderr.write(`${describePull(source, outcome)}\n`)
    else if (!json) stdout.write(`${describePull(source, outcome)}\n`)
  }
  if (json) writeJson({ stdout }, pulls.map(pullAsJson))
  return exitCodeOf(pulls)
}

type Pull = { source: ReviewSource; outcome: PullOutcome }

/** All of them if none is named. */
function chosenSources(
  sources: ReviewSource[],
  names: string[],
  businessFile: string,
): ReviewSource[] {
  const unknown = names.find(name => !sources.some(source => source.name === name))
  if (unknown !== undefined)
    throw new UsageError(`${businessFile} has no source called ${unknown}.`)
  if (sources.length === 0)
    throw new UsageError(`${businessFile} has no sources. docs/pulls.md shows how to add one.`)
  return sources.filter(({ name }) => names.length === 0 || names.includes(name))
}

function pullAsJson({ source: { name }, outcome }: Pull): object {
  const { kind } = outcome
  if (kind === 'failed') return { name, outcome: kind, problem: outcome.problem.message }
  if (kind !== 'imported') return { name, outcome: kind }
  const { report, rejected, gone } = outcome.imported
  return {
    name,
    outcome: kind,
    ...report,
    rejected,
    gone,
    pages: outcome.pages,
    more_pages: outcome.isCut,
  }
}

function exitCodeOf(pulls: Pull[]): number {
  if (pulls.some(({ outcome }) => outcome.kind === 'failed')) return EXIT.failed
  const isIncomplete = pulls.some(
    ({ outcome }) => outcome.kind === 'imported' && outcome.imported.rejected > 0,
  )
  return isIncomplete ? EXIT.someRejected : EXIT.done
}
