import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Fields } from '../../../../src/ingest/formats/format.ts'
import { FORMATS } from '../../../../src/ingest/formats/known-formats.ts'
import { own } from '../../../../src/ingest/formats/own.ts'
import type { Draft } from '../../../../src/ingest/values/draft.ts'
import { normalize } from '../../../../src/ingest/values/normalize.ts'
import { localeOf } from '../../../../src/locale/locale.ts'
import { Review } from '../../../../src/model/review.ts'
import { LocaleTag } from '../../../../src/model/scalars.ts'
import { textForReaders } from '../../../../src/publish/documents/feed-entries.ts'
import { FIXTURES, recordsOf, sampleOf } from '../../../kit/ingest/formats/fixtures.ts'
import { row } from '../../../kit/rows.ts'

/** What a format reads from a record that it does not reject. */
const draftOf = (format: string, record: Fields) => FORMATS[format]!.read(record, 'json') as Draft

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
  ...[
    'date',
    'retrieved_at',
    'updated_at',
    'title',
    'text',
    'language',
    'verified',
    'location',
    'id',
  ],
]
const COMPOSITE = {
  translation: ['text', 'language'],
  reply: ['text', 'date'],
  verification: ['level', 'method'],
}
const EXTRAS = { photos: Review.shape.photos, sub_ratings: Review.shape.sub_ratings }
const isPlain = (value: unknown) => typeof value !== 'object' || value === null

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
}

