import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { CountedInsights } from '../../../../src/insights/counts/count-insights.ts'
import { writeSummary as write } from '../../../../src/insights/prose/write-summary.ts'
import { localeOf } from '../../../../src/locale/locale.ts'
import { anyReviews, findingsOf, review, reviews } from '../made-reviews.ts'

const writeSummary = (findings: CountedInsights) => write(findings, localeOf('en-US'))

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
  it('The summary covers rating, praise, people, criticism, replies and the last year', () => {
    assert.deepEqual(textsOf([...praise, ...critics, ...older]), [
      'Larkfield Heating & Cooling has 50 reviews with an average of 4.6 stars; nearly all of them give four or five.',
      'Reviews are mostly positive about pricing, and praise Danielle Cho by name.',
      '4 reviews are critical, among other things of punctuality.',
      'The average of the 12 months to February 2025, 4.7 stars, is higher than before (4.0), but there is no clear trend.',
      'None of the 4 critical reviews here has a reply from the business.',
    ])
  })

  it('The first paragraph is about what customers like and dislike, the second about what decides', () => {
    const [liked, decisive, ...more] = writeSummary(
      findingsOf([...praise, ...critics, ...older]),
    )!.summary.split('\n\n')
    assert.match(liked!, /^Larkfield .* praise .* critical, .* punctuality\.$/)
    assert.match(
      decisive!,
      /^The average of the 12 months to \w+ \d+, .* None of the 4 critical reviews/,
    )
    assert.deepEqual(more, [])
  })

  it('That the last year is like those before is said only where there is little else', () => {
    const same = 'Ratings over the 12 months to February 2025 are about the same as before.'
    const steady = reviews(200, 60, { date: '2023-05-05' })
    assert.ok(textsOf([...praise, ...steady]).includes(same))
    const criticized = reviews(300, 6, { date: '2023-05-05', rating: 2 })
    assert.ok(!textsOf([...praise, ...critics, ...steady, ...criticized]).includes(same))
  })

  it('What is criticized by many is not called what customers like most', () => {
    const aspects = (side: 'positive' | 'negative') => ({
      aspects: [['pricing', side]] as [string, typeof side][],
    })
    const made = [...reviews(0, 40, aspects('positive')), ...reviews(100, 15, aspects('negative'))]
    assert.doesNotMatch(textsOf(made).join(' '), /praise/)
  })

  it('What fewer than ten reviews mention is not called what customers like', () => {
    const aboutPrices = (count: number) => [
      ...reviews(0, count, { aspects: [['pricing', 'positive']] }),
      ...reviews(100, 20, {}),
    ]
    assert.match(textsOf(aboutPrices(10)).join(' '), /pricing/)
    assert.doesNotMatch(textsOf(aboutPrices(9)).join(' '), /pricing/)
  })

  it('A claim about criticism leads to all critical reviews', () => {
    const many = reviews(100, 30, {
      rating: 2,
      aspects: [['punctuality', 'negative', 'They came two hours late.']],
    })
    const claim = writeSummary(findingsOf([...praise, ...many]))!.summary_claims.find(({ text }) =>
      /critic/i.test(text),
    )!
    assert.deepEqual(claim.review_ids.toSorted(), many.map(({ id }) => id).toSorted())
  })

  it('One complaint does not stand for all critics', () => {
    const silent = reviews(500, 4, { rating: 1 })
    const texts = textsOf([...praise, ...silent, ...critics.slice(0, 1), ...older])
    assert.ok(texts.includes('5 reviews are critical.'), texts.join('\n'))
  })

  it('Criticism comes first if it prevails', () => {
    const texts = textsOf([...reviews(300, 50, { rating: 1 }), ...praise])
    assert.equal(texts[1], 'More than half of the reviews, 50, are critical.')
    assert.match(texts[2]!, /praise/)
  })

  it('Two critics among a hundred go unmentioned, but not three, and not one among twenty', () => {
    const spoken = (happy: number, unhappy: number) =>
      /critic/i.test(
        textsOf([...reviews(0, happy, {}), ...reviews(500, unhappy, { rating: 1 })]).join(),
      )
    assert.equal(spoken(98, 2), false)
    assert.equal(spoken(97, 3), true)
    assert.equal(spoken(19, 1), true)
    assert.equal(spoken(20, 0), false)
  })

  it('A rise or fall of the ratings is called a trend only if it is one', () => {
    const monthly = (ratingIn: (month: number) => number) =>
      Array.from({ length: 144 }, (_, n) => {
        const month = Math.floor(n / 6)
        const date = new Date(Date.UTC(2023, month, 10)).toISOString().slice(0, 10)
        return review(n, { date, rating: ratingIn(month) })
      })
    const summary = (ratingIn: (month: number) => number) => textsOf(monthly(ratingIn)).join(' ')
    assert.match(
      summary(month => 2 + Math.floor(month / 8)),
      /is higher than before \(\d\.\d\), and the trend is clear\./,
    )
    assert.match(
      summary(() => 4),
      /are about the same as before\./,
    )
    assert.match(
      summary(month => (month % 6 === 0 && month > 11 ? 1 : 4)),
      /is lower than before \(\d\.\d\), but there is no clear trend\./,
    )
  })

  it('A change in opinions about an aspect is told instead, and cites both sides of it', () => {
    const made = Array.from({ length: 200 }, (_, n) => {
      const month = Math.floor(n / 10)
      const isLate = month < 14 ? n % 10 === 0 : n % 2 === 0
      return review(n, {
        date: new Date(Date.UTC(2024, month, 5)).toISOString().slice(0, 10),
        rating: isLate ? 1 : 5,
        aspects: [['punctuality', isLate ? 'negative' : 'positive']],
      })
    })
    const claim = writeSummary(findingsOf(made))!.summary_claims.find(({ text }) =>
      /^Opinions/.test(text),
    )!
    assert.equal(claim.text, 'Opinions about punctuality have declined since March 2025.')
    const dates = claim.review_ids.map(id => made.find(one => one.id === id)!.date)
    assert.ok(dates.some(date => date >= '2025-03') && dates.some(date => date < '2025-03'))
    const early = textsOf(made.filter(({ date }) => date < '2025-03'))
    assert.ok(early.every(text => !/^Opinions/.test(text)))
  })

  it('Unread reviews are mentioned if they are more than one in twenty', () => {
    const sentence = (unknown: number) =>
      textsOf([...reviews(0, 100 - unknown, {}), ...reviews(500, unknown, { basis: 'rating' })]).at(
        -1,
      )
    assert.equal(
      sentence(6),
      'Reviews in languages that the analysis does not support yet count by their stars only.',
    )
    assert.doesNotMatch(sentence(5)!, /language/)
  })

  it('A claim about reviews in other languages leads to all of them, and to no rating without text', () => {
    const foreign = reviews(500, 30, { basis: 'rating' })
    const silent = reviews(600, 5, { basis: 'rating' }).map(one => ({ ...one, hasText: false }))
    const { summary_claims } = writeSummary(findingsOf([...praise, ...foreign, ...silent]))!
    const { text, review_ids } = summary_claims.at(-1)!
    assert.equal(
      text,
      'Reviews in languages that the analysis does not support yet count by their stars only.',
    )
    assert.deepEqual(review_ids.toSorted(), foreign.map(({ id }) => id).sort())
  })

  it('Five ratings without text still give three sentences', () => {
    const coverage = { read: 0, without_text: 5, unknown_language: 0, corrections: 0 }
    assert.deepEqual(textsOf(reviews(0, 5, { basis: 'rating' }), { coverage }), [
      'Larkfield Heating & Cooling has 5 reviews with an average of 5.0 stars; all of them give four or five.',
      'The newest is from January 2025.',
      'None of them has text.',
    ])
  })

  it('The summary says whether reviews have text', () => {
    const sentence = (without_text: number) =>
      textsOf(reviews(0, 5, {}), {
        coverage: { read: 5 - without_text, without_text, unknown_language: 0, corrections: 0 },
      }).at(-1)
    assert.equal(sentence(0), 'All of them have text.')
    assert.equal(sentence(1), 'Some of them have no text.')
    assert.equal(sentence(3), 'Most of them have no text.')
  })

  it('Fewer than five reviews get no summary', () => {
    assert.equal(writeSummary(findingsOf(praise.slice(0, 4))), null)
  })

  it('Different businesses get different wordings', () => {
    const openings = [
      'Larkfield',
      'Bright Smile',
      'Six Hills',
      'Cut-Rate',
      'Anna’s',
      'Oak & Co.',
    ].map(businessName => textsOf(praise, { businessName })[0]!.replace(businessName, ''))
    assert.ok(new Set(openings).size > 1)
  })
})

