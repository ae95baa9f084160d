import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openReviewFile } from '../../../src/ingest/review-file.ts'
import { BusinessFile, publicBusiness } from '../../../src/model/business.ts'
import type { Review } from '../../../src/model/review.ts'
import { createClient } from '../../kit/client.ts'
import { makeFolder } from '../../kit/folder.ts'
import { business, type Row, row, rows } from '../../kit/rows.ts'
import { startTestService } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { openTestStore } from '../../kit/store.ts'

/** Every way in which a review may be named, dated, verified and answered. */
const various = [
  ...rows(4),
  row({ author: null, text: null }),
  row({ text: 'The drain.\n\tAnd "more".' }),
  row({ text: 'The heater.' }),
  row({ source_id: 'dated', updated_at: '2026-03-15T01:00:00+02:00' }),
  row({ source_id: 'answered', owner_reply: { text: 'Thank you.', date: '2026-03-16' } }),
  row({
    source_id: 'sent-in',
    source: 'direct',
    verification: { level: 'transaction', method: 'Invoice' },
  }),
  row({ source_id: 'invited', source: 'direct', verified: true, language: 'pt-BR' }),
  row({
    source_id: 'linked',
    source_url: 'https://maps.google.com/r',
    author_avatar_url: 'https://example.com/a.png',
  }),
  row({
    source_id: 'with-photos',
    photos: [
      { url: 'https://example.com/1.jpg?a=1&b="', source_url: 'https://example.com/photos' },
      { url: 'https://example.com/2.jpg', source_url: null },
    ],
    sub_ratings: { Food: 4, Service: 4.5, constructor: 1 },
  }),
]

describe('What /reviews.json serves', () => {
  const shared = shareService({ rows: various })

  async function served() {
    const { text, json } = await shared.client.get('/reviews.json')
    assert.equal(json.reviews.length, various.length)
    return { text, reviews: json.reviews, rows: json.reviews as Row[], business: json.business }
  }

  it('Every row of /reviews.json is good', async t => {
    const { text, business } = await served()
    const file = await openReviewFile(await (await makeFolder(t)).write('reviews.json', text), {})
    const outcomes = await Array.fromAsync(file.outcomes())
    assert.equal(outcomes.filter(one => 'good' in one).length, various.length)
    assert.deepEqual(file.business, business)
  })

  for (const [name, count] of [
    ['reviews.jsonl', various.length],
    ['reviews/2020.json', 4],
  ] as const)
    it(`Every row of /${name} is good, too`, async t => {
      const text = await (await fetch(`${shared.url}/${name}`)).text()
      const file = await openReviewFile(
        await (await makeFolder(t)).write(name.replace('/', '-'), text),
        {},
      )
      const outcomes = await Array.fromAsync(file.outcomes())
      assert.deepEqual(
        [outcomes.length, outcomes.filter(one => 'good' in one).length],
        [count, count],
      )
    })

  it('The business in /reviews.json can be imported into an empty store', async () => {
    const taken = BusinessFile.parse((await served()).business)
    assert.deepEqual(publicBusiness(taken), publicBusiness(BusinessFile.parse(business)))
  })

  it('Importing /reviews.json into an empty store yields the same reviews with the same ids', async t => {
    const { rows, reviews } = await served()
    const fresh = await startTestService(t, { rows })
    const { json } = await (await createClient(fresh.url)).get('/reviews.json')
    const atHost = (url: string) =>
      reviews.map((one: Review) => ({ ...one, url: one.url.replace(shared.url, url) }))
    assert.deepEqual(json.reviews, atHost(fresh.url))
  })

  it('Reviews imported from /reviews.json are found again by their source ids, or by author and day', async t => {
    const fresh = await openTestStore(t)
    await fresh.take((await served()).rows)
    const { added, edited } = await fresh.take(various)
    // Of the anonymous one, its id tells nothing to another store.
    assert.deepEqual([added, edited], [1, 0])
  })

  it('Importing /reviews.json into its own store changes nothing', async t => {
    const { store, take } = await openTestStore(t, shared.service.folder)
    const version = await store.version()
    const { unchanged } = await take((await served()).rows)
    assert.deepEqual([unchanged, await store.version()], [various.length, version])
  })

  it('An older /reviews.json does not undo later edits', async () => {
    const { rows: old } = await served()
    await shared.service.importRows(rows(4, () => ({ text: 'Changed since.' })))
    assert.equal((await shared.service.importRows(old)).edited, 0)
  })
})
