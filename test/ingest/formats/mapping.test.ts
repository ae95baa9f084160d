import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createColumnWatch,
  createMappedFormat,
  Mapping,
  mappingFromFlags,
  parseMapping,
} from '../../../src/ingest/formats/mapping.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'

const minimal: Mapping = { columns: { rating: 'Score', date: 'When' } }
const refusal = (message: RegExp) => (error: unknown) =>
  error instanceof FileProblem && message.test(error.message)
const told = (record: object, mapping: Mapping) =>
  JSON.parse(JSON.stringify(createMappedFormat(mapping).read(record as Record<string, unknown>, 'json')))

describe('a mapping', () => {
  it('is read from JSON', () => {
    assert.deepEqual(parseMapping('{"columns":{"rating":"Score","date":"When"},"best_rating":10}'), {
      ...minimal,
      best_rating: 10,
    })
  })

  it('is refused with the line of every fault', () => {
    const text = '{\n"columns": {\n"rating": "Score",\n"stars": "x"\n},\n"date_order": "ymd"\n}'
    assert.throws(() => parseMapping(text), refusal(/line 2: columns\.date: /))
    assert.throws(() => parseMapping(text), refusal(/line 4: columns\.stars: is not a known field/))
    assert.throws(() => parseMapping(text), refusal(/line 6: date_order: /))
  })

  it('is made from flags', () => {
    assert.deepEqual(mappingFromFlags(['rating=Score', 'date = When', 'text=a=b']), {
      columns: { rating: 'Score', date: 'When', text: 'a=b' },
    })
  })

  it('is refused in sentences where a flag is wrong', () => {
    assert.throws(
      () => mappingFromFlags(['stars=Score']),
      refusal(/the field stars; the fields are rating, date, text/),
    )
    assert.throws(() => mappingFromFlags(['rating']), refusal(/such as rating=Score/))
    assert.throws(() => mappingFromFlags(['rating=']), refusal(/such as rating=Score/))
    assert.throws(() => mappingFromFlags(['rating=a', 'rating=b']), refusal(/rating twice/))
    assert.throws(
      () => mappingFromFlags(['text=a']),
      refusal(/which column is the rating and which is the date/),
    )
    assert.throws(() => mappingFromFlags(['toString=a']), refusal(/the field toString/))
  })
})

describe('the format of named columns', () => {
  it('takes those columns and nothing else', () => {
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
    const { reply, ...draft } = told({ ...record, email: 'ada@example.com' }, mapping)
    assert.deepEqual(reply, { text: 'value of my owner_reply', date: 'value of my reply_date' })
    for (const [field, value] of Object.entries(draft)) assert.equal(value, `value of my ${field}`)
    assert.equal(Object.keys(draft).length, Object.keys(mapping.columns).length - 2)
  })

  it('says the source where the column is missing or empty', () => {
    const mapping = { source: 'yelp', columns: { ...minimal.columns, source: 'Site' } }
    assert.equal(told({ Site: 'google' }, mapping).source, 'google')
    for (const record of [{}, { Site: '' }, { Site: null }])
      assert.equal(told(record, mapping).source, 'yelp')
  })

  it('says the best rating', () => {
    assert.equal(told({ Score: 8 }, { ...minimal, best_rating: 10 }).best_rating, 10)
  })

  it('follows paths into nested JSON, after a column of that very name', () => {
    const mapping = { columns: { ...minimal.columns, author: 'user.name' } }
    assert.equal(told({ user: { name: 'Ada' } }, mapping).author, 'Ada')
    assert.equal(told({ 'user.name': 'Bob', user: { name: 'Ada' } }, mapping).author, 'Bob')
    for (const record of [{}, { user: null }, { user: 'Ada' }, { user: [] }])
      assert.equal(told(record, mapping).author, undefined)
  })

  it('finds nothing in what every object inherits', () => {
    assert.equal(told({}, { columns: { rating: 'constructor.name', date: '__proto__' } }).rating, undefined)
  })

  it('tells no lists and objects', () => {
    assert.equal(told({ Score: { value: 5 } }, minimal).rating, undefined)
  })
})

describe('a mapped column that no record has', () => {
  it('is named beside those that there are', () => {
    const watch = createColumnWatch({ columns: { ...minimal.columns, text: 'Words' } })
    watch.see({ Score: 5, When: 'x' })
    assert.throws(
      () => watch.check(['Score', 'When', 'ada@example.com']),
      refusal(/^has no column Words; its columns are Score, When and 1 more\.$/),
    )
  })

  it('may be missing in some of them', () => {
    const watch = createColumnWatch(minimal)
    watch.see({ Score: 5 })
    watch.see('no record')
    watch.see({ When: null })
    watch.check([])
  })
})
