import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { ReviewsDataset } from '../../src/model/dataset.ts'
import { TopicPath } from '../../src/model/subscription.ts'
import type { Snapshot } from '../../src/publish/snapshot.ts'
import { business, type Row, rows } from '../kit/rows.ts'
import { share } from '../kit/share.ts'
import { readJson, readText, startBuilder, type TestBuilder } from '../kit/snapshot-builder.ts'

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

async function buildBoth(builder: TestBuilder): Promise<{ early: Snapshot[]; full: Snapshot }> {
  const early: Snapshot[] = []
  const full = await builder.build(snapshot => early.push(snapshot))
  return { early, full }
}

const etagOf = ({ representations }: Snapshot, path: string) => representations.get(path)!.identity.etag

describe('the Snapshot before the insights are ready', () => {
  /** With many reviews, some of them corrected. */
  async function startMany(t: TestContext): Promise<TestBuilder> {
    const builder = await startBuilder(t, PLUMBER)
    await builder.take(manyRows())
    const known = (await builder.store.changesSince(0, 0)).shown
    await builder.store.write(async writer => {
      for (const review of known.slice(0, 40))
        if (review.content.text!.startsWith('Bob'))
          await writer.correct(review, { kind: 'technicians', id: 'Bob Stone', mark: 'not_mentioned' })
    })
    return builder
  }

  /** The first Snapshots of one builder; only one test builds more with it. */
  const many = share(async t => {
    const builder = await startMany(t)
    return { builder, ...(await buildBoth(builder)) }
  })

  it('The reviews, feeds and their ETags are the same before and after the texts are read, corrections included', () => {
    const {
      early: [early, ...more],
      full,
    } = many()
    assert.ok(early)
    assert.deepEqual(more, [])
    assert.deepEqual([early.isReading, full.isReading], [true, false])
    for (const path of [...TopicPath.options, '/log/openings.json', '/log/checkpoint']) {
      assert.equal(etagOf(early, path), etagOf(full, path), path)
      assert.equal(readText(early, path), readText(full, path), path)
    }
    const { reviews } = ReviewsDataset.parse(readJson(early, '/reviews.json'))
    assert.ok(reviews.some(({ mentions }) => mentions.technicians.includes('Bob Stone')))
    assert.ok(
      reviews.some(({ text, mentions }) => text!.startsWith('Bob') && mentions.technicians.length === 0),
    )
    assert.equal(early.version, full.version)
    assert.ok(early.lastModified < full.lastModified, 'the full one must count as newer')
    assert.notEqual(early.digest, full.digest)
  })

  it('A Snapshot before the insights has no insights, aspects or topics, and says that the analysis is in progress', () => {
    const {
      early: [early],
      full,
    } = many()
    assert.equal(early!.representations.get('/insights.json'), undefined)
    assert.deepEqual(
      [...early!.representations.keys()].filter(path => /^\/(?:aspects|topics)/.test(path)),
      [],
    )
    for (const path of ['/', '/highlights', '/technicians', '/policy']) {
      assert.match(readText(early!, path), /Analysis in progress/, path)
      assert.doesNotMatch(readText(early!, path), /too few|(?:aspect|topic|sentiment)=/, path)
      assert.doesNotMatch(readText(full, path), /Analysis in progress/, path)
    }
    assert.ok(full.representations.has('/insights.json'))
    const { matched } = early!.search({ mentions_technician: 'Bobby', sort: 'newest', limit: 1 })!
    assert.equal(matched, full.search({ mentions_technician: 'Bobby', sort: 'newest', limit: 1 })!.matched)
    assert.ok(matched > 0)
  })

  it('A few new reviews, and a new roster, are published together with their insights', async () => {
    const { builder, early: first } = many()
    assert.equal(first.length, 1)
    await builder.take(rows(20, number => ({ source_id: `more${number}`, text: `More ${number}.` })))
    assert.deepEqual((await buildBoth(builder)).early, [])
    await builder.setBusiness({ ...PLUMBER, technicians: [{ name: 'Rosa Méndez' }] })
    const { early, full } = await buildBoth(builder)
    assert.deepEqual(early, [])
    assert.equal(full.reviewCount, MANY + 20)
  })

  it('A running service that gets more reviews than it has publishes them before their insights', async t => {
    const builder = await startBuilder(t)
    await builder.take(rows(30))
    assert.deepEqual((await buildBoth(builder)).early, [])
    await builder.take(manyRows(30))
    const {
      early: [early],
      full,
    } = await buildBoth(builder)
    assert.equal(early?.reviewCount, MANY + 30)
    assert.equal(readText(early!, '/reviews.json'), readText(full, '/reviews.json'))
  })

  it('The same reviews give the same bytes whether or not they were published early', async t => {
    const { early, full } = many()
    assert.equal(early.length, 1)
    const alone = await (await startMany(t)).build()
    assert.equal(full.digest, alone.digest)
    for (const [path, { identity }] of alone.representations)
      assert.equal(full.representations.get(path)?.identity.etag, identity.etag, path)
  })
})
