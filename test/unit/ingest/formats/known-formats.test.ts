import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Fields, Sample } from '../../../../src/ingest/formats/format.ts'
import { FORMATS } from '../../../../src/ingest/formats/known-formats.ts'
import type { Draft, Rejection } from '../../../../src/ingest/values/draft.ts'
import { normalize } from '../../../../src/ingest/values/normalize.ts'
import {
  expectedDrafts,
  FIXTURES,
  isTable,
  recordsOf,
  sampleOf,
  textOf,
} from '../../../kit/ingest/formats/fixtures.ts'

const CANARY = /canary|555 010 7781/i

const draftsOf = (file: string, records = recordsOf(file)) =>
  records.map(record => FORMATS[FIXTURES[file]!]!.read(record, shapeOf(file)))

/** Without the fields that tell nothing. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const recognizedAs = (sample: Sample) =>
  Object.keys(FORMATS).filter(name => FORMATS[name]!.recognizes(sample))

const shapeOf = (file: string) => (isTable(file) ? 'table' : 'json')

describe('The formats', () => {
  it('Every format has a file of its own to be tested with', () => {
    assert.deepEqual(new Set(Object.values(FIXTURES)), new Set(Object.keys(FORMATS)))
    const folder = new URL('../../../kit/ingest/formats/fixtures/', import.meta.url)
    assert.deepEqual(readdirSync(folder).toSorted(), Object.keys(FIXTURES).toSorted())
  })

  it('Every format offers a title, a test and a reader, ours also what it does not read', () => {
    for (const [name, format] of Object.entries(FORMATS)) {
      const offers = [...(name === 'own' ? ['ignores'] : []), 'read', 'recognizes', 'title']
      const more = ['source', 'totalIn', 'isExport']
      assert.deepEqual(
        Object.keys(format)
          .filter(key => !more.includes(key))
          .toSorted(),
        offers,
        name,
      )
    }
  })

  it('Every format has a title of its own', () => {
    const titles = Object.values(FORMATS).map(({ title }) => title)
    assert.equal(new Set(titles).size, titles.length)
  })
})

for (const [file, format] of Object.entries(FIXTURES))
  describe(file, () => {
    it(`${file} is recognized as ${format} by any of its records, and as nothing else`, () => {
      for (const record of recordsOf(file))
        assert.deepEqual(recognizedAs(sampleOf(record, shapeOf(file))), [format])
    })

    it(`${file} is read into the expected drafts`, () => {
      assert.deepEqual(plain(draftsOf(file)), expectedDrafts(file))
    })

    it(`${file} holds private fields, and no draft has any of them`, () => {
      assert.match(textOf(file), CANARY)
      assert.doesNotMatch(JSON.stringify(draftsOf(file)), CANARY)
    })
  })

describe('A table', () => {
  const spelledAnew = (record: Fields) =>
    Object.fromEntries(
      Object.entries(record).map(([name, cell]) => [` ${name.toUpperCase()} `, cell]),
    )

  for (const file of Object.keys(FIXTURES).filter(isTable))
    it(`The case of the column names in ${file} does not matter`, () => {
      const records = recordsOf(file).map(spelledAnew)
      assert.deepEqual(recognizedAs(sampleOf(records[0]!, 'table')), [FIXTURES[file]])
      assert.deepEqual(plain(draftsOf(file, records)), expectedDrafts(file))
    })
})

describe('A draft', () => {
  const context = { order: null, retrievedAt: '2026-03-28' }
  const isDraft = (draft: Draft | Rejection): draft is Draft => !('rejected' in draft)

  it('Every draft with a source and a rating becomes a row', () => {
    for (const file of Object.keys(FIXTURES))
      for (const draft of draftsOf(file).filter(isDraft)) {
        if (draft.rating === 'STAR_RATING_UNSPECIFIED') continue
        const result = normalize({ ...draft, source: draft.source ?? 'example' }, context)
        assert.ok('row' in result, `${file}: ${JSON.stringify(result)}`)
      }
  })
})
