import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseQuote } from '../../../src/insights/counts/quote-candidates.ts'
import { quotesIn } from '../../../src/insights/counts/review-groups.ts'
import { findingsOf, review } from '../made-reviews.ts'

const candidatesIn = (...evidences: string[]) => {
  const made = evidences.map((evidence, n) => review(n, { aspects: [['pricing', 'positive', evidence]] }))
  return [...quotesIn(findingsOf(made).mentions('aspects', 'pricing'), 'positive')]
}

const quote = (...evidences: string[]) => chooseQuote([candidatesIn(...evidences)], [])?.text

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
    const candidates = candidatesIn('The price was what we had agreed on.', 'cheap enough for all that')
    const first = chooseQuote([candidates], [])!
    assert.equal(first.text, 'The price was what we had agreed on.')
    assert.equal(chooseQuote([candidates], [first])!.text, 'cheap enough for all that')
    assert.equal(chooseQuote([[first]], [first])!.text, first.text)
    assert.equal(chooseQuote([[], []], []), null)
  })

  it('The best of several lists is chosen, and of equals the one from the first list', () => {
    const [whole, part] = [
      candidatesIn('The price was what we had agreed on.'),
      candidatesIn('cheap enough for all that'),
    ]
    assert.equal(chooseQuote([part, whole], [])!.text, whole[0]!.text)
    const [one, other] = [
      candidatesIn('One sentence, just as good.'),
      candidatesIn('Another just as good as.'),
    ]
    assert.equal(chooseQuote([one, other], [])!.text, one[0]!.text)
    assert.equal(chooseQuote([other, one], [])!.text, other[0]!.text)
  })
})
