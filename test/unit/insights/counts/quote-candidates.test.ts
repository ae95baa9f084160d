import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { chooseQuote, quoteAt } from '../../../../src/insights/counts/quote-candidates.ts'
import { quotesIn } from '../../../../src/insights/counts/review-groups.ts'
import { findingsOf, review } from '../made-reviews.ts'

const candidatesIn = (...evidences: string[]) => {
  const made = evidences.map((evidence, n) =>
    review(n, { aspects: [['pricing', 'positive', evidence]] }),
  )
  return [...quotesIn(findingsOf(made).mentions('aspects', 'pricing'), 'positive')]
}

const quote = (...evidences: string[]) => chooseQuote([candidatesIn(...evidences)], [])?.text

describe('chooseQuote', () => {
  it('A sentence that is not shouted makes the best quote', () => {
    const best = 'The bill was what they had said it would be.'
    assert.equal(quote(best, 'CHEAPEST PLACE I HAVE EVER BEEN TO!!'), best)
  })

  it('Only whole sentences that make sense alone are quoted', () => {
    assert.equal(quote('They charged what they said.'), 'They charged what they said.')
    assert.equal(quote('She gave us a very fair price.'), undefined)
  })

  it('Sentences that are too short, too long, on two lines or contain quotation marks are not quoted', () => {
    const long = (length: number) => `X${'x'.repeat(length - 2)}.`
    assert.equal(quote(long(20)), long(20))
    assert.equal(quote(long(140)), long(140))
    for (const text of [
      long(19),
      long(141),
      'A fair price\nfor the work.',
      'They said “no charge” and meant it.',
    ])
      assert.equal(quote(text), undefined, text)
  })

  it('A review is quoted only if its stars agree, except that criticism may come with four stars', () => {
    const textsOf = (sentiment: 'positive' | 'negative', rating: number) => {
      const made = review(1, {
        rating,
        aspects: [['pricing', sentiment, 'The bill is what I write about.']],
      })
      return [...quotesIn(findingsOf([made]).mentions('aspects', 'pricing'), sentiment)].length
    }
    assert.deepEqual(
      [1, 2, 3, 4, 5].map(rating => textsOf('positive', rating)),
      [0, 0, 0, 1, 1],
    )
    assert.deepEqual(
      [1, 2, 3, 4, 5].map(rating => textsOf('negative', rating)),
      [1, 1, 1, 1, 0],
    )
  })

  it('A quote needs a confident reading of words that state the opinion', () => {
    const candidate = (confidence: number | null) => {
      const made = review(1, {
        aspects: [['pricing', 'positive', 'The bill is what I write about.']],
      })
      return quoteAt({ ...made, confidence: [confidence] }, 0)
    }
    assert.equal(candidate(0.84), null)
    assert.ok(candidate(0.85))
    assert.equal(candidate(null), null)
  })

  it('Criticism that is only a clause is quoted with its sentence, unless what follows may take it back', () => {
    const quoted = (rating: number, evidence: string, sentence: string, confidence = 1) => {
      const made = review(1, { rating, aspects: [['pricing', 'negative', evidence]] })
      return quoteAt({ ...made, confidence: [confidence], sentences: [sentence] }, 0)?.text
    }
    const mixed = 'Mike was friendly but the bill was twice the quote.'
    assert.equal(quoted(4, 'but the bill was twice the quote.', mixed), mixed)
    assert.equal(quoted(4, 'but the bill was twice the quote.', mixed, 0.7), undefined)
    const turned = 'At minus 18 degrees the house was cozy and warm.'
    assert.equal(quoted(4, 'At minus 18 degrees the house was', turned), undefined)
    const angry = "Dust on the crib, the couch and in the dog's bowl."
    assert.equal(quoted(1, 'Dust on the crib,', angry), angry)
    const joined = 'And the guest room still has no airflow.'
    assert.equal(quoted(1, joined, joined), joined)
  })

  it('A review with few stars is quoted as criticism however unsure the reading is, after all others', () => {
    const merit = (rating: number, confidence: number) => {
      const made = review(1, {
        rating,
        aspects: [['pricing', 'negative', 'Nobody came on Saturday.']],
      })
      return quoteAt({ ...made, confidence: [confidence] }, 0)?.merit
    }
    assert.equal(merit(4, 0.1), undefined)
    assert.ok(merit(3, 0.1)! < merit(3, 0.85)!)
  })

  it('What happened is quoted after words that judge it, praise only if it is sure to be about the aspect', () => {
    const merit = (
      sentiment: 'positive' | 'negative',
      rating: number,
      confidence: number,
      isApt = true,
    ) => {
      const made = review(1, {
        rating,
        aspects: [['pricing', sentiment, 'They came the same afternoon.']],
      })
      return quoteAt({ ...made, apt: [isApt], confidence: [confidence] }, 0)?.merit
    }
    assert.ok(merit('positive', 5, 0)! < merit('positive', 5, 0.85)!)
    assert.equal(merit('positive', 5, 0, false), undefined)
    assert.equal(merit('positive', 3, 0), undefined)
    assert.ok(merit('negative', 2, 0, false))
    assert.equal(merit('negative', 4, 0), undefined)
  })

  it('A sentence that begins with "And" comes after all others', () => {
    const merit = (sentence: string, confidence: number) => {
      const made = review(1, { rating: 1, aspects: [['pricing', 'negative', sentence]] })
      return quoteAt({ ...made, confidence: [confidence], sentences: [sentence] }, 0)!.merit
    }
    assert.ok(merit('And the guest room is cold.', 1) < merit('The guest room is cold.', 0))
  })

  it('Words that may be about something else are quoted only as criticism with a word of the aspect', () => {
    const found = (sentiment: 'positive' | 'negative', phrase?: string) => {
      const text = 'There is a gouge in the oak floor.'
      const made = review(1, {
        rating: sentiment === 'negative' ? 1 : 5,
        aspects: [['pricing', sentiment, text]],
      })
      const unapt = { ...made, apt: [false], phrases: [phrase ?? null], confidence: [1] }
      return [...quotesIn(findingsOf([unapt]).mentions('aspects', 'pricing'), sentiment)].length
    }
    assert.equal(found('negative'), 0)
    assert.equal(found('negative', 'gouge'), 1)
    assert.equal(found('positive', 'gouge'), 0)
  })

  it('A review that is already quoted is not quoted again', () => {
    const candidates = candidatesIn(
      'The price was what we had agreed on.',
      'Cheap enough for all that!!',
    )
    const first = chooseQuote([candidates], [])!
    assert.equal(first.text, 'The price was what we had agreed on.')
    assert.equal(chooseQuote([candidates], [first])!.text, 'Cheap enough for all that!!')
    assert.equal(chooseQuote([[first]], [first]), null)
    assert.equal(chooseQuote([[], []], []), null)
  })

  it('The best of several lists is chosen, and of equals the one from the first list', () => {
    const [calm, shouted] = [
      candidatesIn('The price was what we had agreed on.'),
      candidatesIn('Cheap enough for all that!!'),
    ]
    assert.equal(chooseQuote([shouted, calm], [])!.text, calm[0]!.text)
    const [one, other] = [
      candidatesIn('One sentence, just as good.'),
      candidatesIn('Another just as good as.'),
    ]
    assert.equal(chooseQuote([one, other], [])!.text, one[0]!.text)
    assert.equal(chooseQuote([other, one], [])!.text, other[0]!.text)
  })
})
