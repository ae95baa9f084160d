import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { writeSummary } from '../../../src/insights/prose/write-summary.ts'
import { anyReviews, findingsOf, review, reviews, wordsOf } from '../made-reviews.ts'

const textsOf = (...input: Parameters<typeof findingsOf>) =>
  writeSummary(findingsOf(...input))!.summary_claims.map(({ text }) => text)

const praise = reviews(0, 40, {
  aspects: [['pricing', 'positive', 'The price was fair and agreed on before.']],
  technicians: ['Danielle Cho'],
})
const critics = reviews(100, 4, {
  rating: 2,
  aspects: [['punctuality', 'negative', 'They came two hours late.']],
})
const older = reviews(200, 6, { date: '2023-05-05', rating: 4 })

describe('The summary', () => {
  it('The summary covers rating, praise, people, criticism and the last year, each with its count', () => {
    assert.deepEqual(textsOf([...praise, ...critics, ...older]), [
      'Larkfield Heating & Cooling has 50 reviews since May 2023, with an average of 4.64 stars; 46 of them (92%) give 4 or 5.',
      'Praise goes most often to pricing (all 40 reviews that mention it).',
      'Reviews praise Danielle Cho (all 40 that mention the name are positive).',
      'There is criticism in 4 reviews (8%), most often of punctuality (all 4 reviews that mention it); one says: “They came two hours late.”',
      'The 44 reviews of the twelve months to February 2025 average 4.73 stars, up from 4 in the 6 before.',
    ])
  })

  it('The claim about the period cites the oldest review', () => {
    const [rating] = writeSummary(findingsOf([...praise, ...older]))!.summary_claims
    assert.equal(rating!.review_ids[0], older[0]!.id)
  })

  it('Criticism comes first if it prevails', () => {
    const texts = textsOf([...reviews(300, 50, { rating: 1 }), ...praise])
    assert.match(texts[1]!, /^More than half of the reviews voice criticism, 50 of 90\./)
    assert.match(texts[2]!, /^Praise/)
  })

  it('Two critics among a hundred go unmentioned, but not three, and not one among twenty', () => {
    const spoken = (happy: number, unhappy: number) =>
      /criticism/i.test(textsOf([...reviews(0, happy, {}), ...reviews(500, unhappy, { rating: 1 })]).join())
    assert.equal(spoken(98, 2), false)
    assert.equal(spoken(97, 3), true)
    assert.equal(spoken(19, 1), true)
    assert.equal(spoken(20, 0), false)
  })

  it('The trend is described if there are enough months', () => {
    const monthly = (rise: number, perMonth: number) =>
      Array.from({ length: 12 * perMonth }, (_, n) => {
        const month = Math.floor(n / perMonth)
        const date = `2023-${String(1 + month).padStart(2, '0')}-10`
        return review(n, { date, rating: Math.min(5, 2 + Math.floor((month * rise) / 4)) })
      })
    const summary = (...made: Parameters<typeof monthly>) => textsOf(monthly(...made)).join(' ')
    assert.match(summary(1, 6), /Over 12 months the monthly averages rise by \d(\.\d+)? stars a year\./)
    assert.match(summary(0, 6), /Over 12 months the monthly averages show no clear trend\./)
    assert.match(summary(0, 1), /^(?!.*trend)/)
  })

  it('The trend is not described by month if there are fewer than five reviews a month', () => {
    const made = Array.from({ length: 36 }, (_, n) =>
      review(n, { date: `2023-${String(1 + Math.floor(n / 3)).padStart(2, '0')}-10` }),
    )
    assert.match(
      textsOf(made).join(' '),
      /From January 2023 to December 2023 the ratings show no clear trend\./,
    )
  })

  it('A change in opinions about an aspect is described with its numbers and cites both sides of it', () => {
    const made = Array.from({ length: 200 }, (_, n) => {
      const month = Math.floor(n / 10)
      const isLate = month < 14 ? n % 10 === 0 : n % 2 === 0
      return review(n, {
        date: new Date(Date.UTC(2024, month, 5)).toISOString().slice(0, 10),
        rating: isLate ? 1 : 5,
        aspects: [['punctuality', isLate ? 'negative' : 'positive']],
      })
    })
    const claim = writeSummary(findingsOf(made))!.summary_claims.find(({ text }) => /^Opinions/.test(text))!
    assert.equal(
      claim.text,
      'Opinions about punctuality have declined since March 2025: since then 30 of the 60 reviews that judge it are positive, from January 2024 to February 2025 it was 126 of 140.',
    )
    const dates = claim.review_ids.map(id => made.find(one => one.id === id)!.date)
    assert.ok(dates.some(date => date >= '2025-03') && dates.some(date => date < '2025-03'))
    const early = textsOf(made.filter(({ date }) => date < '2025-03'))
    assert.ok(early.every(text => !/^Opinions/.test(text)))
  })

  it('The number of unread reviews is given if they are more than one in twenty', () => {
    const sentence = (unknown: number) =>
      textsOf([...reviews(0, 100 - unknown, {}), ...reviews(500, unknown, { basis: 'rating' })]).at(-1)
    assert.equal(
      sentence(6),
      'Of the 100 reviews, 94 were read for what they say and 6 (6%) are in a language that was not read; what was not read counts without its words.',
    )
    assert.doesNotMatch(sentence(5)!, /language/)
  })

  it('Five ratings without text still give four sentences', () => {
    const coverage = { read: 0, without_text: 5, unknown_language: 0, corrections: 0 }
    assert.deepEqual(textsOf(reviews(0, 5, { basis: 'rating' }), { coverage }), [
      'Larkfield Heating & Cooling has 5 reviews in January 2025, with an average of 5 stars; all of them give 4 or 5.',
      'Five stars come from 5 reviews.',
      'The newest is from January 2025; all 5 reviews were written in the twelve months up to it.',
      'None of the 5 reviews comes with words.',
    ])
  })

  it('The summary says how many reviews have text and how many do not', () => {
    const sentence = (without_text: number) =>
      textsOf(reviews(0, 5, {}), {
        coverage: { read: 5 - without_text, without_text, unknown_language: 0, corrections: 0 },
      }).at(-1)
    assert.equal(sentence(0), 'All 5 reviews come with words.')
    assert.equal(sentence(1), 'Words come with 4 of the 5 reviews; 1 has none.')
    assert.equal(sentence(2), 'Words come with 3 of the 5 reviews; 2 have none.')
  })

  it('Fewer than five reviews get no summary', () => {
    assert.equal(writeSummary(findingsOf(praise.slice(0, 4))), null)
  })

  it('Different businesses get different wordings', () => {
    const openings = ['Larkfield', 'Bright Smile', 'Six Hills', 'Cut-Rate', 'Anna’s', 'Oak & Co.'].map(
      businessName => textsOf(praise, { businessName })[0]!.replace(businessName, ''),
    )
    assert.ok(new Set(openings).size > 1)
  })
})

