/** The results of the insights engine for each text, cached because analyzing is slow. */
import { chunks } from './base/chunks.ts'
import type { DatabaseEngine } from './base/database-engine.ts'

export type AnalysisStore = ReturnType<typeof createAnalysisStore>

export function createAnalysisStore({ db, attempt }: DatabaseEngine) {
  return {
    /** Results by content hash, without those that are not cached. */
    async find(engine: string, hashes: string[]): Promise<Map<string, string>> {
      const found = new Map<string, string>()
      for (const chunk of chunks(hashes)) {
        const rows = await db
          .selectFrom('analysis')
          .select(['content_hash', 'result'])
          .where('engine', '=', engine)
          .where('content_hash', 'in', chunk)
          .execute()
        for (const { content_hash, result } of rows) found.set(content_hash, result)
      }
      return found
    },
    async save(engine: string, results: ReadonlyMap<string, string>): Promise<void> {
      const rows = Array.from(results, ([content_hash, result]) => ({ content_hash, engine, result }))
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
