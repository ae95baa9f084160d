import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { withoutLonePraise } from '../../../../src/publish/context/quotes.ts'
import type { RenderContext } from '../../../../src/publish/context/render-context.ts'
import { business, day, type Row, row, rows } from '../../../kit/rows.ts'
import { startBuilder } from '../../../kit/snapshot-builder.ts'

/** The render context after these rows. */
async function compose(
  t: Pick<TestContext, 'after'>,
  rowsToImport: Row[],
  file: unknown = business,
): Promise<RenderContext> {
  const builder = await startBuilder(t, file, async () => [])
  await builder.take(rowsToImport)
  return (await builder.build()).context()
}

const find = ({ subjects }: RenderContext, id: string) =>
  subjects.find(subject => subject.id === id)!

describe('subjects', () => {
  let context: RenderContext
  before(async () => {
    context = await compose({ after: end => after(end as () => void) }, [
      ...rows(30, number => ({
        text: `Rosa came. Number ${number} is fixed.`,
        rating: number < 10 ? 2 : 5,
      })),
      row({
        source_id: 'late',
        date: '2026-03-01',
        text: 'Bobby was friendly and did excellent drain cleaning.\nAll good now.',
        rating: 4,
      }),
    ])
  })

  it('Subjects are everything on the roster, the most mentioned first', () => {
    const people = context.subjects.filter(({ kind }) => kind === 'technicians').map(({ id }) => id)
    assert.deepEqual(people, ['Rosa Méndez', 'Bob Stone'])
    const services = context.subjects.filter(({ kind }) => kind === 'services')
    assert.deepEqual(
      services.map(({ id, insight }) => [id, insight?.mention_count ?? null]),
      [
        ['drain_cleaning', 1],
        ['water_heater', null],
      ],
    )
  })

  it('Subjects count the stars of the reviews that mention them', () => {
    assert.deepEqual(find(context, 'Rosa Méndez').distribution, { 5: 20, 4: 0, 3: 0, 2: 10, 1: 0 })
    assert.deepEqual(find(context, 'old_town').distribution, { 5: 0, 4: 0, 3: 0, 2: 0, 1: 0 })
  })

  it('Subjects have ratings over time, by month only if enough reviews mention them', () => {
    assert.deepEqual(find(context, 'Rosa Méndez').overTime, {
      unit: 'month',
      months: 1,
      periods: [{ name: '2020-01', review_count: 30, average_rating: 4 }],
    })
    assert.deepEqual(find(context, 'Bob Stone').overTime, {
      unit: 'year',
      months: 1,
      periods: [{ name: '2026', review_count: 1, average_rating: 4 }],
    })
  })

  it('Aspects have a page if the insights list them, and not if too few reviews mention them or they are the business as a whole', () => {
    const { insights, otherAspects, subjects } = context
    const pages = subjects.filter(({ kind }) => kind === 'aspects').map(({ id }) => id)
    assert.ok(pages.includes('quality'))
    assert.deepEqual(
      pages,
      insights.aspects.map(({ id }) => id),
    )
    const others = otherAspects.map(({ id }) => id)
    assert.ok(['friendliness', 'punctuality', 'general'].every(id => others.includes(id)))
    for (const id of others) assert.ok(!pages.includes(id), id)
  })

  it('Subjects list their ten newest reviews', () => {
    const { newest } = find(context, 'Rosa Méndez')
    assert.deepEqual(
      newest.map(id => context.cited.get(id)!.review.date),
      Array.from({ length: 10 }, (_, index) => day(29 - index)),
    )
  })

  it('Subjects are quoted with a sentence that names and judges them', () => {
    const praise = [['positive', 'Bobby was friendly and did excellent drain cleaning.']]
    for (const id of ['Bob Stone', 'drain_cleaning'])
      assert.deepEqual(
        find(context, id).quotes.map(({ side, text }) => [side, text]),
        praise,
      )
    assert.deepEqual(find(context, 'Rosa Méndez').quotes, [])
  })
})

describe('a person with a short name', () => {
  it('A person with a short name is quoted only with a sentence that has the name as a word', async t => {
    const context = await compose(
      t,
      rows(3, () => ({
        rating: 5,
        text: 'They fixed the leak and cleaned up. Ed was very friendly and explained everything.',
      })),
      { ...business, technicians: [{ name: 'Ed Stone', aliases: ['Ed'] }] },
    )
    assert.deepEqual(
      new Set(find(context, 'Ed Stone').quotes.map(({ text }) => text)),
      new Set(['Ed was very friendly and explained everything.']),
    )
  })
})

describe('what a render context cites', () => {
  it('A render context cites every review that the insights name', async t => {
    const { insights, cited } = await compose(
      t,
      rows(80, number => ({
        text: 'Rosa was on time and polite. Fair price too.',
        rating: number % 9 ? 5 : 1,
      })),
    )
    const named = [
      ...[
        ...insights.aspects,
        ...insights.topics,
        ...Object.values(insights.entities).flat(),
      ].flatMap(({ example_review_ids }) => example_review_ids),
      ...[...insights.faq, ...insights.summary_claims].flatMap(({ review_ids }) => review_ids),
    ]
    assert.ok(named.length > 20)
    for (const id of named) assert.equal(cited.get(id)?.review.id, id)
  })

  it('A review whose date was edited is still cited', async t => {
    const builder = await startBuilder(t, business, async () => [])
    await builder.take(rows(12, () => ({ text: 'Rosa came.' })))
    await builder.build()
    await builder.take([row({ source_id: 'r3', date: '2024-07-01', text: 'Rosa came.' })])
    const context = (await builder.build()).context()
    const { newest } = find(context, 'Rosa Méndez')
    assert.equal(context.cited.get(newest[0]!)?.review.date, '2024-07-01')
  })

  it('An aspect is quoted with the sentence in which it was found', async t => {
    const context = await compose(
      t,
      rows(12, () => ({ rating: 2, text: 'They came two hours late. The work itself was fine.' })),
    )
    const { quotes } = find(context, 'punctuality')
    assert.deepEqual(
      new Set(quotes.map(({ text, side }) => `${side}: ${text}`)),
      new Set(['negative: They came two hours late.']),
    )
  })
})

describe('quotes of a side', () => {
  const praise = { side: 'positive' as const }
  const criticism = { side: 'negative' as const }

  it('Praise that is a minority is never quoted alone, but criticism is', () => {
    assert.deepEqual(withoutLonePraise([criticism], { positive: 5, negative: 1 }), [criticism])
    assert.deepEqual(withoutLonePraise([praise], { positive: 1, negative: 2 }), [])
    assert.deepEqual(withoutLonePraise([criticism], { positive: 2, negative: 2 }), [criticism])
    assert.deepEqual(withoutLonePraise([praise, criticism], { positive: 5, negative: 1 }), [
      praise,
      criticism,
    ])
    assert.deepEqual(withoutLonePraise([], { positive: 5, negative: 1 }), [])
  })
})
