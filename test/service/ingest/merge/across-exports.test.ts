import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createOtherExports, idKind } from '../../../../src/ingest/merge/across-exports.ts'
import { createDeduplicator } from '../../../../src/ingest/merge/identity.ts'
import { mergeChosen } from '../../../../src/ingest/merge/merge-rows.ts'
import { type Row, row } from '../../../kit/rows.ts'
import { runs } from '../../../kit/runs.ts'
import { openTestStore, type TestStore } from '../../../kit/store.ts'
import { checkRows } from '../../../kit/valid-rows.ts'

const maps = (number: number) => `ChZDSUhNMG9nS0VJQ0FnSU${String(number).padStart(6, '0')}`
const profile = (number: number) => `AbFvOqkPcLmN3xYz${String(number).padStart(6, '0')}`
const inMaps = (number: number, change: Row = {}) => row({ source_id: maps(number), ...change })
const inProfile = (number: number, change: Row = {}) =>
  row({ source_id: profile(number), ...change })

const storedIn = async ({ query }: TestStore) =>
  (await query('select source_key from review order by source_key')).map(one => one.source_key)

/** Pairs that a person should look at, by their texts. */
async function likelyPairs({ store, clock }: TestStore, rows: Row[]): Promise<unknown[]> {
  const pairs: unknown[] = []
  const { good } = checkRows(rows)
  const chooser = createDeduplicator()
  for (const one of good) chooser.take(one)
  const choice = chooser.choose()
  await store.write(writer =>
    mergeChosen(good, choice, writer, clock.now, {
      onLikelyDuplicate: (review, known) => pairs.push([known.content.text, review.content.text]),
    }),
  )
  return pairs
}

