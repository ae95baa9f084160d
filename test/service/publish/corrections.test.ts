import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import type { CorrectionTarget } from '../../../src/model/correction.ts'
import type { ReviewsDataset } from '../../../src/model/dataset.ts'
import type { JsonFeed } from '../../../src/model/feed.ts'
import { Insights } from '../../../src/model/insights.ts'
import type { Review } from '../../../src/model/review.ts'
import { SearchArgs } from '../../../src/model/search.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { business, row, rows } from '../../kit/rows.ts'
import { runs } from '../../kit/runs.ts'
import { readJson, readText, startBuilder, type TestBuilder } from '../../kit/snapshot-builder.ts'

const SENTENCES = [
  'Rosa was on time and very friendly.',
  'Bobby unclogged the drain in Old Town, but the price was much too high.',
  'The water heater leaks again.',
  'Nobody called back, terrible communication.',
  'Bob Stone was rude.',
  'They came two hours late.',
  'They cleaned up after themselves.',
  'The bill was outrageous.',
]
const anyReview = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  text: fc.option(
    fc.subarray(SENTENCES, { minLength: 1 }).map(all => all.join(' ')),
    { freq: 8 },
  ),
  tags: fc.subarray(['Positive: Punctuality', 'Negative: Value']).map(all =>
    all.map(tag => {
      const [sentiment, label] = tag.split(': ')
      return { label, sentiment: sentiment!.toLowerCase() }
    }),
  ),
})
const anyReviews = fc.array(anyReview, { minLength: 1, maxLength: 14 })

async function start(t: TestContext, reviews: object[]): Promise<TestBuilder> {
  const builder = await startBuilder(t, { ...business, category: 'Plumber' }, async () => [])
  await builder.take(reviews.map((review, number) => ({ ...rows(number + 1).at(-1), ...review })))
  return builder
}

type Located = CorrectionTarget & { reviewId: string }

const correct = (builder: TestBuilder, corrections: Located[]) =>
  builder.store.write(async writer => {
    for (const { reviewId, ...target } of corrections)
      await writer.correct((await writer.find(reviewId))!, target)
  })

const undo = (builder: TestBuilder, corrections: Located[]) =>
  builder.store.write(async writer => {
    for (const { reviewId, ...target } of corrections)
      await writer.undoCorrection((await writer.find(reviewId))!, target)
  })

const insightsOf = (snapshot: Snapshot): Insights => readJson(snapshot, '/insights.json')

/** A correction of everything that the reviews mention, in one way or the other. */
function correctionsOf({ per_review }: Insights, asCriticism: () => boolean): Located[] {
  return Object.entries(per_review).flatMap(([reviewId, { aspects, technicians }]) =>
    [
      ...aspects.map(({ id }) => ({ kind: 'aspects' as const, id })),
      ...technicians.map(id => ({ kind: 'technicians' as const, id })),
    ].map(mention => ({
      reviewId,
      ...mention,
      mark: asCriticism() ? ('not_criticism' as const) : ('not_mentioned' as const),
    })),
  )
}

/** Everything published except the insights and what is joined in from them: whom a review names. */
const JSON_FEEDS = ['/api/feed.json', '/api/changes.json']

function withoutInsights(snapshot: Snapshot) {
  const unnamed = ({ mentions, ...review }: Review) => ({
    ...review,
    ...mentions,
    technicians: null,
  })
  const dataset: ReviewsDataset = readJson(snapshot, '/reviews.json')
  const feeds = JSON_FEEDS.map((path): JsonFeed => readJson(snapshot, path))
  const { log, aggregateRating, languages, reviewCount } = snapshot
  const paths = [...snapshot.representations.keys()]
  const asBytes = paths.filter(
    path => !['/reviews.json', '/insights.json', ...JSON_FEEDS].includes(path),
  )
  return {
    paths,
    // Atom names the people of a review in its categories.
    bytes: asBytes.map(path => readText(snapshot, path).replaceAll(/<category [^>]*>\n/g, '')),
    dataset: { ...dataset, reviews: dataset.reviews.map(unnamed) },
    feeds: feeds.map(feed => ({
      ...feed,
      items: feed.items.map(({ tags, _review: { mentions, ...review }, ...item }) => ({
        ...item,
        review,
      })),
    })),
    ...{ aggregateRating, languages, reviewCount, logSize: log.size },
  }
}

const matched = (snapshot: Snapshot, args: object) =>
  snapshot.search(SearchArgs.parse(args))!.matched

