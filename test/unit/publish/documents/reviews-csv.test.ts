import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import type { Review } from '../../../../src/model/review.ts'
import { CSV_COLUMNS, CSV_HEAD, csvRow } from '../../../../src/publish/documents/reviews-csv.ts'

const REVIEW: Review = {
  id: '01KKMT9200Z88TWY7HK8WBY3NF',
  author: 'Ada Moreno',
  author_avatar_url: null,
  rating: 4,
  date: '2026-03-14',
  text: 'Warm again, "within the hour".\nThank you!',
  source: 'google',
  source_url: 'https://maps.example/r/1',
  owner_reply: { text: 'Thank you, Ada.', date: '2026-03-15' },
  verified: true,
  updated_at: '2026-03-15T08:00:00Z',
  revision: 2,
  language: 'en',
  verification: { level: 'invited', method: 'By e-mail', basis: 'export' },
  incentive: null,
  mentions: {
    technicians: ['Rosa Méndez', 'Bob Stone'],
    services: ['drain_cleaning'],
    service_areas: ['old_town'],
  },
  date_precision: 'day',
  translation: { language: 'de', text: 'Wieder warm.' },
  tags: [
    { label: 'Punctuality', sentiment: 'positive' },
    { label: 'Price', sentiment: 'negative' },
  ],
  photos: [
    { url: 'https://photos.example/1.jpg', source_url: null },
    { url: 'https://photos.example/2.jpg', source_url: null },
  ],
  sub_ratings: { Food: 4, Service: 4.5 },
  url: 'https://reviews.example/reviews/01KKMT9200Z88TWY7HK8WBY3NF',
}

const parsed = (change: Partial<Review> = {}): Record<string, string> =>
  (
    parse(CSV_HEAD + csvRow({ ...REVIEW, ...change }), {
      columns: true,
      record_delimiter: '\r\n',
    }) as Record<string, string>[]
  )[0]!

describe('A row of reviews.csv', () => {
  it('A row of reviews.csv has every field of the review, in the order of the record', () => {
    assert.deepEqual(Object.values(parsed()), [
      '01KKMT9200Z88TWY7HK8WBY3NF',
      'Ada Moreno',
      '',
      '4',
      '2026-03-14',
      'Warm again, "within the hour".\nThank you!',
      'google',
      'https://maps.example/r/1',
      'Thank you, Ada.',
      '2026-03-15',
      'true',
      '2026-03-15T08:00:00Z',
      '2',
      'en',
      'invited',
      'By e-mail',
      'export',
      '',
      'Rosa Méndez; Bob Stone',
      'drain_cleaning',
      'old_town',
      'day',
      'Wieder warm.',
      'de',
      'Punctuality',
      'Price',
      'https://photos.example/1.jpg https://photos.example/2.jpg',
      'Food 4; Service 4.5',
      'https://reviews.example/reviews/01KKMT9200Z88TWY7HK8WBY3NF',
    ])
    for (const field of Object.keys(REVIEW))
      assert.ok(
        CSV_COLUMNS.some(name => name.startsWith(field)) || field === 'mentions',
        `${field} has no column`,
      )
  })

  it('A row of reviews.csv has empty cells for what the review lacks', () => {
    const row = parsed({
      text: null,
      owner_reply: null,
      translation: null,
      tags: [],
      language: null,
    })
    for (const name of [
      'text',
      'owner_reply',
      'owner_reply_date',
      'translation',
      'tags_positive',
      'language',
    ])
      assert.equal(row[name], '', name)
  })

  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =1', '＝1', '=cmd|"/c calc"!A0'])
    it(`${JSON.stringify(text)} is text to a spreadsheet, not a formula`, () => {
      const row = parsed({
        text,
        author: text,
        mentions: { ...REVIEW.mentions, technicians: [text] },
      })
      assert.deepEqual(
        [row.text, row.author, row.technicians],
        [`'${text}`, `'${text}`, `'${text}`],
      )
    })

  it('A row of reviews.csv keeps any text, and no cell begins like a formula', () => {
    const texts = fc
      .array(fc.constantFrom('"', ',', '\n', '=', '-', '@', ' ', 'ü', "'", ';', 'a'))
      .map(parts => parts.join(''))
    fc.assert(
      fc.property(texts, text => {
        const row = parsed({ text, author: text })
        assert.ok(row.text === text || row.text === `'${text}`)
        for (const cell of Object.values(row)) assert.doesNotMatch(cell, /^\s*[=+\-@]/)
      }),
    )
  })
})
