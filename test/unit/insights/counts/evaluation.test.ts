import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type Interval,
  type PolarityPair,
  scoreAspects,
  scorePolarity,
} from '../../../../src/insights/counts/evaluation.ts'
import { Sentiment } from '../../../../src/model/insights.ts'

/** `pricing+ speed-`: aspects with their sentiment. */
function opinionsIn(words: string) {
  const sentiments: Record<string, Sentiment> = { '+': 'positive', '=': 'neutral', '-': 'negative' }
  return words
    .split(' ')
    .filter(word => word !== '')
    .map(word => ({ id: word.slice(0, -1), sentiment: sentiments[word.at(-1)!]! }))
}

const row = (wanted: string, found: string) => ({
  wanted: opinionsIn(wanted),
  found: opinionsIn(found),
})
const pairs = (count: number, wanted: Sentiment, found: Sentiment): PolarityPair[] =>
  Array.from({ length: count }, () => ({ wanted, found }))

const anyOpinions = () =>
  fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('pricing', 'speed', 'honesty'),
      sentiment: fc.constantFrom(...Sentiment.options),
    }),
    { selector: ({ id }) => id },
  )
const anyRows = () =>
  fc.array(fc.record({ wanted: anyOpinions(), found: anyOpinions() }), { maxLength: 12 })

describe('scoreAspects', () => {
  const rows = [
    row('pricing+ speed-', 'pricing+ speed+'),
    row('pricing-', 'honesty+'),
    row('', 'pricing= speed-'),
    row('speed=', 'speed='),
  ]

  it('Precision, recall and F1 come from the counts of wanted, found and right', () => {
    const { wanted, found, right, precision, recall, f1 } = scoreAspects(rows)
    assert.deepEqual({ wanted, found, right }, { wanted: 4, found: 5, right: 3 })
    assert.deepEqual([precision, recall, f1], [3 / 5, 3 / 4, 6 / 9])
  })

  it('Each aspect is scored, most wanted first, ties by id', () => {
    const { aspects } = scoreAspects([...rows, row('speed+', '')])
    assert.deepEqual(
      aspects.map(({ id, wanted, found, right, accuracy }) => [id, wanted, found, right, accuracy]),
      [
        ['speed', 3, 3, 2, 1 / 2],
        ['pricing', 2, 2, 1, 1],
      ],
    )
  })

  it('Aspects that no label mentions are left out', () => {
    const { aspects, found } = scoreAspects([
      row('pricing+', 'pricing+ honesty+'),
      row('', 'honesty-'),
    ])
    assert.deepEqual([aspects.map(({ id }) => id), found], [['pricing'], 1])
  })

  it('Polarity is judged only for correctly found aspects', () => {
    const { polarity } = scoreAspects(rows)
    assert.equal(polarity.accuracy, 2 / 3)
    assert.deepEqual(polarity.confusion, {
      positive: { positive: 1, neutral: 0, negative: 0 },
      neutral: { positive: 0, neutral: 1, negative: 0 },
      negative: { positive: 1, neutral: 0, negative: 0 },
    })
  })

  it('Whole rows are drawn, so that identical rows leave no doubt about the recall of an aspect', () => {
    const { recallInterval, precisionInterval } = scoreAspects([
      row('pricing+ speed+', 'pricing+'),
      row('pricing+ speed+', 'speed+'),
    ])
    assert.deepEqual(
      [recallInterval, precisionInterval],
      [
        [0.5, 0.5],
        [1, 1],
      ],
    )
  })

  it('Every score is 0 if there is nothing to measure', () => {
    const { precision, recall, f1, f1Interval, polarity, aspects } = scoreAspects([])
    assert.deepEqual([precision, recall, f1, f1Interval, aspects], [0, 0, 0, [0, 0], []])
    assert.deepEqual(
      [polarity.accuracy, polarity.macroF1, polarity.macroF1Interval],
      [0, 0, [0, 0]],
    )
  })

  it('Findings that equal the labels get full marks', () => {
    fc.assert(
      fc.property(
        anyRows().filter(made => made.some(({ wanted }) => wanted.length > 0)),
        made => {
          const { f1, f1Interval, polarity } = scoreAspects(
            made.map(({ wanted }) => ({ wanted, found: wanted.toReversed() })),
          )
          assert.deepEqual([f1, f1Interval, polarity.accuracy, polarity.macroF1], [1, [1, 1], 1, 1])
        },
      ),
      { numRuns: 20 },
    )
  })

  it('Scores are between 0 and 1, repeatable, and independent of the order of the rows', () => {
    fc.assert(
      fc.property(anyRows(), made => {
        const scores = scoreAspects(made)
        assert.deepEqual(scoreAspects(made), scores)
        const { precision, recall, f1, polarity } = scoreAspects(made.toReversed())
        assert.deepEqual([precision, recall, f1], [scores.precision, scores.recall, scores.f1])
        assert.deepEqual(polarity.confusion, scores.polarity.confusion)
        for (const { f1, f1Interval } of [scores, ...scores.aspects]) assertOrdered(f1, f1Interval)
      }),
      { numRuns: 30 },
    )
  })
})

describe('scorePolarity', () => {
  const mixed = [
    ...pairs(60, 'positive', 'positive'),
    ...pairs(20, 'negative', 'negative'),
    ...pairs(20, 'negative', 'positive'),
  ]

  it('Accuracy and mean F1 cover the sentiments that occur', () => {
    const { accuracy, macroF1 } = scorePolarity(mixed)
    assert.equal(accuracy, 0.8)
    assert.equal(macroF1, (120 / 140 + 40 / 60) / 2)
  })

  it('A sentiment that is only found, and wrongly, counts too', () => {
    assert.equal(
      scorePolarity([...pairs(1, 'positive', 'positive'), ...pairs(1, 'positive', 'neutral')])
        .macroF1,
      1 / 3,
    )
  })

  it('The interval is close to that of the normal approximation', () => {
    const { accuracyInterval } = scorePolarity(mixed)
    const half = 1.96 * Math.sqrt((0.8 * 0.2) / 100)
    assert.ok(Math.abs(accuracyInterval[0] - (0.8 - half)) < 0.02, `${accuracyInterval}`)
    assert.ok(Math.abs(accuracyInterval[1] - (0.8 + half)) < 0.02, `${accuracyInterval}`)
  })

  it('More data of the same kind narrows the interval', () => {
    const width = ([low, high]: Interval) => high - low
    const often = scorePolarity(Array.from({ length: 9 }, () => mixed).flat())
    const once = scorePolarity(mixed)
    assert.ok(width(often.accuracyInterval) < 0.5 * width(once.accuracyInterval))
    assert.ok(width(often.macroF1Interval) < 0.5 * width(once.macroF1Interval))
  })
})

function assertOrdered(score: number, [low, high]: Interval): void {
  assert.ok(0 <= low && low <= high && high <= 1, `${low} to ${high}`)
  assert.ok(0 <= score && score <= 1, `${score}`)
}
