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
      store.write(writer => writer.apply([{ op: 'edit', record: { ...known, revision: 2 }, known }])),
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

  it('A database from another version is rejected', async t => {
    const { folder, query } = await openTestStore(t)
    await query("insert into kysely_migration values ('999-later', '2030-01-01T00:00:00Z')")
    assert.match(
      await problemOf(folder.databaseUrl),
      /another version of Firsthand.*999-later.*Use that version, or another database/,
    )
  })
})

describe('Database URLs', () => {
  it('The message about a wrong database URL shows nothing but its scheme', async () => {
    for (const url of ['mysql://ada:secret@db.example/reviews', 'ada:secret', 'sqlite:', 'secret'])
      assert.doesNotMatch(await problemOf(url), /secret|example/)
  })
})
