/** `firsthand pull`: pulls the sources of the business file once, whether they are due or not. */
import packageJson from '../../../package.json' with { type: 'json' }
import { createOperatorClient } from '../../outside/operator-requests.ts'
import { describePull, pullSource } from '../../pull/pull-source.ts'
import { loadBusinessFile } from '../../service/business-file-watch.ts'
import type { ServiceSettings } from '../../service/service.ts'
import { system } from '../../service/system.ts'
import { openStore } from '../../store/open-store.ts'
import { EXIT, UsageError } from '../base/exit.ts'
import { listenForStop } from '../base/stop-signal.ts'

export async function pullReviews(
  names: string[],
  { databaseUrl, businessFile, outgoingAllowCidrs }: ServiceSettings,
  process: NodeJS.Process,
): Promise<number> {
  const store = await openStore(databaseUrl, system)
  const client = createOperatorClient(outgoingAllowCidrs, `Firsthand/${packageJson.version}`)
  const signal = listenForStop(process)
  try {
    await loadBusinessFile(businessFile, store)
    const sources = (await store.business())?.sources ?? []
    const unknown = names.find(name => !sources.some(source => source.name === name))
    if (unknown !== undefined) throw new UsageError(`${businessFile} has no source called ${unknown}.`)
    if (sources.length === 0)
      throw new UsageError(`${businessFile} has no sources. docs/pulls.md shows how to add one.`)
    let exitCode: number = EXIT.done
    for (const source of sources.filter(({ name }) => names.length === 0 || names.includes(name))) {
      const dependencies = {
        store,
        client,
        environment: process.env,
        random: Math.random,
        signal,
        now: system.now,
      }
      const outcome = await pullSource(source, dependencies, { isUrgent: true })
      const hasFailed = outcome.kind === 'failed'
      ;(hasFailed ? process.stderr : process.stdout).write(`${describePull(source, outcome)}\n`)
      if (hasFailed) exitCode = EXIT.failed
      else if (outcome.kind === 'imported' && outcome.imported.rejected > 0 && exitCode === EXIT.done)
        exitCode = EXIT.someRejected
    }
    return exitCode
  } finally {
    await client.close()
    await store.close()
  }
}
