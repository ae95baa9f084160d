import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { ReviewsDataset } from '../../../src/model/dataset.ts'
import { Insights } from '../../../src/model/insights.ts'
import { createLogSigning } from '../../../src/publish/documents/log-checkpoint.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { createSnapshotBuilder } from '../../../src/publish/snapshot-builder.ts'
import { business, day, type Row, row, rows } from '../../kit/rows.ts'
import { runs } from '../../kit/runs.ts'
import { until } from '../../kit/service.ts'
import {
  buildSnapshot,
  engine,
  readJson,
  readText,
  startBuilder,
  type TestBuilder,
} from '../../kit/snapshot-builder.ts'

describe('the builder', () => {
  it('The builder makes the same bytes after any history of imports as after a fresh start', async t => {
    const anyImport = fc.array(
      fc.record({
        number: fc.nat(15),
        day: fc.nat(9),
        rating: fc.integer({ min: 1, max: 5 }),
        text: fc.string(),
      }),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(anyImport, { minLength: 1, maxLength: 5 }), async imports => {
        const builder = await startBuilder(t)
        let snapshot = await builder.build()
        for (const list of imports) {
          await builder.take(list.map(toRow))
          snapshot = await builder.build()
        }
        await assertAsIfFresh(builder, snapshot)
      }),
      runs(10),
    )
  })

  it('The builder counts the same when reviews come, change and go, and months with them, as after a fresh start', async t => {
    const anyChange = fc.record({
      shown: fc.array(
        fc.record({
          number: fc.nat(40),
          day: fc.integer({ min: 0, max: 800 }),
          rating: fc.integer({ min: 1, max: 5 }),
          text: fc.subarray(SENTENCES).map(all => all.join(' ')),
          date_precision: fc.constantFrom('day', 'day', 'month'),
        }),
        { minLength: 1, maxLength: 30, size: 'max' },
      ),
      removed: fc.array(fc.nat(40), { maxLength: 8 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 4 }), async changes => {
        const builder = await startBuilder(t)
        for (const { shown, removed } of changes) {
          await builder.take(
            shown.map(one => ({ ...toRow(one), date_precision: one.date_precision })),
          )
          const { reviews } = readJson(await builder.build(), '/reviews.json')
          await builder.store.write(async writer => {
            for (const number of new Set(removed))
              if (reviews[number])
                await writer.withhold((await writer.find(reviews[number].id))!, 'spam')
          })
          await assertAsIfFresh(builder, await builder.build())
        }
      }),
      runs(4),
    )
  })

  it('The builder makes the same bytes for the same reviews in any order', async t => {
    const list = rows(30, number => ({ updated_at: `${day(number)}T10:00:00Z` }))
    const [one, other] = [await buildSnapshot(t, list), await buildSnapshot(t, list.toReversed())]
    // The log and the feeds of all changes record the order in which they came.
    const isLog = ([path]: string[]) => /^\/log\/|\/changes\./.test(path!)
    assert.deepEqual(
      etags(one).filter(entry => !isLog(entry)),
      etags(other).filter(entry => !isLog(entry)),
    )
  })

  it('Reviews are published newest first, by date and then by id', async t => {
    const { reviews } = readJson(
      await buildSnapshot(
        t,
        rows(40, number => ({ date: day(number % 7) })),
      ),
      '/reviews.json',
    )
    const keys = reviews.map((review: { date: string; id: string }) => review.date + review.id)
    assert.deepEqual(keys, keys.toSorted().toReversed())
  })

  it('Published documents fit the model', async t => {
    const snapshot = await buildSnapshot(t, rows(12))
    ReviewsDataset.parse(readJson(snapshot, '/reviews.json'))
    Insights.parse(readJson(snapshot, '/insights.json'))
  })

  it('A business without reviews gets valid documents', async t => {
    const snapshot = await buildSnapshot(t, [])
    const dataset = ReviewsDataset.parse(readJson(snapshot, '/reviews.json'))
    assert.equal(dataset.aggregate_rating.rating_value, null)
    assert.deepEqual(dataset.reviews, [])
    assert.equal(Insights.parse(readJson(snapshot, '/insights.json')).review_count, 0)
    assert.equal(snapshot.since('2020-01-01').matched, 0)
  })

  it('Only verified reviews are published', async t => {
    const list = [
      row({ source_id: 'platform' }),
      row({ source_id: 'direct', source: 'direct' }),
      row({
        source_id: 'invited',
        source: 'direct',
        verification: { level: 'invited', method: null },
      }),
      row({ source_id: 'denied', verified: false }),
    ]
    const { reviews, aggregate_rating } = readJson(await buildSnapshot(t, list), '/reviews.json')
    assert.equal(aggregate_rating.review_count, 2)
    assert.ok(reviews.every((review: { verified: boolean }) => review.verified))
  })

  it('The business file decides what counts as verified at a source', async t => {
    const file = {
      ...business,
      verification: {
        direct: { level: 'transaction', method: 'Invoice' },
        google: { level: 'none' },
      },
    }
    const list = [row({ source_id: 'g' }), row({ source_id: 'd', source: 'direct' })]
    const { reviews } = readJson(await buildSnapshot(t, list, file), '/reviews.json')
    assert.deepEqual(
      reviews.map((review: { verification: object }) => review.verification),
      [{ level: 'transaction', method: 'Invoice', basis: 'owner' }],
    )
  })

  it('Every review is read again when the roster changes', async t => {
    const builder = await startBuilder(t)
    await builder.take([row({ text: 'Zelda fixed it' })])
    assert.deepEqual(
      readJson(await builder.build(), '/reviews.json').reviews[0].mentions.technicians,
      [],
    )
    await builder.setBusiness({ ...business, technicians: [{ name: 'Zelda' }] })
    assert.deepEqual(
      readJson(await builder.build(), '/reviews.json').reviews[0].mentions.technicians,
      ['Zelda'],
    )
  })

  it('The digest changes when a name gets another spelling, because search results depend on it', async t => {
    const builder = await startBuilder(t)
    await builder.take([row({ text: 'Rosa came' })])
    const before = (await builder.build()).digest
    await builder.setBusiness({
      ...business,
      technicians: [{ name: 'Rosa Méndez', aliases: ['Rosa', 'Rosita'] }],
    })
    assert.notEqual((await builder.build()).digest, before)
  })

  it('The time of a feed entry does not change when other entries come and go', async t => {
    const builder = await startBuilder(t)
    await builder.take(rows(50))
    const before = entryTimes(await builder.build())
    assert.equal(new Set(before.values()).size, 50)
    await builder.take([row({ source_id: 'newer', date: day(99) })])
    const after = entryTimes(await builder.build())
    const shared = [...after.keys()].filter(id => before.has(id))
    assert.equal(shared.length, 49)
    for (const id of shared) assert.equal(after.get(id), before.get(id))
  })

  it('A build that fails leaves nothing behind: the next one publishes what it missed', async t => {
    const builder = await startBuilder(t, business, async () => [])
    await builder.take(rows(3))
    await builder.build()
    await builder.take(rows(5))
    const { changesSince } = builder.store
    builder.store.changesSince = async (version, logSize) => {
      const changes = await changesSince(version, logSize)
      return { ...changes, shown: changes.shown.slice(1) }
    }
    await assert.rejects(
      builder.build(),
      /database is damaged: the public log has 5 reviews, and there are 4/,
    )
    builder.store.changesSince = changesSince
    assert.equal(readJson(await builder.build(), '/reviews.json').reviews.length, 5)
  })

  it('A build reads only what changed, and everything again when the business changes', async t => {
    const builder = await startBuilder(t, business, async () => [])
    const { changesSince } = builder.store
    const reads: [version: number, reviews: number][] = []
    builder.store.changesSince = async (version, logSize) => {
      const changes = await changesSince(version, logSize)
      reads.push([version, changes.shown.length])
      return changes
    }
    const readsOf = async (change: () => Promise<unknown>) => {
      await change()
      await builder.build()
      return reads.splice(0)
    }
    assert.deepEqual(await readsOf(() => builder.take(rows(3))), [[0, 3]])
    const [changed] = await readsOf(() => builder.take(rows(4)))
    assert.equal(changed![1], 1)
    const other = { ...business, telephone: '+1 555 0100' }
    const isFromStart = (await readsOf(() => builder.setBusiness(other))).map(
      ([version]) => version === 0,
    )
    assert.deepEqual(isFromStart, [false, true])
  })

  it('Documents are dated by the reviews that are shown', async t => {
    const dated = ['2026-03-15T00:00:00Z', '2026-03-16T23:00:00-02:00', '2026-03-14T00:00:00Z']
    const hidden = row({ source_id: 'hidden', verified: false, updated_at: '2026-05-01T00:00:00Z' })
    const snapshot = await buildSnapshot(t, [
      ...rows(3, number => ({ updated_at: dated[number] })),
      hidden,
    ])
    assert.equal(readJson(snapshot, '/reviews.json').last_modified, '2026-03-17T01:00:00.000Z')
  })

  it('The aggregate rating has two decimals, overall and by source', async t => {
    const list = [5, 4, 4].map((rating, number) =>
      row({ source_id: `s${number}`, rating, source: number ? 'yelp' : 'google' }),
    )
    const { aggregate_rating } = readJson(await buildSnapshot(t, list), '/reviews.json')
    assert.deepEqual(aggregate_rating, {
      rating_value: 4.33,
      review_count: 3,
      best_rating: 5,
      worst_rating: 1,
      distribution: { 5: 1, 4: 2, 3: 0, 2: 0, 1: 0 },
      by_source: {
        google: { rating_value: 5, review_count: 1 },
        yelp: { rating_value: 4, review_count: 2 },
      },
    })
  })

  it('Documents do not depend on the time at which they were built', async t => {
    const first = await buildSnapshot(t, rows(3))
    const built = Date.now()
    await until(() => Date.now() > built)
    assert.equal(
      readText(first, '/feed.xml'),
      readText(await buildSnapshot(t, rows(3)), '/feed.xml'),
    )
  })

  it('Reviews since a date come with a digest of exactly those reviews', async t => {
    const builder = await startBuilder(t)
    await builder.take(rows(10))
    const before = (await builder.build()).since(day(6))
    assert.equal(before.matched, 4)
    assert.equal(JSON.parse(`[${Buffer.from(before.reviews)}]`).length, 4)
    await builder.take([row({ source_id: 'r2', date: day(2), text: 'edited', rating: 1 })])
    assert.equal((await builder.build()).since(day(6)).digest, before.digest)
    await builder.take([row({ source_id: 'r7', date: day(7), text: 'edited', rating: 1 })])
    assert.notEqual((await builder.build()).since(day(6)).digest, before.digest)
  })
})

