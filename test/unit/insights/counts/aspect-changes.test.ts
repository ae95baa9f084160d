import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRandom } from '../../../../bench/data.ts'
import type { AspectChange } from '../../../../src/insights/counts/aspect-changes.ts'
import { ASPECTS, findingsOf, type MadeReview, review } from '../made-reviews.ts'

const MONTHS = 36

/** What reviews say about prices and punctuality in each of the 36 months up to December 2025. */
function history(
  opinionsIn: (month: number) => { good: number; bad: number },
  rest: MadeReview = {},
) {
  return Array.from({ length: MONTHS }, (_, month) => {
    const { good, bad } = opinionsIn(month)
    return Array.from({ length: good + bad }, (_, number) =>
      review(1000 * month + number, {
        date: new Date(Date.UTC(2023, month, 10)).toISOString().slice(0, 10),
        aspects: [
          ['punctuality', number < good ? 'positive' : 'negative'],
          ['pricing', number % 3 ? 'positive' : 'negative'],
        ],
        ...rest,
      }),
    )
  }).flat()
}

const changesIn = (...input: Parameters<typeof history>) =>
  findingsOf(history(...input)).aspectChanges
const plain = ({ p: _, ...change }: AspectChange) => change

/** Punctual until May 2025, before often late. */
const worse = (month: number) => (month < 29 ? { good: 9, bad: 1 } : { good: 5, bad: 5 })
/** As before, with the sides swapped. */
const better = (month: number) => (month < 29 ? { good: 1, bad: 9 } : { good: 5, bad: 5 })

describe('findAspectChanges', () => {
  it('A clear decline is found with its month, its numbers and a small p', () => {
    const changes = changesIn(worse)
    assert.deepEqual(changes.map(plain), [
      {
        id: 'punctuality',
        label: 'Punctuality',
        direction: 'declined',
        since: '2025-06',
        sinceDate: '2025-06-01',
        comparedFrom: '2023-01',
        after: { positive: 35, negative: 35 },
        before: { positive: 261, negative: 29 },
      },
    ])
    assert.ok(changes[0]!.p > 0 && changes[0]!.p < 1e-6)
  })

  it('A clear improvement is found too', () => {
    assert.deepEqual(
      changesIn(better).map(({ direction, since }) => [direction, since]),
      [['improved', '2025-06']],
    )
  })

  it('An aspect with fewer than five mentions a month changes by quarter', () => {
    const some = (month: number) => (month < 30 ? { good: 3, bad: 0 } : { good: 0, bad: 3 })
    assert.deepEqual(
      changesIn(some).map(({ since, sinceDate }) => [since, sinceDate]),
      [['2025-Q3', '2025-07-01']],
    )
  })

  it('Reviews with an imprecise date are not evidence', () => {
    const vague = history(worse).map(one => ({
      ...one,
      isDateExact: one.insight.aspects[0]!.sentiment === 'positive' || one.date < '2025-06',
    }))
    assert.deepEqual(findingsOf(vague).aspectChanges, [])
  })

  it('The more aspects are tested, the more evidence each needs', () => {
    const alone = history(worse).map(one => ({
      ...one,
      insight: { ...one.insight, aspects: one.insight.aspects.slice(0, 1) },
    }))
    assert.equal(changesIn(worse)[0]!.p, 2 * findingsOf(alone).aspectChanges[0]!.p)
  })

  it('Too few opinions on one side are not compared', () => {
    const nine = (month: number) => ({ good: month < 33 ? 9 : 0, bad: month < 33 ? 0 : 3 })
    assert.deepEqual(changesIn(nine), [])
    const ten = (month: number) => ({
      good: month < 33 ? 9 : 0,
      bad: month < 33 ? 0 : month < 35 ? 3 : 4,
    })
    assert.equal(changesIn(ten).length, 1)
  })

  it('A change of less than a tenth is not worth a sentence, however certain', () => {
    const hundreds = (good: number) => (month: number) =>
      month < 29 ? { good: 95, bad: 5 } : { good, bad: 100 - good }
    assert.deepEqual(changesIn(hundreds(86)), [])
    assert.equal(changesIn(hundreds(84)).length, 1)
  })

  it('What has passed is not reported', () => {
    const passed = (month: number) =>
      month < 26 || month > 32 ? { good: 10, bad: 0 } : { good: 2, bad: 8 }
    assert.deepEqual(changesIn(passed), [])
  })

  it('A change of the last two months, or of more than two years ago, is not reported', () => {
    const since = (first: number) => (month: number) =>
      month < first ? { good: 20, bad: 0 } : { good: 0, bad: 20 }
    assert.deepEqual(
      changesIn(since(33)).map(change => change.since),
      ['2025-10'],
    )
    assert.deepEqual(changesIn(since(34)), [])
    assert.equal(changesIn(since(12))[0]?.since, '2024-01')
    assert.deepEqual(changesIn(since(11)), [])
  })

  it('Opinions at random hardly ever look like a change, although every month of every aspect is tried', () => {
    const random = createRandom(7)
    let found = 0
    for (let round = 0; round < 60; round++) {
      const made = Array.from({ length: 8 * MONTHS }, (_, number) =>
        review(number, {
          date: new Date(Date.UTC(2023, number % MONTHS, 10)).toISOString().slice(0, 10),
          aspects: ASPECTS.map(({ id }) => [id, random() < 0.7 ? 'positive' : 'negative']),
        }),
      )
      if (findingsOf(made).aspectChanges.length > 0) found++
    }
    assert.ok(found <= 2, `${found} of 60`)
  })
})
