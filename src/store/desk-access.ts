/** Queries about who may use the desk at the public address, and who did what there. Times are as in the tables. */
import type { DatabaseEngine } from './base/database-engine.ts'
import type { DeskActionTable, DeskPasskeyTable, DeskSessionTable } from './base/tables.ts'

export type DeskAccess = ReturnType<typeof createDeskAccess>

/** Tokens are stored as hashes: whoever reads a backup must not be able to use them. */
export function createDeskAccess({ db, attempt, change }: DatabaseEngine) {
  return {
    /** Whether anyone can get in: with a passkey, or an invitation that is still valid. */
    isOpen: (at: string) =>
      attempt(async () => {
        const invitations = db
          .selectFrom('desk_invitation')
          .select('user_name')
          .where('expires_at', '>', at)
        const passkeys = db.selectFrom('desk_passkey').select('user_name')
        return (await passkeys.unionAll(invitations).limit(1).executeTakeFirst()) !== undefined
      }),

    invite: (token_hash: string, user_name: string, at: string, expires_at: string) =>
      change(async tx => {
        await tx.deleteFrom('desk_invitation').where('expires_at', '<=', at).execute()
        await tx
          .insertInto('desk_invitation')
          .values({ token_hash, user_name, expires_at })
          .execute()
      }),

    /** Returns the name of whoever is invited. */
    findInvitation: (token_hash: string, at: string) =>
      attempt(async () => {
        const query = db.selectFrom('desk_invitation').select('user_name')
        const valid = query.where('token_hash', '=', token_hash).where('expires_at', '>', at)
        return (await valid.executeTakeFirst())?.user_name ?? null
      }),

    /** Exchanges an invitation for a passkey; false if the invitation was spent or expired meanwhile. */
    enroll: (token_hash: string, passkey: DeskPasskeyTable) =>
      change(async tx => {
        const spend = tx.deleteFrom('desk_invitation').where('token_hash', '=', token_hash)
        const spent = await spend.where('expires_at', '>', passkey.created_at).executeTakeFirst()
        if (spent.numDeletedRows !== 1n) return false
        await tx.insertInto('desk_passkey').values(passkey).execute()
        return true
      }),

    passkeys: () =>
      attempt(() =>
        db.selectFrom('desk_passkey').selectAll().orderBy('created_at').orderBy('id').execute(),
      ),

    /** Notes a use; false if a response to the same or a later challenge was used before: each works once. */
    usePasskey: (id: string, used_at: string) =>
      change(async tx => {
        const query = tx.updateTable('desk_passkey').set({ used_at }).where('id', '=', id)
        return (await query.where('used_at', '<', used_at).executeTakeFirst()).numUpdatedRows === 1n
      }),

    /** Its sessions end with it. */
    removePasskey: (id: string) =>
      change(async tx => {
        await tx.deleteFrom('desk_session').where('passkey_id', '=', id).execute()
        await tx.deleteFrom('desk_passkey').where('id', '=', id).execute()
      }),

    /** Forgets those that were last seen before `keptSince`. */
    openSession: (session: DeskSessionTable, keptSince: string) =>
      change(async tx => {
        await tx.deleteFrom('desk_session').where('seen_at', '<', keptSince).execute()
        await tx.insertInto('desk_session').values(session).execute()
      }),

    /** Those that are not idle, the last seen first. */
    sessions: (seenSince: string) =>
      attempt(() => {
        const query = db.selectFrom('desk_session').selectAll().where('seen_at', '>=', seenSince)
        return query.orderBy('seen_at', 'desc').execute()
      }),

    changeSession: (
      token_hash: string,
      changes: Partial<Pick<DeskSessionTable, 'seen_at' | 'confirmed_at' | 'notice'>>,
    ) =>
      change(tx =>
        tx.updateTable('desk_session').set(changes).where('token_hash', '=', token_hash).execute(),
      ),

    endSession: (token_hash: string) =>
      change(tx => tx.deleteFrom('desk_session').where('token_hash', '=', token_hash).execute()),

    /** Adds an action to the log, and forgets what is older than `keptSince`. */
    noteAction: (action: DeskActionTable, keptSince: string) =>
      change(async tx => {
        await tx.deleteFrom('desk_action').where('at', '<', keptSince).execute()
        await tx.insertInto('desk_action').values(action).execute()
      }),

    /** The last ones first. */
    actions: (count: number) =>
      attempt(() =>
        db.selectFrom('desk_action').selectAll().orderBy('at', 'desc').limit(count).execute(),
      ),
  }
}
