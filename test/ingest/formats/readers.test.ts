import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FORMATS } from '../../../src/ingest/formats/all.ts'
import type { Fields } from '../../../src/ingest/formats/format.ts'
import * as google from '../../../src/ingest/formats/google.ts'
import * as jsonFeed from '../../../src/ingest/formats/json-feed.ts'
import * as judgeme from '../../../src/ingest/formats/judgeme.ts'
import * as own from '../../../src/ingest/formats/own.ts'
import * as trustpilotApi from '../../../src/ingest/formats/trustpilot-api.ts'
import type { Draft } from '../../../src/ingest/values/draft.ts'
import { normalize } from '../../../src/ingest/values/normalize.ts'
import type { Review } from '../../../src/model/review.ts'
import { itemText } from '../../../src/publish/documents/feed-json.ts'
import { row } from '../../kit/rows.ts'
import { FIXTURES, recordsOf, sampleOf } from './fixtures.ts'

const PLAIN = [
  ...[
    'source',
    'source_id',
    'source_url',
    'author',
    'author_avatar_url',
    'rating',
    'best_rating',
    'worst_rating',
  ],
  ...['date', 'retrieved_at', 'updated_at', 'title', 'text', 'language', 'verified', 'location', 'id'],
]
const COMPOSITE = {
  translation: ['text', 'language'],
  reply: ['text', 'date'],
  verification: ['level', 'method'],
}
const isPlain = (value: unknown) => typeof value !== 'object' || value === null

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}

describe('every reader', () => {
  const known = fc.constantFrom(...new Set(Object.keys(FIXTURES).flatMap(recordsOf).flatMap(namesIn)))
  const { record } = fc.letrec<{ record: Fields; value: unknown }>(tie => ({
    record: fc.dictionary(known, tie('value'), { maxKeys: 12, noNullPrototype: true }),
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>('', 'CANARY', 5, '5', true, null, -1.5),
      tie('record'),
      fc.array(tie('record'), { maxLength: 2 }),
    ),
  }))
  const foreign = Object.entries(FORMATS).filter(([name]) => name !== 'own')

  it('takes whatever a file holds, and hands on plain values under the names of a draft alone', () => {
    fc.assert(
      fc.property(record, fc.constantFrom(...foreign), (record, [, format]) => {
        const draft = format.read(record, 'json')
        for (const [name, value] of Object.entries(draft)) {
          if (name === 'rejected' || PLAIN.includes(name) || value === null) assert.ok(isPlain(value), name)
          else if (name === 'tags') assert.ok(Array.isArray(value))
          else
            for (const [key, inner] of Object.entries(value as object))
              assert.ok(partsOf(name).includes(key) && isPlain(inner), key)
        }
      }),
      { numRuns: 500 },
    )
  })

  const partsOf = (name: string) => COMPOSITE[name as keyof typeof COMPOSITE] ?? []
})

describe('a Google review', () => {
  it('has one identity under every account, in the API and in Takeout', () => {
    const [api] = recordsOf('google-api.json')
    const [takeout] = recordsOf('google-takeout.json')
    const other = { ...takeout, name: 'accounts/2/locations/7701/reviews/AbFvOqkAda' }
    for (const record of [api!, takeout!, other]) assert.equal(google.read(record).source_id, 'AbFvOqkAda')
  })

  it('has none where its name is not that of a review', () => {
    assert.equal(google.read({ name: 'accounts/1/locations/2', starRating: 'FIVE' }).source_id, undefined)
  })
})

describe('the verification of a Trustpilot review', () => {
  const levelOf = (fields: Fields) =>
    (trustpilotApi.read(fields).verification as { level: string } | undefined)?.level

  it('is an invitation however it was sent', () => {
    const sources = ['FileUploadInvitation', 'ManualInputInvitation', 'CopyPasteInvitation', 'InvitationApi']
    for (const source of [...sources, 'AFSv2', 'AutomaticFeedbackService'])
      assert.equal(levelOf({ source, isVerified: true }), 'invited', source)
    assert.equal(levelOf({ reviewVerificationLevel: 'invited' }), 'invited')
  })

  it('is the word of the platform without one, and never a transaction', () => {
    assert.equal(levelOf({ source: 'Organic' }), 'platform')
    assert.equal(levelOf({ source: 'Organic', isVerified: true, referenceId: '1' }), 'platform')
    assert.equal(levelOf({ source: 'BasicLink', reviewVerificationLevel: 'verified' }), 'platform')
  })

  it('is left to the rule of the source where nothing is said', () => {
    for (const source of [undefined, 'BasicLink', 'DomainLink'])
      assert.equal(levelOf({ source, isVerified: false }), undefined)
  })
})

