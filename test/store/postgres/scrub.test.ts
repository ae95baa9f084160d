/** What is erased leaves the files of the server. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import pg from 'pg'
import { StoreProblem } from '../../../src/store/base/store-problem.ts'
import { openEngine } from '../../../src/store/open-store.ts'
import { scrub } from '../../../src/store/postgres/scrub.ts'
import { serverUrl } from '../../kit/postgres.ts'
import { row } from '../../kit/rows.ts'
import { bytesOf, openTestStore } from '../../kit/store.ts'

const SECRET = 'Such a dreadful boiler noise.'

/** A review is erased while somebody is in a transaction. */
async function eraseBeside(t: TestContext, url: (own: string) => string, begin: string) {
  const kept = await openTestStore(t)
  await kept.take([row({ text: SECRET })])
  const other = new pg.Client({ connectionString: url(kept.folder.databaseUrl) })
  await other.connect()
  await other.query(begin)
  const [{ id }] = (await kept.query('select id from review')) as [{ id: string }]
  await kept.store.write(async writer => writer.erase((await writer.find(id))!))
  return { ...kept, other }
}

describe('what is erased', () => {
  for (const [where, url, begin] of [
    ['another database', () => serverUrl(), 'begin; select pg_current_xact_id()'],
    ['this database', (own: string) => own, 'begin isolation level repeatable read; select 1'],
  ] as const) {
    it(`is not in the files any more once a transaction in ${where} is over`, async t => {
      const { store, folder, other } = await eraseBeside(t, url, begin)
      const scrubbing = store.scrub()
      await new Promise(resolve => setTimeout(resolve, 300))
      await other.end()
      await scrubbing
      assert.equal((await bytesOf(folder)).includes(SECRET), false)
    })

    it(`is said to be in the files while a transaction in ${where} lasts`, async t => {
      const { folder, other } = await eraseBeside(t, url, begin)
      const engine = await openEngine(folder.databaseUrl)
      t.after(() => engine.close())
      await assert.rejects(scrub(engine.db, 50), error => {
        assert.ok(error instanceof StoreProblem)
        assert.match(
          error.message,
          /^The review is erased and not shown any more, but .* Run firsthand erase/,
        )
        return true
      })
      await other.end()
    })
  }
})
