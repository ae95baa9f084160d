import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Review } from '../../../../src/model/review.ts'
import { runImport } from '../../../kit/cli/import/run-import.ts'
import { readPublished } from '../../../kit/cli/published.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { importInto } from '../../../kit/service.ts'

const stored = {
  source: 'google',
  source_id: 'r1',
  author: 'Ada Moreno',
  rating: 5,
  date: '2026-03-14',
  text: 'Warm again within the hour.',
  source_url: 'https://example.com/r1',
  language: 'en',
  verification: { level: 'invited', method: 'Link' },
}

async function makeStored(t: TestContext): Promise<Folder> {
  const folder = await makeFolder(t)
  await importInto(folder.databaseUrl, [stored])
  return folder
}

/** Without what every edit changes. */
async function publishedIn({ databaseUrl }: Folder): Promise<Partial<Review>[]> {
  const { reviews } = await readPublished(databaseUrl)
  return reviews.map(({ revision: _, updated_at: __, ...review }) => review)
}

const counts = (added: number, edited: number, unchanged: number, rejected: number) =>
  new RegExp(
    `: ${added} added, ${edited} edited, ${unchanged} unchanged, 0 duplicate, ${rejected} rejected$`,
    'm',
  )

describe('firsthand import of rows that lack values', { concurrency: 3 }, () => {
  const reply = { text: 'Thank you!', date: '2026-03-16' }
  const row = { source: 'google', source_id: 'r1', owner_reply: reply }
  const files: [string, unknown, ...string[]][] = [
    ['JSON with a rating and a date', [{ ...row, rating: 5, date: '2026-03-14' }]],
    ['JSON with nothing else', [row]],
    [
      'a table with nothing else',
      'source,source_id,owner_reply,owner_reply_date\ngoogle,r1,Thank you!,2026-03-16',
    ],
    [
      'a table with empty cells',
      'source,source_id,author,rating,date,text,owner_reply,owner_reply_date\ngoogle,r1,,5,2026-03-14,,Thank you!,2026-03-16',
    ],
    [
      'a table with named columns',
      'Ref;Answer;Day\nr1;Thank you!;2026-03-16',
      ...['source_id=Ref', 'owner_reply=Answer', 'reply_date=Day'].flatMap(pair => ['--map', pair]),
      ...['--source', 'google'],
    ],
  ]
  for (const [name, content, ...flags] of files)
    it(`A reply in ${name} changes nothing but the reply`, async t => {
      const folder = await makeStored(t)
      const [before] = await publishedIn(folder)
      await folder.write('replies', content)
      const { code, stdout } = await runImport(folder, 'replies', ...flags)
      assert.equal(code, 0)
      assert.match(stdout, counts(0, 1, 0, 0))
      assert.deepEqual(await publishedIn(folder), [{ ...before, owner_reply: reply }])
      assert.match((await runImport(folder, 'replies', ...flags)).stdout, counts(0, 0, 1, 0))
    })

  it('A row that updates no stored review is rejected with its number and the reason', async t => {
    const folder = await makeStored(t)
    await folder.write('replies.json', [
      row,
      { ...row, source_id: 'r2' },
      { ...row, source_id: null },
    ])
    const { code, stdout, stderr } = await runImport(folder, '--format', 'own', 'replies.json')
    assert.equal(code, 3)
    assert.match(stdout, counts(0, 1, 0, 2))
    assert.deepEqual(stderr.match(/^replies\.json: row.*$/gm), [
      'replies.json: row 3, rating: is missing, and without the id of an earlier review (source_id) the row cannot update one',
      'replies.json: row 3, date: is missing, and without the id of an earlier review (source_id) the row cannot update one',
      'replies.json: row 2, rating: is missing, and no earlier review has this id',
      'replies.json: row 2, date: is missing, and no earlier review has this id',
    ])
  })

  it('An earlier file of the same command counts as stored', async t => {
    const folder = await makeFolder(t)
    await folder.write('reviews.json', [stored])
    await folder.write('replies.json', [row])
    const { code, stdout } = await runImport(folder, 'reviews.json', 'replies.json')
    assert.equal(code, 0)
    assert.match(stdout, counts(1, 0, 0, 0))
    assert.match(stdout, counts(0, 1, 0, 0))
  })

  it('With --strict a row that updates no stored review keeps everything out', async t => {
    const folder = await makeStored(t)
    const before = await publishedIn(folder)
    await folder.write('replies.json', [row, { ...row, source_id: 'r2' }])
    const { code, stdout, stderr } = await runImport(folder, '--strict', 'replies.json')
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^replies\.json: row 2, rating: is missing/m)
    assert.match(
      stderr,
      /^replies\.json: 1 of 2 rows are invalid, so nothing was imported \(--strict\)\.$/m,
    )
    assert.deepEqual(await publishedIn(folder), before)
  })

  it('With --complete a row that updates no stored review removes nothing', async t => {
    const folder = await makeStored(t)
    await folder.write('replies.json', [{ ...row, source_id: 'r2' }])
    const { code, stdout } = await runImport(folder, '--complete', '--confirm', 'replies.json')
    assert.equal(code, 3)
    assert.match(stdout, /^complete: no review was marked as missing/m)
    assert.equal((await publishedIn(folder)).length, 1)
  })

  it('With --complete a row that only updates a review still lists it', async t => {
    const folder = await makeStored(t)
    await folder.write('replies.json', [row])
    const { stdout } = await runImport(folder, '--complete', '--confirm', 'replies.json')
    assert.match(stdout, /^complete: 0 gone at the source$/m)
  })

  it('A null in JSON clears the value', async t => {
    const folder = await makeStored(t)
    await folder.write('cleared.json', [
      { ...row, owner_reply: null, text: null, source_url: null },
    ])
    await runImport(folder, 'cleared.json')
    const [review] = await publishedIn(folder)
    assert.deepEqual([review!.author, review!.text, review!.source_url], ['Ada Moreno', null, null])
  })
})
