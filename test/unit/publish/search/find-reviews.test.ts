import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { SearchArgs } from '../../../../src/model/search.ts'
import { dateNumber } from '../../../../src/publish/base/day-number.ts'
import { findReviews } from '../../../../src/publish/search/find-reviews.ts'
import { starsAt } from '../../../../src/publish/search/sort-order.ts'
import { fewOf } from '../../../kit/few.ts'
import { indexReviews } from '../../../kit/publish/prepared-reviews.ts'
import { SORTS } from '../../../kit/publish/search/plain-search.ts'
import { day } from '../../../kit/rows.ts'
import { runs } from '../../../kit/runs.ts'

const anyReview = fc.record({
  date: fc.integer({ min: 26, max: 34 }).map(day),
  rating: fc.integer({ min: 1, max: 5 }),
  text: fc.constantFrom('', 'Late', 'late again!', 'On time', '!'),
  source: fc.constantFrom('google', 'yelp'),
  language: fc.constantFrom(null, 'en', 'en-GB', 'pt'),
  hasReply: fc.boolean(),
})
type AnyReview = typeof anyReview extends fc.Arbitrary<infer One> ? One & { id: string } : never

/** Newest first, by date and then by id, which is how positions count. */
const anyReviews = fc
  .array(anyReview, { maxLength: 30, size: 'max' })
  .map(list =>
    list
      .map((review, number) => ({ ...review, id: `R${String(number).padStart(2, '0')}` }))
      .sort((a, b) => (a.date + a.id < b.date + b.id ? 1 : -1)),
  )

const anyDate = fc.integer({ min: 25, max: 35 }).map(day)
const anyArgs = fc
  .tuple(
    fewOf(
      {
        rating: fc.integer({ min: 1, max: 5 }),
        min_rating: fc.constantFrom(1, 2, 2.5, 4, 5),
        max_rating: fc.constantFrom(1, 2, 2.5, 4, 5),
        since: anyDate,
        until: anyDate,
        query: fc.constantFrom('late', 'LATE a', '!', 'xyz'),
        has_reply: fc.boolean(),
        language: fc.constantFrom('en', 'en-gb', 'de'),
        source: fc.constantFrom('Google', 'facebook'),
      },
      3,
    ),
    fc.constantFrom(...SORTS),
  )
  .map(([filters, sort]) => SearchArgs.parse({ ...filters, sort }))

function matches(review: AnyReview, args: SearchArgs): boolean {
  const { rating, min_rating, max_rating, since, until, query, has_reply, language, source } = args
  return (
    (rating === undefined || review.rating === rating) &&
    (min_rating === undefined || review.rating >= min_rating) &&
    (max_rating === undefined || review.rating <= max_rating) &&
    (since === undefined || review.date >= since) &&
    (until === undefined || review.date <= until) &&
    (query === undefined || review.text.toLowerCase().includes(query.toLowerCase())) &&
    (has_reply === undefined || review.hasReply === has_reply) &&
    (language === undefined || `${review.language}-`.toLowerCase().startsWith(`${language}-`)) &&
    (source === undefined || review.source === source.toLowerCase())
  )
}

/** The matching positions in the requested order. */
function findPlainly(reviews: AnyReview[], args: SearchArgs): number[] {
  const stars = (position: number) => reviews[position]!.rating
  const positions = [...reviews.keys()].filter(position => matches(reviews[position]!, args))
  if (args.sort === 'oldest') return positions.reverse()
  if (args.sort === 'highest') return positions.sort((a, b) => stars(b) - stars(a) || a - b)
  if (args.sort === 'lowest') return positions.sort((a, b) => stars(a) - stars(b) || a - b)
  return positions
}

describe('Hits of a search', () => {
  it('Hits equal those of a plain scan, in every order', () => {
    fc.assert(
      fc.property(anyReviews, anyArgs, (reviews, args) => {
        const { positions } = findReviews(indexReviews(reviews), args)
        assert.deepEqual([...positions], findPlainly(reviews, args))
      }),
      runs(1000),
    )
  })

  it('The index holds date and stars of every review', () => {
    const reviews = [
      { id: 'A', date: '2026-01-31', rating: 2 },
      { id: 'B', date: '2026-02-01', rating: 4 },
    ]
    const { dates, columns } = indexReviews(reviews)
    assert.deepEqual([...dates], ['2026-02-01', '2026-01-31'].map(dateNumber))
    assert.deepEqual([0, 1].map(starsAt(columns.stars)), [4, 2])
  })

  it('A range of dates that ends before it starts has no hits', () => {
    const index = indexReviews([{ id: 'A', date: '2026-01-31' }])
    const { positions } = findReviews(index, { since: '2026-02-02', until: '2026-01-01' })
    assert.deepEqual([...positions], [])
  })
})
