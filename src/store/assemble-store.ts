/** Builds the store on top of either database engine. */
import { createAnalysisStore } from './analysis-store.ts'
import type { DatabaseEngine, StoreDependencies } from './base/database-engine.ts'
import { LostDatabase, UNTIL_RESTORED } from './base/store-problem.ts'
import {
  BACKUP,
  memoKey,
  readBusiness,
  readCosignatures,
  readDeskNotes,
  readKey,
  readNarrative,
  readSetting,
} from './base/stored-settings.ts'
import { changesSince, readVersion } from './changes-since.ts'
import { readCorrections } from './corrections.ts'
import { createDeskAccess } from './desk-access.ts'
import { createHubStore } from './hub/hub-store.ts'
import { readLogOrigin } from './ledger-table.ts'
import { countBySource, entriesAbout, findInStates, findStored, readLogSize } from './review-queries.ts'
import type { LastBackup, Store } from './store.ts'
import { createWriter } from './store-writer.ts'

export function assembleStore(engine: DatabaseEngine, dependencies: StoreDependencies): Store {
  const { db, attempt } = engine
  return {
    version: () => attempt(async () => (await readVersion(db)).version),
    business: () => attempt(() => readBusiness(db)),
    narrative: () => attempt(() => readNarrative(db)),
    deskNotes: () => attempt(() => readDeskNotes(db)),
    changesSince: (version, seq) => engine.read(tx => changesSince(tx, version, seq)),
    corrections: () => attempt(() => readCorrections(db)),
    find: id => attempt(() => findStored(db, id)),
    findInStates: states => engine.read(tx => findInStates(tx, states)),
    entriesAbout: id => attempt(() => entriesAbout(db, id)),
    countBySource: () => engine.read(countBySource),
    lastBackup: () => attempt(() => readSetting<LastBackup>(db, BACKUP)),
    cosignatures: () => attempt(() => readCosignatures(db)),
    memo: <T>(name: string) => attempt(() => readSetting<T>(db, memoKey(name))),
    logSize: () => attempt(() => readLogSize(db)),
    write: work =>
      engine.write(async tx => {
        const writer = await createWriter(tx, dependencies)
        const result = await work(writer)
        await writer.finish()
        return result
      }),
    secretKey: () => attempt(() => readKey(db, 'secret_key', dependencies)),
    logKey: async () => Buffer.from(await attempt(() => readKey(db, 'log_key', dependencies)), 'base64url'),
    logOrigin: baseUrl => attempt(() => readLogOrigin(db, baseUrl)),
    confirm: createConfirmation(engine),
    findDamage: engine.findDamage,
    waitForChange: engine.waitForChange,
    scrub: engine.scrub,
    hub: createHubStore(engine, dependencies),
    deskAccess: createDeskAccess(engine),
    analyses: createAnalysisStore(engine),
    close: engine.close,
    [Symbol.asyncDispose]: engine.close,
  }
}

/** The key that signs the log identifies a database, wherever it is. */
function createConfirmation({ db, attempt, confirmFiles }: DatabaseEngine): () => Promise<void> {
  let known: string | undefined
  return async () => {
    confirmFiles()
    const query = db.selectFrom('setting').select('value').where('key', '=', 'log_key')
    const key = (await attempt(() => query.executeTakeFirst()))?.value
    if (known !== undefined && key !== known)
      throw new LostDatabase(`The database was replaced by another. ${UNTIL_RESTORED}`)
    known = key
  }
}
