import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnalyzer } from '../../../../src/insights/analyze.ts'
import { createTagReader } from '../../../../src/insights/aspects/tags.ts'
import { countMonth } from '../../../../src/insights/counts/month-counts.ts'
import { quotesIn } from '../../../../src/insights/counts/review-groups.ts'
import { createExplainer } from '../../../../src/insights/explain.ts'
import { readReview } from '../../../../src/insights/read-review.ts'
import { summarizeReviews } from '../../../../src/insights/summarize.ts'
import { resolveTaxonomy } from '../../../../src/insights/text/resolve-taxonomy.ts'
import { BusinessFile, publicBusiness } from '../../../../src/model/business.ts'
import { ReviewInsight } from '../../../../src/model/insights.ts'
import type { Tag } from '../../../../src/model/review.ts'
import { loadEngine } from '../../../../src/publish/load-engine.ts'
import { findingsOf, review, reviews } from '../made-reviews.ts'

const engine = await loadEngine()
const fileOf = (taxonomy: object) => BusinessFile.parse({ name: 'Any', taxonomy })
const readerOf = (taxonomy: object) =>
  createTagReader(resolveTaxonomy(engine.taxonomies, fileOf(taxonomy)))

const good = (label: string): Tag => ({ label, sentiment: 'positive' })
const bad = (label: string): Tag => ({ label, sentiment: 'negative' })

/** The aspect that a label matches in a trade. */
const meaningOf = (label: string, taxonomy: object = { trade: 'plumbing' }) =>
  readerOf(taxonomy)([good(label)])[0]?.id

describe('A label', () => {
  it('A label used by Google matches an aspect in the trades that have it', () => {
    const labels =
      'Professionalism Punctuality Quality Responsiveness Value Communication Cleanliness'.split(
        ' ',
      )
    for (const trade of [
      'general',
      'heating_cooling',
      'plumbing',
      'electrical',
      'salon',
      'auto_repair',
    ])
      assert.deepEqual(
        labels.map(label => meaningOf(label, { trade })),
        labels.map(label => (label === 'Value' ? 'pricing' : label.toLowerCase())),
        trade,
      )
    assert.equal(meaningOf('Punctuality', { trade: 'restaurant' }), undefined)
    assert.equal(meaningOf('Value for money', { trade: 'restaurant' }), 'pricing')
    assert.equal(meaningOf('Wait time', { trade: 'dental' }), 'waiting')
    assert.equal(meaningOf('Wait time', { trade: 'restaurant' }), 'wait')
  })

  it('A label matches by id, label or phrase, however it is written', () => {
    for (const label of [
      'Technical knowledge',
      'technical_knowledge',
      'KNOWLEDGE AND SKILL',
      'Expertise',
    ])
      assert.equal(meaningOf(label), 'technical_knowledge', label)
    for (const label of ['Follow-up', 'follow up', 'Follow-up and warranty', 'Warranties'])
      assert.equal(meaningOf(label), 'follow_up', label)
    assert.equal(meaningOf('Atmosphere', { trade: 'restaurant' }), 'ambience')
  })

  it('A label matches nothing unless exactly one aspect has all of it', () => {
    for (const label of [
      'Parking',
      'Punctuality of the trains',
      'Preis',
      '★',
      ' ',
      'constructor',
      '__proto__',
    ])
      assert.equal(meaningOf(label), undefined, label)
    const aspects = [
      { id: 'coffee', about: ['beans'] },
      { id: 'garden', about: ['beans'] },
    ]
    assert.equal(meaningOf('Beans', { trade: 'general', aspects }), undefined)
    assert.equal(meaningOf('Beans', { trade: 'general', aspects: aspects.slice(1) }), 'garden')
  })

  it('A label matches the owner’s own aspect rather than the one Google means', () => {
    const aspects = [{ id: 'worth', label: 'Value', about: ['worth the trip'] }]
    assert.equal(meaningOf('Value', { trade: 'general', aspects }), 'worth')
  })

  it('A label matches the same aspect after many others were read', () => {
    const readTags = readerOf({ trade: 'plumbing' })
    for (let number = 0; number < 2500; number++) readTags([good(`Label ${number}`)])
    assert.deepEqual(readTags([good('Value'), good('Label 1')]), [
      { id: 'pricing', sentiment: 'positive', evidence: 'Positive: Value' },
    ])
  })
})

