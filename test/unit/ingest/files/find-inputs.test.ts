import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { ReadingOptions } from '../../../../src/ingest/files/scan-inputs.ts'
import { openReviewFile } from '../../../../src/ingest/review-file.ts'
import { FileProblem } from '../../../../src/ingest/values/file-problem.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { row, rows } from '../../../kit/rows.ts'
import { makeZip, type ZipEntry } from '../../../kit/zip.ts'

type Files = Record<string, unknown>
const textOf = (content: unknown) =>
  typeof content === 'string' ? content : JSON.stringify(content)

async function makeTree(t: TestContext, files: Files): Promise<string> {
  const { path } = await makeFolder(t)
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), textOf(content))
  }
  return path
}

async function writeZip(t: TestContext, entries: ZipEntry[]): Promise<string> {
  const path = join((await makeFolder(t)).path, 'export.zip')
  await writeFile(path, makeZip(entries))
  return path
}

const packFiles = (t: TestContext, files: Files) =>
  writeZip(
    t,
    Object.entries(files).map(([name, content]) => ({ name, content: textOf(content) })),
  )

/** `part row source_id` of each good row. */
async function read(path: string, options: ReadingOptions = {}): Promise<string[]> {
  const outcomes = await Array.fromAsync((await openReviewFile(path, options)).outcomes())
  return outcomes.map(
    one => `${one.input} ${one.row} ${'good' in one ? one.good.source_id : 'fault'}`,
  )
}

async function assertProblem(opening: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(opening, (error: Error) => {
    assert.ok(error instanceof FileProblem, String(error))
    assert.match(error.message, message)
    return true
  })
}

const review = (id: string, account = 1, place = 2) => ({
  name: `accounts/${account}/locations/${place}/reviews/${id}`,
  reviewer: { displayName: 'Ada' },
  starRating: 'FIVE',
  createTime: '2026-01-05T10:00:00.000001Z',
})
const listing = (text: string) => ({
  attributes: [{ name: 'LISTING_NAME', values: [{ datum: { listingName: { text } } }] }],
})
const GBP = 'Takeout/Google Business Profile'
const WRITTEN = {
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: { five_star_rating_published: 5, location: {} } }],
}