describe('The same review in two exports', () => {
  it('A review is known again under another kind of id, with line breaks or spaces that differ', async t => {
    const kept = await openTestStore(t)
    await kept.take([inMaps(1, { text: 'Warm again.\n\nThank you!' })])
    const report = await kept.take([
      inProfile(7, { text: 'Warm again. Thank  you!', owner_reply: { text: 'Thanks.' } }),
    ])
    assert.deepEqual([report.added, report.edited], [0, 1])
    assert.deepEqual(await storedIn(kept), [maps(1)])
  })

  it('A review is known again if another export writes the same characters in another way', async t => {
    const kept = await openTestStore(t)
    await kept.take([inMaps(1, { text: 'Warm again… at last.' })])
    assert.equal((await kept.take([inProfile(7, { text: 'Warm again... at last.' })])).added, 0)
  })

  it('A review that was known again stays the same review after it was edited at its source', async t => {
    const kept = await openTestStore(t)
    await kept.take([inMaps(1)])
    await kept.take([inProfile(7)])
    const report = await kept.take([inProfile(7, { text: 'Cold again.', rating: 1 })])
    assert.deepEqual([report.added, report.edited], [0, 1])
  })

  it('Of two reviews alike in one export, only one is the review of the other export', async t => {
    const kept = await openTestStore(t)
    await kept.take([inMaps(1)])
    const { added, unchanged, duplicate } = await kept.take([inProfile(7), inProfile(8)])
    assert.deepEqual([added, unchanged, duplicate], [1, 1, 0])
  })

  it('A review that is known under both kinds of ids is not taken for a third one', async t => {
    const kept = await openTestStore(t)
    await kept.take([inMaps(1)])
    await kept.take([inProfile(7)])
    assert.equal((await kept.take([inProfile(8)])).added, 1)
  })

  it('An erased review does not come back under its other id', async t => {
    const kept = await openTestStore(t)
    await kept.take([inMaps(1)])
    await kept.take([inProfile(7)])
    await kept.store.write(async writer => {
      const { known } = await writer.findKnown([{ id: '', source: 'google', sourceKey: maps(1) }])
      await writer.erase(known[0]!)
    })
    const report = await kept.take([inProfile(7)])
    assert.deepEqual([report.added, report.erased], [0, 1])
    const settings = JSON.stringify(
      await kept.query("select key, value from setting where key like 'review_alias%'"),
    )
    assert.ok(!settings.includes(profile(7)) && !settings.includes(maps(1)))
  })

  it('A table without ids and an export with ids are recognized as the same, in either order', async t => {
    for (const [first, second] of [
      [row(), inMaps(1)],
      [inMaps(1), row()],
    ] as const) {
      const kept = await openTestStore(t)
      await kept.take([first])
      assert.equal((await kept.take([second])).added, 0)
      assert.equal((await kept.take([first, second])).added, 0)
    }
  })

  it('Both kinds of ids in one file are one review', async t => {
    const kept = await openTestStore(t)
    const { added, duplicate } = await kept.take([inMaps(1), inProfile(1)])
    assert.deepEqual([added, duplicate], [1, 1])
  })

  const different: [string, Row, Row][] = [
    ['two people', inMaps(1, { text: 'Great!' }), inProfile(1, { text: 'Great!', author: 'Jo' })],
    ['the anonymous', inMaps(1, { author: null }), inProfile(1, { author: null })],
    ['two sources', inMaps(1), inProfile(1, { source: 'yelp' })],
    ['two days', inMaps(1), inProfile(1, { date: '2026-03-16' })],
    ['ratings that differ', inMaps(1), inProfile(1, { rating: 4 })],
    ['ids of the same kind', inMaps(1), inMaps(2)],
    ['ids of no known kind', row({ source_id: 'a' }), row({ source_id: 'b' })],
    ['an id of our own', inMaps(1), row({ id: '01KKNB7G00AAAAAAAAAAAAAAAA' })],
    ['a vague date', inMaps(1), inProfile(1, { date_precision: 'week' })],
    ['a vague date in the store', inMaps(1, { date_precision: 'week' }), inProfile(1)],
  ]
  for (const [name, one, other] of different)
    it(`Reviews with ${name} are two reviews`, async t => {
      const kept = await openTestStore(t)
      await kept.take([one])
      assert.equal((await kept.take([other])).added, 1)
    })

  it('Likely duplicates are added and reported', async t => {
    const kept = await openTestStore(t)
    await kept.take([
      inMaps(1, { text: 'Warm again within the hour. Very …' }),
      inMaps(2, { author: 'Jo', text: 'Done.' }),
    ])
    const found = await likelyPairs(kept, [
      inProfile(1, { text: 'Warm again within the hour. Very tidy.' }),
      inProfile(2, { author: 'Jo', text: 'Done.', date: '2026-03-15' }),
      inProfile(3, { author: 'Mia', text: 'Done.' }),
    ])
    assert.deepEqual(found, [
      ['Warm again within the hour. Very …', 'Warm again within the hour. Very tidy.'],
      ['Done.', 'Done.'],
    ])
    assert.equal((await storedIn(kept)).length, 5)
  })

  it('Ratings without words a day apart are not likely duplicates', async t => {
    const kept = await openTestStore(t)
    await kept.take([inMaps(1, { text: null })])
    assert.deepEqual(
      await likelyPairs(kept, [inProfile(1, { text: null, date: '2026-03-15' })]),
      [],
    )
  })

  it('A review is likely the same a day before or after, and not two days', async t => {
    const days = ['2026-03-12', '2026-03-13', '2026-03-15', '2026-03-16']
    const found = []
    for (const date of days) {
      const kept = await openTestStore(t)
      await kept.take([inMaps(1)])
      found.push((await likelyPairs(kept, [inProfile(1, { date })])).length)
    }
    assert.deepEqual(found, [0, 1, 1, 0])
  })

  it('Two exports in any order hold as many reviews as the larger has of each author, day and text', async t => {
    const review = fc.record({
      author: fc.constantFrom('Ada', 'Jo'),
      text: fc.constantFrom('Great!', null),
      date: fc.constantFrom('2026-03-14', '2026-03-15'),
    })
    const keyOf = ({ author, text, date }: Row) => `${author} ${text} ${date}`
    await fc.assert(
      fc.asyncProperty(
        fc.array(review, { maxLength: 6 }),
        fc.array(review, { maxLength: 6 }),
        fc.boolean(),
        async (one, other, isTogether) => {
          const [first, second] = [
            one.map((change, n) => inMaps(n, change)),
            other.map((change, n) => inProfile(n, change)),
          ]
          const kept = await openTestStore(t)
          for (const rows of isTogether ? [[...first, ...second]] : [first, second])
            await kept.take(rows)
          const counts = [first, second].map(rows => Map.groupBy(rows, keyOf))
          const expected = [...new Set([...first, ...second].map(keyOf))].reduce(
            (sum, key) => sum + Math.max(...counts.map(count => count.get(key)?.length ?? 0)),
            0,
          )
          assert.equal((await storedIn(kept)).length, expected)
          assert.equal((await kept.take([...second, ...first])).added, 0)
        },
      ),
      runs(15),
    )
  })
})

describe('The kind of an id', () => {
  it('Nobody looks for reviews of another export where all identifiers are of one kind', async () => {
    const asked: string[] = []
    const store = {
      findAliases: async () => new Map<string, string>(),
      addAliases: async () => {},
      findLookalikes: async ({ authors }: { authors: string[] }) => {
        asked.push(...authors)
        return []
      },
      sourceKeysOf: async () => [maps(1), maps(2)],
    }
    const others = createOtherExports(store)
    const matched = (sourceKey: string, author: string) => ({
      row: checkRows([row({ source_id: sourceKey, author })]).good[0]!,
      sourceKey,
    })
    await others.match([matched(maps(3), 'Ada')])
    assert.deepEqual(asked, [])
    await others.match([matched(profile(3), 'Ben')])
    assert.deepEqual(asked, ['Ben'])
  })

  it('The kind of an id is told by its shape', () => {
    const ids = [
      maps(1),
      profile(1),
      '123456',
      '01KKMT9200677CP7CX2FKYS9AJ',
      '5f0c6f5f2c6a4b0001a1b2c3',
      'https://example.com/1',
      '6f9619ff-8b86-d011-b42d-00c04fc964ff',
      'derived:2026-01-05:x',
      'g-1',
      'Chris',
    ]
    assert.deepEqual(ids.map(idKind), [
      'google-maps',
      'google-profile',
      'number',
      'ulid',
      'hex',
      'link',
      'uuid',
      'none',
      'other',
      'other',
    ])
  })
})
