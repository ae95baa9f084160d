/** The store, on either engine. */
import { createAnalysisStore } from './analyses.ts'
import type { Engine } from './engine.ts'
import { createHubStore } from './hub-store.ts'
import { readBusiness, readNarrative, readSince, readVersion } from './publication.ts'
import { readKey } from './secret-key.ts'
import type { Store, StoreDependencies } from './store.ts'
import { createWriter } from './writer.ts'

export function assembleStore(engine: Engine, dependencies: StoreDependencies): Store {
  const { db, attempt } = engine
  return {
    version: () => attempt(async () => (await readVersion(db)).version),
    business: () => attempt(() => readBusiness(db)),
    narrative: () => attempt(() => readNarrative(db)),
    readSince: (version, seq) => engine.read(tx => readSince(tx, version, seq)),
    write: work =>
      engine.write(async tx => {
        const writer = await createWriter(tx, dependencies)
        const result = await work(writer)
        await writer.finish()
        return result
      }),
    secretKey: () => attempt(() => readKey(db, 'secret_key', dependencies)),
    logKey: async () => Buffer.from(await attempt(() => readKey(db, 'log_key', dependencies)), 'base64url'),
    waitForChange: engine.waitForChange,
    scrub: engine.scrub,
    hub: createHubStore(engine, dependencies),
    analyses: createAnalysisStore(db, attempt),
    close: engine.close,
  }
}
