/** Erased text disappears from the files of the server. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { StoreProblem } from '../../../src/store/base/store-problem.ts'
import { openEngine } from '../../../src/store/open-store.ts'
import { scrub } from '../../../src/store/postgres/open-postgres.ts'
import { serverUrl } from '../../kit/postgres.ts'
import { row } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { bytesOf, openTestStore } from '../../kit/store.ts'

const SECRET = 'Such a dreadful boiler noise.'

const SCRUB_WAITS = `select 1 from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_snapshot_xmin%'`

/** Erases a review while a transaction is open. */
async function eraseDuring(t: TestContext, url: (own: string) => string, begin: string) {
  const kept = await openTestStore(t)
  await kept.take([row({ text: SECRET })])
  const other = new pg.Client({ connectionString: url(kept.folder.databaseUrl) })
  await other.connect()
  await other.query(begin)
  const [{ id }] = (await kept.query('select id from review')) as [{ id: string }]
  await kept.store.write(async writer => writer.erase((await writer.find(id))!))
  return { ...kept, other }
}

describe('Scrubbing PostgreSQL', () => {
  for (const [where, url, begin] of [
    ['another database', () => serverUrl(), 'begin; select pg_current_xact_id()'],
    ['this database', (own: string) => own, 'begin isolation level repeatable read; select 1'],
  ] as const) {
    it(`Erased text is gone from the files once a transaction in ${where} has ended`, async t => {
      const { store, folder, query, other } = await eraseDuring(t, url, begin)
      const scrubbing = store.scrub()
      await until(async () => (await query(SCRUB_WAITS)).length > 0)
      await other.end()
      await scrubbing
      assert.equal((await bytesOf(folder)).includes(SECRET), false)
    })

    it(`The operator learns that erased text is still in the files while a transaction in ${where} is open`, async t => {
      const { folder, other } = await eraseDuring(t, url, begin)
      const engine = await openEngine(folder.databaseUrl)
      t.after(() => engine.close())
      await assert.rejects(scrub(engine.db, 50), error => {
        assert.ok(error instanceof StoreProblem)
        assert.match(
          error.message,
          /^The review is erased and no longer shown, but .* Run firsthand erase/,
        )
        return true
      })
      await other.end()
    })
  }
})