describe('Tags', () => {
  const readTags = readerOf({ trade: 'plumbing' })

  it('Each tag becomes an aspect with the tag as its evidence', () => {
    assert.deepEqual(readTags([good('Punctuality'), bad('Value'), good('Parking')]), [
      { id: 'punctuality', sentiment: 'positive', evidence: 'Positive: Punctuality' },
      { id: 'pricing', sentiment: 'negative', evidence: 'Negative: Value' },
    ])
    assert.deepEqual(readTags([]), [])
  })

  it('Tags for one aspect are merged, and neutral if they disagree', () => {
    assert.deepEqual(readTags([good('Value'), good('Price'), good('Value')]), [
      { id: 'pricing', sentiment: 'positive', evidence: 'Positive: Value; Positive: Price' },
    ])
    assert.deepEqual(readTags([good('Value'), bad('Price')]), [
      { id: 'pricing', sentiment: 'neutral', evidence: 'Positive: Value; Negative: Price' },
    ])
  })
})

describe('A review with tags', () => {
  const file = fileOf({ trade: 'plumbing' })
  const analyze = createAnalyzer(engine, file)
  const readTags = readerOf({ trade: 'plumbing' })
  const read = (rating: number, text: string | null, tags: Tag[]) =>
    readReview({ rating, text }, text === null ? null : analyze(text, null), readTags(tags))

  it('A review without text gets its aspects from tags and its score from the stars', () => {
    const { insight, hasText, phrases, confidence, quote } = read(4, null, [
      good('Punctuality'),
      bad('Value'),
    ])
    assert.deepEqual(ReviewInsight.parse(insight).aspects, [
      { id: 'punctuality', sentiment: 'positive', evidence: 'Positive: Punctuality' },
      { id: 'pricing', sentiment: 'negative', evidence: 'Negative: Value' },
    ])
    assert.deepEqual([insight.basis, insight.score, insight.sentiment], ['rating', 0.5, 'positive'])
    assert.deepEqual([hasText, quote], [false, null])
    assert.deepEqual(
      [phrases, confidence],
      [
        [null, null],
        [null, null],
      ],
    )
  })

  it('What the text says about an aspect wins, and tags add the other aspects', () => {
    const text = 'The price was outrageous.'
    const plain = read(2, text, []).insight
    assert.deepEqual(plain.aspects, [{ id: 'pricing', sentiment: 'negative', evidence: text }])
    const { insight } = read(2, text, [good('Value'), good('Quality')])
    assert.deepEqual(insight, {
      ...plain,
      aspects: [
        ...plain.aspects,
        { id: 'quality', sentiment: 'positive', evidence: 'Positive: Quality' },
      ],
    })
  })

  it('A review in an unsupported language still gets aspects from its tags', () => {
    const { insight, hasText } = read(5, 'Nagyon jó volt az ár, és időben érkeztek.', [
      good('Value'),
    ])
    assert.deepEqual(
      insight.aspects.map(({ evidence }) => evidence),
      ['Positive: Value'],
    )
    assert.deepEqual([insight.basis, hasText], ['rating', true])
  })

  it('Tags that match nothing do not change a review', () => {
    const text = 'They came on time.'
    const analysis = analyze(text, null)
    assert.deepEqual(read(5, text, [good('Parking')]), readReview({ rating: 5, text }, analysis))
    assert.deepEqual(read(5, null, []), readReview({ rating: 5, text: null }, null))
  })

  it('Tags count in the insights of the business but are never quoted', () => {
    const label = 'Knowledge and skill'
    const made = Array.from({ length: 12 }, (_, number) => ({
      ...read(number < 8 ? 5 : 1, null, [number < 8 ? good(label) : bad(label)]),
      id: `01J${String(number).padStart(23, '0')}`,
      date: `2025-03-${String(12 - number).padStart(2, '0')}`,
      isDateExact: true,
      language: null,
      hasReply: false,
      incentive: null,
      rating: number < 8 ? 5 : 1,
    }))
    const subject = resolveTaxonomy(engine.taxonomies, file)
    const insights = summarizeReviews(
      { ...publicBusiness(file), locale: file.locale },
      subject,
      { topics: [], discovered: [] },
      [countMonth(made)],
      '2025-04-01T00:00:00Z',
      () => '',
    )
    const [aspect, ...others] = insights.aspects
    assert.deepEqual(others, [])
    const { id, mention_count, positive_count, negative_count, score, top_phrases } = aspect!
    assert.deepEqual(
      { id, mention_count, positive_count, negative_count, score, top_phrases },
      {
        id: 'technical_knowledge',
        mention_count: 12,
        positive_count: 8,
        negative_count: 4,
        score: 0.33,
        top_phrases: [],
      },
    )
    assert.deepEqual(insights.coverage, {
      read: 0,
      without_text: 12,
      unknown_language: 0,
      corrections: 0,
      search_urls: { without_text: '', unknown_language: '' },
    })
    assert.equal(insights.pull_quote, null)
    assert.equal(insights.faq.length, 3)
    assert.match(insights.summary!, /4 reviews are critical/)
    assert.doesNotMatch(JSON.stringify(insights), /Positive:|Negative:|“/)
  })
})

