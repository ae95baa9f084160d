import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { own } from '../../../../src/ingest/formats/own.ts'
import type { DateContext } from '../../../../src/ingest/values/date-value.ts'
import type { Draft } from '../../../../src/ingest/values/draft.ts'
import { normalize } from '../../../../src/ingest/values/normalize.ts'
import { ReviewRow } from '../../../../src/model/review.ts'
import { ANY_CHARACTER } from '../../../kit/any-character.ts'
import { type Row, row } from '../../../kit/rows.ts'

const nothingKnown: DateContext = { order: null, retrievedAt: null }
const google: Draft = {
  source: 'Google',
  source_id: 'r1',
  author: 'Ada',
  rating: 'FIVE',
  date: '2026-03-14',
  text: 'Good.',
}

function rowOf(change: Partial<Draft>, known: Partial<DateContext> = {}): ReviewRow {
  const result = normalize({ ...google, ...change }, { ...nothingKnown, ...known })
  assert.ok('row' in result, JSON.stringify(result))
  return result.row
}

function faultsOf(draft: Draft, known: Partial<DateContext> = {}): Record<string, string> {
  const result = normalize(draft, { ...nothingKnown, ...known })
  assert.ok('faults' in result)
  return Object.fromEntries(result.faults.map(({ field, message }) => [field, message]))
}

