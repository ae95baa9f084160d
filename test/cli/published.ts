/** What the service shows of a database, made in this process. */
import type { Insights } from '../../src/model/insights.ts'
import type { Review } from '../../src/model/review.ts'
import { createPress } from '../../src/publish/press.ts'
import { openSnapshot } from '../../src/publish/snapshot.ts'
import { openStore } from '../../src/store/open.ts'
import { system } from '../../src/system.ts'
import { engine, readJson } from '../kit/press.ts'
import { business } from '../kit/rows.ts'
import { importInto } from '../kit/service.ts'

export interface Published {
  reviews: Review[]
  insights: Insights
}

export async function readPublished(databaseUrl: string): Promise<Published> {
  await importInto(databaseUrl, [], business)
  const store = await openStore(databaseUrl, system)
  try {
    const press = createPress({
      store,
      engine,
      baseUrl: 'https://reviews.example',
      renderDocuments: () => [],
      renderCheckpoint: () => [],
      logId: '',
    })
    const snapshot = openSnapshot((await press.print())!)
    return {
      reviews: readJson(snapshot, '/reviews.json').reviews,
      insights: readJson(snapshot, '/insights.json'),
    }
  } finally {
    await store.close()
  }
}
