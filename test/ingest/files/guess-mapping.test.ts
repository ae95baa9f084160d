import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { guessMapping, mapFlags } from '../../../src/ingest/files/guess-mapping.ts'
import { mappingFromFlags } from '../../../src/ingest/formats/mapping.ts'

const guess = (first: Record<string, unknown>) =>
  guessMapping({ shape: 'table', fields: new Set(Object.keys(first)), first })

describe('The guess at the columns of an unknown table', () => {
  it('Columns are guessed by their names in any spelling and by their values', () => {
    assert.deepEqual(
      guess({
        When: '31/08/2026',
        Who: 'Marta',
        Score: '9',
        'What they said': 'Done.',
        'E-mail': 'm@example.com',
      }),
      { rating: 'Score', date: 'When', author: 'Who', text: 'What they said' },
    )
    assert.deepEqual(
      guess({
        ReviewID: '1',
        Datum: '05.01.2026',
        Sterne: '4',
        Kunde: 'Jo',
        Kommentar: 'Gut',
        Antwort: 'Danke',
      }),
      {
        owner_reply: 'Antwort',
        rating: 'Sterne',
        date: 'Datum',
        source_id: 'ReviewID',
        author: 'Kunde',
        text: 'Kommentar',
      },
    )
  })

  it('The tables that owners get from review sites and from their own sheets are guessed', () => {
    assert.deepEqual(
      guess({
        'Reviewer Name': 'Jo',
        'Review Date': '01/25/2026',
        'Star Rating': '5',
        Review: 'Good.',
        'Company Response': 'Thanks.',
      }),
      {
        owner_reply: 'Company Response',
        rating: 'Star Rating',
        date: 'Review Date',
        author: 'Reviewer Name',
        text: 'Review',
      },
    )
    assert.deepEqual(
      guess({
        product_title: 'Bed',
        review_title: 'Nice',
        review_body: 'Good.',
        review_rating: '5',
        review_date: '2026-01-05',
      }),
      { rating: 'review_rating', date: 'review_date', title: 'review_title', text: 'review_body' },
    )
    assert.deepEqual(
      guess({ Homeowner: 'Jo', Stars: '5', 'Date de l’avis': '05/01/2026', 'What did they say?': 'Good.' }),
      { rating: 'Stars', date: 'Date de l’avis', author: 'Homeowner', text: 'What did they say?' },
    )
  })

  it('A column whose value does not fit its name is not taken', () => {
    const columns = guess({
      Score: 'great',
      'Star rating': '★★★★☆',
      Date: 'unknown',
      'Created at': '3 days ago',
    })
    assert.deepEqual([columns?.rating, columns?.date], ['Star rating', 'Created at'])
  })

  it('A table without ratings or dates is not taken for reviews', () => {
    assert.equal(guess({ sku: '1', price: '2', date: '2026-01-05' }), null)
    assert.equal(guess({ rating: '5', text: 'Good.' }), null)
  })

  it('Values in place of column names are never repeated', () => {
    assert.equal(guess({ 'rating ada@example.com': '5', 'date 0100 555 123': '2026-01-05' }), null)
  })

  it('The flags that are suggested name the columns that were guessed', () => {
    const columns = { rating: 'Score', date: 'When', text: "What they've said" }
    assert.equal(
      mapFlags(columns),
      `--map rating=Score --map date=When --map 'text=What they'\\''ve said' --source direct`,
    )
    assert.deepEqual(
      mappingFromFlags(['rating=Score', 'date=When', "text=What they've said"]).columns,
      columns,
    )
    assert.doesNotMatch(mapFlags({ ...columns, source: 'Site' }), /--source/)
  })
})