describe('Corrections of any reviews', () => {
  it('Corrections change nothing that is published but the insights, and undoing them restores every byte', async t => {
    const seen = { corrected: 0, noLongerNamed: 0, ticked: 0 }
    await fc.assert(
      fc.asyncProperty(anyReviews, fc.infiniteStream(fc.boolean()), async (reviews, choices) => {
        const builder = await start(t, reviews)
        const before = await builder.build()
        const corrections = correctionsOf(insightsOf(before), () => choices.next().value)
        await correct(builder, corrections)
        const after = await builder.build()
        assert.deepEqual(withoutInsights(after), withoutInsights(before))
        const insights = Insights.parse(insightsOf(after))
        const corrected = Object.values(insights.per_review).flatMap(one => one.corrected)
        assert.equal(insights.coverage.corrections, corrected.length)
        for (const { name } of business.technicians) {
          const counted =
            insights.entities.technicians.find(({ id }) => id === name)?.mention_count ?? 0
          assert.equal(matched(after, { mentions_technician: name }), counted)
        }
        seen.corrected += corrected.length
        seen.ticked += corrections.length - corrected.length
        seen.noLongerNamed +=
          matched(before, { mentions_technician: 'Bob Stone' }) -
          matched(after, { mentions_technician: 'Bob Stone' })
        await undo(builder, corrections)
        const undone = await builder.build()
        for (const [path, { identity }] of before.representations)
          assert.equal(undone.representations.get(path)?.identity.etag, identity.etag, path)
      }),
      runs(8),
    )
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `nothing ${what}`)
  })
})

describe('A published correction', () => {
  const CRITICAL = row({
    source_id: 'a',
    rating: 2,
    text: 'Bobby came on time. The price was much too high.',
  })
  const PRAISE = row({ source_id: 'b', text: 'The price was fair.' })

  async function startWithTwo(t: TestContext) {
    const builder = await start(t, [CRITICAL, PRAISE])
    const before = insightsOf(await builder.build())
    const [id] = Object.entries(before.per_review).find(([, one]) => one.technicians.length > 0)!
    return { builder, before, id }
  }

  const countsOf = ({ aspects }: Insights, id: string) => {
    const found = aspects.find(one => one.id === id)
    return found && [found.positive_count, found.neutral_count, found.negative_count]
  }

  it('A mention that is not criticism moves from negative to neutral, and never to positive', async t => {
    const { builder, before, id } = await startWithTwo(t)
    await correct(builder, [
      { reviewId: id, kind: 'aspects', id: 'pricing', mark: 'not_criticism' },
    ])
    const after = insightsOf(await builder.build())
    assert.deepEqual(
      [countsOf(before, 'pricing'), countsOf(after, 'pricing')],
      [
        [1, 0, 1],
        [1, 1, 0],
      ],
    )
    assert.deepEqual([before.coverage.corrections, after.coverage.corrections], [0, 1])
    assert.deepEqual(after.per_review[id]!.corrected, [
      {
        kind: 'aspects',
        id: 'pricing',
        mark: 'not_criticism',
        sentiment: 'negative',
        evidence: 'The price was much too high.',
        corrected_at: '2026-11-15T12:00:00.000Z',
      },
    ])
  })

  it('An aspect or person that is not meant is not counted', async t => {
    const { builder, before, id } = await startWithTwo(t)
    await correct(builder, [
      { reviewId: id, kind: 'aspects', id: 'punctuality', mark: 'not_mentioned' },
      { reviewId: id, kind: 'technicians', id: 'Bob Stone', mark: 'not_mentioned' },
    ])
    const snapshot = await builder.build()
    const after = insightsOf(snapshot)
    assert.deepEqual(
      [countsOf(before, 'punctuality'), countsOf(after, 'punctuality')],
      // An aspect that nobody mentions any more is not listed.
      [[1, 0, 0], undefined],
    )
    assert.deepEqual(
      [before.entities.technicians.length, after.entities.technicians.length],
      [1, 0],
    )
    const record = JSON.parse(Buffer.from(snapshot.review(id)!).toString()) as Review
    assert.deepEqual(record.mentions.technicians, [])
  })

  it('The insights are dated by the last correction, and the reviews are not', async t => {
    const builder = await start(t, [{ ...CRITICAL, updated_at: '2026-03-15T00:00:00Z' }])
    const before = await builder.build()
    const [id] = Object.keys(insightsOf(before).per_review)
    await correct(builder, [
      { reviewId: id!, kind: 'aspects', id: 'pricing', mark: 'not_criticism' },
    ])
    const after = await builder.build()
    assert.equal(insightsOf(after).generated_at, '2026-11-15T12:00:00.000Z')
    assert.notEqual(insightsOf(before).generated_at, insightsOf(after).generated_at)
    const dateOf = (snapshot: Snapshot) => readJson(snapshot, '/reviews.json').last_modified
    assert.equal(dateOf(after), dateOf(before))
  })

  it('A correction lapses with the text that it was made for', async t => {
    const { builder, id } = await startWithTwo(t)
    await correct(builder, [
      { reviewId: id, kind: 'aspects', id: 'pricing', mark: 'not_criticism' },
    ])
    await builder.build()
    await builder.take([
      { ...rows(1)[0], ...CRITICAL, text: 'The price was much too high, really.' },
    ])
    const after = insightsOf(await builder.build())
    assert.deepEqual([countsOf(after, 'pricing'), after.coverage.corrections], [[1, 0, 1], 0])
  })
})
