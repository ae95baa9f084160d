import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { FORMATS } from '../../../src/ingest/formats/all.ts'
import type { Fields, Sample } from '../../../src/ingest/formats/format.ts'
import type { Draft, Rejection } from '../../../src/ingest/values/draft.ts'
import { normalize } from '../../../src/ingest/values/normalize.ts'
import { expectedDrafts, FIXTURES, isTable, recordsOf, sampleOf, textOf } from './fixtures.ts'

const CANARY = /canary|555 010 7781/i

const draftsOf = (file: string, records = recordsOf(file)) =>
  records.map(record => FORMATS[FIXTURES[file]!]!.read(record, shapeOf(file)))

/** Without the fields that tell nothing. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const recognisedAs = (sample: Sample) =>
  Object.keys(FORMATS).filter(name => FORMATS[name]!.recognizes(sample))

const shapeOf = (file: string) => (isTable(file) ? 'table' : 'json')

describe('the formats', () => {
  it('are all tried on a file of their own', () => {
    assert.deepEqual(new Set(Object.values(FIXTURES)), new Set(Object.keys(FORMATS)))
    const folder = new URL('fixtures/', import.meta.url)
    assert.deepEqual(readdirSync(folder).toSorted(), Object.keys(FIXTURES).toSorted())
  })

  it('offer a title, a test and a reader, and nothing else', () => {
    for (const [name, format] of Object.entries(FORMATS))
      assert.deepEqual(Object.keys(format).toSorted(), ['read', 'recognizes', 'title'], name)
  })

  it('are known to people by different titles', () => {
    const titles = Object.values(FORMATS).map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length)
  })
})

for (const [file, format] of Object.entries(FIXTURES))
  describe(file, () => {
    it(`is recognised as ${format} by any of its records, and as nothing else`, () => {
      for (const record of recordsOf(file))
        assert.deepEqual(recognisedAs(sampleOf(record, shapeOf(file))), [format])
    })

    it('is read as the drafts that it tells', () => {
      assert.deepEqual(plain(draftsOf(file)), expectedDrafts(file))
    })

    it('holds private fields, and no draft has any of them', () => {
      assert.match(textOf(file), CANARY)
      assert.doesNotMatch(JSON.stringify(draftsOf(file)), CANARY)
    })
  })

describe('a table', () => {
  const spelledAnew = (record: Fields) =>
    Object.fromEntries(Object.entries(record).map(([name, cell]) => [` ${name.toUpperCase()} `, cell]))

  for (const file of Object.keys(FIXTURES).filter(isTable))
    it(`is the same whatever the case of its column names, as ${file}`, () => {
      const records = recordsOf(file).map(spelledAnew)
      assert.deepEqual(recognisedAs(sampleOf(records[0]!, 'table')), [FIXTURES[file]])
      assert.deepEqual(plain(draftsOf(file, records)), expectedDrafts(file))
    })
})

describe('a draft', () => {
  const context = { order: null, retrievedAt: '2026-03-28' }
  const isDraft = (draft: Draft | Rejection): draft is Draft => !('rejected' in draft)

  it('becomes a row when it tells where it was written and how many stars it has', () => {
    for (const file of Object.keys(FIXTURES))
      for (const draft of draftsOf(file).filter(isDraft)) {
        if (draft.rating === 'STAR_RATING_UNSPECIFIED') continue
        const result = normalize({ ...draft, source: draft.source ?? 'example' }, context)
        assert.ok('row' in result, `${file}: ${JSON.stringify(result)}`)
      }
  })
})