const toRow = ({
  number,
  day: at,
  rating,
  text,
}: {
  number: number
  day: number
  rating: number
  text: string
}): Row => row({ source_id: `n${number}`, date: day(at), rating, text, updated_at: undefined })

const SENTENCES = [
  'Rosa came on time.',
  'Bobby unclogged the drain and explained everything.',
  'They came two hours late.',
  'The price was fair and just as quoted.',
  'The bill was twice the quote, which nobody explained.',
  'Spotless work in Old Town.',
]

/** Another builder makes the same bytes of the same store. */
async function assertAsIfFresh({ store }: TestBuilder, snapshot: Snapshot): Promise<void> {
  const fresh = createSnapshotBuilder({
    store,
    baseUrl: 'https://reviews.example',
    ...createLogSigning(await store.logKey(), 'reviews.example/log'),
    engine,
  })
  for (const { path, identity } of (await fresh.build())!.parts.representations)
    assert.equal(identity.etag, snapshot.representations.get(path)?.identity.etag, path)
}

const etags = ({ representations }: Snapshot) =>
  [...representations.values()].map(({ path, identity }) => [path, identity.etag])

/** The time of each entry of the Atom feed, by its id. */
const entryTimes = (snapshot: Snapshot) =>
  new Map(
    [
      ...readText(snapshot, '/feed.xml').matchAll(
        /<entry.*?<id>(.*?)<\/id>.*?<updated>(.*?)<\/updated>/gs,
      ),
    ].map(([, id, updated]) => [id!, updated!]),
  )
