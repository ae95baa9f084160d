import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import type { Fields, Shape } from '../../../../src/ingest/formats/format.ts'
import { own } from '../../../../src/ingest/formats/own.ts'
import { mergeRows } from '../../../../src/ingest/merge/merge-rows.ts'
import type { Draft } from '../../../../src/ingest/values/draft.ts'
import { normalize } from '../../../../src/ingest/values/normalize.ts'
import { runs } from '../../../kit/runs.ts'
import { openTestStore, type TestStore } from '../../../kit/store.ts'

const identity = { source: 'google', source_id: 'r1' }

/** A review with every value, as a JSON row of our own format. */
const full = {
  ...identity,
  author: 'Ada Moreno',
  author_avatar_url: 'https://example.com/ada.png',
  rating: 4,
  date: '2026-03-10',
  date_precision: 'week',
  text: 'On time.\n\nWarm again within the hour.',
  source_url: 'https://example.com/r1',
  owner_reply: { text: 'Thanks, Ada.', date: '2026-03-12' },
  language: 'en',
  verification: { level: 'transaction', method: 'Invoice' },
  translation: { text: 'A tiempo.', language: 'es' },
  tags: [{ label: 'Value', sentiment: 'positive' }],
  photos: [{ url: 'https://example.com/1.jpg', source_url: 'https://example.com/photos' }],
  sub_ratings: { Food: 4 },
  incentive: true,
}

async function takeDraft({ store, clock }: TestStore, draft: Draft) {
  const result = normalize(draft, { order: null, retrievedAt: null })
  assert.ok('row' in result, JSON.stringify(result))
  return await store.write(writer =>
    mergeRows([{ ...result.row, evidence: 'export' }], writer, clock.now),
  )
}

const takeRecord = (kept: TestStore, record: Fields, shape: Shape = 'json') =>
  takeDraft(kept, own.read(record, shape) as Draft)

/** The values of the only review, by the names of our own format. */
async function valuesOf({ store }: TestStore) {
  const { shown } = await store.changesSince(0)
  assert.equal(shown.length, 1)
  const { content, particulars } = shown[0]!
  const { source_updated_at: _, basis: __, ...rest } = particulars
  return { ...content, ...rest }
}

async function openWith(t: TestContext, record: Fields): Promise<TestStore> {
  const kept = await openTestStore(t)
  await takeRecord(kept, record)
  return kept
}

