import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createDeduplicator, ulidOf } from '../../../../src/ingest/merge/identity.ts'
import { ReviewRow } from '../../../../src/model/review.ts'
import { Ulid } from '../../../../src/model/scalars.ts'
import { day, type Row, row, rows } from '../../../kit/rows.ts'

/** The rows that count, each with its identity, in the order of the file. */
function identify(...list: Row[]) {
  const parsed = list.map(one => ReviewRow.parse(one))
  const chooser = createDeduplicator()
  for (const one of parsed) chooser.take(one)
  const { chosen, count } = chooser.choose()
  assert.equal(count, list.length)
  return parsed.flatMap((row, place) => {
    const identity = chosen.get(place)
    return identity ? [{ row, ...identity }] : []
  })
}

const idsOf = (...list: Row[]) => identify(...list).map(one => one.id)
const textsOf = (...list: Row[]) => identify(...list).map(one => one.row.text)

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const numberOf = (letters: string) =>
  [...letters].reduce((value, letter) => value * 32n + BigInt(CROCKFORD.indexOf(letter)), 0n)

describe('The id of a review', () => {
  it('The id of a review is the same on every machine and in every version', () => {
    assert.equal(ulidOf('2026-03-14', 'google', 'r1'), '01KKMT9200677CP7CX2FKYS9AJ')
    assert.deepEqual(idsOf(row({ source_id: 'r1' })), ['01KKMT9200677CP7CX2FKYS9AJ'])
  })

  it('The id of a review holds its date and the hash of its identity', () => {
    const date = fc.integer({ min: 0, max: 60_000 }).map(day)
    fc.assert(
      fc.property(date, fc.string(), (date, key) => {
        const id = ulidOf(date, 'google', key)
        assert.ok(Ulid.safeParse(id).success)
        assert.equal(Number(numberOf(id.slice(0, 10))), Date.parse(date))
        const hash = createHash('sha256').update(`google\n${key}`).digest('hex')
        assert.equal(numberOf(id.slice(10)), BigInt(`0x${hash.slice(0, 20)}`))
      }),
    )
  })

  it('The id of a review from before 1970 is valid', () => {
    assert.equal(ulidOf('1969-07-20', 'direct', 'moon').slice(0, 10), '0000000000')
  })

  it('The id of a review with a source id does not depend on its content', () => {
    const [before] = idsOf(row({ source_id: 'r1' }))
    const [after] = idsOf(row({ source_id: 'r1', text: 'Changed.', rating: 1, author: 'A. M.' }))
    assert.equal(before, after)
  })

  it('The id of a review differs from source to source', () => {
    assert.notDeepEqual(
      idsOf(row({ source_id: 'r1' })),
      idsOf(row({ source_id: 'r1', source: 'yelp' })),
    )
  })

  it('The id in the row is the id of the review', () => {
    assert.deepEqual(idsOf(row({ id: '01KKNB7G00AAAAAAAAAAAAAAAA' })), [
      '01KKNB7G00AAAAAAAAAAAAAAAA',
    ])
  })
})

describe('The identity of a review that its source does not name', () => {
  it('A review without a source id keeps its identity when its text changes', () => {
    assert.deepEqual(idsOf(row()), idsOf(row({ text: 'Changed.', rating: 1 })))
  })

  it('A review without a source id has its own identity for each author and day', () => {
    const ids = idsOf(
      row(),
      row({ author: 'Bob' }),
      row({ date: '2026-03-15' }),
      row({ source: 'yelp' }),
    )
    assert.equal(new Set(ids).size, 4)
  })

  it('Two texts by one author on one day are two reviews', () => {
    const two = [row({ text: 'The drain.' }), row({ text: 'The heater.' })]
    assert.equal(new Set(idsOf(...two)).size, 2)
    assert.deepEqual(idsOf(...two), idsOf(...two))
  })

  it('Anonymous reviews of one day are distinguished by their text, whatever their order', () => {
    const one = row({ author: null, text: 'The drain.' })
    const other = row({ author: null, text: 'The heater.' })
    assert.deepEqual(idsOf(one, other), idsOf(other, one).reverse())
  })
})

describe('Rows of one file that are one review', () => {
  it('Identical rows are one review', () => {
    assert.equal(
      identify(row(), row(), row({ source_id: 'r1' }), row({ source_id: 'r1' })).length,
      2,
    )
  })

  it('Of several rows about one review the newest by updated_at counts', () => {
    const versions = ['2026-03-15T00:00:00Z', '2026-03-17T00:00:00Z', null, '2026-03-16T00:00:00Z']
    assert.deepEqual(
      textsOf(
        ...versions.map(updated_at =>
          row({ source_id: 'r1', updated_at, text: updated_at ?? 'none' }),
        ),
      ),
      ['2026-03-17T00:00:00Z'],
    )
  })

  it('The times of rows are compared as times, not as strings', () => {
    const early = row({ source_id: 'r1', text: 'early', updated_at: '2026-03-15T01:00:00+02:00' })
    const late = row({ source_id: 'r1', text: 'late', updated_at: '2026-03-15T00:00:00Z' })
    const latest = row({ source_id: 'r1', text: 'latest', updated_at: '2026-03-15T00:00:00.500Z' })
    assert.deepEqual(textsOf(early, late), ['late'])
    assert.deepEqual(textsOf(late, latest), ['latest'])
  })

  it('Of several rows about one review a complete one counts, even if another is newer', () => {
    const [complete, newer] = [
      row({ source_id: 'r1', text: 'complete' }),
      { source: 'google', source_id: 'r1', text: 'newer', updated_at: '2026-03-17T00:00:00Z' },
    ]
    assert.deepEqual(textsOf(complete, newer), ['complete'])
    assert.deepEqual(textsOf(newer, complete), ['complete'])
  })

  it('Of several rows without a time the first counts', () => {
    assert.deepEqual(
      textsOf(row({ source_id: 'r1', text: 'first' }), row({ source_id: 'r1', text: 'second' })),
      ['first'],
    )
  })

  it('A row with the source id and a row with our id are one review', () => {
    const id = ulidOf('2026-03-14', 'google', 'r1')
    assert.equal(identify(row({ source_id: 'r1' }), row({ id })).length, 1)
  })

  it('Rows with the same id under two source ids are one review', () => {
    const id = ulidOf('2026-03-14', 'google', 'r1')
    assert.equal(
      identify(
        row({ id, source_id: 'a' }),
        row({ id, source_id: 'b' }),
        row({ id, source: 'yelp' }),
      ).length,
      1,
    )
  })

  it('No two chosen rows have the same id, whatever their order', () => {
    const mixed = rows(6, number => ({
      source_id: number % 2 ? `r${number % 4}` : null,
      date: day(number % 2),
    }))
    fc.assert(
      fc.property(fc.shuffledSubarray([...mixed, ...mixed], { minLength: 12 }), list => {
        const ids = idsOf(...list)
        assert.equal(new Set(ids).size, ids.length)
      }),
    )
  })
})
