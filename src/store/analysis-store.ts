/** The results of the insights engine for each text, cached because analyzing is slow. */
import type { DatabaseEngine } from './base/database-engine.ts'
import { chunks, findInChunks } from './base/tables.ts'

export type AnalysisStore = ReturnType<typeof createAnalysisStore>

export function createAnalysisStore({ db, attempt }: DatabaseEngine) {
  return {
    /** Results by content hash, without those that are not cached. */
    async find(engine: string, hashes: string[]): Promise<Map<string, string>> {
      const query = db
        .selectFrom('analysis')
        .select(['content_hash', 'result'])
        .where('engine', '=', engine)
      const rows = await findInChunks(hashes, chunk =>
        query.where('content_hash', 'in', chunk).execute(),
      )
      return new Map(rows.map(({ content_hash, result }) => [content_hash, result]))
    },
    async save(engine: string, results: ReadonlyMap<string, string>): Promise<void> {
      const rows = Array.from(results, ([content_hash, result]) => ({
        content_hash,
        engine,
        result,
      }))
      for (const chunk of chunks(rows))
        await attempt(() =>
          db
            .insertInto('analysis')
            .values(chunk)
            .onConflict(conflict => conflict.columns(['content_hash', 'engine']).doNothing())
            .execute(),
        )
    },
  }
}
