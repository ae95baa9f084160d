/** Builds a Snapshot for a command that only asks it questions: without pages, feeds or a signed log. */
import { analyzeOnAllCores } from './analysis-pool.ts'
import { loadEngine } from './load-engine.ts'
import type { AnalysesDependencies } from './months/find-analyses.ts'
import type { SnapshotParts } from './snapshot.ts'
import { createSnapshotBuilder, type SnapshotBuilderDependencies } from './snapshot-builder.ts'

export type DataOnlyOptions = {
  baseUrl: string
  onProgress?: AnalysesDependencies['onProgress'] | undefined
}

/** null while there is no business. */
export async function buildDataOnly(
  store: SnapshotBuilderDependencies['store'],
  { baseUrl, onProgress = () => {} }: DataOnlyOptions,
): Promise<SnapshotParts | null> {
  const builder = createSnapshotBuilder({
    store,
    engine: await loadEngine(),
    reading: { analyzeAll: analyzeOnAllCores, onProgress },
    baseUrl,
    renderCheckpoint: () => [],
    logId: '',
  })
  return (await builder.build())?.parts ?? null
}