describe('A row about a stored review', () => {
  it('A row with only a reply leaves every other value', async t => {
    for (const [record, shape] of [
      [{ ...identity, owner_reply: { text: 'Thank you!', date: '2026-03-13' } }, 'json'],
      [{ ...identity, owner_reply: 'Thank you!', owner_reply_date: '2026-03-13' }, 'table'],
    ] as const) {
      const kept = await openWith(t, full)
      const before = await valuesOf(kept)
      const { report } = await takeRecord(kept, record, shape)
      assert.equal(report.edited, 1)
      const owner_reply = { text: 'Thank you!', date: '2026-03-13' }
      assert.deepEqual(await valuesOf(kept), { ...before, owner_reply })
    }
  })

  it('An empty cell of a table leaves the stored value', async t => {
    const kept = await openWith(t, full)
    const before = await valuesOf(kept)
    const empty = Object.fromEntries(Object.keys(full).map(name => [name, '']))
    const { report } = await takeRecord(kept, { ...empty, ...identity, rating: '5' }, 'table')
    assert.equal(report.edited, 1)
    assert.deepEqual(await valuesOf(kept), { ...before, rating: 5 })
  })

  it('A null in JSON clears each value that a review can be without', async t => {
    const cleared = {
      author: 'Anonymous',
      author_avatar_url: null,
      text: null,
      source_url: null,
      owner_reply: null,
      language: null,
      verification: null,
      translation: null,
      tags: [],
      photos: [],
      sub_ratings: {},
      incentive: null,
    }
    for (const [name, value] of Object.entries(cleared)) {
      const kept = await openWith(t, full)
      const before = await valuesOf(kept)
      await takeRecord(kept, { ...identity, [name]: null })
      // A translation goes with its text.
      const also = name === 'text' && { translation: null }
      assert.deepEqual(await valuesOf(kept), { ...before, [name]: value, ...also }, name)
    }
  })

  it('New photos and sub-ratings are saved, and are no edit', async t => {
    const kept = await openWith(t, full)
    const before = await valuesOf(kept)
    const photos = [{ url: 'https://example.com/2.jpg', source_url: null }]
    const { report } = await takeRecord(kept, { ...identity, photos, sub_ratings: { Food: 5 } })
    assert.deepEqual([report.edited, report.unchanged], [0, 1])
    assert.deepEqual(await valuesOf(kept), { ...before, photos, sub_ratings: { Food: 5 } })
    assert.equal((await kept.store.changesSince(0)).entries.length, 1)
  })

  it('A new review gets a default for every value that its row lacks', async t => {
    const kept = await openWith(t, { ...identity, rating: 3, date: '2026-03-10' })
    assert.deepEqual(await valuesOf(kept), {
      author: 'Anonymous',
      rating: 3,
      date: '2026-03-10',
      text: null,
      owner_reply: null,
      author_avatar_url: null,
      source_url: null,
      language: null,
      verification: null,
      date_precision: 'day',
      translation: null,
      tags: [],
      photos: [],
      sub_ratings: {},
      incentive: null,
    })
  })

  it('A row without a rating or a date is left out if its review is not stored', async t => {
    const kept = await openWith(t, full)
    const unknown = { source: 'google', source_id: 'r2', text: 'New.' }
    for (const record of [unknown, { ...unknown, rating: 4 }, { ...unknown, date: '2026-03-14' }]) {
      const { report, incomplete, met } = await takeRecord(kept, record)
      assert.deepEqual([report.added, report.duplicate, incomplete, met.ids.size], [0, 0, [0], 0])
    }
    await valuesOf(kept)
  })

  it('A row without a date does not bring back an erased review', async t => {
    const kept = await openWith(t, full)
    const { shown } = await kept.store.changesSince(0)
    await kept.store.write(writer => writer.erase(shown[0]!))
    const { report, incomplete } = await takeRecord(kept, { ...identity, text: 'Back.' })
    assert.deepEqual([report.erased, incomplete], [1, []])
  })

  it('A stored precision stays with its date, and another date is exact', async t => {
    const kept = await openWith(t, full)
    await takeRecord(kept, { ...identity, date: full.date })
    assert.equal((await valuesOf(kept)).date_precision, 'week')
    await takeRecord(kept, { ...identity, date: '2026-03-09' })
    const { date, date_precision } = await valuesOf(kept)
    assert.deepEqual([date, date_precision], ['2026-03-09', 'day'])
  })

  it('A date that is no more precise than the stored one does not move it, and a more precise one does', async t => {
    const after = async (date_precision: string) => {
      const kept = await openWith(t, full)
      await takeRecord(kept, { ...identity, date: '2026-03-02', date_precision })
      const { date, date_precision: precision } = await valuesOf(kept)
      return [date, precision]
    }
    assert.deepEqual(await after('month'), [full.date, 'week'])
    assert.deepEqual(await after('week'), [full.date, 'week'])
    assert.deepEqual(await after('day'), ['2026-03-02', 'day'])
    const kept = await openWith(t, { ...full, date_precision: 'month' })
    await takeRecord(kept, { ...identity, date: '2026-03-02', date_precision: 'week' })
    assert.equal((await valuesOf(kept)).date, '2026-03-02')
  })

  it('A reply without a date and without a stored one has the day of the change, else that of the review', async t => {
    const dated = async (updated_at?: string) => {
      const kept = await openWith(t, { ...full, owner_reply: null })
      await takeDraft(kept, { ...identity, reply: { text: 'Thanks.' }, updated_at })
      return (await valuesOf(kept)).owner_reply?.date
    }
    assert.deepEqual(
      [await dated('2026-03-18T10:00:00Z'), await dated()],
      ['2026-03-18', full.date],
    )
  })

  it('A reply without a date keeps the stored date, unless the row says when it changed', async t => {
    const dated = async (reply: string, change: Fields) => {
      const kept = await openWith(t, full)
      await takeDraft(kept, { ...identity, reply: { text: reply }, ...change })
      return (await valuesOf(kept)).owner_reply?.date
    }
    assert.equal(await dated('Thanks, Ada.', {}), '2026-03-12')
    assert.equal(await dated('Thanks, Ada.', { updated_at: '2026-03-18T10:00:00Z' }), '2026-03-12')
    assert.equal(await dated('Thank you!', { updated_at: '2026-03-18T10:00:00Z' }), '2026-03-18')
    assert.equal(await dated('Thank you!', {}), '2026-03-12')
  })

  it('A translation goes when its text changes, unless the row has one of the new text', async t => {
    const translationAfter = async (change: Fields) => {
      const kept = await openWith(t, full)
      await takeRecord(kept, { ...identity, ...change })
      return (await valuesOf(kept)).translation
    }
    assert.deepEqual(await translationAfter({ text: full.text }), full.translation)
    assert.equal(await translationAfter({ text: 'Great work.' }), null)
    const translation = { text: 'Buen trabajo.', language: 'es' }
    assert.deepEqual(await translationAfter({ text: 'Great work.', translation }), translation)
  })

  it('A verification or a translation keeps the half that a row leaves out', async t => {
    const kept = await openWith(t, full)
    const before = await valuesOf(kept)
    await takeRecord(kept, { ...identity, verification: 'transaction' }, 'table')
    await takeRecord(kept, { ...identity, verification: { level: 'transaction' } })
    await takeRecord(kept, { ...identity, translation: { text: full.translation.text } })
    assert.deepEqual(await valuesOf(kept), before)
    await takeRecord(kept, { ...identity, verification: { level: 'invited' } })
    assert.deepEqual((await valuesOf(kept)).verification, { level: 'invited', method: null })
  })

  it('A review that was not verified becomes verified when a row says so', async t => {
    const kept = await openTestStore(t)
    const first = { ...identity, rating: 5, date: '2026-03-10' }
    await takeRecord(kept, { ...first, verified: false })
    assert.equal((await kept.store.changesSince(0)).shown.length, 0)
    await takeRecord(kept, { ...identity, verified: true })
    assert.deepEqual((await valuesOf(kept)).verification, { level: 'platform', method: null })
  })

  it('A headline without a text is the text of a new review, and leaves a stored one', async t => {
    const kept = await openTestStore(t)
    const headline: Draft = { ...identity, rating: 4, date: '2026-03-10', title: 'On time.' }
    await takeDraft(kept, headline)
    assert.equal((await valuesOf(kept)).text, 'On time.')
    await takeDraft(kept, { ...headline, text: 'Warm again.' })
    await takeDraft(kept, headline)
    assert.equal((await valuesOf(kept)).text, 'On time.\n\nWarm again.')
  })

  it('A reviewer who turned anonymous at the source loses the stored name and picture', async t => {
    const kept = await openWith(t, full)
    await takeDraft(kept, { ...identity, author: null, author_avatar_url: null })
    const { author, author_avatar_url } = await valuesOf(kept)
    assert.deepEqual([author, author_avatar_url], ['Anonymous', null])
  })
})

