import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { countMonth } from '../../../../src/insights/counts/month-counts.ts'
import type { ReadReview } from '../../../../src/insights/counts/tally.ts'
import { summarizeReviews } from '../../../../src/insights/summarize.ts'
import { BusinessFile, publicBusiness } from '../../../../src/model/business.ts'
import {
  anyReviews,
  findingsOf,
  idsIn,
  monthsOf,
  ROSTER,
  review,
  searchUrl,
} from '../made-reviews.ts'

const { name, technicians, services, service_areas } = ROSTER.business
const file = BusinessFile.parse({ name, technicians, services, service_areas })
const business = { ...publicBusiness(file), locale: file.locale }
const taxonomy = { aspects: ROSTER.aspects, problems: [] } as unknown as Parameters<
  typeof summarizeReviews
>[1]

const summarize = (months: ReadReview[][]) =>
  JSON.stringify(
    summarizeReviews(
      business,
      taxonomy,
      { topics: [], discovered: [] },
      months.map(countMonth),
      '2026-01-01T00:00:00Z',
      searchUrl,
    ),
  )

/** Months with the same reviews as before stay the same arrays. */
function replaceMonths(months: ReadReview[][], made: ReadReview[]): ReadReview[][] {
  return monthsOf(made).map(next => {
    const same = months.find(
      month => month.length === next.length && month.every((one, index) => one === next[index]),
    )
    return same ?? next
  })
}

const anyChange = fc.record({
  /** Take the place of known reviews, or are added. */
  shown: anyReviews({ maxLength: 8 }),
  removed: fc.array(fc.nat(59), { maxLength: 20 }),
  isMonthGone: fc.boolean(),
})

describe('Insights from months', () => {
  it('Insights after any sequence of changes equal insights computed anew', () => {
    fc.assert(
      fc.property(
        anyReviews(),
        fc.array(anyChange, { minLength: 1, maxLength: 6 }),
        (first, changes) => {
          const current = new Map(first.map(one => [one.id, one]))
          let months = replaceMonths([], first)
          summarize(months)
          for (const { shown, removed, isMonthGone } of changes) {
            const ids = [...current.keys()]
            for (const number of removed) current.delete(ids[number] ?? '')
            for (const one of shown) current.set(one.id, one)
            const vanished = isMonthGone ? [...current.values()][0]?.date.slice(0, 7) : undefined
            for (const { id, date } of [...current.values()])
              if (date.slice(0, 7) === vanished) current.delete(id)
            months = replaceMonths(months, [...current.values()])
            const anew = structuredClone([...current.values()])
            assert.equal(summarize(months), summarize(monthsOf(anew)))
          }
        },
      ),
    )
  })

  it('A month that did not change is counted only once', () => {
    const [month] = monthsOf([review(1), review(2)])
    assert.equal(countMonth(month!), countMonth(month!))
    assert.notEqual(countMonth([...month!]), countMonth(month!))
  })

  it('Services are counted with the people named in the same reviews, and the other way round', () => {
    const [mike, danielle] = ['Mike Alvarez', 'Danielle Cho']
    const { mentionedWith } = findingsOf([
      review(1, { technicians: [mike!], services: ['ac_repair', 'furnace_repair'] }),
      review(2, {
        date: '2024-01-01',
        technicians: [mike!, danielle!],
        services: ['ac_repair'],
        rating: 1,
      }),
      review(3, { technicians: [danielle!] }),
    ])
    assert.deepEqual(mentionedWith('technicians', mike!), [
      { id: 'ac_repair', count: 2, positive: 1 },
      { id: 'furnace_repair', count: 1, positive: 1 },
    ])
    assert.deepEqual(mentionedWith('services', 'ac_repair'), [
      { id: mike, count: 2, positive: 1 },
      { id: danielle, count: 1, positive: 0 },
    ])
    assert.deepEqual(mentionedWith('services', 'duct_cleaning'), [])
  })

  it('The last twelve months are the 365 days up to and including the newest review', () => {
    const { recent, before } = findingsOf([
      review(1, { date: '2025-03-01', rating: 5 }),
      review(2, { date: '2024-03-02', rating: 4 }),
      review(3, { date: '2024-03-01', rating: 1 }),
      review(4, { date: '2023-12-31', rating: 2 }),
    ])
    assert.deepEqual([idsIn(recent).length, recent.tally.count, recent.tally.ratings[4]], [2, 2, 1])
    assert.deepEqual([idsIn(before).length, before.tally.count, before.tally.ratings[1]], [2, 2, 1])
  })

  it('In a leap year the last twelve months begin one day later', () => {
    const { recent } = findingsOf([
      review(1, { date: '2024-03-01' }),
      review(2, { date: '2023-03-03' }),
      review(3, { date: '2023-03-02' }),
    ])
    assert.equal(recent.tally.count, 2)
  })
})
