import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { runImport } from '../../../kit/cli/import/run-import.ts'
import { createClient } from '../../../kit/client.ts'
import { type Folder, makeFolder } from '../../../kit/folder.ts'
import { queryDatabase } from '../../../kit/query-database.ts'
import { assertRejected } from '../../../kit/rejection.ts'
import { type Row, row, rows } from '../../../kit/rows.ts'
import { importInto, startWholeService, until } from '../../../kit/service.ts'

const TWENTY = rows(20)
const without = (...numbers: number[]) => TWENTY.filter((_, number) => !numbers.includes(number))
const counts = (added: number, edited: number, unchanged: number, rejected = 0) =>
  `${added} added, ${edited} edited, ${unchanged} unchanged, 0 duplicate, ${rejected} rejected`
const WAITING =
  'missing for the first time (removed if the next complete import lacks them too, or now with --confirm)'

/** A database with twenty Google reviews, and a way to import complete files. */
async function openTwenty(t: TestContext) {
  const folder = await makeFolder(t)
  await importInto(folder.databaseUrl, TWENTY)
  return { folder, list: createList(folder) }
}

/** Imports rows with --complete as one file. */
const createList =
  (folder: Folder) =>
  async (listed: Row[], ...flags: string[]) => {
    await folder.write('all.json', listed)
    return await runImport(folder, 'all.json', '--complete', ...flags)
  }

const statesIn = async ({ databaseUrl }: Folder) =>
  await queryDatabase(
    databaseUrl,
    'select source_key, state, missing_since from review order by id',
  )
const goneIn = async (folder: Folder) =>
  (await statesIn(folder))
    .filter(({ state }) => state === 'gone')
    .map(({ source_key }) => source_key)

describe('firsthand import --complete', { concurrency: 2 }, () => {
  it('A complete import reports missing reviews, and the second one removes them', async t => {
    const { folder, list } = await openTwenty(t)
    const first = await list(without(3))
    assert.equal(first.code, 0)
    assert.equal(
      first.stdout,
      `all.json (Firsthand reviews): ${counts(0, 0, 19)}\ncomplete: 0 gone at the source, 1 ${WAITING}\n`,
    )
    assert.deepEqual(await goneIn(folder), [])
    const second = await list(without(3, 4))
    assert.match(
      second.stdout,
      new RegExp(`^complete: 1 gone at the source, 1 ${RegExp.escape(WAITING)}$`, 'm'),
    )
    assert.deepEqual(await goneIn(folder), ['r3'])
  })

  it('A complete import with --confirm removes missing reviews at once', async t => {
    const { folder, list } = await openTwenty(t)
    const { code, stdout } = await list(without(3, 4), '--confirm')
    assert.equal(code, 0)
    assert.match(stdout, /^complete: 2 gone at the source$/m)
    assert.deepEqual(await goneIn(folder), ['r3', 'r4'])
  })

  it('A complete import with --dry-run reports what it would remove, and removes nothing', async t => {
    const { folder, list } = await openTwenty(t)
    const before = await statesIn(folder)
    const { stdout } = await list(without(3), '--confirm', '--dry-run')
    assert.match(
      stdout,
      /^complete: 1 gone at the source\n(?:.+\n)*Dry run: nothing was written\.$/m,
    )
    assert.deepEqual(await statesIn(folder), before)
  })

  it('A complete import that would remove more than a tenth stops, and the way out it names works', async t => {
    const { folder, list } = await openTwenty(t)
    const lacking = [...without(1, 2, 3), row({ source_id: 'new' })]
    const before = await statesIn(folder)
    assertRejected(
      await list(lacking, '--confirm'),
      1,
      /^Nothing was imported: 3 of 21 reviews would be removed\. Is the file complete\? .* --complete alone, .* then with --complete --confirm\.$/m,
    )
    assert.deepEqual(await statesIn(folder), before)
    assert.match((await list(lacking)).stdout, /^complete: 0 gone at the source, 3 missing/m)
    assertRejected(await list(lacking), 1, /, import it again with --complete --confirm\.$/m)
    assert.match((await list(lacking, '--confirm')).stdout, /^complete: 3 gone at the source$/m)
    assert.deepEqual(await goneIn(folder), ['r1', 'r2', 'r3'])
  })

  it('A complete import treats several files of one command as one', async t => {
    const { folder } = await openTwenty(t)
    await folder.write('first.json', TWENTY.slice(0, 10))
    await folder.write('second.json', TWENTY.slice(9, 19))
    const files = ['first.json', 'second.json']
    const { code, stdout } = await runImport(folder, ...files, '--complete', '--confirm')
    assert.equal(code, 0)
    assert.match(stdout, /^complete: 1 gone at the source$/m)
    assert.deepEqual(await goneIn(folder), ['r19'])
  })

  it('A complete import with a rejected row marks no review as missing', async t => {
    const { folder, list } = await openTwenty(t)
    const before = await statesIn(folder)
    const broken = TWENTY.map((one, number) =>
      number === 3 ? { ...one, rating: 'five stars?' } : one,
    )
    for (const flags of [[], ['--confirm']]) {
      const { code, stdout } = await list(broken, ...flags)
      assert.equal(code, 3)
      assert.match(
        stdout,
        /^complete: no review was marked as missing because some rows were rejected\. /m,
      )
    }
    assert.deepEqual(await statesIn(folder), before)
  })

  it('A complete import marks no review as missing while one may stand in a file that was not read', async t => {
    const { folder } = await openTwenty(t)
    const before = await statesIn(folder)
    await mkdir(join(folder.path, 'in'))
    await folder.write('in/a.json', without(3))
    await folder.write('in/b.csv', 'Ref,Score given\nr3,5\n')
    for (const flags of [[], [], ['--confirm']]) {
      const { code, stdout } = await runImport(folder, 'in', '--complete', ...flags)
      assert.equal(code, 0)
      assert.match(
        stdout,
        /^complete: no review was marked as missing because it may stand in a file that was not imported: b\.csv\. Import by name/m,
      )
    }
    assert.deepEqual(await statesIn(folder), before)
  })

  it('A complete import is certain although there are files that cannot hold reviews', async t => {
    const { folder } = await openTwenty(t)
    await mkdir(join(folder.path, 'in'))
    await folder.write('in/a.json', without(3))
    for (const name of ['photo.jpg', 'empty.csv', 'none.json', 'business.json'])
      await folder.write(`in/${name}`, name.endsWith('.json') ? '{}' : '')
    const { stdout } = await runImport(folder, 'in', '--complete', '--confirm')
    assert.match(stdout, /^complete: 1 gone at the source$/m)
  })
})