describe('A draft of another format', () => {
  it('A draft of another format becomes a row with every value in its field', () => {
    const draft: Draft = {
      source: 'Google My Business',
      source_id: 77,
      author: ' Ada  Moreno ',
      author_avatar_url: 'https://example.com/a.png',
      rating: '4/5',
      date: '3/14/2026 09:12 AM',
      updated_at: '2026-03-15T01:00:00+02:00',
      title: 'On time',
      text: '(Translated by Google) Good.\n\n(Original)\nBien.\n\nPositive: Value',
      language: 'es_MX',
      source_url: 'https://example.com/r',
      reply: { text: '(Translated by Google) Thanks\n\n(Original)\nGracias', date: '3/16/2026' },
      verified: 'yes',
      verification: { level: 'invited', method: 'Link' },
      tags: [{ label: 'Quality', sentiment: 'positive' }],
    }
    assert.deepEqual(normalize(draft, { order: 'mdy', retrievedAt: null }), {
      row: {
        id: null,
        source: 'google',
        source_id: '77',
        author: 'Ada Moreno',
        author_avatar_url: 'https://example.com/a.png',
        rating: 4,
        date: '2026-03-14',
        date_precision: 'day',
        updated_at: '2026-03-14T23:00:00.000Z',
        text: 'On time\n\nBien.',
        language: 'es-MX',
        translation: { text: 'Good.' },
        source_url: 'https://example.com/r',
        owner_reply: { text: 'Gracias', date: '2026-03-16' },
        verified: true,
        verification: { level: 'invited', method: 'Link' },
        tags: [
          { label: 'Quality', sentiment: 'positive' },
          { label: 'Value', sentiment: 'positive' },
        ],
      },
    })
  })

  it('Empty cells count as missing', () => {
    const empty = {
      source_id: '',
      author: ' ',
      author_avatar_url: '',
      updated_at: '',
      title: '',
      text: ' ',
      language: '',
    }
    const more = {
      source_url: '',
      verified: '',
      reply: { text: ' ', date: '' },
      translation: { text: '' },
      retrieved_at: '',
    }
    assert.deepEqual(rowOf({ ...empty, ...more }), {
      id: null,
      source: 'google',
      source_id: null,
      rating: 5,
      date: '2026-03-14',
      date_precision: 'day',
      updated_at: null,
    })
  })

  it('All faults of a draft are reported at once', () => {
    const faults = faultsOf({
      source: '',
      rating: 'positive',
      date: 'soon',
      author: 'x'.repeat(301),
    })
    assert.deepEqual(Object.keys(faults), ['source', 'rating', 'date', 'author'])
    assert.match(faults.source!, /--source google/)
    assert.match(faults.rating!, /none are invented/)
    assert.match(faults.date!, /YYYY-MM-DD/)
  })

  it('An e-mail address in a foreign draft is neither a name nor an identifier', () => {
    const { author, source_id } = rowOf({ author: 'ada@example.com', source_id: 'ada@example.com' })
    assert.deepEqual([author, source_id], ['Anonymous', null])
    assert.equal(rowOf({ author: 'Ada +1 555 010 0199' }).author, 'Anonymous')
  })

  it('The text of a customer is kept as it is, addresses included', () => {
    const text = 'Write to office@example.com or call 555 010 0199.'
    assert.equal(rowOf({ text }).text, text)
  })

  it('A fault never repeats the wrong value', () => {
    const email = 'ada.moreno@example.com'
    const faults = faultsOf({
      source: email.repeat(9),
      rating: email,
      date: email,
      author: email.repeat(50),
    })
    assert.doesNotMatch(JSON.stringify(faults), /ada|moreno|example/)
  })

  it('A link, a language or a verification that cannot be read counts as missing', () => {
    const taken = rowOf({
      source_url: 'javascript:alert(1)',
      author_avatar_url: '//example.com/a.png',
      language: 'English',
      verification: { level: 'certainly' },
      verified: 'perhaps',
    })
    const { source_url, author_avatar_url, language, verification, verified } = taken
    assert.deepEqual(
      [source_url, author_avatar_url, language, verification, verified],
      [undefined, undefined, undefined, undefined, undefined],
    )
  })

  it("The time of a change is the source's own, not a day or the time of the review", () => {
    assert.equal(
      rowOf({ updated_at: '2026-03-15T10:00:00.123456Z' }).updated_at,
      '2026-03-15T10:00:00.123Z',
    )
    assert.equal(rowOf({ updated_at: 1773568800 }).updated_at, '2026-03-15T10:00:00.000Z')
    for (const updated_at of ['2026-03-15', 'soon', '', undefined])
      assert.equal(rowOf({ date: '2026-03-14T10:00:00Z', updated_at }).updated_at, null)
  })

  it('The date of a reply that cannot be read counts as missing', () => {
    const dated = (date: string | undefined) =>
      rowOf({ reply: { text: 'Thanks', date } }).owner_reply
    assert.deepEqual(dated('2026-03-20'), { text: 'Thanks', date: '2026-03-20' })
    for (const date of ['soon', '05/04/2026', '', undefined])
      assert.deepEqual(dated(date), { text: 'Thanks' })
  })

  it('A value that the source states to be empty is cleared', () => {
    const cleared = {
      author: null,
      author_avatar_url: null,
      text: null,
      source_url: null,
      language: null,
    }
    const stated = {
      reply: null,
      translation: null,
      tags: null,
      verification: null,
      verified: null,
    }
    const row = rowOf({ ...cleared, ...stated })
    const {
      author,
      author_avatar_url,
      text,
      source_url,
      language,
      owner_reply,
      translation,
      tags,
    } = row
    assert.deepEqual([author, tags], ['Anonymous', []])
    for (const value of [author_avatar_url, text, source_url, language, owner_reply, translation])
      assert.equal(value, null)
    assert.deepEqual([row.verification, row.verified], [null, null])
  })

  it('A rating and a date may be missing only beside an identifier', () => {
    const named = { ...google, rating: '', date: undefined }
    const result = normalize(named, nothingKnown)
    assert.ok('row' in result)
    for (const field of ['rating', 'date', 'date_precision'])
      assert.ok(!(field in result.row), field)
    const faults = faultsOf({ ...named, source_id: '' })
    assert.deepEqual(Object.keys(faults), ['rating', 'date'])
    assert.match(faults.rating!, /is missing, and without the id of an earlier review/)
    assert.match(faultsOf({ ...named, rating: 'STAR_RATING_UNSPECIFIED' }).rating!, /has no rating/)
  })

  it('A headline without a text is kept apart', () => {
    const { text, title } = rowOf({ title: 'On time', text: '' })
    assert.deepEqual([text, title], [undefined, 'On time'])
    const cleared = rowOf({ title: 'On time', text: null })
    assert.deepEqual([cleared.text, cleared.title], [null, undefined])
    const tooLong = { ...google, text: undefined, title: 'x'.repeat(20_001) }
    assert.deepEqual(Object.keys(faultsOf(tooLong)), ['text'])
  })

  it("A relative date counts back from the record's own retrieval, else from that of the file", () => {
    const relative = { date: '3 weeks ago' }
    const { date, date_precision } = rowOf(relative, { retrievedAt: '2026-03-31' })
    assert.deepEqual([date, date_precision], ['2026-03-10', 'week'])
    assert.equal(
      rowOf({ ...relative, retrieved_at: '2026-02-28 09:00:00.5' }, { retrievedAt: '2026-03-31' })
        .date,
      '2026-02-07',
    )
    assert.equal(
      rowOf({ ...relative, retrieved_at: 'soon' }, { retrievedAt: '2026-03-31' }).date,
      '2026-03-10',
    )
    const atNight = { date: '3 hours ago', retrieved_at: '2026-03-31T02:00:00Z' }
    assert.equal(rowOf(atNight).date, '2026-03-30')
    assert.match(faultsOf({ ...google, ...relative }).date!, /--retrieved/)
  })

  it('A rating on another scale is converted', () => {
    assert.equal(rowOf({ rating: 8, best_rating: 10, worst_rating: 1 }).rating, 4)
  })

  it('A translation given apart wins over one in the text', () => {
    const text = '(Translated by Google) Good.\n\n(Original)\nBien.'
    const given = rowOf({ text, translation: { text: 'Well done.', language: 'EN' } })
    assert.deepEqual(
      [given.text, given.translation],
      ['Bien.', { text: 'Well done.', language: 'en' }],
    )
  })
})

