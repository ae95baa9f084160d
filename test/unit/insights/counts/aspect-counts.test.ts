import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ReadReview } from '../../../../src/insights/counts/tally.ts'
import { anyReviews, findingsOf, review, reviews } from '../made-reviews.ts'

const countAspects = (made: ReadReview[]) => findingsOf(made).aspects
const only = (made: ReadReview[]) => countAspects(made)[0]!

const urlOf = (year: number) =>
  `https://reviews.example/?aspect=pricing&since=${year}-01-01&until=${year}-12-31`

describe('countAspects', () => {
  it('Mentions are counted by sentiment, and the score is the difference of praise and criticism', () => {
    const made = [
      ...reviews(0, 4, { aspects: [['pricing', 'positive']] }),
      ...reviews(4, 1, { aspects: [['pricing', 'neutral']] }),
      ...reviews(5, 2, { aspects: [['pricing', 'negative']] }),
    ]
    const { example_review_ids, ...counts } = only(made)
    assert.equal(example_review_ids.length, 5)
    assert.deepEqual(counts, {
      id: 'pricing',
      label: 'Pricing',
      origin: 'taxonomy',
      mention_count: 7,
      positive_count: 4,
      neutral_count: 1,
      negative_count: 2,
      positive_pct: 57.14,
      score: 0.29,
      top_phrases: ['pricing'],
      yearly: [
        {
          year: 2025,
          mention_count: 7,
          positive_count: 4,
          negative_count: 2,
          search_url: urlOf(2025),
        },
      ],
      search_url: 'https://reviews.example/?aspect=pricing',
      search_urls: {
        positive: 'https://reviews.example/?aspect=pricing&sentiment=positive',
        neutral: 'https://reviews.example/?aspect=pricing&sentiment=neutral',
        negative: 'https://reviews.example/?aspect=pricing&sentiment=negative',
      },
    })
  })

  it('Years come oldest first, without those in which nobody mentions the aspect', () => {
    const made = [
      review(1, { date: '2025-01-01', aspects: [['pricing', 'positive']] }),
      review(2, { date: '2022-12-31', aspects: [['pricing', 'negative']] }),
      review(3, { date: '2022-02-01', aspects: [['pricing', 'neutral']], isDateExact: false }),
      review(4, { date: '2023-02-01' }),
    ]
    assert.deepEqual(only(made).yearly, [
      {
        year: 2022,
        mention_count: 2,
        positive_count: 0,
        negative_count: 1,
        search_url: urlOf(2022),
      },
      {
        year: 2025,
        mention_count: 1,
        positive_count: 1,
        negative_count: 0,
        search_url: urlOf(2025),
      },
    ])
  })

  it('An aspect that nobody mentions is absent, and so is one whose mentions do not show that the business has it', () => {
    const food = { aspects: [['pricing', 'positive']] } satisfies Parameters<typeof review>[1]
    const unsure = (number: number) => {
      const made = review(number, food)
      const aspects = made.insight.aspects.map(one => ({ ...one, is_unsure: true as const }))
      return { ...made, insight: { ...made.insight, aspects } }
    }
    const idsOf = (made: ReturnType<typeof review>[]) => countAspects(made).map(({ id }) => id)
    assert.deepEqual(idsOf([review(1)]), [])
    assert.deepEqual(idsOf([unsure(1), unsure(2), unsure(3), review(4, food)]), [])
    assert.deepEqual(idsOf([unsure(1), unsure(2), review(3, food)]), ['pricing'])
  })

  it('Among many reviews, an aspect that only one or two mention is absent', () => {
    const idsOf = (mentioning: number, all: number) =>
      countAspects([
        ...reviews(0, mentioning, { aspects: [['pricing', 'positive']] }),
        ...reviews(100, all - mentioning, {}),
      ]).map(({ id }) => id)
    assert.deepEqual(idsOf(2, 60), [])
    assert.deepEqual(idsOf(3, 60), ['pricing'])
    assert.deepEqual(idsOf(3, 300), ['pricing'])
    assert.deepEqual(idsOf(2, 40), ['pricing'])
    assert.deepEqual(idsOf(1, 20), ['pricing'])
  })

  it('That customers recommend a business is no aspect of it', () => {
    assert.deepEqual(
      countAspects(reviews(0, 20, { aspects: [['recommendation', 'positive']] })),
      [],
    )
  })

  it('The most mentioned aspects come first, and ties go by id', () => {
    const made = [
      review(0, { aspects: [['punctuality', 'positive']] }),
      review(1, { aspects: [['pricing', 'positive']] }),
      review(2, { aspects: [['technical_knowledge', 'positive']] }),
      review(3, { aspects: [['technical_knowledge', 'positive']] }),
    ]
    const ids = countAspects(made).map(({ id }) => id)
    assert.deepEqual(ids, ['technical_knowledge', 'pricing', 'punctuality'])
  })

  it('Examples show both sides in proportion, newest first, with at least one critic', () => {
    const praise = reviews(0, 60, { aspects: [['pricing', 'positive']] })
    const critics = reviews(100, 40, { aspects: [['pricing', 'negative']] })
    const shown = (made: typeof praise) => only(made).example_review_ids
    const [last, before] = [praise.at(-1)!, praise.at(-2)!]
    assert.deepEqual(shown([...praise, critics[0]!]), [
      last.id,
      before.id,
      praise[57]!.id,
      praise[56]!.id,
      critics[0]!.id,
    ])
    assert.deepEqual(shown([...praise, ...critics]), [
      last.id,
      before.id,
      praise[57]!.id,
      critics[39]!.id,
      critics[38]!.id,
    ])
  })

  it('The most used words are listed, none of a single review and none that are cut off', () => {
    const mentioning = (from: number, phrase: string, count: number) =>
      reviews(from, count, { aspects: [['pricing', 'positive', '', phrase]] })
    const few = [
      ...mentioning(0, 'fair price', 2),
      ...mentioning(2, 'cheap', 1),
      ...mentioning(3, 'bill', 1),
    ]
    const more = [...mentioning(10, 'the cost', 6), ...mentioning(20, 'honest and', 2)]
    assert.deepEqual(only(few).top_phrases, ['fair price'])
    assert.deepEqual(only([...few, ...more]).top_phrases, ['the cost', 'fair price'])
  })

  it('The counts match a plain count, and every example exists', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        for (const aspect of countAspects(made)) {
          const mentions = made.flatMap(({ insight }) =>
            insight.aspects.filter(({ id }) => id === aspect.id),
          )
          const of = (wanted: string) =>
            mentions.filter(({ sentiment }) => sentiment === wanted).length
          assert.equal(aspect.mention_count, mentions.length)
          assert.equal(aspect.positive_count, of('positive'))
          assert.equal(aspect.neutral_count, of('neutral'))
          assert.equal(aspect.negative_count, of('negative'))
          assert.equal(
            aspect.yearly.reduce((sum, { mention_count }) => sum + mention_count, 0),
            mentions.length,
          )
          const shown = made.filter(({ id }) => aspect.example_review_ids.includes(id))
          assert.equal(shown.length, Math.min(5, mentions.length))
          const criticShown = shown.some(({ insight }) =>
            insight.aspects.some(
              ({ id, sentiment }) => id === aspect.id && sentiment === 'negative',
            ),
          )
          assert.equal(criticShown, aspect.negative_count > 0)
        }
      }),
    )
  })

  it('The counts do not depend on the order of the reviews', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        assert.deepEqual(countAspects(made.toReversed()), countAspects(made))
      }),
    )
  })

  it('One more review that praises an aspect never lowers its score', () => {
    fc.assert(
      fc.property(anyReviews({ minLength: 1 }), made => {
        const pricing = (some: typeof made) => countAspects(some).find(({ id }) => id === 'pricing')
        const before = pricing(made)
        if (!before) return
        const after = pricing([...made, review(999, { aspects: [['pricing', 'positive']] })])!
        assert.equal(after.positive_count, before.positive_count + 1)
        assert.ok(after.positive_pct >= before.positive_pct)
        assert.ok(after.score >= before.score)
      }),
    )
  })
})
