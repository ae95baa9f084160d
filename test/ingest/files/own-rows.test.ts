import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkRows, readOwn } from '../../../src/ingest/files/own-rows.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'
import { business, row, rows } from '../../kit/rows.ts'

const three = rows(3)
const jsonLines = (list: unknown[]) => list.map(one => JSON.stringify(one)).join('\n')
const problemOf = (text: string): string => {
  try {
    readOwn(text)
    return ''
  } catch (error) {
    assert.ok(error instanceof FileProblem)
    return error.message
  }
}

describe('Our own file format', () => {
  it('An object with reviews is read', () => {
    assert.deepEqual(readOwn(JSON.stringify({ reviews: three })), { rows: three })
  })

  it('An object with reviews and the business is read', () => {
    assert.deepEqual(readOwn(JSON.stringify({ business, reviews: three })), { rows: three, business })
  })

  it('A bare array is read', () => {
    assert.deepEqual(readOwn(JSON.stringify(three, null, 2)), { rows: three })
  })

  it('JSON lines are read', () => {
    assert.deepEqual(readOwn(jsonLines(three)), { rows: three })
  })

  it('JSON lines may have empty lines between them and Windows line ends', () => {
    assert.deepEqual(readOwn(`\r\n${three.map(one => `${JSON.stringify(one)}\r\n\r\n`).join('')}`), {
      rows: three,
    })
  })

  it('A single JSON line is read', () => {
    assert.deepEqual(readOwn(`${jsonLines(rows(1))}\n`), { rows: rows(1) })
  })

  it('Every shape may start with a byte order mark', () => {
    for (const text of [JSON.stringify({ reviews: three }), JSON.stringify(three), jsonLines(three)])
      assert.deepEqual(readOwn(`\uFEFF${text}`), { rows: three })
  })

  it('A list without reviews is read', () => {
    assert.deepEqual(readOwn('[]'), { rows: [] })
    assert.deepEqual(readOwn('{"reviews":[]}'), { rows: [] })
  })

  it('An empty file is rejected', () => {
    for (const text of ['', ' \r\n\t', '\uFEFF', '\uFEFF\n']) assert.equal(problemOf(text), 'is empty')
  })

  it('A document without reviews is rejected with what was expected', () => {
    for (const text of ['{}', '{"review":[]}', '{"reviews":{}}', '5', 'null', '"reviews"'])
      assert.match(problemOf(text), /^has no reviews: expected an object with a "reviews" array/)
  })

  it('A mistake in JSON is reported with its line', () => {
    assert.match(problemOf('[\n  {"rating": 5},\n  {"rating": 4,}\n]'), /^line 3: is not valid JSON/)
    assert.match(problemOf('{"reviews": [\n  {"rating": 5}\n'), /^line 3: is not valid JSON/)
    assert.match(problemOf('\n\n// a comment\n[]'), /^line 3: is not valid JSON/)
    assert.match(problemOf("[\n{'rating': 5}]"), /^line 2: is not valid JSON/)
  })

  it('A mistake in JSON lines is reported with its line', () => {
    assert.equal(problemOf('{"rating":5}\n{"rating":}\n'), 'line 2: is not valid JSON')
    assert.equal(problemOf('\n\n{"rating":5}\n\n{"rating":5'), 'line 5: is not valid JSON')
    assert.match(problemOf('{"rating":5,}\n{"rating":5}'), /^line 1: is not valid JSON/)
  })

  it('Nothing of a file that is not JSON is repeated', () => {
    for (const text of ['ada@example.com', '{"author": ada@example.com}', '{"rating":5}\nada@example.com'])
      assert.doesNotMatch(problemOf(text), /ada|example/)
  })
})

describe('The check of rows', () => {
  it('Every fault of every bad row is reported by number and field', () => {
    const { problems, rejected } = checkRows([
      row(),
      row({ rating: 6, date: '14.3.2026' }),
      row({ owner_reply: { text: 'Thanks', date: 'soon' } }),
      row(),
      'not a row',
    ])
    assert.deepEqual(
      problems.map(problem => [problem.row, problem.field]),
      [
        [2, 'rating'],
        [2, 'date'],
        [3, 'owner_reply.date'],
        [5, 'row'],
      ],
    )
    assert.equal(rejected, 3)
  })

  it('The good rows are kept beside the bad ones', () => {
    const { good } = checkRows([
      row({ rating: 9 }),
      row({ text: 'Good.' }),
      null,
      row({ text: 'Also good.' }),
    ])
    assert.deepEqual(
      good.map(one => one.text),
      ['Good.', 'Also good.'],
    )
  })

  it('A wrong value is never repeated', () => {
    const email = 'ada.moreno@example.com'
    const fields = Object.keys(checkRows([row()]).good[0]!).filter(
      field => !['author', 'text'].includes(field),
    )
    for (const field of fields.filter(one => one !== 'source_id')) {
      const { problems } = checkRows([row({ [field]: email })])
      assert.equal(problems[0]?.field, field)
      assert.doesNotMatch(JSON.stringify(problems), /ada|example/)
    }
    const nested = checkRows([
      row({ owner_reply: { text: 'Thanks', date: email }, verification: { level: email, method: null } }),
    ])
    assert.equal(nested.problems.length, 2)
    assert.doesNotMatch(JSON.stringify(nested.problems), /ada|example/)
  })
})
