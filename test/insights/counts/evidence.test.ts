import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  chooseQuote,
  cite,
  groupByAspect,
  praiseNaming,
  takeInProportion,
} from '../../../src/insights/counts/evidence.ts'
import { anyReviews, review, reviews } from '../made-reviews.ts'

const mentionsIn = (...evidences: string[]) =>
  groupByAspect(
    evidences.map((evidence, n) => review(n, { aspects: [['pricing', 'positive', evidence]] })),
  ).get('pricing')!

const quote = (...evidences: string[]) => chooseQuote(mentionsIn(...evidences), [])?.text

describe('chooseQuote', () => {
  it('A whole sentence that is not shouted makes the best quote', () => {
    const best = 'The bill was what they had said it would be.'
    assert.equal(
      quote('for a price that was fair enough', best, 'CHEAPEST PLACE I HAVE EVER BEEN TO!!'),
      best,
    )
  })

  it('Words that link a clause to its neighbors are trimmed, and nothing else', () => {
    assert.equal(quote('and the price was more than fair, '), 'the price was more than fair')
    assert.equal(quote('but so-so prices if you ask me —'), 'so-so prices if you ask me')
    assert.equal(quote('Andrew gave us a fair price'), 'Andrew gave us a fair price')
  })

  it('Clauses that are too short, too long, on two lines or contain quotation marks are not quoted', () => {
    const [shortest, longest] = ['x'.repeat(20), 'x'.repeat(140)]
    assert.equal(quote(shortest), shortest)
    assert.equal(quote(longest), longest)
    for (const text of [
      'x'.repeat(19),
      'x'.repeat(141),
      'a fair price\nfor the work',
      'They said “no charge” and meant it',
    ])
      assert.equal(quote(text), undefined, text)
  })

  it('A review that is already quoted is quoted again only if there is no other', () => {
    const mentions = mentionsIn('The price was what we had agreed on.', 'cheap enough for all that')
    const first = chooseQuote(mentions, [])!
    assert.equal(chooseQuote(mentions, [first])!.text, 'cheap enough for all that')
    assert.equal(
      chooseQuote(
        mentions.filter(({ review: { id } }) => id === first.review.id),
        [first],
      )!.text,
      first.text,
    )
  })
})

describe('praiseNaming', () => {
  it('Praise is found only where the name is a word of its own', () => {
    const made = [
      review(1, { aspects: [['pricing', 'positive', 'Mark was fair about the price']] }),
      review(2, { aspects: [['pricing', 'positive', 'Remarkable prices in this market']] }),
      review(3, { aspects: [['pricing', 'negative', 'Mark charged us twice']] }),
    ]
    const found = praiseNaming(groupByAspect(made).get('pricing')!, ['Mark'])
    assert.deepEqual(
      found.map(({ evidence }) => evidence),
      ['Mark was fair about the price'],
    )
  })
})

describe('takeInProportion', () => {
  it('As many mentions as requested and available are taken, each once, with a critic if there is one', () => {
    fc.assert(
      fc.property(anyReviews(), fc.integer({ min: 1, max: 25 }), (made, limit) => {
        const mentions = groupByAspect(made).get('pricing') ?? []
        const taken = takeInProportion(mentions, limit)
        assert.equal(new Set(taken).size, Math.min(limit, mentions.length))
        const critical = (some: typeof mentions) => some.some(({ sentiment }) => sentiment === 'negative')
        assert.equal(critical(taken), critical(mentions))
      }),
    )
  })
})

describe('cite', () => {
  it('Key reviews come first, then some from each group in turn, twenty at most', () => {
    const group = (from: number) =>
      groupByAspect(reviews(from, 30, { aspects: [['pricing', 'positive']] })).get('pricing')!
    const [a, b] = [group(0), group(100)]
    const ids = cite([b[7]!.review], [a, b])
    assert.deepEqual(
      ids.slice(0, 4),
      [b[7]!, a[0]!, b[0]!, a[1]!].map(mention => mention.review.id),
    )
    assert.equal(ids.length, 20)
  })
})
