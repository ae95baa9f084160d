/** The installation's own keys, made once. */
import type { StoreDependencies } from './base/store-dependencies.ts'
import type { Db } from './base/tables.ts'

const KEY_BYTES = 32

/** base64url. */
export async function readKey(
  db: Db,
  name: 'secret_key' | 'log_key',
  { randomBytes }: StoreDependencies,
): Promise<string> {
  const made = Buffer.from(randomBytes(KEY_BYTES)).toString('base64url')
  await db
    .insertInto('setting')
    .values({ key: name, value: made })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