describe('Every reader', () => {
  const known = fc.constantFrom(
    ...new Set(Object.keys(FIXTURES).flatMap(recordsOf).flatMap(namesIn)),
  )
  const { record } = fc.letrec<{ record: Fields; value: unknown }>(tie => ({
    record: fc.dictionary(known, tie('value'), { maxKeys: 12, noNullPrototype: true }),
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>(
        '',
        'CANARY',
        5,
        '5',
        true,
        null,
        -1.5,
        'https://photos.example/1.jpg',
      ),
      tie('record'),
      fc.array(tie('record'), { maxLength: 2 }),
    ),
  }))
  const foreign = Object.entries(FORMATS).filter(([name]) => name !== 'own')

  it('Every reader takes whatever a file holds and returns only plain values under the names of a draft', () => {
    fc.assert(
      fc.property(record, fc.constantFrom(...foreign), (record, [, format]) => {
        const draft = format.read(record, 'json')
        for (const [name, value] of Object.entries(draft)) {
          if (name === 'rejected' || PLAIN.includes(name) || value === null)
            assert.ok(isPlain(value), name)
          else if (name === 'tags') assert.ok(Array.isArray(value))
          else if (name in EXTRAS)
            assert.ok(EXTRAS[name as keyof typeof EXTRAS].safeParse(value).success, name)
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

describe('What a table spreads over columns', () => {
  it('Photos and sub-ratings are read from their columns, and an empty cell says nothing', () => {
    const stars = { stars: '5', publishedAtDate: '2026-03-14' }
    const apify = (fields: Fields) => FORMATS.apify!.read({ ...stars, ...fields }, 'table') as Draft
    const { photos, sub_ratings } = apify({
      'reviewImageUrls/0': 'https://photos.example/1.jpg',
      'reviewImageUrls/1': '',
      'reviewDetailedRating/Food': '4',
      'reviewDetailedRating/Service': '',
      'reviewDetailedRating/__proto__': '5',
    })
    assert.deepEqual(photos, [{ url: 'https://photos.example/1.jpg', source_url: null }])
    assert.deepEqual(sub_ratings, { Food: 4 })
    const none = apify({ 'reviewImageUrls/0': '', 'reviewDetailedRating/Food': '' })
    assert.deepEqual([none.photos, none.sub_ratings], [undefined, undefined])
    const outscraper = {
      review_rating: '5',
      review_questions_Rooms: '3',
      review_questions_Trip: 'Business',
    }
    assert.deepEqual((FORMATS.outscraper!.read(outscraper, 'table') as Draft).sub_ratings, {
      Rooms: 3,
    })
  })
})

describe('A Google review', () => {
  it('A Google review has one identity under every account, in the API and in Takeout', () => {
    const [api] = recordsOf('google-api.json')
    const [takeout] = recordsOf('google-takeout.json')
    const other = { ...takeout, name: 'accounts/2/locations/7701/reviews/AbFvOqkAda' }
    for (const record of [api!, takeout!, other])
      assert.equal(draftOf('google', record).source_id, 'AbFvOqkAda')
  })

  it('A Google review has no identity if its name is not that of a review', () => {
    assert.equal(
      draftOf('google', { name: 'accounts/1/locations/2', starRating: 'FIVE' }).source_id,
      undefined,
    )
  })
})

describe('The verification of a Trustpilot review', () => {
  const levelOf = (fields: Fields) =>
    (draftOf('trustpilot-api', fields).verification as { level: string } | undefined)?.level

  it('A Trustpilot review counts as invited however the invitation was sent', () => {
    const sources = [
      'FileUploadInvitation',
      'ManualInputInvitation',
      'CopyPasteInvitation',
      'InvitationApi',
    ]
    for (const source of [...sources, 'AFSv2', 'AutomaticFeedbackService'])
      assert.equal(levelOf({ source, isVerified: true }), 'invited', source)
    assert.equal(levelOf({ reviewVerificationLevel: 'invited' }), 'invited')
  })

  it('A Trustpilot review without an invitation counts as platform, and never as transaction', () => {
    assert.equal(levelOf({ source: 'Organic' }), 'platform')
    assert.equal(levelOf({ source: 'Organic', isVerified: true, referenceId: '1' }), 'platform')
    assert.equal(levelOf({ source: 'BasicLink', reviewVerificationLevel: 'verified' }), 'platform')
  })

  it('A Trustpilot review without any indication is left to the rule for the source', () => {
    for (const source of [undefined, 'BasicLink', 'DomainLink'])
      assert.equal(levelOf({ source, isVerified: false }), undefined)
  })
})

describe('A Judge.me review', () => {
  it('A Judge.me review counts as invited only if the shop asked for it by e-mail', () => {
    const isInvited = (source: string) => draftOf('judgeme', { source }).verification !== undefined
    assert.deepEqual(['email', 'Email', 'web', 'admin', ''].map(isInvited), [
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('A Facebook rating', () => {
  it('A Facebook rating is read only if it has one to five stars', () => {
    const isRead = (rating: unknown, has_rating: unknown = true) =>
      !('rejected' in FORMATS.facebook!.read({ rating, has_rating }, 'json'))
    assert.deepEqual(
      [1, 5].map(stars => isRead(stars)),
      [true, true],
    )
    assert.deepEqual(
      [0, 6, '5', undefined].map(stars => isRead(stars)),
      [false, false, false, false],
    )
    assert.deepEqual([isRead(5, false), isRead(5, 'true')], [false, false])
  })
})

describe('A review of a WordPress site', () => {
  it('A review that is not approved is rejected, and one that does not say so is read', () => {
    const isRead = (is_approved: unknown) =>
      !('rejected' in FORMATS['site-reviews']!.read({ rating: '5', is_approved }, 'table'))
    assert.deepEqual(['0', 'false', 'No', 0, false].map(isRead), [
      false,
      false,
      false,
      false,
      false,
    ])
    assert.deepEqual(['1', 'yes', '', undefined].map(isRead), [true, true, true, true])
  })
})

describe('A Loox review', () => {
  it('A Loox review counts as a purchase only if Loox says so', () => {
    const isBought = (verified_purchase: string) =>
      draftOf('loox', { verified_purchase }).verification !== undefined
    assert.deepEqual(['true', 'Yes', ' 1 ', 'false', '', '10'].map(isBought), [
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

describe('The site that BrightLocal read', () => {
  it('The source is the name of the site, without its subdomain and its ending', () => {
    const sourceOf = (address: unknown) => draftOf('brightlocal', { 'profile-url': address }).source
    assert.equal(sourceOf('https://www.google.co.uk/maps'), 'google')
    assert.equal(sourceOf('https://m.yelp.com/biz/x'), 'yelp')
    assert.equal(sourceOf('https://facebook.com/x'), 'facebook')
    assert.deepEqual([sourceOf('no address'), sourceOf(undefined)], [undefined, undefined])
  })
})

describe('A review that names its reviewer in parts', () => {
  it('The parts are joined, and the nickname counts only without them', () => {
    const authorOf = (reviewer: unknown) => draftOf('birdeye-api', { reviewer }).author
    assert.equal(authorOf({ firstName: 'Ada', lastName: 'Moreno', nickName: 'A.' }), 'Ada Moreno')
    assert.equal(authorOf({ last_name: 'Moreno' }), 'Moreno')
    assert.equal(authorOf({ nickName: 'A.' }), 'A.')
    assert.deepEqual([authorOf({}), authorOf(null)], [undefined, undefined])
  })
})

describe('The numbers that somebody gave the reviews of a file of our own', () => {
  const review = {
    rating: 5,
    date: '2026-03-14',
    source: 'our-site',
    text: 'Great.',
    author: 'Ada',
  }
  for (const shape of ['table', 'json'] as const)
    it(`They are source ids (${shape})`, () => {
      const draft = own.read({ ...review, id: 17 }, shape) as Draft
      const result = normalize(draft, { order: null, retrievedAt: null })
      assert.ok('row' in result, JSON.stringify(result))
      assert.deepEqual([result.row.id, result.row.source_id], [null, '17'])
    })

  it('What is as long as an id of ours, but wrong, is reported', () => {
    const draft = own.read({ ...review, id: '01KKMT9200677CP7CX2FKYS9AU' }, 'json') as Draft
    assert.ok('faults' in normalize(draft, { order: null, retrievedAt: null }))
  })
})

describe('The id of an item in a JSON Feed', () => {
  const rowOf = (id: unknown) => {
    const item = {
      id,
      date_published: '2026-03-14T00:00:00Z',
      _review: { rating: 4, source: 'our-site' },
    }
    const result = normalize(draftOf('json-feed', item), { order: null, retrievedAt: null })
    assert.ok('row' in result, JSON.stringify(result))
    return result.row
  }

  it('The id of a feed item is the id of the review if it is a ULID', () => {
    const { id, source_id } = rowOf('01KKMT9200677CP7CX2FKYS9AJ')
    assert.deepEqual([id, source_id], ['01KKMT9200677CP7CX2FKYS9AJ', null])
  })

  it('The id of a feed item is otherwise the source id, whether a URL, a word or a number', () => {
    for (const given of [
      'https://elsewhere.example/reviews/77?page=2',
      'tag:elsewhere.example,2026:77',
      77,
    ]) {
      const { id, source_id } = rowOf(given)
      assert.deepEqual([id, source_id], [null, String(given)])
    }
  })

  it('The id of a feed item is ignored if it is an e-mail address', () => {
    assert.equal(rowOf('ada@private.example').source_id, null)
  })
})

describe('A rating without words in a JSON Feed', () => {
  it('The placeholder text of a feed item does not become the text of the review', () => {
    const review = { author: 'Ada', rating: 4, text: null } as Review
    const item = (content_text: string) => ({
      authors: [{ name: 'Ada' }],
      content_text,
      _review: { rating: 4 },
    })
    for (const tag of LocaleTag.options)
      assert.equal(
        draftOf('json-feed', item(textForReaders(localeOf(tag), review))).text,
        null,
        tag,
      )
    assert.equal(draftOf('json-feed', item('Ada gave 4 of 5 stars and wrote no text.')).text, null)
    assert.equal(draftOf('json-feed', item('Fine.')).text, 'Fine.')
  })
})

describe('A row of our own', () => {
  const faultsOf = (fields: Fields) => {
    const result = normalize(draftOf('own', fields), { order: null, retrievedAt: null })
    return 'faults' in result ? result.faults.map(({ field }) => field) : []
  }

  it('A row of our own is rejected for a wrong value of any field, which is not just dropped', () => {
    assert.deepEqual(faultsOf(row()), [])
    assert.deepEqual(faultsOf(row({ text: ['Fine.'] })), ['text'])
    assert.deepEqual(faultsOf(row({ author: 5 })), ['author'])
    assert.deepEqual(faultsOf(row({ owner_reply: 'Thanks.' })), ['owner_reply.text'])
    assert.deepEqual(faultsOf(row({ verification: 'none' })), ['verification.level'])
    assert.deepEqual(faultsOf(row({ tags: ['Quality'] })), ['tags.0.label', 'tags.0.sentiment'])
  })

  it('A table with the text in an unknown column is not recognized as our own', () => {
    const [cells] = recordsOf('own-table.csv')
    const { Text, ...others } = cells!
    assert.ok(own.recognizes(sampleOf({ ...others, text: Text }, 'table')))
    assert.ok(!own.recognizes(sampleOf({ ...others, Comment: Text }, 'table')))
  })

  it('A file with some columns of ours is recognized only if all are ours and one is an identifier', () => {
    const recognized = (first: Fields) => own.recognizes(sampleOf(first, 'table'))
    assert.ok(recognized({ source: 'google', Source_ID: 'r1', owner_reply: 'Thanks.' }))
    assert.ok(
      recognized({ source: 'google', id: '01KKMT9200677CP7CX2FKYS9AJ', owner_reply: 'Thanks.' }),
    )
    assert.ok(!recognized({ source: 'google', id: '77', text: 'Thanks.' }))
    assert.ok(!recognized({ source: 'google', source_id: 'r1', price: '5' }))
    assert.ok(!recognized({ source_id: 'r1', owner_reply: 'Thanks.' }))
  })

  it('A reviewer who turned anonymous at Google has no name and no picture, which is not the same as missing', () => {
    const reviewer = { displayName: 'Ada', profilePhotoUrl: 'https://example.com/a.png' }
    const { author, author_avatar_url } = draftOf('google', {
      reviewer: { ...reviewer, isAnonymous: true },
    })
    assert.deepEqual([author, author_avatar_url], [null, null])
    assert.equal(draftOf('google', {}).author, undefined)
  })

  it('A row of our own keeps its id in a table, where all cells are strings', () => {
    const id = '01KKMT9200677CP7CX2FKYS9AJ'
    const cells = {
      id,
      source: 'google',
      rating: '5',
      date: '2026-03-14',
      verified: 'TRUE',
      text: '',
    }
    const result = normalize(own.read(cells, 'table') as Draft, { order: null, retrievedAt: null })
    assert.ok('row' in result)
    assert.deepEqual([result.row.id, result.row.rating, result.row.verified], [id, 5, true])
  })

  it('A table of our own may have spreadsheet dates', () => {
    const cells = { source: 'google', rating: '5', date: '3/14/2026', author: 'Ada' }
    const result = normalize(own.read(cells, 'table') as Draft, { order: null, retrievedAt: null })
    assert.ok('row' in result)
    assert.equal(result.row.date, '2026-03-14')
  })
})
