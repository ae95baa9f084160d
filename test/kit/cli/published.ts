/** What the service would show of a database, built in this process. */
import type { Insights } from '../../../src/model/insights.ts'
import type { Review } from '../../../src/model/review.ts'
import { openSnapshot } from '../../../src/publish/snapshot.ts'
import { createSnapshotBuilder } from '../../../src/publish/snapshot-builder.ts'
import { business } from '../rows.ts'
import { importInto } from '../service.ts'
import { engine, openWritten, readJson } from '../snapshot-builder.ts'

export interface Published {
  reviews: Review[]
  insights: Insights
}

/** Nothing shows that the reviews of tables whose columns were named are from there, so the business says how it knows them. */
const withRule = { ...business, verification: { checkatrade: { level: 'invited' } } }

export async function readPublished(databaseUrl: string): Promise<Published> {
  await importInto(databaseUrl, [], withRule)
  const store = await openWritten(databaseUrl)
  try {
    const builder = createSnapshotBuilder({
      store,
      engine,
      baseUrl: 'https://reviews.example',
      renderCheckpoint: () => [],
      logId: '',
    })
    const snapshot = openSnapshot((await builder.build())!.parts)
    return {
      reviews: readJson(snapshot, '/reviews.json').reviews,
      insights: readJson(snapshot, '/insights.json'),
    }
  } finally {
    await store.close()
  }
}