describe('A review whose file states no language', () => {
  const spanish = {
    ...identity,
    rating: 5,
    date: '2026-03-10',
    text: 'Llegaron a tiempo y dejaron todo muy limpio.',
  }
  const languageOf = async (kept: TestStore) => (await valuesOf(kept)).language

  it('The language of a new review is detected, and the same row again changes nothing', async t => {
    const kept = await openWith(t, spanish)
    assert.equal(await languageOf(kept), 'es')
    const version = await kept.store.version()
    await takeRecord(kept, spanish)
    assert.equal(await kept.store.version(), version)
  })

  it('The language of a headline without a text is detected, but not for a stored review', async t => {
    const { text: title, ...bare } = spanish
    const kept = await openTestStore(t)
    await takeDraft(kept, { ...bare, title })
    assert.equal(await languageOf(kept), 'es')
    const other = await openWith(t, { ...bare, text: 'Great!' })
    await takeDraft(other, { ...bare, title })
    assert.equal(await languageOf(other), null)
  })

  it('What the file states wins, null included, and a stored language is not replaced by a guess', async t => {
    for (const language of ['ca', null]) {
      const kept = await openWith(t, { ...spanish, language })
      assert.equal(await languageOf(kept), language)
    }
    const kept = await openWith(t, { ...spanish, language: 'ca' })
    await takeRecord(kept, spanish)
    assert.equal(await languageOf(kept), 'ca')
  })

  it('A missing language is filled in by a later import, which is no edit', async t => {
    const kept = await openWith(t, { ...spanish, language: null })
    const { report } = await takeRecord(kept, spanish)
    assert.deepEqual([report.edited, report.unchanged], [0, 1])
    assert.equal(await languageOf(kept), 'es')
  })
})

const few = <T>(...values: T[]) => fc.constantFrom(...values)
const values = {
  author: few('Ada', 'Bob', null),
  author_avatar_url: few('https://example.com/a.png', 'https://example.com/b.png', null),
  rating: fc.integer({ min: 1, max: 5 }),
  date: few('2026-03-10', '2026-03-11'),
  text: few('Warm.', 'Cold.', null),
  source_url: few('https://example.com/1', 'https://example.com/2', null),
  owner_reply: few(
    { text: 'Thanks.', date: '2026-03-12' },
    { text: 'Sorry.', date: '2026-03-13' },
    null,
  ),
  language: few('en', 'es', null),
  verification: few(
    { level: 'invited', method: null },
    { level: 'platform', method: 'Login' },
    null,
  ),
  translation: few({ text: 'Warm.', language: 'en' }, { text: 'Cold.', language: null }, null),
  tags: few([{ label: 'Value', sentiment: 'positive' }], [], null),
  incentive: few(true, false, null),
}

/** What a stated value is stored as. */
const stored = (row: Fields) => ({
  ...row,
  ...('author' in row && { author: row.author ?? 'Anonymous' }),
  ...('tags' in row && { tags: row.tags ?? [] }),
})

describe('Any row of our own format', () => {
  it('Importing a row changes exactly the values that it states, and nothing the second time', async t => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(values),
        fc.record(values, { requiredKeys: [] }),
        async (first, second) => {
          const kept = await openWith(t, { ...identity, ...first })
          const before = await valuesOf(kept)
          await takeRecord(kept, { ...identity, ...second })
          const isOtherText = 'text' in second && second.text !== before.text
          const expected = {
            ...before,
            ...(isOtherText && { translation: null }),
            ...stored(second),
          }
          assert.deepEqual(await valuesOf(kept), expected)
          const version = await kept.store.version()
          await takeRecord(kept, { ...identity, ...second })
          assert.equal(await kept.store.version(), version)
        },
      ),
      runs(60),
    )
  })
})
