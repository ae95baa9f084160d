/** The installation's own key, for whoever sets none. */
import type { Db } from './schema.ts'
import type { StoreDependencies } from './store.ts'

const KEY_BYTES = 32

export async function readSecretKey(db: Db, { randomBytes }: StoreDependencies): Promise<string> {
  const made = Buffer.from(randomBytes(KEY_BYTES)).toString('base64url')
  await db
    .insertInto('setting')
    .values({ key: 'secret_key', value: made })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'secret_key')
    .executeTakeFirstOrThrow()
  return value
}