for (const [kind, make] of [
  ['folder', makeTree],
  ['zip', packFiles],
] as const)
  describe(`A ${kind}`, { concurrency: 3 }, () => {
    it(`A ${kind} yields the reviews of each JSON and CSV file in it, in the order of their names`, async t => {
      const path = await make(t, {
        'b.csv': 'source,source_id,rating,date,text\ngoogle,c,5,2026-01-05,\n',
        'a/deep.JSON': [row({ source_id: 'a' }), row({ source_id: 'b' })],
        'notes.txt': 'source,rating,date,text\ngoogle,5,2026-01-05,\n',
        'products.csv': 'sku,price\n1,2\n',
        'settings.json': { colour: 'red' },
        'none.json': [],
        'empty.csv': '',
        '__MACOSX/._b.csv': '\0\0',
        '.hidden.json': '{',
      })
      assert.deepEqual(await read(path), ['a/deep.JSON 1 a', 'a/deep.JSON 2 b', 'b.csv 2 c'])
    })

    it(`Every file of a ${kind} is named with what became of it, and whether reviews may stand in it`, async t => {
      const path = await make(t, {
        'a.json': { reviews: [review('a'), review('b')] },
        'business.json': { name: 'A' },
        'empty.csv': '',
        'none.json': [],
        'notes.txt': 'x',
        'other.csv': 'sku,price\n1,2\n',
        'photo.JPG': '',
      })
      const { inputs, skipped } = await openReviewFile(path, {})
      assert.deepEqual(inputs, [
        { name: 'a.json', format: 'Google Business Profile (API or Takeout)', rows: 2 },
      ])
      assert.deepEqual(
        skipped.map(({ name, reason, mayHoldReviews }) => [
          name,
          reason.replace(/[;:].*/, ''),
          mayHoldReviews,
        ]),
        [
          [
            'notes.txt',
            'is no .json, .csv, .xlsx or .zip file. If it has reviews, import it by its name.',
            true,
          ],
          ['photo.JPG', 'is of a kind that holds no reviews.', false],
          ['business.json', 'holds settings.', false],
          ['empty.csv', 'is empty.', false],
          ['none.json', 'has no reviews in it.', false],
          ['other.csv', 'is in no known format', true],
        ],
      )
    })

    it(`A table beside a Takeout in a ${kind} is read, too, whichever of its folders is given`, async t => {
      const reviews = { reviews: [review('g')] }
      const table = 'source,source_id,rating,date,text\nyelp,y,5,2026-01-05,\n'
      for (const [folder, beside] of [
        [`${GBP}/account-1/location-2`, 'table.csv'],
        [`${GBP}/account-1/location-2`, 'Takeout/table.csv'],
        ['Google Business Profile/account-1/location-2', 'table.csv'],
        ['account-1/location-2', 'table.csv'],
      ]) {
        const path = await make(t, { [`${folder}/reviews.json`]: reviews, [beside!]: table })
        assert.deepEqual(
          (await read(path)).toSorted(),
          [`${folder}/reviews.json 1 g`, `${beside} 2 y`].toSorted(),
        )
      }
    })

    it(`What a Takeout in a ${kind} holds beside the reviews is named, and only other exports may be reviews`, async t => {
      const folder = `${GBP}/account-1/location-2`
      const path = await make(t, {
        [`${folder}/reviews.json`]: { reviews: [review('a')] },
        [`${folder}/additionalData.json`]: [],
        [`${GBP}/account-1/location-3/reviews.json`]: {},
        'Takeout/Maps (your places)/Reviews.json': WRITTEN,
        'Takeout/archive_browser.html': '<p>',
      })
      const { skipped } = await openReviewFile(path, {})
      assert.deepEqual(
        skipped.map(({ name, mayHoldReviews }) => [name, mayHoldReviews]),
        [
          [`${folder}/additionalData.json`, false],
          ['Takeout/Maps (your places)/Reviews.json', true],
          ['Takeout/archive_browser.html', false],
          [`${GBP}/account-1/location-3/reviews.json`, false],
        ],
      )
    })

    it(`Rows of a ${kind} that do not say which location they are about are left out with a reason`, async t => {
      const path = await make(t, {
        [`${GBP}/account-1/location-2/reviews.json`]: { reviews: [review('a')] },
        'own.json': rows(2),
      })
      const file = await openReviewFile(path, { location: 'location-2' })
      assert.equal((await Array.fromAsync(file.outcomes())).length, 1)
      assert.deepEqual(
        file.inputs.map(({ rows }) => rows),
        [1],
      )
      const skipped = {
        name: 'own.json (2 rows)',
        reason: 'names no location.',
        mayHoldReviews: true,
      }
      assert.deepEqual(file.skipped, [skipped])
    })

    it(`Installed packages and hidden folders in a ${kind} are never read, not even for a Takeout`, async t => {
      const path = await make(t, {
        'a.json': [row({ source_id: 'a' })],
        'node_modules/firsthand/demo/demo.json': rows(2),
        'site/node_modules/x/y.csv': 'source,rating,date,text\ngoogle,5,2026-01-05,\n',
        '.cache/b.json': rows(1),
        'site/.cache/b.json': '{',
        [`.trash/${GBP}/account-1/location-2/reviews.json`]: { reviews: [review('t')] },
      })
      assert.deepEqual(await read(path), ['a.json 1 a'])
    })

    it(`A ${kind} reports its size and the progress over all its files`, async t => {
      const [one, two] = [JSON.stringify(rows(2)), JSON.stringify(rows(3))]
      const file = await openReviewFile(
        await make(t, { 'a.json': one, 'b.json': two, 'c.json': {} }),
        {},
      )
      const progress: number[] = []
      for await (const _ of file.outcomes(bytes => progress.push(bytes)));
      assert.deepEqual(
        [file.size, progress],
        [one.length + two.length, [one.length, one.length + two.length]],
      )
    })

    it(`A ${kind} carries the business of the file that has one`, async t => {
      const path = await make(t, {
        'a.json': rows(1),
        'b.json': { business: { name: 'A' }, reviews: rows(1) },
      })
      assert.deepEqual((await openReviewFile(path, {})).business, { name: 'A' })
    })

    it(`A ${kind} with a broken file is rejected with the name of that file`, async t => {
      const path = await make(t, { 'a.json': rows(1), 'b/c.json': '[\n{' })
      await assertProblem(openReviewFile(path, {}), /: b\/c\.json: line 2: is not valid JSON/)
    })

    it(`A ${kind} without any reviews is rejected`, async t => {
      await assertProblem(
        openReviewFile(await make(t, { 'a.json': {} }), {}),
        /: holds no \.json, \.csv or \.xlsx file with reviews/,
      )
    })

    it(`A ${kind} with nothing but empty lists is rejected, although such a file alone is not`, async t => {
      const path = await make(t, { 'a.json': [], 'b.json': { reviews: [] } })
      await assertProblem(
        openReviewFile(path, {}),
        /: holds no \.json, \.csv or \.xlsx file with reviews/,
      )
    })

    it(`A ${kind} with a table that may be reviews is rejected with what its columns may be`, async t => {
      const path = await make(t, {
        'a.csv': 'Score,When\n5,2026-01-05\n',
        'b.csv': 'sku,price\n1,2\n',
      })
      await assertProblem(
        openReviewFile(path, {}),
        /: a\.csv: is in no known format.*--map rating=Score/,
      )
    })

    it(`A ${kind} carries no business of a file in another format`, async t => {
      const path = await make(t, {
        'a.json': { business: { name: 'Other' }, reviews: [review('a')] },
        'b.json': { business: { name: 'A' }, reviews: rows(1) },
        'c.json': { business: { name: 'C' }, reviews: rows(1) },
      })
      assert.deepEqual((await openReviewFile(path, {})).business, { name: 'A' })
    })

    it(`A ${kind} yields only files of the format asked for`, async t => {
      const path = await make(t, { 'a.json': rows(1), 'b.json': { reviews: [review('g')] } })
      assert.deepEqual(await read(path, { format: 'google' }), ['b.json 1 g'])
      const mapping = {
        source: 'yelp',
        columns: { rating: 'rating', date: 'date', source_id: 'source_id' },
      }
      assert.deepEqual(await read(path, { mapping }), ['a.json 1 r0'])
    })

    it(`A Takeout in a ${kind} yields the reviews of the business and nothing else`, async t => {
      const folder = `${GBP}/account-1/location-2`
      const path = await make(t, {
        [`${folder}/reviews.json`]: { reviews: [review('a')] },
        [`${folder}/reviews-xyz.json`]: { reviews: [review('b')] },
        [`${folder}/additionalData.json`]: listing('Test & Sons'),
        [`${folder}/data.json`]: rows(1),
        'Takeout/Maps (your places)/Reviews.json': WRITTEN,
        'Takeout/My Activity/other.json': rows(2),
        'Takeout/My Activity/broken.json': '{',
        'Takeout/archive_browser.html': '<p>',
      })
      const parts = ['reviews-xyz.json 1 b', 'reviews.json 1 a']
      assert.deepEqual(
        await read(path),
        parts.map(part => `${folder}/${part}`),
      )
      assert.equal((await read(path, { location: 'test & sons' })).length, 2)
    })

    it(`The locations of a Takeout in a ${kind} are named after their listings, else after their folders`, async t => {
      const path = await make(t, {
        [`${GBP}/account-1/location-2/reviews.json`]: { reviews: [review('a'), review('b')] },
        [`${GBP}/account-1/location-2/additionalData.json`]: [{ deep: [listing('Old Town')] }],
        [`${GBP}/account-1/location-3/reviews.json`]: { reviews: [review('c', 1, 3)] },
        [`${GBP}/account-1/location-3/additionalData.json`]: '{',
        [`${GBP}/account-1/location-4/reviews.json`]: {},
      })
      await assertProblem(
        openReviewFile(path, {}),
        /2 locations.*\n {2}Old Town \(2\)\n {2}location-3 \(1\)$/s,
      )
      assert.deepEqual(await read(path, { location: 'location-3' }), [
        `${GBP}/account-1/location-3/reviews.json 1 c`,
      ])
    })

    it(`Locations of the same name in a ${kind} are distinguished, but one location under two accounts is not`, async t => {
      const twice = {
        [`${GBP}/account-1/location-2/reviews.json`]: { reviews: [review('a')] },
        [`${GBP}/account-1/location-2/additionalData.json`]: listing('Joe'),
        [`${GBP}/account-9/location-2/reviews.json`]: { reviews: [review('a', 9)] },
      }
      assert.equal((await read(await make(t, twice))).length, 2)
      const chain = await make(t, {
        ...twice,
        [`${GBP}/account-1/location-3/reviews.json`]: { reviews: [review('c')] },
        [`${GBP}/account-1/location-3/additionalData.json`]: listing('Joe'),
      })
      await assertProblem(
        openReviewFile(chain, {}),
        /Joe \(location-2\) \(2\)\n {2}Joe \(location-3\) \(1\)$/,
      )
    })

    it(`Reviews that the account itself wrote are recognized in a ${kind}`, async t => {
      const path = await make(t, {
        'Takeout/Maps (your places)/Reviews.json': WRITTEN,
        'Takeout/x.json': {},
      })
      await assertProblem(
        openReviewFile(path, {}),
        /Reviews\.json: holds the reviews that the owner .* wrote about other places/,
      )
    })
  })

