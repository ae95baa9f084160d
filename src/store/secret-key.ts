/** The installation's own keys, generated on first use. */
import type { StoreDependencies } from './base/store-dependencies.ts'
import type { Db } from './base/tables.ts'

const KEY_BYTES = 32

/** base64url. Several processes may ask at once; the first insert wins. */
export async function readKey(
  db: Db,
  name: 'secret_key' | 'log_key',
  { randomBytes }: StoreDependencies,
): Promise<string> {
  const generated = Buffer.from(randomBytes(KEY_BYTES)).toString('base64url')
  await db
    .insertInto('setting')
    .values({ key: name, value: generated })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
