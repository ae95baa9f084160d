import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { newestFirst } from '../../../../src/insights/counts/evidence.ts'
import {
  countGroup,
  countSide,
  newestIn,
  oldestIn,
  quotesIn,
  sideOf,
  splitAt,
} from '../../../../src/insights/counts/review-groups.ts'
import type { ReadReview } from '../../../../src/insights/counts/tally.ts'
import { anyReviews, findingsOf, idsIn, review } from '../made-reviews.ts'

const idsOf = (made: ReadReview[]) => made.toSorted(newestFirst).map(({ id }) => id)
const opinion = (made: ReadReview, aspect: string) =>
  made.insight.aspects.find(({ id }) => id === aspect)?.sentiment

describe('A group of reviews', () => {
  it('A group has every review that mentions the aspect, newest first, also by side', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        const group = findingsOf(made).mentions('aspects', 'pricing')
        const mentioning = made.filter(one => opinion(one, 'pricing'))
        assert.deepEqual(idsIn(group), idsOf(mentioning))
        assert.equal(countGroup(group), mentioning.length)
        assert.equal(oldestIn(group)?.id, idsOf(mentioning).at(-1))
        assert.deepEqual(
          newestIn(group, 3).map(({ id }) => id),
          idsOf(mentioning).slice(0, 3),
        )
        for (const side of ['positive', 'neutral', 'negative'] as const) {
          const those = idsOf(mentioning.filter(one => opinion(one, 'pricing') === side))
          assert.deepEqual(idsIn(sideOf(group, side)), those)
          assert.equal(countSide(group, side), those.length)
          assert.equal(group.tally[side], those.length)
        }
      }),
    )
  })

  it('People, services and areas have groups by what the review says about them', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        const { mentions } = findingsOf(made)
        for (const [kind, id] of [
          ['technicians', 'Mike Alvarez'],
          ['services', 'ac_repair'],
          ['service_areas', 'larkfield'],
        ] as const) {
          const those = made.filter(({ insight }) => insight[kind].includes(id))
          assert.deepEqual(idsIn(mentions(kind, id)), idsOf(those))
          const critical = those.filter(({ insight }) => insight.sentiment === 'negative')
          assert.deepEqual(idsIn(sideOf(mentions(kind, id), 'negative')), idsOf(critical))
        }
      }),
    )
  })

  it('A group of nobody is empty', () => {
    const group = findingsOf([review(1)]).mentions('technicians', 'Danielle Cho')
    assert.deepEqual([countGroup(group), idsIn(group), oldestIn(group)], [0, [], undefined])
    assert.deepEqual([...quotesIn(group, 'positive')], [])
  })

  it('A group is split at a date, which belongs to the newer part', () => {
    fc.assert(
      fc.property(anyReviews({ minLength: 1 }), fc.nat(), (made, number) => {
        const { date } = made[number % made.length]!
        const { since, before } = splitAt(findingsOf(made).all, date)
        assert.deepEqual(idsIn(since), idsOf(made.filter(one => one.date >= date)))
        assert.deepEqual(idsIn(before), idsOf(made.filter(one => one.date < date)))
      }),
    )
  })

  it('Quotes come best first, those of equal merit newest first, across months', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        const quotes = [...quotesIn(findingsOf(made).mentions('aspects', 'pricing'), 'positive')]
        const sorted = quotes.toSorted(
          (a, b) => b.merit - a.merit || newestFirst(a.review, b.review),
        )
        assert.deepEqual(quotes, sorted)
        for (const { review: one, text } of quotes)
          assert.ok(one.insight.aspects.some(({ evidence }) => evidence.includes(text)))
      }),
    )
  })

  it('Of equally good quotes in different months, the newest comes first', () => {
    const made = ['2025-01-05', '2025-03-05', '2025-02-05'].map((date, number) =>
      review(number, { date, aspects: [['pricing', 'positive', 'The price was just as agreed.']] }),
    )
    const quotes = [...quotesIn(findingsOf(made).mentions('aspects', 'pricing'), 'positive')]
    assert.deepEqual(
      quotes.map(({ review: { date } }) => date),
      ['2025-03-05', '2025-02-05', '2025-01-05'],
    )
  })

  it('Words that may be about something else are quoted for the person they name, not for the aspect', () => {
    const aspects = [['pricing', 'positive', 'Mike was fair about the price.']] as const
    const made = {
      ...review(1, { aspects: [[...aspects[0]]], technicians: ['Mike Alvarez'] }),
      apt: [false],
    }
    const { mentions } = findingsOf([made])
    assert.deepEqual([...quotesIn(mentions('aspects', 'pricing'), 'positive')], [])
    assert.equal([...quotesIn(mentions('technicians', 'Mike Alvarez'), 'positive')].length, 1)
  })

  it('A person is quoted only with clauses that name them, on the side of what the clause says', () => {
    const technicians = ['Mike Alvarez']
    const made = [
      review(1, {
        aspects: [['pricing', 'positive', 'Mike was fair about the price.']],
        technicians,
      }),
      review(2, { aspects: [['pricing', 'positive', 'The price was fair as well.']], technicians }),
      review(3, {
        rating: 3,
        aspects: [['pricing', 'negative', 'Mike charged us twice for the visit.']],
        technicians,
      }),
    ]
    const textsOn = (side: 'positive' | 'negative') =>
      [...quotesIn(findingsOf(made).mentions('technicians', 'Mike Alvarez'), side)].map(
        ({ text }) => text,
      )
    assert.deepEqual(textsOn('positive'), ['Mike was fair about the price.'])
    assert.deepEqual(textsOn('negative'), ['Mike charged us twice for the visit.'])
  })

  it('Praise that names somebody whom a review speaks against is quoted about nothing but that person', () => {
    const mike = ['Mike Alvarez']
    const made = [
      review(1, {
        aspects: [['pricing', 'positive', 'Mike was fair about the price.']],
        technicians: mike,
      }),
      review(2, { aspects: [['pricing', 'positive', 'Old Alvarez made us a fair price.']] }),
      review(3, { aspects: [['pricing', 'positive', 'The price was fair as well.']] }),
    ]
    const praiseFor = (kind: 'aspects' | 'technicians', id: string) =>
      [...quotesIn(findingsOf(made).mentions(kind, id), 'positive')].map(({ text }) => text)
    assert.equal(praiseFor('aspects', 'pricing').length, 3)
    made.push(review(4, { rating: 2, technicians: mike }))
    assert.deepEqual(praiseFor('aspects', 'pricing'), ['The price was fair as well.'])
    assert.deepEqual(praiseFor('technicians', 'Mike Alvarez'), ['Mike was fair about the price.'])
  })
})