/** As the reader of our own files hands a row over. */
const ownDraft = ({ owner_reply, ...fields }: Row) =>
  ({ id: null, ...fields, reply: owner_reply }) as unknown as Draft

describe('A draft of our own', () => {
  const rows: Row[] = [
    row(),
    row({ author: null, text: null, source: 'google_maps', language: 'pt-br', date: '1985-05-05' }),
    row({ text: '(Translated by Google) Good.\n\n(Original)\nBien.\n\nPositive: Value' }),
    row({
      id: '01J00000000000000000000000',
      source_id: 'x',
      updated_at: '2026-03-15T01:00:00+02:00',
      verified: false,
    }),
    row({
      owner_reply: { text: 'Thanks', date: '2026-03-16' },
      verification: { level: 'invited' },
      unknown: 1,
    }),
    row({
      date_precision: 'month',
      translation: { text: 'Good.' },
      tags: [{ label: 'Value', sentiment: 'negative' }],
    }),
    row({ source_url: 'https://example.com/r', author_avatar_url: 'https://example.com/a.png' }),
  ]

  it('A draft of our own becomes the row that the model reads', () => {
    for (const one of rows)
      assert.deepEqual(normalize(ownDraft(one), nothingKnown), { row: ReviewRow.parse(one) })
  })

  it('A draft of our own is rejected for what the model rejects, with its reasons', () => {
    const bad = {
      rating: 4.5,
      date: '14.3.2026',
      source_url: 'ftp://example.com/',
      owner_reply: { text: '', date: 'soon' },
    }
    const faults = faultsOf(ownDraft(row(bad)))
    assert.deepEqual(Object.keys(faults), [
      'rating',
      'date',
      'source_url',
      'owner_reply.text',
      'owner_reply.date',
    ])
    assert.equal(faults.rating, 'must be a whole number')
    assert.equal(faults.date, 'must be a date that exists, written YYYY-MM-DD')
    assert.match(faultsOf(ownDraft(row({ source: undefined }))).source!, /--source google/)
  })

  it('A draft with a precision is our own, because no other format states one', () => {
    const draft = { ...google, source: 'google', rating: 4, date_precision: 'month' }
    const result = normalize(draft, nothingKnown)
    assert.ok('row' in result)
    assert.equal(result.row.date_precision, 'month')
  })

  it('A draft of our own may leave out a rating and a date if it has our id or that of the source', () => {
    const id = '01J00000000000000000000000'
    for (const identity of [{ id }, { id: null, source_id: 'r1' }])
      assert.ok('row' in normalize({ source: 'google', text: 'New.', ...identity }, nothingKnown))
    assert.deepEqual(Object.keys(faultsOf({ source: 'google', text: 'New.', id: null })), [
      'rating',
      'date',
    ])
  })

  it('An e-mail address in a draft of our own is neither a name nor an identifier', () => {
    const result = normalize(
      ownDraft(row({ author: 'ada@example.com', source_id: 'ada@example.com' })),
      nothingKnown,
    )
    assert.ok('row' in result)
    assert.deepEqual([result.row.author, result.row.source_id], ['Anonymous', null])
  })
})

describe('Any draft', () => {
  const anyValue = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.double(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, undefined),
  )
  const often = (...values: (string | number)[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, anyValue)
  const drafts: fc.Arbitrary<Draft> = fc.record(
    {
      source: often('Google', 'Yelp!', "Angie's List"),
      source_id: anyValue,
      author: often('Ada', 'ada@example.com'),
      author_avatar_url: often('https://example.com/a'),
      rating: often('FIVE', 4, '8/10', '★★★'),
      best_rating: often(5, 10),
      date: often('2026-03-14', '05/01/2026', '3 weeks ago', 1767607200),
      retrieved_at: often('2026-04-01'),
      updated_at: often('2026-03-15T10:00:00Z'),
      title: anyValue,
      text: often('(Translated by Google) a\n(Original)\nb', 'Good.\nPositive: Value'),
      language: often('en_US'),
      translation: fc.record({ text: anyValue, language: anyValue }),
      source_url: anyValue,
      reply: fc.record({ text: anyValue, date: anyValue }),
      verified: anyValue,
      verification: fc.anything(),
    },
    { requiredKeys: ['source', 'rating', 'date'] },
  )
  const contexts: fc.Arbitrary<DateContext> = fc.record({
    order: fc.constantFrom(null, 'dmy', 'mdy'),
    retrievedAt: fc.constantFrom(null, '2026-04-01'),
  })

  it('Any draft becomes a row that the model accepts as it is, or has faults', () => {
    let taken = 0
    fc.assert(
      fc.property(drafts, contexts, (draft, context) => {
        const result = normalize(draft, context)
        if ('faults' in result) assert.notEqual(result.faults.length, 0)
        else {
          taken++
          const { title, ...row } = result.row
          assert.deepEqual(ReviewRow.parse(row), row)
          const again = normalize({ ...row, id: null, reply: row.owner_reply } as Draft, context)
          assert.deepEqual(again, { row })
        }
      }),
      { numRuns: 2000 },
    )
    assert.ok(taken > 200, `only ${taken} drafts were taken`)
  })
})

