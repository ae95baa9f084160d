import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  describeFormat,
  type FormatDescription,
} from '../../../../src/ingest/formats/describe-format.ts'
import type { Fields, Shape } from '../../../../src/ingest/formats/format.ts'
import { sampleOf } from '../../../kit/ingest/formats/fixtures.ts'

const base: FormatDescription = { title: 'Example', recognizedBy: ['rating'] }
const read = (
  fields: FormatDescription['fields'],
  record: Fields,
  more: Partial<FormatDescription> = {},
) => describeFormat({ ...base, ...more, fields: fields! }).read(record, 'json')
const recognizes = (more: Partial<FormatDescription>, record: Fields, shape: Shape = 'table') =>
  describeFormat({ ...base, ...more }).recognizes(sampleOf(record, shape))

describe('What a described format is recognized by', () => {
  it('A format is recognized only by all of its fields, in any case, and by one of each list', () => {
    const recognizedBy = ['Rating', ['Stars', 'Review ID']]
    assert.ok(recognizes({ recognizedBy }, { rating: '5', ' REVIEW ID ': '1' }))
    assert.ok(!recognizes({ recognizedBy }, { rating: '5', review: '1' }))
    assert.ok(!recognizes({ recognizedBy }, { Stars: '5', 'Review ID': '1' }))
  })

  it('A format of one shape is not recognized in the other, and one without a shape is recognized in both', () => {
    const shapes = ['table', 'json'] as const
    for (const shape of shapes)
      assert.deepEqual(
        shapes.map(other => recognizes({ shape: other }, { rating: 5 }, shape)),
        shapes.map(other => other === shape),
      )
    for (const shape of shapes) assert.ok(recognizes({}, { rating: 5 }, shape))
  })

  it('A format with a shape and a function is recognized only by both', () => {
    assert.ok(recognizes({ shape: 'json', recognizedBy: () => true }, {}, 'json'))
    assert.ok(!recognizes({ shape: 'json', recognizedBy: () => true }, {}, 'table'))
    assert.ok(!recognizes({ shape: 'json', recognizedBy: () => false }, {}, 'json'))
  })
})

describe('What a described format reads', () => {
  it('A field is read from its place, else from the next, and is left out where nothing states it', () => {
    const fields = { author: ['user.name', 'name'], text: 'comment', rating: 'stars' }
    assert.deepEqual(read(fields, { user: { name: 'Ada' }, name: 'Bo', stars: 0 }), {
      author: 'Ada',
      rating: 0,
      source: undefined,
    })
    assert.deepEqual(read(fields, { user: { name: ' ' }, name: 'Bo', comment: null }), {
      author: 'Bo',
      source: undefined,
    })
  })

  it('A reply or a translation exists only with a text', () => {
    const fields = {
      reply: { text: 'reply', date: 'on' },
      translation: { text: 'english', language: 'in' },
    }
    assert.deepEqual(read(fields, { on: '2026-03-14', in: 'en' }), { source: undefined })
    assert.deepEqual(read(fields, { reply: 'Thanks.', english: 'Fine.', on: '2026-03-14' }), {
      reply: { text: 'Thanks.', date: '2026-03-14' },
      translation: { text: 'Fine.' },
      source: undefined,
    })
  })

  it('A null that a function returns is kept, because it clears what is stored', () => {
    assert.deepEqual(read({ author: () => null, reply: () => null }, {}), {
      author: null,
      reply: null,
      source: undefined,
    })
  })

  it('The source is that of the record, else that of the format', () => {
    const sourceOf = (record: Fields) =>
      (read({ source: 'site' }, record, { source: 'google' }) as { source: unknown }).source
    assert.deepEqual([{ site: 'yelp' }, { site: '' }, {}].map(sourceOf), [
      'yelp',
      'google',
      'google',
    ])
  })

  it('A record that the format rejects is not read', () => {
    const rejects = ({ rating }: Fields) => (rating === 0 ? 'has no stars' : null)
    assert.deepEqual(read({ rating: 'rating' }, { rating: 0 }, { rejects }), {
      rejected: 'has no stars',
    })
    assert.deepEqual(read({ rating: 'rating' }, { rating: 1 }, { rejects }), {
      rating: 1,
      source: undefined,
    })
  })
})
