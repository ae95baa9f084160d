import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../kit/rows.ts'
import { NOTHING_PUBLISHED, openTestStore, problemOf } from '../kit/store.ts'

describe('a new database', () => {
  it('refuses a revision of a review that is not there', async t => {
    const { store, take } = await openTestStore(t)
    await take(rows(1))
    const [record] = (await store.changesSince(0)).shown
    const known = { ...record!, id: '01KKMT9200AAAAAAAAAAAAAAAA' }
    await assert.rejects(
      store.write(writer => writer.apply([{ op: 'edit', record: { ...known, revision: 2 }, known }])),
      /foreign key/i,
    )
  })

  it('holds nothing', async t => {
    const { store } = await openTestStore(t)
    assert.deepEqual(await store.changesSince(0), NOTHING_PUBLISHED)
  })
})

describe('a database that is opened again', () => {
  it('holds what it held', async t => {
    const { folder, store, take } = await openTestStore(t)
    await take(rows(3))
    const before = await store.changesSince(0)
    const again = await openTestStore(t, folder)
    assert.deepEqual(await again.store.changesSince(0), before)
  })

  it('is refused when another version made it', async t => {
    const { folder, query } = await openTestStore(t)
    await query("insert into kysely_migration values ('999-later', '2030-01-01T00:00:00Z')")
    assert.match(
      await problemOf(folder.databaseUrl),
      /another version of Firsthand.*999-later.*Use the version that made it/,
    )
  })
})

describe('the URL of a database', () => {
  it('is refused without showing more of it than its kind', async () => {
    for (const url of ['mysql://ada:secret@db.example/reviews', 'ada:secret', 'sqlite:', 'secret'])
      assert.doesNotMatch(await problemOf(url), /secret|example/)
  })
})
