/** Single values, stored as JSON under a name. */
import type { Db, Tx } from './tables.ts'

export async function readSetting<T>(db: Db, key: string): Promise<T | null> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row ? JSON.parse(row.value) : null
}

export async function saveSetting(tx: Tx, key: string, content: unknown): Promise<void> {
  const value = JSON.stringify(content)
  await tx
    .insertInto('setting')
    .values({ key, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
