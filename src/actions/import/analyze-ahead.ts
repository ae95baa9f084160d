/** Analyzes the texts of an import before they are stored, so that the service can show both at once. */
import { parseBusinessFile } from '../../ingest/business-file.ts'
import { readTextFile } from '../../ingest/files/text-file.ts'
import type { BusinessFile } from '../../model/business.ts'
import type { Store } from '../../store/store.ts'
import type { Batch } from './import-batch.ts'

export async function analyzeAhead(batches: Batch[], store: Store, businessFile: string): Promise<void> {
  const business = await businessOf(batches, store, businessFile)
  const texts = batches.flatMap(batch => batch.texts ?? [])
  // The service analyzes large imports, on all cores.
  if (!business || batches.some(batch => !batch.texts)) return
  const { loadEngine } = await import('../../publish/load-engine.ts')
  const { createFindAnalyses } = await import('../../publish/months/find-analyses.ts')
  const findAnalyses = createFindAnalyses({ store: store.analyses, engine: await loadEngine() })
  await findAnalyses(texts, business)
}

/** The business as the service will know it: the owner's file counts before what is stored or comes with the reviews. */
export async function businessOf(
  batches: Pick<Batch, 'business'>[],
  store: Pick<Store, 'business'>,
  businessFile: string,
): Promise<BusinessFile | null> {
  return (
    (await readBusiness(businessFile)) ??
    (await store.business()) ??
    batches.find(batch => batch.business)?.business ??
    null
  )
}

/** Reporting a missing or invalid file is up to the service. */
const readBusiness = (path: string) =>
  readTextFile(path)
    .then(text => parseBusinessFile(text ?? ''))
    .catch(() => null)