describe('A zip in a folder', () => {
  const takeout = makeZip([
    {
      name: `${GBP}/account-1/location-2/reviews.json`,
      content: JSON.stringify({ reviews: [review('a')] }),
    },
    { name: 'Takeout/My Activity/other.json', content: JSON.stringify(rows(2)) },
  ])

  async function folderWith(t: TestContext, zip: Buffer, files: Files = {}): Promise<string> {
    const path = await makeTree(t, { 'in/b.json': [row({ source_id: 'b' })], ...files })
    await writeFile(join(path, 'in/export.ZIP'), zip)
    return path
  }

  it('A zip in a folder is read like one given by its name, beside the other files', async t => {
    const path = await folderWith(t, takeout)
    const inZip = `in/export.ZIP/${GBP}/account-1/location-2/reviews.json 1 a`
    assert.deepEqual(await read(path), ['in/b.json 1 b', inZip])
    await writeFile(join(path, 'in/b.json'), '{}')
    assert.deepEqual(await read(path), [inZip])
  })

  it('A link in a folder and a zip in a zip are named, and not opened', async t => {
    const path = await folderWith(t, makeZip([{ name: 'inner.zip', content: 'x' }]))
    await symlink(join(path, 'in/b.json'), join(path, 'link.json'))
    const { skipped } = await openReviewFile(path, {})
    assert.deepEqual(
      skipped.map(({ name, reason }) => `${name} ${reason}`),
      [
        'link.json is a link. Import the file that it leads to by its name.',
        'in/export.ZIP/inner.zip is a zip inside of a zip. Unpack the outer one.',
      ],
    )
  })

  it('A zip without reviews in a folder is skipped, and one that cannot be read is named', async t => {
    const path = await folderWith(t, makeZip([{ name: 'a.txt', content: 'a' }]))
    assert.deepEqual(await read(path), ['in/b.json 1 b'])
    await writeFile(join(path, 'in/export.ZIP'), takeout.subarray(0, -10))
    await assertProblem(
      openReviewFile(path, {}),
      /: in\/export\.ZIP: is a zip file that cannot be read/,
    )
  })
})

