import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ReadReview } from '../../../src/insights/counts/tally.ts'
import { answerQuestions } from '../../../src/insights/prose/faq.ts'
import { anyReviews, findingsOf, review, reviews, wordsOf } from '../made-reviews.ts'

const FAIR = 'The price was exactly what they had quoted.'
const DEAR = 'The bill was twice what they had quoted.'
const priced = (from: number, count: number, sentiment: 'positive' | 'neutral' | 'negative') =>
  reviews(from, count, {
    rating: sentiment === 'positive' ? 5 : sentiment === 'neutral' ? 3 : 1,
    aspects: [['pricing', sentiment, sentiment === 'positive' ? FAIR : DEAR]],
  })

const judged = (positive: number, neutral: number, negative: number) => [
  ...priced(0, positive, 'positive'),
  ...priced(200, neutral, 'neutral'),
  ...priced(400, negative, 'negative'),
]

const answerTo = (question: string, made: ReadReview[]) =>
  answerQuestions(findingsOf(made)).find(answer => answer.question === question)
const onPrices = (...sides: [number, number, number]) =>
  answerTo('Are prices fair?', judged(...sides))?.answer

describe('A question about an aspect', () => {
  it('The answer follows the numbers', () => {
    const praised = `One customer writes: “${FAIR}”`
    const criticism = `A critical customer writes: “${DEAR}”`
    const about = (all: number) => `of the ${all} reviews that mention it,`
    assert.equal(onPrices(12, 0, 0), `All 12 reviews that mention it praise it. ${praised}`)
    assert.equal(
      onPrices(46, 1, 1),
      `Nearly all are pleased: ${about(48)} 46 praise it and 1 criticizes it. ${praised}`,
    )
    assert.equal(
      onPrices(41, 2, 5),
      `Most are pleased: ${about(48)} 41 praise it and 5 criticize it. ${praised}`,
    )
    assert.equal(
      onPrices(20, 0, 15),
      `Opinions differ: ${about(35)} 20 praise it and 15 criticize it. ${praised} ${criticism}`,
    )
    assert.equal(
      onPrices(10, 8, 0),
      `More praise than criticism: ${about(18)} 10 praise it and none criticizes it. ${praised}`,
    )
    assert.equal(
      onPrices(4, 20, 1),
      `Most pass no judgment: ${about(25)} 4 praise it and 1 criticizes it. ${praised}`,
    )
    assert.equal(
      onPrices(2, 0, 18),
      `Nearly all are critical: ${about(20)} 18 criticize it and 2 praise it. ${criticism}`,
    )
  })

  it('The answer says so if there are few mentions, and is left out below five mentions or three opinions', () => {
    assert.equal(
      onPrices(5, 0, 1),
      `Only 6 reviews mention it, too few to draw conclusions: 5 praise it, 1 criticizes it. One customer writes: “${FAIR}”`,
    )
    assert.equal(
      onPrices(0, 0, 5),
      `Only 5 reviews mention it, and all of them criticize it. A critical customer writes: “${DEAR}”`,
    )
    assert.equal(onPrices(4, 0, 0), undefined)
    assert.equal(onPrices(2, 9, 0), undefined)
  })

  it('A critic is quoted from three reviews and a fifth of all on', () => {
    assert.match(onPrices(12, 0, 3)!, /A critical customer writes/)
    assert.doesNotMatch(onPrices(13, 0, 3)!, /A critical customer writes/)
    assert.doesNotMatch(onPrices(8, 0, 2)!, /A critical customer writes/)
  })

  it('Quoted reviews are cited first', () => {
    const made = judged(20, 0, 15)
    const { review_ids } = answerTo('Are prices fair?', made)!
    const cited = review_ids.map(id => made.find(one => one.id === id)!)
    assert.deepEqual(
      cited.slice(0, 2).map(({ rating }) => rating),
      [5, 1],
    )
    assert.equal(cited.length, 20)
  })
})

describe('The other questions', () => {
  it('Technicians need five mentions, four in five of them positive', () => {
    const mike = {
      technicians: ['Mike Alvarez'],
      aspects: [['punctuality', 'positive', 'Mike came on time both days.']] as [
        string,
        'positive',
        string,
      ][],
    }
    const answer = (rating: number, praise = 4) =>
      answerTo('Who should I ask for?', [...reviews(0, praise, mike), review(9, { ...mike, rating })])?.answer
    assert.equal(
      answer(1),
      'Reviews praise Mike Alvarez (4 of the 5 that mention the name are positive). One of them: “Mike came on time both days.”',
    )
    assert.match(answer(5)!, /\(all 5 that mention the name are positive\)/)
    assert.equal(answer(5, 3), undefined)
    assert.equal(answer(1, 3), undefined)
  })

  it('Criticism needs three reviews, and the most criticized comes first', () => {
    const late = reviews(600, 4, { rating: 2, aspects: [['punctuality', 'negative', 'late again']] })
    const answer = answerTo('What do customers criticize?', [...judged(10, 0, 3), ...late])
    assert.equal(
      answer?.answer,
      'Most often punctuality (all 4 reviews that mention it) and pricing (3 of 13).',
    )
    assert.equal(answer?.review_ids.length, 7)
    assert.equal(answerTo('What do customers criticize?', judged(10, 0, 2)), undefined)
  })

  it('Services and areas are counted, and areas are only said to be mentioned', () => {
    const made = reviews(0, 6, { services: ['furnace_repair'], areas: ['tanager_park'] })
    assert.equal(
      answerTo('What do they do most?', made)?.answer,
      'The services that the 6 reviews mention most: Furnace repair (6 reviews).',
    )
    assert.equal(
      answerTo('Do they serve my area?', made)?.answer,
      'Reviews mention Tanager park (6 reviews). They do not tell which other places are served.',
    )
    assert.deepEqual(answerQuestions(findingsOf(made.slice(0, 2))), [])
  })
})

describe('Every answer', () => {
  it('An answer cites at most twenty existing reviews and quotes one of them, never a tag', () => {
    fc.assert(
      fc.property(anyReviews({ minLength: 10, maxLength: 80 }), made => {
        for (const { answer, review_ids } of answerQuestions(findingsOf(made))) {
          assert.ok(review_ids.length > 0 && review_ids.length <= 20)
          assert.equal(new Set(review_ids).size, review_ids.length)
          const evidence = review_ids.flatMap(id => wordsOf(made.find(one => one.id === id)!))
          for (const [, quote] of answer.matchAll(/“(.*?)”/g))
            assert.ok(
              evidence.some(text => text.includes(quote!)),
              `not said: ${quote}`,
            )
        }
      }),
    )
  })

  it('The answers do not depend on the order of the reviews', () => {
    fc.assert(
      fc.property(anyReviews(), made => {
        assert.deepEqual(answerQuestions(findingsOf(made.toReversed())), answerQuestions(findingsOf(made)))
      }),
    )
  })
})
