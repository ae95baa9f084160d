import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnalyzer } from '../../../../src/insights/analyze.ts'
import { createExplainer } from '../../../../src/insights/explain.ts'
import { readReview } from '../../../../src/insights/read-review.ts'
import { BusinessFile } from '../../../../src/model/business.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

const business = BusinessFile.parse({ name: 'Any', taxonomy: { trade: 'general' } })
const analyze = createAnalyzer(engine, business)
const explain = createExplainer(engine, business)

/** Whether the words can be quoted for the aspect; undefined if they do not mention it. */
const isApt = (text: string, aspect: string) =>
  analyze(text, null, 5).aspects.find(({ id }) => id === aspect)?.apt

describe('Words that can be quoted for an aspect', () => {
  for (const [aspect, text] of [
    ['pricing', 'The price was fair.'],
    ['friendliness', 'The staff is friendly and kind.'],
    ['cleanliness', 'The rooms are very clean.'],
  ] as const)
    it(`Words that are certainly about ${aspect}: ${text}`, () =>
      assert.equal(isApt(text, aspect), true))

  for (const [aspect, text] of [
    ['quality', 'The quality of life here is great.'],
    ['scheduling', 'Great value block booking.'],
    ['pricing', 'The location is one of the biggest perks — it’s super close to my classes.'],
  ] as const)
    it(`Words that may be about something else than ${aspect}: ${text}`, () =>
      assert.notEqual(isApt(text, aspect), true))
})

/** The sentiments of the mentions that are certain enough to be counted. */
const countedIn = (text: string, stars: number, aspect: string) =>
  analyze(text, 'en', stars).aspects.flatMap(({ id, sentiment, sure }) =>
    id === aspect && sure ? [sentiment] : [],
  )

describe('Words that are certain enough to be counted', () => {
  it('Praise and criticism count, and so does a bare amount', () => {
    assert.deepEqual(countedIn('The price was fair.', 5, 'pricing'), ['positive'])
    assert.deepEqual(countedIn('They were two hours late.', 2, 'punctuality'), ['negative'])
    assert.deepEqual(countedIn('Paid $95.', 4, 'pricing'), ['neutral'])
  })

  it('What the network cannot decide counts on neither side', () => {
    const undecided =
      'They do the scan for an extra £15 which I think ought to be included at these prices.'
    assert.deepEqual(countedIn(undecided, 4, 'pricing'), [])
  })

  it('An explanation says what is not certain enough', () => {
    const becauseOf = (text: string) => {
      const { sentences } = explain({ text, language: 'en', rating: 2 }, [])
      return sentences.flatMap(({ aspects }) => aspects).find(({ id }) => id === 'punctuality')!
        .because
    }
    assert.match(becauseOf('I was ten minutes late.'), /; not certain enough to be counted$/)
    assert.doesNotMatch(becauseOf('They were two hours late.'), /not certain/)
  })

  it('A customer who was late does not make the business late', () => {
    assert.deepEqual(
      countedIn('I was ten minutes late and they gave my slot away.', 2, 'punctuality'),
      [],
    )
    assert.ok(countedIn('We were told they would be late.', 2, 'punctuality').length > 0)
  })

  it('A tag of the source that says the same makes words certain, and one that contradicts does not', () => {
    const text = 'I was ten minutes late and they gave my slot away.'
    const tagged = (sentiment: 'positive' | 'negative') => {
      const tag = { id: 'punctuality', sentiment, evidence: 'Punctuality' }
      const { aspects } = readReview({ rating: 2, text }, analyze(text, 'en', 2), [tag]).insight
      return aspects
        .filter(({ id }) => id === 'punctuality')
        .map(one => [one.sentiment, one.is_unsure ?? false])
    }
    assert.deepEqual(tagged('negative'), [['negative', false]])
    assert.deepEqual(tagged('positive'), [['negative', true]])
  })
})
