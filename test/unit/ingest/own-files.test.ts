import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { openReviewFile } from '../../../src/ingest/review-file.ts'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'
import { ReviewRow } from '../../../src/model/review.ts'
import { makeFolder } from '../../kit/folder.ts'
import { business, row, rows } from '../../kit/rows.ts'

const three = rows(3)
const jsonLines = (list: unknown[]) => list.map(one => JSON.stringify(one)).join('\n')

/** What an import makes of a file with this text: good rows, and faults with the numbers of their rows. */
async function read(t: TestContext, text: string) {
  const file = await openReviewFile(await (await makeFolder(t)).write('own', text), {})
  const outcomes = await Array.fromAsync(file.outcomes())
  return {
    good: outcomes.flatMap(one => ('good' in one ? [one.good] : [])),
    faults: outcomes.flatMap(one =>
      'good' in one ? [] : one.faults.map(fault => ({ row: one.row, ...fault })),
    ),
    business: file.business,
  }
}

const readRows = (t: TestContext, list: unknown[]) => read(t, JSON.stringify(list))

async function assertRead(t: TestContext, text: string, expected: unknown[], carried?: unknown) {
  assert.deepEqual(await read(t, text), {
    good: expected.map(one => ReviewRow.parse(one)),
    faults: [],
    business: carried,
  })
}

async function problemOf(t: TestContext, text: string): Promise<string> {
  try {
    const { faults } = await read(t, text)
    return faults.map(({ message }) => message).join('\n')
  } catch (error) {
    assert.ok(error instanceof FileProblem)
    return error.message.replace(/^own: /, '')
  }
}

describe('Our own file format', () => {
  it('An object with reviews is read', t =>
    assertRead(t, JSON.stringify({ reviews: three }), three))

  it('An object with reviews and the business is read', t =>
    assertRead(t, JSON.stringify({ business, reviews: three }), three, business))

  it('A bare array is read', t => assertRead(t, JSON.stringify(three, null, 2), three))

  it('JSON lines are read', t => assertRead(t, jsonLines(three), three))

  it('JSON lines may have empty lines between them and Windows line ends', t =>
    assertRead(t, `\r\n${three.map(one => `${JSON.stringify(one)}\r\n\r\n`).join('')}`, three))

  it('A single JSON line is read', t => assertRead(t, `${jsonLines(rows(1))}\n`, rows(1)))

  it('Every shape may start with a byte order mark', async t => {
    for (const text of [
      JSON.stringify({ reviews: three }),
      JSON.stringify(three),
      jsonLines(three),
    ])
      await assertRead(t, `\uFEFF${text}`, three)
  })

  it('A list without reviews is read', async t => {
    await assertRead(t, '[]', [])
    await assertRead(t, '{"reviews":[]}', [])
  })

  it('An empty file is rejected', async t => {
    for (const text of ['', ' \r\n\t', '\uFEFF', '\uFEFF\n'])
      assert.equal(await problemOf(t, text), 'is empty')
  })

  it('A document without reviews is rejected with what was expected', async t => {
    for (const text of ['{}', '{"review":[]}', '{"reviews":{}}'])
      assert.match(
        await problemOf(t, text),
        /^has no reviews: expected an object with a "reviews" array/,
      )
  })

  it('A mistake in JSON is reported with its line', async t => {
    assert.match(
      await problemOf(t, '[\n  {"rating": 5},\n  {"rating": 4,}\n]'),
      /^line 3: is not valid JSON/,
    )
    assert.match(
      await problemOf(t, '{"reviews": [\n  {"rating": 5}\n'),
      /^line 3: is not valid JSON/,
    )
    assert.match(await problemOf(t, "[\n{'rating': 5}]"), /^line 2: is not valid JSON/)
  })

  it('A mistake in JSON lines is reported with its line', async t => {
    const good = JSON.stringify(row())
    assert.equal(await problemOf(t, `${good}\n{"rating":}\n`), 'line 2: is not valid JSON')
    assert.equal(await problemOf(t, `\n\n${good}\n\n{"rating":5`), 'line 5: is not valid JSON')
    assert.match(await problemOf(t, '{"rating":5,}\n{"rating":5}'), /^line 1: is not valid JSON/)
  })

  it('Nothing of a file that is not JSON is repeated', async t => {
    for (const text of [
      'ada@example.com',
      '{"author": ada@example.com}',
      `${JSON.stringify(row())}\nada@example.com`,
    ])
      assert.doesNotMatch(await problemOf(t, text), /ada|example\.com/)
  })
})

describe('The check of rows', () => {
  it('Every fault of every bad row is reported by number and field', async t => {
    const { faults } = await readRows(t, [
      row(),
      row({ rating: 6, date: '14.3.2026' }),
      row({ owner_reply: { text: 'Thanks', date: 'soon' } }),
      row(),
      'not a row',
    ])
    assert.deepEqual(
      faults.map(fault => [fault.row, fault.field]),
      [
        [2, 'rating'],
        [2, 'date'],
        [3, 'owner_reply.date'],
        [5, 'row'],
      ],
    )
  })

  it('The good rows are kept beside the bad ones', async t => {
    const { good } = await readRows(t, [
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

  it('A wrong value is never repeated', async t => {
    const wrong = 'Ada Moreno, 12 Elm Street'
    const fields = Object.keys(ReviewRow.shape).filter(
      field => !['author', 'text', 'title', 'source_id'].includes(field),
    )
    for (const field of fields) {
      const { faults } = await readRows(t, [row({ [field]: wrong })])
      assert.equal(faults[0]?.field.split('.')[0], field)
      assert.doesNotMatch(JSON.stringify(faults), /Ada|Elm/)
    }
    const { faults } = await readRows(t, [
      row({
        owner_reply: { text: 'Thanks', date: wrong },
        verification: { level: wrong, method: null },
      }),
    ])
    assert.equal(faults.length, 2)
    assert.doesNotMatch(JSON.stringify(faults), /Ada|Elm/)
  })
})
