import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ulidOf } from '../../../src/ingest/merge/identity.ts'
import { rows } from '../../kit/rows.ts'
import { openTestStore, type TestStore } from '../../kit/store.ts'

/** Without an identifier of the source. */
const made = rows(3, number => ({
  source: 'direct',
  source_id: null,
  verified: true,
  author: `Ada ${number}`,
}))

const stored = async ({ query }: TestStore) =>
  (await query('select id, source, source_key from review order by id')) as {
    id: string
    source: string
    source_key: string
  }[]

async function erase({ store }: TestStore, id: string): Promise<void> {
  await store.write(async writer => writer.erase((await writer.find(id))!))
}

describe('The id of a review without an identifier of its source', () => {
  it('Nobody who knows author and day can compute it, and it stays the same with every import', async t => {
    const [one, other] = [await openTestStore(t), await openTestStore(t)]
    await one.take(made)
    await other.take(made)
    const before = await stored(one)
    for (const [index, { id, source, source_key }] of before.entries()) {
      assert.notEqual(id, ulidOf(made[index]!.date as string, source, source_key))
      assert.notEqual(id, (await stored(other))[index]!.id)
    }
    const again = await one.take([...made.toReversed(), { ...made[0]!, text: 'Edited.' }])
    assert.equal(again.added, 1)
    assert.deepEqual(
      (await stored(one)).filter(({ id }) => before.some(known => known.id === id)),
      before,
    )
  })

  it('A review with such an id keeps it when it comes back from the published data', async t => {
    const [one, other] = [await openTestStore(t), await openTestStore(t)]
    await one.take(made)
    const ids = (await stored(one)).map(({ id }) => id)
    await other.take(made.map((row, index) => ({ ...row, id: ids[index] })))
    assert.deepEqual(
      (await stored(other)).map(({ id }) => id),
      ids,
    )
    assert.equal((await one.take(made.map((row, index) => ({ ...row, id: ids[index] })))).added, 0)
  })
})

describe('What an erasure leaves', () => {
  for (const [name, list] of [
    // A short identifier would now and then stand in a random key by chance.
    ['with an identifier', rows(3, number => ({ source_id: `booking-${number}` }))],
    ['without one', made],
  ] as const)
    it(`Nothing connects the id of an erased review ${name} with its key, and it still does not come back`, async t => {
      const kept = await openTestStore(t)
      await kept.take(list)
      const { id, source_key } = (await stored(kept))[1]!
      await kept.store.write(async writer =>
        writer.addAliases([
          { source: String(list[1]!.source), sourceKey: 'another', kind: 'other', id },
        ]),
      )
      await erase(kept, id)
      const [row] = await kept.query(`select * from review where id = '${id}'`)
      assert.equal(row!.source_key, `erased:${id}`)
      const settings = await kept.query('select key, value from setting')
      for (const { key, value } of settings)
        assert.ok(
          !`${key}${value}`.includes(id) && !`${key}${value}`.includes(source_key),
          String(key),
        )
      assert.deepEqual(await kept.take([...list]), {
        ...{ added: 0, edited: 0, unchanged: 2, duplicate: 0, returned: 0, erased: 1 },
      })
      const alias = { ...list[1]!, source_id: 'another', text: 'From another export.' }
      assert.equal((await kept.take([alias])).erased, 1)
    })
})
