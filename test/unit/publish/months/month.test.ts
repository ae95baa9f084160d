import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  joinNumbers,
  jsonAt,
  type MonthOfReviews,
  newestJson,
  replaceReviews,
} from '../../../../src/publish/months/month.ts'
import { createWordNumbers } from '../../../../src/publish/words/word-numbers.ts'
import { prepared, type ReviewOptions } from '../../../kit/publish/prepared-reviews.ts'

const build = (...reviews: ReviewOptions[]) =>
  replaceReviews(
    [],
    new Set(),
    reviews.map(review => prepared(review)),
  )

const NONE: ReadonlySet<string> = new Set()
const idsIn = (months: MonthOfReviews[]) => months.map(({ reviews }) => reviews.map(({ id }) => id))
const parse = (json: Uint8Array[]) =>
  json.map(piece => JSON.parse(Buffer.from(piece).toString()).id)

const A = { id: 'A', date: '2026-01-05', text: 'One two.' }
const B = { id: 'B', date: '2026-01-05', text: 'Two three, three.' }
const C = { id: 'C', date: '2026-01-04', text: '' }
const D = { id: 'D', date: '2026-02-01', text: 'Four' }

describe('The months of reviews', () => {
  it('Months come newest first, and so do the reviews in them, by date and then by id', () => {
    const months = build(C, A, D, B)
    assert.deepEqual(
      months.map(({ month }) => month),
      ['2026-02', '2026-01'],
    )
    assert.deepEqual(idsIn(months), [['D'], ['B', 'A', 'C']])
  })

  it('A month without changes stays the same object', () => {
    const months = build(A, B, D)
    const next = replaceReviews(months, new Set(['D']), [prepared({ ...D, text: 'Edited' })])
    assert.equal(next[1], months[1])
    assert.notEqual(next[0], months[0])
  })

  it('A changed review is replaced, and a removed one disappears with its month if it was the last', () => {
    const months = build(A, B, D)
    const next = replaceReviews(months, new Set(['A', 'D']), [prepared({ ...A, text: 'Edited' })])
    assert.deepEqual(idsIn(next), [['B', 'A']])
    assert.match(Buffer.from(jsonAt(next[0]!, 1)).toString(), /Edited/)
    assert.deepEqual(idsIn(replaceReviews(next, new Set(['B']), [])), [['A']])
  })

  it('A redated review moves to its new month', () => {
    const next = replaceReviews(build(A, B, D), new Set(['A']), [
      prepared({ ...A, date: '2026-02-02' }),
    ])
    assert.deepEqual(idsIn(next), [['A', 'D'], ['B']])
  })

  it('Months after any sequence of changes equal months built in one go', () => {
    const anyReview = fc.record({
      id: fc.constantFrom(...'ABCDEFGH'),
      date: fc.constantFrom('2026-01-05', '2026-01-06', '2026-02-01', '2025-12-31'),
      text: fc.constantFrom('', 'One', 'one two', 'three, four five', 'Six!'),
    })
    const anyChange = fc.record({
      shown: fc.uniqueArray(anyReview, { selector: ({ id }) => id, maxLength: 4 }),
      removed: fc.array(fc.constantFrom(...'ABCDEFGH'), { maxLength: 2 }),
    })
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 6 }), changes => {
        const vocabulary = createWordNumbers()
        const current = new Map<string, ReviewOptions>()
        let months: MonthOfReviews[] = []
        for (const { shown, removed } of changes) {
          for (const id of removed) current.delete(id)
          for (const review of shown) current.set(review.id, review)
          const changed = new Set([...removed, ...shown.map(({ id }) => id)])
          months = replaceReviews(
            months,
            changed,
            shown.map(review => prepared(review, vocabulary)),
          )
        }
        const all = Array.from(current.values(), review => prepared(review, vocabulary))
        assert.deepEqual(months, replaceReviews([], NONE, all))
      }),
      { numRuns: 300 },
    )
  })

  it('A month knows when the last of its reviews changed', () => {
    const updatedAt = '2026-09-09T00:00:00.000Z'
    assert.equal(build(A, { ...B, updatedAt }, C)[0]!.updatedAt, updatedAt)
  })

  it('A month counts and digests the reviews of each day, and an edit changes the digest of its day only', () => {
    const [month] = build(A, B, C)
    const [edited] = build(A, { ...B, text: 'Edited' }, C)
    assert.deepEqual(
      month!.days.map(({ day, count }) => [day, count]),
      [
        [20260105, 2],
        [20260104, 1],
      ],
    )
    assert.notEqual(edited!.days[0]!.digest, month!.days[0]!.digest)
    assert.equal(edited!.days[1]!.digest, month!.days[1]!.digest)
    assert.equal(month!.days[0]!.digest, build(A, B)[0]!.days[0]!.digest)
    assert.equal(month!.days[1]!.digest, build(C)[0]!.days[0]!.digest)
  })

  it('The newest JSON is cut at the limit, across months', () => {
    const months = build(A, B, C, D)
    assert.deepEqual(parse(newestJson(months, 3)), ['D', 'B', 'A'])
    assert.deepEqual(parse(newestJson(months, 1)), ['D'])
    assert.deepEqual(parse(newestJson(months, 9)), ['D', 'B', 'A', 'C'])
    assert.deepEqual(newestJson(months, 0), [])
  })

  it('Lists of numbers are joined in order', () => {
    assert.deepEqual(
      joinNumbers([[1, 2], [], [3]].map(list => Uint32Array.from(list))),
      Uint32Array.of(1, 2, 3),
    )
  })
})
