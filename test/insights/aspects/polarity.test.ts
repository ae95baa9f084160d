import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge, judgeSentence, verdictOf } from '../../../src/insights/aspects/polarity.ts'
import type { AspectReading, Reading } from '../../../src/insights/network/network-reading.ts'

const NEGATIVE: Reading = { negative: 0.9, neutral: 0.05, positive: 0.05 }
const POSITIVE: Reading = { negative: 0.05, neutral: 0.05, positive: 0.9 }
const sentimentsOf = (readings: AspectReading[], stars: number | null) =>
  judgeSentence(
    readings,
    readings.map(() => 0.3),
    stars,
  ).map(verdict => verdict?.sentiment ?? null)

describe('The verdicts on a sentence', () => {
  it('An aspect below its threshold is not mentioned', () => {
    assert.deepEqual(sentimentsOf([{ chance: 0.29, reading: POSITIVE }], 5), [null])
  })

  it('Criticism counts if the sentence probably criticizes something, even if it is unclear what', () => {
    assert.deepEqual(sentimentsOf([{ chance: 0.4, reading: NEGATIVE }], 2), ['neutral'])
    assert.deepEqual(
      sentimentsOf(
        [
          { chance: 0.4, reading: NEGATIVE },
          { chance: 0.4, reading: NEGATIVE },
        ],
        2,
      ),
      ['negative', 'negative'],
    )
  })

  it('A sentence that surely criticizes has an aspect, the likeliest one below the threshold', () => {
    const readings = [0.28, 0.29, 0.28].map(chance => ({ chance, reading: NEGATIVE }))
    assert.deepEqual(sentimentsOf(readings, 1), [null, 'negative', null])
  })

  it('Criticism in a review of four or five stars must be clearer', () => {
    const reading = [{ chance: 0.62, reading: NEGATIVE }]
    assert.deepEqual(sentimentsOf(reading, 3), ['negative'])
    assert.deepEqual(sentimentsOf(reading, null), ['negative'])
    assert.deepEqual(sentimentsOf(reading, 4), ['neutral'])
  })

  it('Praise counts if the sentence probably praises something', () => {
    assert.deepEqual(sentimentsOf([{ chance: 0.4, reading: POSITIVE }], 5), ['neutral'])
    assert.deepEqual(sentimentsOf([{ chance: 0.6, reading: POSITIVE }], 5), ['positive'])
  })
})

describe('The verdict on an aspect that only cues find', () => {
  const even: Reading = { negative: 0.3, neutral: 0.4, positive: 0.3 }
  const cue = { id: 'x', isReversed: false, first: 0, end: 1, clause: { first: 0, end: 1 } }

  it('The sentiment of the cue and the stars each move the verdict', () => {
    assert.equal(verdictOf(even).sentiment, 'neutral')
    assert.equal(judge(even, { ...cue, prior: 'positive' }, new Float32Array(3)).sentiment, 'positive')
    assert.equal(judge(even, { ...cue, prior: null }, Float32Array.of(1, 0, -1)).sentiment, 'negative')
    assert.equal(judge(even, { ...cue, prior: null }, Float32Array.of(-1, 0, 1)).sentiment, 'positive')
  })
})
