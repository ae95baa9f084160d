import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { EntityInsight, Insights, Sentiment } from '../../../../src/model/insights.ts'
import { searchUrl } from '../../../../src/publish/base/public-paths.ts'
import { startTestApp } from '../../../kit/app.ts'
import { business, type Row, row } from '../../../kit/rows.ts'
import { readJson, startBuilder } from '../../../kit/snapshot-builder.ts'

const SENTENCES = [
  'Rosa was on time.',
  'Bobby came two hours late!',
  'Fair price.',
  'Way too expensive, a total rip-off.',
  'The price was fair, but they were late.',
  'Friendly and polite.',
  'Rude on the phone.',
  'They unclogged the drain in Old Town.',
  'Our water heater was leaking.',
  'No show, twice.',
  'Very careful with our things.',
  'Sie waren leider zu spät.',
]

const anyRow: fc.Arbitrary<Row> = fc
  .record({
    sentences: fc.array(fc.constantFrom(...SENTENCES), { maxLength: 4 }),
    rating: fc.integer({ min: 1, max: 5 }),
    month: fc.constantFrom(1, 12),
    year: fc.constantFrom(2025, 2026),
    date_precision: fc.constantFrom('day', 'month'),
    tags: fc.subarray([
      { label: 'Punctuality', sentiment: 'negative' },
      { label: 'Value', sentiment: 'positive' },
      { label: 'Value for money', sentiment: 'negative' },
    ]),
  })
  .map(({ sentences, month, year, ...rest }) =>
    row({
      ...rest,
      text: sentences.join(' ') || null,
      date: `${year}-${String(month).padStart(2, '0')}-15`,
    }),
  )

/** A roster with names that resemble ids and labels of others. */
const roster = {
  ...business,
  technicians: [...business.technicians, { name: 'drain_cleaning' }],
  taxonomy: {
    trade: 'plumbing',
    aspects: [
      { id: 'price', label: 'Punctuality', good: ['fair price'] },
      { id: 'politeness', label: 'pricing', good: ['polite'] },
    ],
  },
}

const anyEdit = fc.record({ index: fc.nat(), row: anyRow })

describe('every count in the insights', () => {
  it('Every count in /insights.json equals the matches of its search, before and after reviews change', async t => {
    const app = await startTestApp(t)

    async function matchedAt(url: string): Promise<number> {
      const { pathname, search } = new URL(url)
      const response = await fetch(`${app.url}${pathname}${search}`)
      const { matched, unrecognized } = (await response.json()) as {
        matched: number
        unrecognized: unknown
      }
      assert.equal(unrecognized, undefined, url)
      return matched
    }

    async function check(insights: Insights): Promise<void> {
      for (const { url, count } of publishedCounts(insights))
        assert.equal(await matchedAt(url), count, url)
      for (const sentiment of ['positive', 'neutral', 'negative'] as const) {
        const matched = await matchedAt(searchUrl('https://reviews.example', { sentiment }))
        const share = insights.review_count === 0 ? 0 : (100 * matched) / insights.review_count
        assert.equal(insights.overall_sentiment[`${sentiment}_pct`], Math.round(100 * share) / 100)
        const read = Object.values(insights.per_review).filter(one => one.sentiment === sentiment)
        assert.equal(matched, read.length)
      }
    }

    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { maxLength: 25, size: 'max' }),
        fc.array(anyEdit, { maxLength: 4 }),
        async (first, edits) => {
          const builder = await startBuilder(t, roster, async () => [])
          await builder.take(first.map((one, number) => ({ ...one, source_id: `s${number}` })))
          const before = await builder.build()
          app.show(before)
          await check(readJson(before, '/insights.json'))
          await builder.take(
            edits.map(({ index, row: edited }) => ({ ...edited, source_id: `s${index % 30}` })),
          )
          const shown: { id: string }[] = readJson(before, '/reviews.json').reviews
          await builder.store.write(async writer => {
            for (const { id } of shown.slice(0, 1)) await writer.remove(id)
          })
          const after = await builder.build()
          app.show(after)
          await check(readJson(after, '/insights.json'))
        },
      ),
      { numRuns: 5 },
    )
  })
})

function* publishedCounts({
  aspects,
  entities,
  topics,
}: Insights): Generator<{ url: string; count: number }> {
  for (const aspect of aspects) {
    yield { url: aspect.search_url, count: aspect.mention_count }
    for (const sentiment of ['positive', 'neutral', 'negative'] satisfies Sentiment[])
      yield {
        url: `${aspect.search_url}&sentiment=${sentiment}`,
        count: aspect[`${sentiment}_count`],
      }
    for (const { year, mention_count, positive_count, negative_count } of aspect.yearly) {
      const url = `${aspect.search_url}&since=${year}-01-01&until=${year}-12-31`
      yield { url, count: mention_count }
      yield { url: `${url}&sentiment=positive`, count: positive_count }
      yield { url: `${url}&sentiment=negative`, count: negative_count }
    }
  }
  for (const entity of [...Object.values(entities).flat(), ...topics]) {
    yield { url: entity.search_url, count: entity.mention_count }
    for (const sentiment of ['positive', 'neutral', 'negative'] satisfies Sentiment[])
      yield {
        url: `${entity.search_url}&sentiment=${sentiment}`,
        count: entity[`${sentiment}_count`],
      }
  }
  yield* pairs(entities.technicians, 'mentions_service')
  yield* pairs(entities.services, 'mentions_technician')
}

function* pairs(entities: EntityInsight[], parameter: string) {
  for (const { search_url, with: others } of entities)
    for (const { id, mention_count } of others)
      yield { url: `${search_url}&${parameter}=${encodeURIComponent(id)}`, count: mention_count }
}