describe('Every summary', () => {
  const anyFindings = anyReviews({ minLength: 5, maxLength: 80 })

  it('A summary joins its three to six claims, with at most eight numbers, each claim with existing reviews', () => {
    fc.assert(
      fc.property(anyFindings, made => {
        const { summary, summary_claims: claims } = writeSummary(findingsOf(made))!
        assert.equal(summary.replace('\n\n', ' '), claims.map(({ text }) => text).join(' '))
        assert.ok(claims.length >= 3 && claims.length <= 6, summary)
        assert.ok([...summary.matchAll(/\d[\d,.]*/g)].length <= 8, summary)
        for (const { text, review_ids } of claims) {
          assert.ok(review_ids.length > 0, text)
          assert.ok(review_ids.every(id => made.some(one => one.id === id)))
        }
      }),
    )
  })

  it('A summary includes any considerable criticism, citing the critics', () => {
    fc.assert(
      fc.property(anyFindings, made => {
        const critics = made.filter(
          ({ rating, insight }) =>
            rating <= 2 ||
            (insight.basis === 'text' && insight.sentiment === 'negative') ||
            insight.aspects.some(({ sentiment }) => sentiment === 'negative'),
        )
        const claim = writeSummary(findingsOf(made))!.summary_claims.find(({ text }) =>
          /critical[.,]/i.test(text),
        )
        assert.equal(
          claim !== undefined,
          critics.length >= Math.min(3, Math.max(1, made.length / 20)),
        )
        if (!claim) return
        assert.match(claim.text, new RegExp(`\\b${critics.length}\\b`))
        assert.ok(claim.review_ids.every(id => critics.some(one => one.id === id)))
      }),
    )
  })

  it('The summary does not depend on the order of the reviews', () => {
    fc.assert(
      fc.property(anyFindings, made => {
        assert.deepEqual(
          writeSummary(findingsOf(made.toReversed())),
          writeSummary(findingsOf(made)),
        )
      }),
    )
  })
})