describe('A row of our own file', () => {
  it('No field of our own file lets an e-mail address in', () => {
    const address = 'canary@private.example'
    const read = normalize(
      {
        id: null,
        source: 'google',
        rating: 5,
        date: '2026-03-14',
        author: address,
        source_id: address,
        source_url: `https://example.com/r?by=${address}`,
        author_avatar_url: 'https://example.com/canary%40private.example.png',
        verification: { level: 'invited', method: `Sent to ${address}` },
        tags: [
          { label: address, sentiment: 'positive' },
          { label: 'Value', sentiment: 'positive' },
        ],
      },
      { order: null, retrievedAt: null },
    )
    assert.ok('row' in read)
    assert.doesNotMatch(JSON.stringify(read.row), /canary/)
    assert.deepEqual(read.row.tags, [{ label: 'Value', sentiment: 'positive' }])
  })
})

describe('Photos and sub-ratings of our own file', () => {
  function rowWith(fields: Row): ReviewRow {
    const draft = own.read({ source: 'google', source_id: 'r1', ...fields }, 'json') as Draft
    const read = normalize(draft, nothingKnown)
    assert.ok('row' in read, JSON.stringify(read))
    return read.row
  }
  const photo = { url: 'https://example.com/1.jpg', source_url: null }

  it('What is wrong with them is left out, and the review is imported', () => {
    const hostile = [
      'javascript:alert(1)',
      'https://example.com/?by=canary@private.example',
      null,
      4,
      {},
    ]
    const photos = [photo, ...hostile, ...hostile.map(url => ({ url, source_url: null }))]
    assert.deepEqual(rowWith({ photos }).photos, [photo])
    const sub_ratings = JSON.parse(
      '{"Food": 4, "__proto__": 5, "canary@private.example": 5, "\\u001b[2J": 5}',
    )
    assert.deepEqual(rowWith({ sub_ratings }).sub_ratings, { Food: 4 })
  })

  it('A link to the page of a reviewer is dropped', () => {
    const source_url = 'https://www.google.com/maps/contrib/12/photos'
    assert.deepEqual(rowWith({ photos: [{ ...photo, source_url }] }).photos, [photo])
  })

  it('None clears them, and what is not stated or cannot be read says nothing', () => {
    for (const [photos, sub_ratings] of [
      [null, null],
      [[], {}],
    ]) {
      const row = rowWith({ photos, sub_ratings })
      assert.deepEqual([row.photos, row.sub_ratings], [[], {}])
    }
    for (const nothing of [undefined, ['none'], { none: 'none' }]) {
      const row = rowWith({ photos: nothing, sub_ratings: nothing })
      assert.ok(!('photos' in row) && !('sub_ratings' in row), JSON.stringify(row))
    }
  })
})

describe('A date in our own format', () => {
  const own = (date: string, retrievedAt: string | null = null) =>
    normalize(
      { ...google, id: null, source: 'google', rating: 5, date },
      { order: null, retrievedAt },
    )

  it('A complete time counts as its day, as it is written', () => {
    for (const time of ['2026-03-14T23:30:00Z', '2026-03-14T23:30:00.123456+02:00'])
      assert.equal((own(time) as { row: ReviewRow }).row.date, '2026-03-14')
  })

  it('A relative date counts back from the day of retrieval, and is an error without it', () => {
    const { row } = own('3 weeks ago', '2026-04-04') as { row: ReviewRow }
    assert.deepEqual([row.date, row.date_precision], ['2026-03-14', 'week'])
    assert.ok('faults' in own('3 weeks ago'))
  })

  it('Any other notation is still an error', () => {
    for (const date of ['14.03.2026', '2026-03-14 10:00', '2026-02-30T10:00:00Z'])
      assert.ok('faults' in own(date), date)
  })
})