describe('A zip that is not as it should be', () => {
  const good = { name: 'a.json', content: JSON.stringify(rows(1)) }

  it('A damaged zip is rejected', async t => {
    const path = await writeZip(t, [good])
    await writeFile(path, makeZip([good]).subarray(0, -10))
    await assertProblem(openReviewFile(path, {}), /^export\.zip: is a zip file that cannot be read/)
    await writeFile(path, makeZip([good]).fill(0xff, 40, 60))
    await assertProblem(openReviewFile(path, {}), /^export\.zip: a\.json: is damaged in the zip\.$/)
  })

  it('A zip with paths outside itself is rejected', async t => {
    await assertProblem(
      openReviewFile(await writeZip(t, [{ ...good, name: '../a.json' }]), {}),
      /cannot be read/,
    )
  })

  it('An encrypted zip is rejected', async t => {
    await assertProblem(
      openReviewFile(await writeZip(t, [{ ...good, isEncrypted: true }]), {}),
      /a\.json: is encrypted/,
    )
  })

  it('A zip that unpacks to too much is rejected', async t => {
    const large = (count: number, statedSize: number) =>
      writeZip(
        t,
        Array.from({ length: count }, (_, n) => ({ ...good, name: `${n}.json`, statedSize })),
      )
    await assertProblem(
      openReviewFile(await large(1, 513 * 2 ** 20), {}),
      /0\.json: is larger than 512 MiB/,
    )
    await assertProblem(openReviewFile(await large(5, 500 * 2 ** 20), {}), /more than 2 GiB/)
  })

  it('A zip entry that is larger than it states is rejected', async t => {
    const lying = {
      name: 'a.csv',
      content: `source,rating,date,text\n${'google,5,2026-01-05,\n'.repeat(1e5)}`,
      statedSize: 100,
    }
    await assertProblem(
      openReviewFile(await writeZip(t, [lying]), {}),
      /a\.csv: is damaged in the zip/,
    )
  })

  it('A zip may hold large files that are not reviews', async t => {
    const film = { name: 'film.mp4', content: 'x', statedSize: 3 * 2 ** 30 }
    assert.deepEqual(await read(await writeZip(t, [film, good])), ['a.json 1 r0'])
  })

  it('Control characters in the name of a zip entry are not shown', async t => {
    const path = await writeZip(t, [{ ...good, name: 'a\u001b[31m.json' }])
    assert.deepEqual(await read(path), ['a[31m.json 1 r0'])
  })
})
