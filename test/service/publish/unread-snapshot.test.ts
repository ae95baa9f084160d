import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { ReviewsDataset } from '../../../src/model/dataset.ts'
import { TopicPath } from '../../../src/model/subscription.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { business, type Row, rows } from '../../kit/rows.ts'
import { share } from '../../kit/share.ts'
import { readJson, readText, startBuilder, type TestBuilder } from '../../kit/snapshot-builder.ts'

const PLUMBER = { ...business, category: 'Plumber' }
/** More distinct texts than are read at once. */
const MANY = 520

const SENTENCES = [
  'Rosa was on time and very friendly.',
  'Bobby unclogged the drain in Old Town, but the price was much too high.',
  'The water heater leaks again.',
  'Rosa hat den Abfluss in Old Town schnell gereinigt, sehr zu empfehlen.',
  'Bob Stone was rude.',
]

const manyRows = (first = 0, change: Row = {}) =>
  rows(first + MANY, number => ({
    text: `${SENTENCES[number % SENTENCES.length]} Visit ${number}.`,
    tags: [{ label: 'Punctuality', sentiment: 'positive' }],
    ...change,
  })).slice(first)

async function buildBoth(builder: TestBuilder): Promise<{ unread: Snapshot[]; full: Snapshot }> {
  const unread: Snapshot[] = []
  const full = await builder.build(snapshot => unread.push(snapshot))
  return { unread, full }
}

const etagOf = ({ representations }: Snapshot, path: string) =>
  representations.get(path)!.identity.etag

describe('a Snapshot whose texts are not read yet', () => {
  /** With many reviews, some of them corrected. */
  async function startMany(t: TestContext): Promise<TestBuilder> {
    const builder = await startBuilder(t, PLUMBER)
    await builder.take(manyRows())
    const known = (await builder.store.changesSince(0, 0)).shown
    await builder.store.write(async writer => {
      for (const review of known.slice(0, 40))
        if (review.content.text!.startsWith('Bob'))
          await writer.correct(review, {
            kind: 'technicians',
            id: 'Bob Stone',
            mark: 'not_mentioned',
          })
    })
    return builder
  }

  /** The first Snapshots of one builder; only one test builds more with it. */
  const many = share(async t => {
    const builder = await startMany(t)
    return { builder, ...(await buildBoth(builder)) }
  })

  it('The topics of the hub are the same before and after the texts are read, corrections included', () => {
    const {
      unread: [unread, ...more],
      full,
    } = many()
    assert.ok(unread)
    assert.deepEqual(more, [])
    assert.deepEqual([unread.unread, full.unread], [MANY, 0])
    for (const path of [...TopicPath.options, '/log/openings.json', '/log/checkpoint']) {
      assert.equal(etagOf(unread, path), etagOf(full, path), path)
      assert.equal(readText(unread, path), readText(full, path), path)
    }
    const { reviews } = ReviewsDataset.parse(readJson(unread, '/reviews.json'))
    assert.ok(reviews.some(({ mentions }) => mentions.technicians.includes('Bob Stone')))
    assert.ok(
      reviews.some(
        ({ text, mentions }) => text!.startsWith('Bob') && mentions.technicians.length === 0,
      ),
    )
    assert.equal(unread.version, full.version)
    assert.ok(unread.lastModified < full.lastModified, 'the full one must count as newer')
    assert.notEqual(unread.digest, full.digest)
  })

  it('Its reviews count by their stars, and its pages draw no conclusion from texts', () => {
    const {
      unread: [unread],
      full,
    } = many()
    const insights = readJson(unread!, '/insights.json')
    assert.equal(insights.review_count, MANY)
    assert.ok(
      insights.aspects.every(({ mention_count }: { mention_count: number }) => mention_count === 0),
    )
    for (const { basis } of Object.values<{ basis: string }>(insights.per_review))
      assert.equal(basis, 'rating')
    for (const path of ['/', '/highlights'])
      assert.doesNotMatch(readText(unread!, path), /too few|(?:aspect|topic)=/, path)
    const rosa = { mentions_technician: 'Rosa', sort: 'newest', limit: 1 } as const
    assert.equal(unread!.search(rosa)!.matched, full.search(rosa)!.matched)
    const negative = { sentiment: 'negative', sort: 'newest', limit: 1 } as const
    const critical = readJson(unread!, '/reviews.json').reviews.filter(
      ({ rating }: { rating: number }) => rating <= 2,
    )
    assert.equal(unread!.search(negative)!.matched, critical.length)
  })

  it('A few new reviews are published together with what they say', async () => {
    const { builder, unread: first } = many()
    assert.equal(first.length, 1)
    await builder.take(
      rows(20, number => ({ source_id: `more${number}`, text: `More ${number}.` })),
    )
    assert.deepEqual((await buildBoth(builder)).unread, [])
  })

  it('The same reviews give the same bytes whether or not they were published unread', async t => {
    const { unread, full } = many()
    assert.equal(unread.length, 1)
    const alone = await (await startMany(t)).build()
    assert.equal(full.digest, alone.digest)
    for (const [path, { identity }] of alone.representations)
      assert.equal(full.representations.get(path)?.identity.etag, identity.etag, path)
  })
})
