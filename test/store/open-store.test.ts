import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../kit/rows.ts'
import { NOTHING_PUBLISHED, openTestStore, problemOf } from '../kit/store.ts'

describe('A new database', () => {
  it('A revision of a review that does not exist is rejected', async t => {
    const { store, take } = await openTestStore(t)
    await take(rows(1))
    const [record] = (await store.changesSince(0)).shown
    const known = { ...record!, id: '01KKMT9200AAAAAAAAAAAAAAAA' }
    await assert.rejects(
      store.write(writer =>
        writer.apply([{ op: 'edit', record: { ...known, revision: 2 }, known }]),
      ),
      /foreign key/i,
    )
  })

  it('A new database is empty', async t => {
    const { store } = await openTestStore(t)
    assert.deepEqual(await store.changesSince(0), NOTHING_PUBLISHED)
  })
})

describe('A database that is opened again', () => {
  it('A reopened database has the same content', async t => {
    const { folder, store, take } = await openTestStore(t)
    await take(rows(3))
    const before = await store.changesSince(0)
    const again = await openTestStore(t, folder)
    assert.deepEqual(await again.store.changesSince(0), before)
  })

  for (const change of [
    "update publication set made_by = 'another version'",
    'alter table publication drop column made_by',
    'drop table publication',
  ])
    it(`A database of another version is rejected and left as it is: ${change}`, async t => {
      const { folder, store, query, take } = await openTestStore(t)
      await take(rows(3))
      const ids = async () => await query('select id from review order by id')
      const before = await ids()
      await query(change)
      assert.match(
        await problemOf(folder.databaseUrl),
        /another version of Firsthand.*Nothing was changed.*Use that version, or another database/,
      )
      assert.deepEqual(await ids(), before)
      await store.close()
    })
})

describe('Database URLs', () => {
  it('The message about a wrong database URL shows nothing but its scheme', async () => {
    for (const url of ['mysql://ada:secret@db.example/reviews', 'ada:secret', 'sqlite:', 'secret'])
      assert.doesNotMatch(await problemOf(url), /secret|example/)
  })
})