describe('An aspect from a tag', () => {
  it('A quote is chosen from words, never from a tag', () => {
    const technicians = ['Mike Alvarez']
    const made = [
      ...reviews(0, 5, {
        tags: [['pricing', 'positive', 'Mike Alvarez and his prices']],
        technicians,
      }),
      review(9, {
        aspects: [['pricing', 'positive', 'A fair price from Mike here.']],
        technicians,
      }),
    ]
    const { mentions } = findingsOf(made)
    for (const group of [mentions('aspects', 'pricing'), mentions('technicians', 'Mike Alvarez')]) {
      assert.equal(group.tally.count, 6)
      const quotes = [...quotesIn(group, 'positive')]
      assert.deepEqual(
        quotes.map(({ text }) => text),
        ['A fair price from Mike here.'],
      )
    }
  })

  it('A tag counts as a mention but adds no phrase', () => {
    const made = [
      ...reviews(0, 9, { tags: [['pricing', 'positive', 'Value']] }),
      review(9, { aspects: [['pricing', 'negative', '', 'the bill']] }),
      review(10, { aspects: [['pricing', 'negative', '', 'the bill']] }),
    ]
    const { mention_count, positive_count, negative_count, top_phrases } =
      findingsOf(made).aspects[0]!
    assert.deepEqual([mention_count, positive_count, negative_count], [11, 9, 2])
    assert.deepEqual(top_phrases, ['the bill'])
  })
})

describe('The explanation of tags', () => {
  const explain = createExplainer(engine, fileOf({ trade: 'plumbing' }))
  const reasons = (text: string | null, ...tags: Tag[]) =>
    explain({ text, language: 'en', rating: 3 }, tags).tags.map(({ aspect, because }) => [
      aspect,
      because,
    ])

  it('The explanation says what each tag counts for, or why it does not count', () => {
    assert.deepEqual(
      reasons('They came on time.', good('Punctuality'), bad('Value'), good('Parking')),
      [
        ['punctuality', 'not counted: the text itself mentions Punctuality'],
        ['pricing', 'counts for Pricing as negative'],
        [null, 'matches no aspect of the taxonomy'],
      ],
    )
    assert.deepEqual(reasons(null, good('Value'), bad('Price')), [
      ['pricing', 'counts for Pricing as neutral'],
      ['pricing', 'counts for Pricing as neutral'],
    ])
  })
})
