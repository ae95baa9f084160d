import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Review } from '../../src/model/review.ts'
import { SearchArgs } from '../../src/model/search.ts'
import { foldCase } from '../../src/publish/fold.ts'
import type { Snapshot } from '../../src/publish/snapshot.ts'
import { printReviews, readJson, startPress } from '../kit/press.ts'
import { day, type Row, row, rows } from '../kit/rows.ts'

const search = (snapshot: Snapshot, args: object) => {
  const found = snapshot.search(SearchArgs.parse(args))!
  return {
    ...found,
    reviews: found.reviews.map(bytes => JSON.parse(Buffer.from(bytes).toString()) as Review),
  }
}

describe('search', () => {
  it('finds exactly the reviews that a plain reading of all texts finds', async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow(), { maxLength: 40 }),
        fc.array(anyArgs(), { maxLength: 12 }),
        async (texts, asked) => {
          const snapshot = await printReviews(
            t,
            texts.map((one, number) => ({ ...one, source_id: `s${number}` })),
          )
          const all: Review[] = readJson(snapshot, '/reviews.json').reviews
          for (const args of asked) {
            const { matched, reviews } = search(snapshot, { ...args, limit: 100 })
            const expected = all.filter(review => plainlyMatches(review, args))
            assert.deepEqual(reviews, expected.slice(0, 100), JSON.stringify(args))
            assert.equal(matched, expected.length)
          }
        },
      ),
      { numRuns: 150 },
    )
  })

  it('finds a word, a part of a word, several words, and signs', async t => {
    const text = "Wow!! Mike's team re-piped the CAFÉ in 2 days — straße, 東京の修理, 👍🏽 done."
    const snapshot = await printReviews(t, [row({ text })])
    for (const query of [
      'wow',
      'ow!!',
      "mike's",
      'e-p',
      'café in 2',
      ' — ',
      'STRASSE'.slice(0, 4),
      '京の',
      '👍',
      'ne.',
      '.',
      ' ',
    ])
      assert.equal(search(snapshot, { query }).matched, 1, query)
    for (const query of ['wow mike', 'strasse', 'done!', 'cafe', '  '])
      assert.equal(search(snapshot, { query }).matched, 0, query)
  })

  it('never finds a query across the border of two reviews', async t => {
    const snapshot = await printReviews(t, [
      row({ source_id: 'a', text: '(one', date: day(2) }),
      row({ source_id: 'b', text: null, date: day(1) }),
      row({ source_id: 'c', text: ') two', date: day(0) }),
    ])
    assert.equal(search(snapshot, { query: 'one)' }).matched, 0)
    assert.equal(search(snapshot, { query: ') ' }).matched, 1)
    assert.equal(search(snapshot, { query: '()' }).matched, 0)
  })

  it('leads through all hits by cursors, each hit once, whatever the filter', async t => {
    const snapshot = await printReviews(
      t,
      rows(57, number => ({ date: day(Math.floor(number / 4)) })),
    )
    for (const filter of [{}, { min_rating: 3 }, { query: 'number' }, { since: day(3), until: day(11) }]) {
      const ids = pageThrough(() => snapshot, { ...filter, limit: 7 })
      const all = search(snapshot, { ...filter, limit: 100 })
      assert.deepEqual(
        ids,
        all.reviews.map(review => review.id),
      )
      assert.equal(new Set(ids).size, all.matched)
    }
  })

  it('keeps its place between pages when reviews are added', async t => {
    const press = await startPress(t)
    await press.take(rows(20))
    let snapshot = await press.print()
    const before = search(snapshot, { limit: 100 }).reviews.map(review => review.id)
    const first = search(snapshot, { limit: 5 })
    await press.take([row({ source_id: 'newer', date: day(99) })])
    snapshot = await press.print()
    const rest = pageThrough(() => snapshot, { limit: 5, cursor: first.nextCursor! })
    assert.deepEqual([...first.reviews.map(review => review.id), ...rest], before)
  })

  it('takes only its own cursors', async t => {
    const snapshot = await printReviews(t, rows(3))
    const { nextCursor } = search(snapshot, { limit: 1 })
    for (const cursor of ['x', 'AAAA', `${nextCursor}=`, `${nextCursor}\n`, nextCursor!.slice(1)])
      assert.equal(snapshot.search(SearchArgs.parse({ cursor })), null, cursor)
  })
})

function pageThrough(current: () => Snapshot, args: { cursor?: string; limit: number }): string[] {
  const ids: string[] = []
  let cursor: string | null | undefined = args.cursor
  do {
    const page = search(current(), { ...args, ...(cursor && { cursor }) })
    ids.push(...page.reviews.map(review => review.id))
    cursor = page.nextCursor
  } while (cursor)
  return ids
}

/** Few letters, so that texts and queries meet often. */
const anyText = (size: object) =>
  fc.string({
    unit: fc.constantFrom('a', 'A', 'b', 'é', 'É', 'σ', 'ς', 'ß', '中', '👍', ' ', '!', '1', '\n'),
    ...size,
  })

function anyRow(): fc.Arbitrary<Row> {
  const text = fc.oneof(
    anyText({ maxLength: 12 }),
    fc.constantFrom('Rosa unclogged it', 'Bobby, water heater', null),
  )
  const parts = { text, rating: fc.integer({ min: 1, max: 5 }), day: fc.integer({ min: 0, max: 6 }) }
  return fc.record(parts).map(({ day: number, ...rest }) => row({ ...rest, date: day(number) }))
}

function anyArgs(): fc.Arbitrary<Partial<SearchArgs>> {
  const date = fc.integer({ min: -1, max: 7 }).map(day)
  return fc.record(
    {
      rating: fc.integer({ min: 1, max: 5 }),
      min_rating: fc.constantFrom(1, 2, 2.5, 4, 5),
      since: date,
      until: date,
      query: anyText({ minLength: 1, maxLength: 3 }),
      mentions_technician: fc.constantFrom('rosa', 'ROSA MÉNDEZ', 'bobby', 'nobody'),
      mentions_service: fc.constantFrom('drain_cleaning', 'WATER HEATER', 'unclogged'),
    },
    { requiredKeys: [] },
  )
}

function plainlyMatches(review: Review, args: Partial<SearchArgs>): boolean {
  const technicians: Record<string, string> = {
    rosa: 'Rosa Méndez',
    'rosa méndez': 'Rosa Méndez',
    bobby: 'Bob Stone',
  }
  const services: Record<string, string> = {
    drain_cleaning: 'drain_cleaning',
    'water heater': 'water_heater',
  }
  const { rating, min_rating, since, until, query, mentions_technician, mentions_service } = args
  return (
    (rating === undefined || review.rating === rating) &&
    (min_rating === undefined || review.rating >= min_rating) &&
    (since === undefined || review.date >= since) &&
    (until === undefined || review.date <= until) &&
    (query === undefined || foldCase(review.text ?? '').includes(foldCase(query))) &&
    (mentions_technician === undefined ||
      review.mentions.technicians.includes(technicians[mentions_technician.toLowerCase()] ?? '')) &&
    (mentions_service === undefined ||
      review.mentions.services.includes(services[mentions_service.toLowerCase()] ?? ''))
  )
}
