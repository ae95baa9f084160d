import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type LabeledReading, scoreSides } from '../../../../src/insights/counts/evaluation.ts'
import type { Sentiment } from '../../../../src/model/insights.ts'

const says = (id: string, sentiment: Sentiment) => ({ id, sentiment })
const review = (more: Partial<LabeledReading>): LabeledReading => ({
  wanted: [],
  found: [],
  isCritical: false,
  stars: 5,
  trade: 'movers',
  ...more,
})

describe('The scores of criticism and praise', () => {
  const rows = [
    // Criticized, and found, though with another aspect.
    review({
      stars: 1,
      isCritical: true,
      wanted: [says('a', 'negative')],
      found: [says('b', 'negative')],
    }),
    // Criticized for something that is no aspect, and not found.
    review({ stars: 4, isCritical: true }),
    // Not criticized, but found.
    review({
      trade: 'law',
      wanted: [says('a', 'positive')],
      found: [says('a', 'positive'), says('b', 'negative')],
    }),
  ]
  const scores = scoreSides(rows)
  const of = (group: string) => scores.find(one => one.group === group)!

  it('A review is rightly called critical whatever it criticizes', () => {
    const { wanted, found, right, precision, recall } = of('all').criticism.reviews
    assert.deepEqual([wanted, found, right, precision, recall], [2, 2, 1, 0.5, 0.5])
  })

  it('A criticized aspect must be the labeled one', () => {
    const { wanted, found, right } = of('all').criticism.mentions
    assert.deepEqual([wanted, found, right], [1, 2, 0])
  })

  it('Praise is scored the same way', () => {
    const { wanted, found, right } = of('all').praise.reviews
    assert.deepEqual([wanted, found, right], [1, 1, 1])
  })

  it('Scores are grouped by stars and by trade, without empty groups', () => {
    assert.deepEqual(
      scores.map(({ group, rows }) => [group, rows]),
      [
        ['all', 3],
        ['1–2 stars', 1],
        ['4–5 stars', 2],
        ['law', 1],
        ['movers', 2],
      ],
    )
  })
})
