/** The results of the insights engine for each text, cached because analyzing is slow. */
import { chunks } from './base/chunks.ts'
import type { Db } from './base/tables.ts'

export interface AnalysisStore {
  /** Results by content hash, without those that are not cached. */
  find(engine: string, hashes: string[]): Promise<Map<string, string>>
  save(engine: string, results: ReadonlyMap<string, string>): Promise<void>
}

export function createAnalysisStore(
  db: Db,
  whenFree: <T>(work: () => Promise<T>) => Promise<T>,
): AnalysisStore {
  return {
    async find(engine, hashes) {
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
    async save(engine, results) {
      const rows = Array.from(results, ([content_hash, result]) => ({ content_hash, engine, result }))
      for (const chunk of chunks(rows))
        await whenFree(() =>
          db
            .insertInto('analysis')
            .values(chunk)
            .onConflict(conflict => conflict.columns(['content_hash', 'engine']).doNothing())
            .execute(),
        )
    },
  }
}
