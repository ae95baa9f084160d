/** The store's port: everything the program keeps, the same on SQLite and PostgreSQL. */
import type { LogEntry } from '../model/change.ts'
import type { ReviewState } from '../model/record.ts'
import { createAnalysisStore } from './analysis-store.ts'
import type { DatabaseEngine, StoreDependencies } from './base/database-engine.ts'
import { LostDatabase, UNTIL_RESTORED } from './base/store-problem.ts'
import {
  BACKUP,
  type LastBackup,
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
import { onlyAddedSince, readLogOrigin } from './ledger-table.ts'
import {
  countBySource,
  entriesAbout,
  findInStates,
  findStored,
  readLogSize,
} from './review-queries.ts'
import { createWriter, type StoreWriter } from './store-writer.ts'

export type { LastBackup } from './base/stored-settings.ts'
export type { ChangesSince } from './changes-since.ts'
export type { SourceCounts } from './review-queries.ts'
export type { StoreWriter } from './store-writer.ts'

/**
 * Everything the program keeps. Open one with `openStore`; several processes may use the same database at once.
 *
 * @example
 * const store = await openStore('sqlite:data/firsthand.db', { now: () => new Date(), randomBytes })
 * await store.write(async writer => {
 *   const known = await writer.find(id)
 *   if (known) await writer.withhold(known, 'spam')
 * })
 * const { version, shown } = await store.changesSince(0)
 * await store.close()
 */
export type Store = ReturnType<typeof assembleStore>

/** Builds the store on top of either database engine. */
export function assembleStore(engine: DatabaseEngine, dependencies: StoreDependencies) {
  const { db, attempt } = engine
  return {
    /** Goes up by one with every change to the published data. */
    version: () => attempt(async () => (await readVersion(db)).version),
    /** That version, and when it was written. */
    lastChange: () => attempt(() => readVersion(db)),
    business: () => attempt(() => readBusiness(db)),
    narrative: () => attempt(() => readNarrative(db)),
    /** Not published. */
    deskNotes: () => attempt(() => readDeskNotes(db)),
    /** Everything that changed after a version, and the ledger entries after `seq` (all of them if absent), read at one point in time. */
    changesSince: (version: number, seq?: number) =>
      engine.read(tx => changesSince(tx, version, seq)),
    /** All corrections of what was read in reviews, including lapsed ones. */
    corrections: () => attempt(() => readCorrections(db)),
    /** Any stored review, shown or not; null if it is unknown or erased. */
    find: (id: string) => attempt(() => findStored(db, id)),
    /** Reviews in these states, the oldest first. */
    findInStates: (states: ReviewState[]) => engine.read(tx => findInStates(tx, states)),
    /** The ledger entries about a review, the oldest first. */
    entriesAbout: (id: string) => attempt(() => entriesAbout(db, id)),
    /** The source with the most published reviews first. */
    countBySource: () => engine.read(countBySource),
    lastBackup: () => attempt(() => readSetting<LastBackup>(db, BACKUP)),
    /** The last cosignature of each witness of the log. */
    cosignatures: () => attempt(() => readCosignatures(db)),
    /** What `StoreWriter.setMemo` kept. */
    memo: <T>(name: string) => attempt(() => readSetting<T>(db, memoKey(name))),
    /** How many entries the ledger has, and when the last one was written. */
    logSize: () => attempt(() => readLogSize(db)),
    /** Whether the ledger has this entry, and no review was removed after it. */
    onlyAddedSince: (entry: LogEntry) => attempt(() => onlyAddedSince(db, entry)),
    /** Runs the work in one transaction. If it throws, nothing is written; if the database is busy, the work may run again. */
    write: <T>(work: (writer: StoreWriter) => Promise<T>): Promise<T> =>
      engine.write(async tx => {
        const { finish, ...writer } = await createWriter(tx, dependencies)
        const result = await work(writer)
        await finish()
        return result
      }),
    /** The key of this installation: generated once, and the same for every instance on this database. */
    secretKey: () => attempt(() => readKey(db, 'secret_key', dependencies)),
    /** The seed of the Ed25519 key that signs the ledger: generated once, and changed only by `rotateLogKey`. */
    logKey: async (): Promise<Uint8Array> =>
      Buffer.from(await attempt(() => readKey(db, 'log_key', dependencies)), 'base64url'),
    /** The name of the log: that of the public address at which it was first published, wherever it moves. */
    logOrigin: (baseUrl: string) => attempt(() => readLogOrigin(db, baseUrl)),
    /** Throws if the database is not reachable, a LostDatabase if it is no longer the one that was opened. */
    confirm: createConfirmation(engine),
    findDamage: engine.findDamage,
    waitForChange: engine.waitForChange,
    /** Rewrites the database files, so that they no longer contain deleted data. */
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
