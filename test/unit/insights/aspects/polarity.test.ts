import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judge, judgeRange, verdictOf } from '../../../../src/insights/aspects/polarity.ts'
import type {
  AspectReading,
  RangeReading,
  Reading,
} from '../../../../src/insights/network/network.ts'

const NEGATIVE: Reading = { negative: 0.9, neutral: 0.05, positive: 0.05 }
const POSITIVE: Reading = { negative: 0.05, neutral: 0.05, positive: 0.9 }
const NOT_THERE: AspectReading = { chance: 0.01, reading: POSITIVE }

/** The last aspect is the business as a whole, which nothing here mentions by itself. */
const sentimentsOf = (
  readings: AspectReading[],
  { critical = 0.01, praising = 0.01 }: Partial<RangeReading>,
  stars: number | null = null,
) =>
  judgeRange({ aspects: [...readings, NOT_THERE], critical, praising }, stars).map(
    verdict => verdict?.sentiment ?? null,
  )

describe('The verdicts on some words', () => {
  it('An aspect that is probably not mentioned has none', () => {
    assert.deepEqual(sentimentsOf([{ chance: 0.44, reading: POSITIVE }], {}), [null, null])
  })

  it('A mention criticizes or praises only if the words do so at all', () => {
    assert.deepEqual(sentimentsOf([{ chance: 0.9, reading: NEGATIVE }], { critical: 0.5 }), [
      'neutral',
      null,
    ])
    assert.deepEqual(sentimentsOf([{ chance: 0.9, reading: NEGATIVE }], { critical: 0.9 }), [
      'negative',
      null,
    ])
    assert.deepEqual(sentimentsOf([{ chance: 0.9, reading: POSITIVE }], { praising: 0.5 }), [
      'neutral',
      null,
    ])
    assert.deepEqual(sentimentsOf([{ chance: 0.9, reading: POSITIVE }], { praising: 0.9 }), [
      'positive',
      null,
    ])
  })

  it('A phrase that is criticism by itself criticizes, however friendly the rest sounds', () => {
    const verdictsIf = (reading: Reading, isCriticized: boolean) =>
      judgeRange(
        { aspects: [{ chance: 0.9, reading }, NOT_THERE], critical: 0.3, praising: 0.3 },
        null,
        index => isCriticized && index === 0,
      ).map(verdict => verdict?.sentiment ?? null)
    assert.deepEqual(verdictsIf(NEGATIVE, true), ['negative', null])
    assert.deepEqual(verdictsIf(NEGATIVE, false), ['neutral', null])
    // The network, which reads the whole sentence, may know better than the phrase.
    assert.deepEqual(verdictsIf(POSITIVE, true), ['neutral', null])
  })

  it('Words that criticize have an aspect: the likeliest one, or the business as a whole', () => {
    const readings = [0.28, 0.4, 0.3].map(chance => ({ chance, reading: NEGATIVE }))
    assert.deepEqual(sentimentsOf(readings, { critical: 0.9 }), [null, 'negative', null, null])
    assert.deepEqual(sentimentsOf([NOT_THERE, NOT_THERE], { critical: 0.9 }), [
      null,
      null,
      'negative',
    ])
    assert.deepEqual(sentimentsOf([NOT_THERE, NOT_THERE], { praising: 0.9 }), [
      null,
      null,
      'positive',
    ])
  })

  it('An opinion that has an aspect is not about the whole as well', () => {
    const both = [NEGATIVE, NEGATIVE].map(reading => ({ chance: 0.9, reading }))
    const verdicts = judgeRange({ aspects: both, critical: 0.9, praising: 0.01 }, null)
    assert.deepEqual(
      verdicts.map(verdict => verdict?.sentiment ?? null),
      ['negative', null],
    )
  })

  it('Stars settle only what the words leave open', () => {
    const reading = [{ chance: 0.9, reading: NEGATIVE }]
    const withStars = (critical: number, stars: number) =>
      sentimentsOf(reading, { critical }, stars)[0]
    assert.equal(withStars(0.7, 1), 'negative')
    assert.equal(withStars(0.7, 5), 'neutral')
    assert.equal(withStars(0.95, 5), 'negative')
    assert.equal(withStars(0.3, 1), 'neutral')
  })
})

describe('The verdict on an aspect that only cues find', () => {
  const even: Reading = { negative: 0.3, neutral: 0.4, positive: 0.3 }
  const cue = { id: 'x', isReversed: false, first: 0, end: 1, clause: { first: 0, end: 1 } }

  it('The sentiment of the cue moves the verdict', () => {
    assert.equal(verdictOf(even).sentiment, 'neutral')
    assert.equal(judge(even, { ...cue, prior: null }).sentiment, 'neutral')
    assert.equal(judge(even, { ...cue, prior: 'positive' }).sentiment, 'positive')
    assert.equal(judge(even, { ...cue, prior: 'negative' }).sentiment, 'negative')
  })
})