describe('Every summary', () => {
  const anyFindings = anyReviews({ minLength: 5, maxLength: 80 })

  it('A summary joins its four to seven claims, each with a count and existing reviews', () => {
    fc.assert(
      fc.property(anyFindings, made => {
        const { summary, summary_claims: claims } = writeSummary(findingsOf(made))!
        assert.equal(summary, claims.map(({ text }) => text).join(' '))
        assert.ok(claims.length >= 4 && claims.length <= 7, summary)
        for (const { text, review_ids } of claims) {
          assert.match(text, /\d/)
          assert.ok(review_ids.length > 0 && review_ids.length <= 20, text)
          assert.ok(review_ids.every(id => made.some(one => one.id === id)))
        }
      }),
    )
  })

  it('A summary includes any considerable criticism, citing critics and quoting them', () => {
    fc.assert(
      fc.property(anyFindings, made => {
        const critics = made.filter(
          ({ insight }) =>
            insight.sentiment === 'negative' ||
            insight.aspects.some(({ sentiment }) => sentiment === 'negative'),
        )
        const claim = writeSummary(findingsOf(made))!.summary_claims.find(({ text }) =>
          /criticism/i.test(text),
        )
        assert.equal(claim !== undefined, critics.length >= Math.min(3, Math.max(1, made.length / 20)))
        if (!claim) return
        assert.match(claim.text, new RegExp(`\\b${critics.length}\\b`))
        const witnesses = claim.review_ids.map(id => critics.find(one => one.id === id)!)
        assert.ok(witnesses.every(Boolean))
        const quote = /one says: “(.*?)”/.exec(claim.text)?.[1]
        if (quote) assert.ok(wordsOf(witnesses[0]!).some(evidence => evidence.includes(quote)))
      }),
    )
  })

  it('The summary does not depend on the order of the reviews', () => {
    fc.assert(
      fc.property(anyFindings, made => {
        assert.deepEqual(writeSummary(findingsOf(made.toReversed())), writeSummary(findingsOf(made)))
      }),
    )
  })
})
