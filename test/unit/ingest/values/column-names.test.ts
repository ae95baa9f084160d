import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listColumns } from '../../../../src/ingest/values/column-names.ts'

describe('Column names in a message', () => {
  it('Column names are listed as they are', () => {
    const names = [
      'Review Id',
      'Review Created (UTC)',
      'user.name',
      'reviewImageUrls/0',
      '@type',
      'Größe',
    ]
    assert.equal(listColumns(names), names.join(', '))
  })

  it('The headings of a form are listed: questions, stars and marks', () => {
    const names = [
      'How many ⭐?',
      '★',
      'Rating *',
      'Stars (1–5)',
      'What did we do well, and what could we do better next time?',
    ]
    assert.equal(listColumns(names), names.join(', '))
  })

  it('Cells of a table without a header are not repeated as column names', () => {
    for (const cell of [
      'ada@example.com',
      '@ada.example.com',
      '+1 555 0100',
      'Tel 555 0100',
      '2026-01-05',
      '',
      'Great work, and on time. Would you believe it?',
      'Is this 0100 555 123?',
      'x'.repeat(41),
    ])
      assert.equal(listColumns(['Score', cell]), 'Score and 1 more', cell)
    assert.equal(listColumns(['5', '2026-01-05']), '2 without a plain name')
  })

  it('The list of column names is limited', () => {
    const many = Array.from({ length: 60 }, (_, number) => `Column ${number}`)
    assert.match(listColumns(many), /Column 39 and 20 more$/)
  })
})
