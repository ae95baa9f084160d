import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createColumnWatch,
  createMappedFormat,
  Mapping,
  mappingFromFlags,
  parseMapping,
} from '../../../../src/ingest/formats/mapping.ts'
import { FileProblem } from '../../../../src/ingest/values/file-problem.ts'

const minimal: Mapping = { columns: { rating: 'Score', date: 'When' } }
const problem = (message: RegExp) => (error: unknown) =>
  error instanceof FileProblem && message.test(error.message)
const draftOf = (record: object, mapping: Mapping) =>
  JSON.parse(
    JSON.stringify(createMappedFormat(mapping).read(record as Record<string, unknown>, 'json')),
  )

describe('A mapping', () => {
  it('A mapping is read from JSON', () => {
    assert.deepEqual(
      parseMapping('{"columns":{"rating":"Score","date":"When"},"best_rating":10}'),
      {
        ...minimal,
        best_rating: 10,
      },
    )
  })

  it('A wrong mapping is rejected with the line of every fault', () => {
    const text = '{\n"columns": {\n"rating": "Score",\n"stars": "x"\n},\n"date_order": "ymd"\n}'
    assert.throws(() => parseMapping(text), problem(/line 2: columns\.date: /))
    assert.throws(() => parseMapping(text), problem(/line 4: columns\.stars: is not a known field/))
    assert.throws(() => parseMapping(text), problem(/line 6: date_order: /))
  })

  it('A mapping is made from flags', () => {
    assert.deepEqual(mappingFromFlags(['rating=Score', 'date = When', 'text=a=b']), {
      columns: { rating: 'Score', date: 'When', text: 'a=b' },
    })
  })

  it('A wrong flag is rejected with the reason', () => {
    assert.throws(
      () => mappingFromFlags(['stars=Score']),
      problem(/the field stars; the fields are rating, date, text/),
    )
    assert.throws(() => mappingFromFlags(['rating']), problem(/such as rating=Score/))
    assert.throws(() => mappingFromFlags(['rating=']), problem(/such as rating=Score/))
    assert.throws(() => mappingFromFlags(['rating=a', 'rating=b']), problem(/rating twice/))
    assert.throws(
      () => mappingFromFlags(['text=a']),
      problem(/which column is the rating and which is the date/),
    )
    assert.throws(() => mappingFromFlags(['toString=a']), problem(/the field toString/))
  })
})

describe('The format of named columns', () => {
  it('The mapped columns are read and nothing else', () => {
    const mapping = parseMapping(
      JSON.stringify({
        columns: Object.fromEntries(
          Object.keys(Mapping.shape.columns.shape).map(field => [field, `my ${field}`]),
        ),
      }),
    )
    const record = Object.fromEntries(
      Object.values(mapping.columns).map(column => [column, `value of ${column}`]),
    )
    const { reply, ...draft } = draftOf({ ...record, email: 'ada@example.com' }, mapping)
    assert.deepEqual(reply, { text: 'value of my owner_reply', date: 'value of my reply_date' })
    for (const [field, value] of Object.entries(draft)) assert.equal(value, `value of my ${field}`)
    assert.equal(Object.keys(draft).length, Object.keys(mapping.columns).length - 2)
  })

  it('The source of the mapping is used if the column is missing or empty', () => {
    const mapping = { source: 'yelp', columns: { ...minimal.columns, source: 'Site' } }
    assert.equal(draftOf({ Site: 'google' }, mapping).source, 'google')
    for (const record of [{}, { Site: '' }, { Site: null }])
      assert.equal(draftOf(record, mapping).source, 'yelp')
  })

  it('The best rating of the mapping is used', () => {
    assert.equal(draftOf({ Score: 8 }, { ...minimal, best_rating: 10 }).best_rating, 10)
  })

  it('A column name may be a path into nested JSON, and an exact name wins', () => {
    const mapping = { columns: { ...minimal.columns, author: 'user.name' } }
    assert.equal(draftOf({ user: { name: 'Ada' } }, mapping).author, 'Ada')
    assert.equal(draftOf({ 'user.name': 'Bob', user: { name: 'Ada' } }, mapping).author, 'Bob')
    for (const record of [{}, { user: null }, { user: 'Ada' }, { user: [] }])
      assert.equal(draftOf(record, mapping).author, undefined)
  })

  it('Nothing is read from what every object inherits', () => {
    assert.equal(
      draftOf({}, { columns: { rating: 'constructor.name', date: '__proto__' } }).rating,
      undefined,
    )
  })

  it('A mapping file names no field that objects inherit', () => {
    for (const field of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const text = `{"columns":{"rating":"Score","date":"When","${field}":"x"}}`
      assert.throws(() => parseMapping(text), problem(/is not a known field/))
      assert.throws(() => mappingFromFlags([`${field}=x`]), problem(/does not know the field/))
    }
  })

  it('A mapping to source_id alone can update stored reviews', () => {
    const mapping = { columns: { source_id: 'Ref', owner_reply: 'Answer' } }
    assert.deepEqual(mappingFromFlags(['source_id=Ref', 'owner_reply=Answer']), mapping)
    assert.deepEqual(parseMapping(JSON.stringify(mapping)), mapping)
    const { recognizes } = createMappedFormat(mapping)
    assert.ok(recognizes({ shape: 'json', fields: new Set(['Ref']), first: { Ref: 'r1' } }))
    assert.ok(
      !recognizes({ shape: 'json', fields: new Set(['Answer']), first: { Answer: 'Thanks.' } }),
    )
  })

  it('Lists, objects and null count as missing', () => {
    assert.equal(draftOf({ Score: { value: 5 } }, minimal).rating, undefined)
  })
})

describe('A mapped column that no record has', () => {
  it('A mapped column that no record has is reported with those that exist', () => {
    const watch = createColumnWatch({ columns: { ...minimal.columns, text: 'Words' } })
    watch.see({ Score: 5, When: 'x' })
    assert.throws(
      () => watch.check(['Score', 'When', 'ada@example.com']),
      problem(/^has no column Words; its columns are Score, When and 1 more\.$/),
    )
  })

  it('A mapped column may be missing in some records', () => {
    const watch = createColumnWatch(minimal)
    watch.see({ Score: 5 })
    watch.see('no record')
    watch.see({ When: null })
    watch.check([])
  })
})
