import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { FORMATS } from '../../../../src/ingest/formats/known-formats.ts'
import { importFile, runImport, shownOf } from '../../../kit/cli/import/run-import.ts'
import { readPublished } from '../../../kit/cli/published.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { FIXTURES, textOf } from '../../../kit/ingest/formats/fixtures.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { makeMapsTakeout, makeTakeout, mapsReviews, takeoutReviews } from '../../../kit/takeout.ts'
import { CASES } from './format-cases.ts'

describe('firsthand import of every format', { concurrency: 2 }, () => {
  it('Every format has a test case', () =>
    assert.deepEqual(new Set(Object.keys(CASES)), new Set(Object.keys(FIXTURES))))

  for (const [file, { flags = [], added, rejected = 0, ignored = '', shows }] of Object.entries(
    CASES,
  ))
    it(`An import recognizes ${file} under any name and shows its reviews`, async t => {
      const imported = await importFile(t, textOf(file), ...flags)
      const { title } = FORMATS[FIXTURES[file]!]!
      assert.equal(
        imported.stdout.split('\n', 1)[0],
        `export.bin (${title}${ignored}): ${added} added, 0 edited, 0 unchanged, 0 duplicate, ${rejected} rejected`,
      )
      assert.equal(imported.code, rejected > 0 ? 3 : 0)
      const reviews = await shownOf(imported)
      if (!shows) return assert.deepEqual(reviews, [])
      const review = reviews.find(
        ({ author, rating }) => author === shows.author && rating === shows.rating,
      )
      const { author, rating, date, text, owner_reply, source } = review!
      assert.deepEqual({ author, rating, date, text, owner_reply, source }, shows)
    })
})

describe('firsthand import of a Takeout', { concurrency: 2 }, () => {
  it('An import takes each review of the business from a Takeout zip once, in its latest version', async t => {
    const { zip } = await makeTakeout(t)
    const folder = await makeFolder(t)
    const { code, stdout } = await runImport(folder, zip)
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^takeout-\w+-001\.zip \(Google [^:]+\): 5 added, 0 edited, 0 unchanged, 3 duplicate/,
    )
    const { reviews } = await readPublished(folder.databaseUrl)
    const jonas = reviews.find(({ author }) => author === 'Jonas Weir')!
    assert.deepEqual(
      [reviews.length, jonas.text],
      [takeoutReviews.ids.length, takeoutReviews.edited.text],
    )
  })

  it('An import of the wrong part of a Takeout says whose reviews those are and where the right ones are', async t => {
    const sentence =
      /holds the reviews that the owner of the Google account wrote about other places\. .*"Google Business Profile"/
    const { zip } = await makeMapsTakeout(t)
    assertRejected(await runImport(await makeFolder(t), zip), 1, sentence)
    assertRejected(await importFile(t, mapsReviews), 1, sentence)
  })
})

describe('firsthand import of other files', { concurrency: 2 }, () => {
  it('An import says how to convert an Excel workbook in the old format', async t => {
    const folder = await makeFolder(t)
    await writeFile(join(folder.path, 'reviews.xls'), Buffer.from('d0cf11e0a1b11ae1', 'hex'))
    const { stderr } = await runImport(folder, 'reviews.xls')
    assert.match(
      stderr,
      /^reviews\.xls: is an Excel workbook in the old format .* Save it as \.xlsx without a password/,
    )
  })

  it('An import rejects Facebook recommendations and says why', async t => {
    const { code, stderr } = await importFile(t, textOf('facebook.json'))
    assert.equal(code, 3)
    for (const number of [1, 3])
      assert.match(
        stderr,
        new RegExp(
          `^export\\.bin: row ${number}: A Facebook recommendation has no stars, and none are invented\\.$`,
          'm',
        ),
      )
  })

  it('An import lists the columns of an unknown table and says how to map them', async t => {
    const finished = await importFile(t, 'Score,When,Words\n5,2026-03-14,Fine.\n')
    assertRejected(
      finished,
      1,
      /its columns are Score, When, Words\. If these are reviews, .*: --map rating=Score --map date=When --map text=Words --source direct\./,
    )
  })

  it('An import guesses the text by the longest cells, whatever the row they are in', async t => {
    const { stderr } = await importFile(
      t,
      'Sterne;Datum;Was der Kunde schreibt\n5;14.03.2026;\n4;15.03.2026;Sehr freundlich und pünktlich, gerne wieder.\n',
    )
    assert.match(stderr, /--map rating=Sterne --map date=Datum --map 'text=Was der Kunde schreibt'/)
  })
})

describe('Texts from Google', () => {
  const name = 'accounts/1/locations/7701/reviews/AbFvTicked'
  const ticked = {
    reviews: [
      {
        name,
        reviewer: { displayName: 'Ada Moreno' },
        starRating: 'FIVE',
        createTime: '2026-03-14T10:00:00Z',
        comment: 'Great.\n\nPositive\nPunctuality, Professionalism',
      },
    ],
  }

  it('A translated Google review is shown in the original, with the translation apart', async t => {
    const reviews = await shownOf(await importFile(t, textOf('google-takeout.json')))
    const { text, translation } = reviews.find(({ author }) => author === 'Lucía Prado')!
    assert.equal(text, 'Amables, pero tarde.')
    assert.deepEqual(translation, { language: null, text: 'Friendly, but late.' })
  })

  it('What was only ticked in a Google review becomes tags, which count as aspects', async t => {
    const { folder } = await importFile(t, ticked)
    const { reviews, insights } = await readPublished(folder.databaseUrl)
    const [{ id, text, tags }] = reviews as [(typeof reviews)[number]]
    assert.equal(text, 'Great.')
    assert.deepEqual(tags, [
      { label: 'Punctuality', sentiment: 'positive' },
      { label: 'Professionalism', sentiment: 'positive' },
    ])
    const punctuality = insights.aspects.find(aspect => aspect.id === 'punctuality')!
    assert.deepEqual([punctuality.mention_count, punctuality.example_review_ids], [1, [id]])
    const { evidence } = insights.per_review[id]!.aspects.find(
      aspect => aspect.id === 'punctuality',
    )!
    assert.equal(evidence, 'Positive: Punctuality')
  })
})
