import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { guessMapping, mapFlags } from '../../../../src/ingest/files/guess-mapping.ts'
import { mappingFromFlags } from '../../../../src/ingest/formats/mapping.ts'

const guess = (first: Record<string, unknown>) =>
  guessMapping({ shape: 'table', fields: new Set(Object.keys(first)), first })

describe('The guess at the columns of an unknown table', () => {
  it('The question of a form is the text of its answer', () => {
    const first = {
      Customer: 'Jo',
      'How many stars?': 5,
      'Date of visit': '2026-01-05',
      'What did you think?': 'Good.',
    }
    assert.equal(guess(first)?.text, 'What did you think?')
  })

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
      guess({
        Homeowner: 'Jo',
        Stars: '5',
        'Date de l’avis': '05/01/2026',
        'What did they say?': 'Good.',
      }),
      { rating: 'Stars', date: 'Date de l’avis', author: 'Homeowner', text: 'What did they say?' },
    )
  })

  it('The headings of a sheet that an owner keeps are guessed, with the text and the reply', () => {
    const first = {
      Date: '2026-03-14',
      Customer: 'Ada',
      Stars: '5',
      'What they wrote': 'Warm.',
      'Our answer': 'Thanks.',
    }
    assert.deepEqual(guess(first), {
      owner_reply: 'Our answer',
      rating: 'Stars',
      date: 'Date',
      author: 'Customer',
      text: 'What they wrote',
    })
  })

  describe('Where no heading says which column has the text', () => {
    const known = { Sterne: '5', Datum: '05.01.2026', Kunde: 'Jo Fischer' }
    const praise = [
      'Sehr freundlich und pünktlich, gerne wieder.',
      '',
      'Die Heizung läuft seit 2024 wieder, alles bestens erklärt.',
    ]
    const textIn = (column: string, values: string[], more: Record<string, string> = {}) => {
      const records = values.map(value => ({ ...known, ...more, [column]: value }))
      const first: Record<string, string> = records[0]!
      const sample = { shape: 'table', fields: new Set(Object.keys(first)), first } as const
      return guessMapping(sample, records)?.text
    }

    it('It is the one with several words in most cells and clearly the longest', () => {
      const more = { Auftrag: 'Wartung der Gastherme im Keller', Stadt: 'Bad Homburg vor der Höhe' }
      assert.equal(textIn('Was der Kunde schreibt', praise), 'Was der Kunde schreibt')
      assert.equal(
        textIn('Was der Kunde schreibt', praise.toReversed(), more),
        'Was der Kunde schreibt',
      )
    })

    it('It is none if the cells are short, addresses, links, numbers, or no longer than those of another', () => {
      const others = [
        ['Alles gut so', 'Sehr gern wieder'],
        ['12 Alvarez Street, Springfield North', '7 Harbour Street, Springfield West'],
        ['Lange Hauptstraße 5, 61348 Bad Homburg', 'Am alten Markt 17a, 61350 Bad Homburg'],
        ['Jo Fischer der Zweite <jo.fischer@example.com>'],
        ['siehe dazu auch https://example.com/one/two'],
        ['0f8fad5b-d9cb-469f-a165-70867728950e'],
      ]
      for (const values of others) assert.equal(textIn('Was', values), undefined, values.join())
      assert.equal(
        textIn('Was', praise, { Wie: 'Ganz und gar nicht kürzer als die andere Spalte' }),
        undefined,
      )
    })

    it('German headings of a text need no guess', () => {
      for (const heading of ['Kundenstimme', 'Ihre Meinung', 'Kundenmeinung', 'Rückmeldung'])
        assert.equal(textIn(heading, ['Gut']), heading)
    })
  })

  it('A column whose value does not fit its name is not taken', () => {
    const columns = guess({
      Score: 'great',
      'Star rating': '★★★★☆',
      Date: 'unknown',
      'Created at': '3 days ago',
      Antwortdatum: 'bald',
      'Updated at': 'never',
    })
    assert.deepEqual(columns, { rating: 'Star rating', date: 'Created at' })
  })

  it('The date of a reply or of a change is not taken for that of the review', () => {
    assert.deepEqual(
      guess({
        'Response date': '2026-01-07',
        'Last edited': '2026-01-06',
        'Response text': 'Thanks.',
        Posted: '2026-01-05',
        Stars: '5',
      }),
      {
        reply_date: 'Response date',
        owner_reply: 'Response text',
        rating: 'Stars',
        updated_at: 'Last edited',
        date: 'Posted',
      },
    )
  })

  it('A rating on a scale up to ten is plausible, and words or larger numbers are not', () => {
    const isRating = (value: unknown) => guess({ Score: value, Date: '2026-01-05' }) !== null
    assert.deepEqual(['0', '10', 'FIVE', ''].map(isRating), [true, true, true, true])
    assert.deepEqual(['11', '-1', 'great'].map(isRating), [false, false, false])
  })

  it('Every guess names columns of the table, each at most once, and is a mapping that an import takes', () => {
    const names = [
      'Rating',
      'star_rating',
      'Date',
      'ReviewDate',
      'Reply',
      'reply date',
      'Name',
      'Review',
    ]
    const more = [
      'Review title',
      'Text',
      'URL',
      'ID',
      'Standort',
      'Fecha',
      'Sterne',
      'Customer',
      'Source',
    ]
    const cell = fc.constantFrom('5', '2026-01-05', 'Ada', '')
    const table = fc.dictionary(fc.constantFrom(...names, ...more), cell, { noNullPrototype: true })
    fc.assert(
      fc.property(table, first => {
        const columns = Object.entries(guess(first) ?? {})
        const used = columns.map(([, column]) => column!)
        assert.equal(new Set(used).size, used.length)
        for (const column of used) assert.ok(Object.hasOwn(first, column))
        if (columns.length > 0)
          assert.deepEqual(
            mappingFromFlags(columns.map(([field, column]) => `${field}=${column}`)).columns,
            Object.fromEntries(columns),
          )
      }),
      { numRuns: 300 },
    )
  })

  it('A table without ratings or dates is not taken for reviews', () => {
    assert.equal(guess({ sku: '1', price: '2', date: '2026-01-05' }), null)
    assert.equal(guess({ rating: '5', text: 'Good.' }), null)
  })

  it('The questions of a form are guessed, by the first answer if the question does not tell', () => {
    const answers = {
      'How many ⭐?': '5',
      When: '2026-01-05',
      'Comment?': 'Good.',
      'Job no': 'J-17',
    }
    assert.deepEqual(guess(answers), { rating: 'How many ⭐?', date: 'When', text: 'Comment?' })
    assert.equal(
      guess({ 'How did we do?': '4', Date: '2026-01-05', Comment: 'Good.' })?.rating,
      'How did we do?',
    )
    assert.equal(
      guess({ Stars: '4', 'Job done on': '2026-01-05', Comment: 'Good.' })?.date,
      'Job done on',
    )
    assert.equal(
      guess({ 'How did we do?': '4', Rooms: '3', Date: '2026-01-05', Comment: 'Good.' }),
      null,
    )
  })

  it('The page of a reviewer is never taken for the link of the review, nor an e-mail address for a source', () => {
    const known = { rating: '5', date: '2026-01-05' }
    for (const column of ['profile_url', 'Reviewer link', 'authorUrl', 'user.link', 'Photo URL'])
      assert.equal(
        guess({ ...known, [column]: 'https://example.com/1' })?.source_url,
        undefined,
        column,
      )
    const contributor = 'https://www.google.com/maps/contrib/117/reviews'
    assert.equal(guess({ ...known, link: contributor })?.source_url, undefined)
    assert.equal(
      guess({ ...known, profile_url: 'https://x.example/1', link: 'https://x.example/2' })
        ?.source_url,
      'link',
    )
    assert.equal(guess({ ...known, source: 'ada@example.com' })?.source, undefined)
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
