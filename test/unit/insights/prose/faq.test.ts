import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { CountedInsights } from '../../../../src/insights/counts/count-insights.ts'
import type { ReadReview } from '../../../../src/insights/counts/tally.ts'
import { answerQuestions as answer } from '../../../../src/insights/prose/faq.ts'
import { localeOf } from '../../../../src/locale/locale.ts'
import {
  anyReviews,
  findingsOf,
  type MadeReview,
  review,
  reviews,
  wordsOf,
} from '../made-reviews.ts'

const answerQuestions = (findings: CountedInsights) => answer(findings, localeOf('en-US'))

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
  it('The answer quotes nothing in another language than its own', () => {
    const german = judged(12, 0, 0).map(one => ({ ...one, textLanguage: 'de' }))
    assert.equal(
      answerTo('Are prices fair?', german)?.answer,
      'At least 12 reviews are positive about it.',
    )
  })

  it('The answer follows the numbers', () => {
    const praised = `A satisfied customer writes: “${FAIR}”`
    const criticism = `One reviewer complains: “${DEAR}”`
    const about = (all: number) => `of the ${all} reviews found to mention this,`
    assert.equal(onPrices(12, 0, 0), `At least 12 reviews are positive about it. ${praised}`)
    assert.equal(
      onPrices(46, 1, 1),
      `Nearly all are positive: ${about(48)} 46 are positive and 1 is negative. ${praised}`,
    )
    assert.equal(
      onPrices(41, 2, 5),
      `Mostly positive: ${about(48)} 41 are positive and 5 are negative. ${praised}`,
    )
    assert.equal(
      onPrices(20, 0, 15),
      `Opinions are mixed: ${about(35)} 20 are positive and 15 are negative. ${praised} ${criticism}`,
    )
    assert.equal(
      onPrices(10, 8, 0),
      `More positive than negative: ${about(18)} 10 are positive. ${praised}`,
    )
    assert.equal(
      onPrices(4, 20, 1),
      `Most take no side: ${about(25)} 4 are positive and 1 is negative. ${praised}`,
    )
    assert.equal(
      onPrices(2, 0, 18),
      `Nearly all are negative: ${about(20)} 18 are negative and 2 are positive. ${criticism}`,
    )
  })

  it('The question is left out below ten mentions or three opinions', () => {
    assert.match(onPrices(9, 0, 1)!, /^Nearly all are positive: of the 10 reviews/)
    assert.equal(onPrices(9, 0, 0), undefined)
    assert.equal(onPrices(2, 9, 0), undefined)
  })

  it('The answer compares years that have enough mentions', () => {
    const inYear = (year: number, from: number, positive: number, negative: number) =>
      [...priced(from, positive, 'positive'), ...priced(from + 100, negative, 'negative')].map(
        one => ({
          ...one,
          date: `${year}${one.date.slice(4)}`,
        }),
      )
    const years = [
      ...inYear(2023, 0, 2, 2),
      ...inYear(2024, 200, 12, 3),
      ...inYear(2025, 400, 6, 0),
    ]
    assert.match(
      answerTo('Are prices fair?', years)!.answer,
      / By year: 6 of 6 positive in 2025 and 12 of 15 in 2024\. /,
    )
    assert.doesNotMatch(answerTo('Are prices fair?', inYear(2024, 200, 12, 3))!.answer, /By year/)
    const longPast = [
      ...inYear(2020, 0, 6, 0),
      ...inYear(2021, 200, 6, 0),
      ...inYear(2024, 400, 2, 0),
    ]
    assert.doesNotMatch(answerTo('Are prices fair?', longPast)!.answer, /By year/)
  })

  it('The smaller side is quoted from three reviews and a fifth of all on', () => {
    assert.match(onPrices(12, 0, 3)!, /One reviewer complains/)
    assert.doesNotMatch(onPrices(13, 0, 3)!, /One reviewer complains/)
    assert.doesNotMatch(onPrices(8, 0, 2)!, /One reviewer complains/)
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
      answerTo('Who should I ask for?', [
        ...reviews(0, praise, mike),
        review(9, { ...mike, rating }),
      ])?.answer
    assert.equal(
      answer(3),
      'Reviews praise Mike Alvarez (at least 4 of the 5 that mention the name). A satisfied customer writes: “Mike came on time both days.”',
    )
    assert.match(answer(5)!, /\(all 5 that mention the name\)/)
    assert.equal(answer(5, 3), undefined)
    assert.equal(answer(3, 3), undefined)
  })

  it('One or two stars for a person end the recommendation, however many others praise', () => {
    const question = 'Who should I ask for?'
    const praise = reviews(0, 300, { technicians: ['Mike Alvarez'] })
    const low = (rating: number) => [
      ...praise,
      review(999, { technicians: ['Mike Alvarez'], rating }),
    ]
    assert.match(answerTo(question, low(3))!.answer, /Mike Alvarez/)
    assert.equal(answerTo(question, low(2)), undefined)
    assert.equal(answerTo(question, low(1)), undefined)
  })

  it('Criticism needs three reviews, and the most criticized comes first', () => {
    const late = reviews(600, 4, {
      rating: 2,
      aspects: [['punctuality', 'negative', 'late again']],
    })
    const answer = answerTo('What do customers criticize?', [...judged(10, 0, 3), ...late])
    assert.equal(
      answer?.answer,
      'Among other things, punctuality (at least 4 reviews) and pricing (3 of 13).',
    )
    assert.equal(answer?.review_ids.length, 7)
    assert.equal(answerTo('What do customers criticize?', judged(10, 0, 2)), undefined)
  })

  it('Services and areas are counted, and areas are only said to be mentioned', () => {
    const made = reviews(0, 6, { services: ['furnace_repair'], areas: ['tanager_park'] })
    assert.equal(
      answerTo('Which services do reviews mention?', made)?.answer,
      'Among others, Furnace repair (6 reviews).',
    )
    assert.equal(
      answerTo('Do they serve my area?', made)?.answer,
      'Reviews mention Tanager park (6 reviews). They don’t say where else the business works.',
    )
  })

  it('Every area is listed, even one that a single review mentions', () => {
    const made = [
      ...reviews(0, 6, { areas: ['tanager_park'] }),
      review(9, { areas: ['larkfield'] }),
    ]
    assert.match(
      answerTo('Do they serve my area?', made)!.answer,
      /^Reviews mention Tanager park \(6 reviews\) and Larkfield \(1\)\. /,
    )
  })

  it('Whom to ask for is told by service, for those whom at least three reviews praise with it', () => {
    const repaired = (from: number, count: number, made: MadeReview) =>
      reviews(from, count, { services: ['furnace_repair'], ...made })
    const made = [
      ...repaired(0, 5, { technicians: ['Mike Alvarez'] }),
      ...repaired(20, 4, { technicians: ['Danielle Cho'] }),
      ...reviews(40, 3, { technicians: ['Danielle Cho'] }),
      ...reviews(60, 2, { technicians: ['Danielle Cho'], services: ['ac_repair'] }),
    ]
    assert.equal(
      answerTo('Who should I ask for?', made)!.answer,
      'Reviews praise Danielle Cho (all 9 that mention the name) and Mike Alvarez (all 5). By service: Furnace repair, Mike Alvarez (named in 5 reviews).',
    )
    const disputed = [...made, ...repaired(80, 2, { technicians: ['Mike Alvarez'], rating: 1 })]
    assert.match(
      answerTo('Who should I ask for?', disputed)!.answer,
      /Furnace repair, Danielle Cho \(named in 4 reviews\)/,
    )
  })

  it('Whether they answer criticism is told from replies to critical reviews, whatever their stars', () => {
    const question = 'Do they answer critical reviews?'
    const low = (answered: number, others: number) => [
      ...reviews(0, answered, { rating: 1, hasReply: true }),
      ...reviews(20, others, { rating: 4, aspects: [['pricing', 'negative']] }),
      ...reviews(40, 3, { rating: 5, hasReply: true }),
    ]
    assert.equal(
      answerTo(question, low(2, 1))?.answer,
      'The business replied to 2 of the 3 critical reviews.',
    )
    assert.equal(
      answerTo(question, low(3, 0))?.answer,
      'The business replied to all 3 critical reviews.',
    )
    assert.equal(
      answerTo(question, low(0, 4))?.answer,
      'None of the 4 critical reviews here has a reply from the business.',
    )
    assert.equal(answerTo(question, low(1, 1)), undefined)
  })

  it('What a job costs is told from three reviews on that name a price', () => {
    const paid = (number: number, amount: number, service = 'furnace_repair', sign = '$') =>
      review(number, { services: [service], prices: [{ service, sign, amount }] })
    const made = [
      paid(1, 300),
      paid(2, 1250),
      paid(3, 189),
      paid(4, 90, 'ac_repair'),
      paid(5, 50, 'furnace_repair', ''),
    ]
    const { answer, review_ids } = answerTo('What does a job cost?', made)!
    assert.equal(
      answer,
      'Customers report paying: Furnace repair $189 to $1,250. Prices depend on the job, and older ones may be out of date.',
    )
    assert.equal(review_ids.length, 3)
    assert.equal(answerTo('What does a job cost?', made.slice(1)), undefined)
  })

  it('Whether criticism changed is told only if a test supports it, or if there is enough to compare', () => {
    const question = 'What do customers criticize?'
    const inMonth = (month: string, from: number, positive: number, negative: number) =>
      [...priced(from, positive, 'positive'), ...priced(from + 100, negative, 'negative')].map(
        one => ({
          ...one,
          date: `${month}${one.date.slice(7)}`,
        }),
      )
    const months = (year: number, from: number, positive: number, negative: number) =>
      ['02', '04', '06', '08', '10'].flatMap((month, index) =>
        inMonth(`${year}-${month}`, from + 200 * index, positive, negative),
      )
    const steady = [...months(2024, 0, 4, 2), ...months(2025, 2000, 4, 2)]
    assert.match(
      answerTo(question, steady)!.answer,
      / The reviews show no clear change in this over time\./,
    )
    const worse = [...months(2024, 0, 8, 0), ...months(2025, 2000, 1, 7)]
    assert.match(answerTo(question, worse)!.answer, / Opinions about pricing have declined since /)
    assert.doesNotMatch(answerTo(question, months(2025, 0, 4, 2))!.answer, /change in this|have/)
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
        assert.deepEqual(
          answerQuestions(findingsOf(made.toReversed())),
          answerQuestions(findingsOf(made)),
        )
      }),
    )
  })
})