describe('What clients see of complete imports', () => {
  it('A review that is gone ends with a tombstone, and may come back', async t => {
    const service = await startWholeService(t, { rows: TWENTY })
    const client = await createClient(service.url)
    const list = createList(service.folder)
    const { reviews } = (await client.get('/reviews.json')).json
    const { id } = reviews.find(({ text }: Row) => text === 'Review number 3.')
    await list(without(3))
    assert.equal((await client.get(`/api/reviews/${id}`)).status, 200)

    await list(without(3))
    await until(async () => (await client.get(`/api/reviews/${id}`)).status === 410)
    const { tombstone } = (await client.get(`/api/reviews/${id}`)).json
    const ended = { seq: 21, op: 'gone_at_source', review_id: id, reason: 'source_removed' }
    assert.deepEqual({ ...tombstone, at: undefined }, { ...ended, at: undefined })
    assert.equal((await client.get(`/reviews/${id}`)).status, 410)
    const { changes } = (await client.get('/api/reviews/changes?cursor=20')).json
    assert.deepEqual(changes, [{ ...tombstone, review: null }])
    const { history } = (await client.get('/reviews.json')).json
    const shown = { ever_published: 20, withheld: {} }
    assert.partialDeepStrictEqual(history, { ...shown, shown: 19, removed: { source_removed: 1 } })
    assert.equal(history.removals.length, 1)

    assert.match((await list(TWENTY)).stdout, /, 0 rejected, 1 shown again$/m)
    await until(async () => (await client.get(`/api/reviews/${id}`)).status === 200)
    const [restored] = (await client.get('/api/reviews/changes?cursor=21')).json.changes
    assert.deepEqual([restored.op, restored.review.revision], ['restore', 1])
    const again = (await client.get('/reviews.json')).json.history
    assert.partialDeepStrictEqual(again, { ...shown, shown: 20, removed: {}, removals: [] })
    assert.equal(again.removals.length, 0)
  })

  it('A change counts as an edit or a reply only if someone wrote something', async t => {
    const service = await startWholeService(t, { rows: TWENTY })
    const client = await createClient(service.url)
    const links = (number: number) => ({
      source_url: `https://maps.example/${number}?session=2`,
      author_avatar_url: `https://photos.example/${number}/large.png`,
    })
    const changed = TWENTY.map((one, number) => ({ ...one, ...links(number) }))
    Object.assign(changed[5]!, { text: 'On second thoughts.' })
    Object.assign(changed[6]!, { owner_reply: { text: 'Thank you.', date: '2026-03-15' } })
    const { stdout } = await createList(service.folder)(changed)
    assert.match(
      stdout,
      new RegExp(`: ${counts(0, 2, 18)}\n(?:edited: .*\n)?complete: 0 gone at the source$`, 'm'),
    )
    await until(
      async () => (await client.get('/api/reviews/changes?cursor=20')).json.changes.length > 0,
    )
    const { changes } = (await client.get('/api/reviews/changes?cursor=20')).json
    const received = changes.map(({ op, review }: { op: string; review: Row }) => [
      op,
      review.text,
      review.revision,
    ])
    assert.deepEqual(received, [
      ['edit', 'On second thoughts.', 2],
      ['reply', 'Review number 6.', 2],
    ])
    const { reviews } = (await client.get('/reviews.json')).json
    const untouched = reviews.find(({ text }: Row) => text === 'Review number 7.')
    assert.deepEqual([untouched.revision, untouched.source_url], [1, links(7).source_url])
  })
})
