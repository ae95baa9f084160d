import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LostDatabase } from '../../src/store/base/store-problem.ts'
import { rows } from '../kit/rows.ts'
import { openTestStore } from '../kit/store.ts'

it('A database is the one that was opened as long as it has the same key of the log', async t => {
  const { store, query, take } = await openTestStore(t)
  await store.confirm()
  await store.logKey()
  await store.confirm()
  await take(rows(3))
  await store.confirm()
  await query("update setting set key = 'hidden' where key = 'log_key'")
  await assert.rejects(store.confirm(), LostDatabase)
  await query("insert into setting (key, value) values ('log_key', 'another')")
  await assert.rejects(store.confirm(), {
    name: 'StoreProblem',
    message: /^The database was replaced by another\. What was published is still shown/,
  })
  await query("delete from setting where key = 'log_key'")
  await query("update setting set key = 'log_key' where key = 'hidden'")
  await store.confirm()
})