describe('a Judge.me review', () => {
  it('counts as invited only when the shop asked for it by e-mail', () => {
    const isInvited = (source: string) => judgeme.read({ source }).verification !== undefined
    assert.deepEqual(['email', 'Email', 'web', 'admin', ''].map(isInvited), [true, true, false, false, false])
  })
})

describe('the id of an item in a JSON Feed', () => {
  const rowOf = (id: unknown) => {
    const item = { id, date_published: '2026-03-14T00:00:00Z', _review: { rating: 4, source: 'our-site' } }
    const result = normalize(jsonFeed.read(item) as Draft, { order: null, retrievedAt: null })
    assert.ok('row' in result, JSON.stringify(result))
    return result.row
  }

  it('is the id of the review where it is one of ours', () => {
    const { id, source_id } = rowOf('01KKMT9200677CP7CX2FKYS9AJ')
    assert.deepEqual([id, source_id], ['01KKMT9200677CP7CX2FKYS9AJ', null])
  })

  it('is otherwise the identifier of the source, be it a URL, a word or a number', () => {
    for (const given of [
      'https://elsewhere.example/reviews/77?page=2',
      'tag:elsewhere.example,2026:77',
      77,
    ]) {
      const { id, source_id } = rowOf(given)
      assert.deepEqual([id, source_id], [null, String(given)])
    }
  })

  it('is passed over where it is an address of a person', () => {
    assert.equal(rowOf('ada@private.example').source_id, null)
  })
})

describe('a rating without words in a JSON Feed', () => {
  it('gets no words from the sentence that the feed has for it', () => {
    const review = { author: 'Ada', rating: 4, text: null } as Review
    const item = (content_text: string) => ({
      authors: [{ name: 'Ada' }],
      content_text,
      _review: { rating: 4 },
    })
    assert.equal(Object(jsonFeed.read(item(itemText(review)))).text, null)
    assert.equal(Object(jsonFeed.read(item('Fine.'))).text, 'Fine.')
  })
})

describe('a row of our own', () => {
  const faultsOf = (fields: Fields) => {
    const result = normalize(own.read(fields, 'json'), { order: null, retrievedAt: null })
    return 'faults' in result ? result.faults.map(({ field }) => field) : []
  }

  it('is rejected for a wrong value of any field rather than stripped of it', () => {
    assert.deepEqual(faultsOf(row()), [])
    assert.deepEqual(faultsOf(row({ text: ['Fine.'] })), ['text'])
    assert.deepEqual(faultsOf(row({ author: 5 })), ['author'])
    assert.deepEqual(faultsOf(row({ owner_reply: 'Thanks.' })), ['owner_reply.text'])
    assert.deepEqual(faultsOf(row({ verification: 'none' })), ['verification.level'])
    assert.deepEqual(faultsOf(row({ tags: ['Quality'] })), ['tags.0.label', 'tags.0.sentiment'])
  })

  it('is not seen in a table whose words stand in a column that we do not know', () => {
    const [cells] = recordsOf('own-table.csv')
    const { Text, ...others } = cells!
    assert.ok(own.recognizes(sampleOf({ ...others, text: Text }, 'table')))
    assert.ok(!own.recognizes(sampleOf({ ...others, Comment: Text }, 'table')))
  })

  it('keeps its id in a table too, where all cells are strings', () => {
    const id = '01KKMT9200677CP7CX2FKYS9AJ'
    const cells = { id, source: 'google', rating: '5', date: '2026-03-14', verified: 'TRUE', text: '' }
    const result = normalize(own.read(cells, 'table'), { order: null, retrievedAt: null })
    assert.ok('row' in result)
    assert.deepEqual([result.row.id, result.row.rating, result.row.verified], [id, 5, true])
  })

  it('may have the date of a spreadsheet in a table', () => {
    const cells = { source: 'google', rating: '5', date: '3/14/2026', author: 'Ada' }
    const result = normalize(own.read(cells, 'table'), { order: null, retrievedAt: null })
    assert.ok('row' in result)
    assert.equal(result.row.date, '2026-03-14')
  })
})
