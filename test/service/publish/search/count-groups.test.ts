import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { GroupName } from '../../../../src/model/filters.ts'
import type { Review } from '../../../../src/model/review.ts'
import { SearchArgs } from '../../../../src/model/search.ts'
import { type ReviewStats, StatsArgs } from '../../../../src/model/stats.ts'
import { publishedRating } from '../../../../src/publish/context/aggregate-rating.ts'
import type { Snapshot } from '../../../../src/publish/snapshot.ts'
import { demoBusiness, startDemoBuilder } from '../../../kit/demo-site.ts'
import { fewOf } from '../../../kit/few.ts'
import { search } from '../../../kit/publish/search/plain-search.ts'
import { row, rows } from '../../../kit/rows.ts'
import { runs } from '../../../kit/runs.ts'
import { share } from '../../../kit/share.ts'
import { buildReviews, buildSnapshot } from '../../../kit/snapshot-builder.ts'

const NAMES = GroupName.options
/** Every review is in exactly one of their groups. */
const SINGLE = [
  'year',
  'quarter',
  'month',
  'stars',
  'source',
  'language',
  'has_reply',
  'verification',
]

const stats = (snapshot: Snapshot, args: object): ReviewStats => {
  const found = snapshot.stats(StatsArgs.parse(args))
  assert.ok(found, JSON.stringify(args))
  return found
}

/** All reviews that the address of a search finds. */
function open(snapshot: Snapshot, address: string): Review[] {
  const typed = [...new URL(address).searchParams].map(([name, value]) => [
    name,
    /^(?:true|false|[\d.]+)$/.test(value) ? JSON.parse(value) : value,
  ])
  const args = SearchArgs.parse(Object.fromEntries(typed))
  const found: Review[] = []
  for (let skip = 0; ; skip = found.length) {
    const { matched, reviews } = search(snapshot, { ...args, limit: 100, skip })
    found.push(...reviews)
    if (found.length >= matched) return found
  }
}

const mean = (reviews: Review[]) =>
  Math.round((100 * reviews.reduce((sum, { rating }) => sum + rating, 0)) / reviews.length) / 100

function assertGroup(snapshot: Snapshot, group: ReviewStats['groups'][number]): void {
  const { search_url } = group
  const reviews = open(snapshot, search_url)
  const allCritical = new Set(open(snapshot, 'http://x/?critical=true').map(({ id }) => id))
  const critical = reviews.filter(({ id }) => allCritical.has(id))
  const repliedIn = (list: Review[]) => list.filter(({ owner_reply }) => owner_reply !== null)
  assert.deepEqual(
    {
      review_count: group.review_count,
      average_rating: group.average_rating,
      critical_count: group.critical_count,
      replied_count: group.replied_count,
      critical_replied_count: group.critical_replied_count,
      median_reply_days: group.median_reply_days,
    },
    {
      review_count: reviews.length,
      average_rating: mean(reviews),
      critical_count: critical.length,
      replied_count: repliedIn(reviews).length,
      critical_replied_count: repliedIn(critical).length,
      median_reply_days: medianDays(reviews),
    },
    search_url,
  )
}

function medianDays(reviews: Review[]): number | null {
  const days = reviews
    .filter(
      ({ owner_reply, date, date_precision }) =>
        date_precision === 'day' && owner_reply && owner_reply.date >= date,
    )
    .map(({ owner_reply, date }) => (Date.parse(owner_reply!.date) - Date.parse(date)) / 86_400_000)
    .sort((a, b) => a - b)
  const half = Math.floor(days.length / 2)
  if (days.length === 0) return null
  return days.length % 2 === 1 ? days[half]! : (days[half - 1]! + days[half]!) / 2
}

const anyFilters = fewOf(
  {
    rating: fc.integer({ min: 1, max: 5 }),
    max_rating: fc.constantFrom(2, 3, 4),
    since: fc.constantFrom('2024-03-07', '2025-06-30'),
    until: fc.constantFrom('2025-07-01', '2026-05-05'),
    query: fc.constantFrom('the', 'heat', 'was'),
    words: fc.constantFrom('late', 'furnace'),
    mentions_technician: fc.constantFrom('Mike', 'Danielle Okafor', 'nobody'),
    mentions_service: fc.constantFrom('furnace', 'ac_repair'),
    aspect: fc.constantFrom('pricing', 'punctuality'),
    sentiment: fc.constantFrom('positive', 'neutral', 'negative'),
    critical: fc.boolean(),
    has_reply: fc.boolean(),
    has_photos: fc.boolean(),
    verification: fc.constantFrom('platform', 'transaction'),
    edited: fc.boolean(),
    language: fc.constantFrom('en', 'es', 'und', 'en-US'),
    source: fc.constantFrom('google', 'direct'),
  },
  3,
)

describe('Counts in groups', () => {
  const demo = share(async t => (await startDemoBuilder(t, demoBusiness)).build())

  for (const name of NAMES)
    it(`Every number of the groups by ${name} opens exactly its reviews`, () => {
      const { matched, average_rating, groups } = stats(demo(), { group_by: name })
      assert.equal(matched, demo().reviewCount)
      assert.equal(average_rating, publishedRating(demo().aggregateRating).rating_value)
      assert.ok(groups.length > 1)
      for (const group of groups) assertGroup(demo(), group)
      const sum = groups.reduce((total, { review_count }) => total + review_count, 0)
      if (SINGLE.includes(name)) assert.equal(sum, matched)
    })

  it('Every number opens exactly its reviews, whatever the filters and the two properties', async () => {
    const anyNames = fc.shuffledSubarray(NAMES, { minLength: 1, maxLength: 2 })
    await fc.assert(
      fc.asyncProperty(anyNames, anyFilters, async (names, filters) => {
        const args = { ...filters, group_by: names.join(',') }
        const found = demo().stats(StatsArgs.parse(args))
        if (!found) return
        assert.equal(
          found.matched,
          search(demo(), filters as Partial<SearchArgs>).matched,
          JSON.stringify(args),
        )
        // All of them would take minutes.
        for (const group of found.groups.slice(0, 12)) assertGroup(demo(), group)
      }),
      runs(60),
    )
  })

  it('Groups are in the order of their keys, or the largest first', () => {
    const years = stats(demo(), { group_by: 'year' }).groups.map(({ key }) => key.year)
    assert.deepEqual(years, years.toSorted())
    const quarters = stats(demo(), { group_by: 'quarter' }).groups.map(({ key, label }) => [
      key.quarter,
      label,
    ])
    assert.match(String(quarters[0]![0]), /^\d{4}-Q[1-4]$/)
    assert.equal(quarters[0]![0], quarters[0]![1])
    const counts = stats(demo(), { group_by: 'technician', sort: '-review_count' }).groups.map(
      ({ review_count }) => review_count,
    )
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => b - a),
    )
  })

  it('Next to a filter by a person there is only the group of that person', () => {
    const { groups } = stats(demo(), { group_by: 'technician,stars', mentions_technician: 'mike' })
    assert.deepEqual([...new Set(groups.map(({ key }) => key.technician))], ['Mike Delgado'])
  })

  it('A sentiment is about the aspect of each group', () => {
    const { groups } = stats(demo(), { group_by: 'aspect', sentiment: 'negative' })
    for (const { key, review_count } of groups)
      assert.equal(
        review_count,
        demo().insights.aspects.find(({ id }) => id === key.aspect)?.negative_count ??
          search(demo(), { aspect: String(key.aspect), sentiment: 'negative' }).matched,
        String(key.aspect),
      )
  })

  for (const group_by of [
    'aspect',
    'technician',
    'service',
    'service_area',
    'service,technician',
    'technician,stars',
  ])
    it(`A sentiment is about what each group by ${group_by} is about, as in its search`, () => {
      const { groups } = stats(demo(), { group_by, sentiment: 'negative' })
      assert.ok(groups.length > 0)
      for (const { review_count, search_url } of groups) {
        const asked = Object.fromEntries(new URL(search_url).searchParams)
        const args = { ...asked, ...(asked.rating && { rating: Number(asked.rating) }) }
        assert.equal(search(demo(), args).matched, review_count, search_url)
      }
    })

  it('An unknown name counts nothing and says so', () => {
    const { matched, groups, unrecognized } = stats(demo(), {
      group_by: 'year',
      mentions_service: 'zeppelins',
    })
    assert.deepEqual([matched, groups], [0, []])
    assert.equal(unrecognized![0]!.parameter, 'mentions_service')
  })

  it('A critical review has one or two stars, or criticism in its text', async t => {
    const snapshot = await buildSnapshot(t, [
      row({ source_id: 'a', rating: 1, text: null }),
      row({ source_id: 'b', rating: 2, text: 'They came.' }),
      row({ source_id: 'c', rating: 4, text: 'Good work, but much too expensive.' }),
      row({ source_id: 'd', rating: 3, text: null }),
      row({ source_id: 'e', rating: 5, text: 'Rosa was on time.' }),
    ])
    const starsOf = (critical: boolean) =>
      search(snapshot, { critical }).reviews.map(({ rating }) => rating)
    assert.deepEqual(starsOf(true).sort(), [1, 2, 4])
    assert.deepEqual(starsOf(false).sort(), [3, 5])
  })

  it('Languages are grouped without their regions, and those that are not known come last', async t => {
    const languages = ['en-GB', null, 'fr', 'en', null]
    const snapshot = await buildReviews(
      t,
      languages.map((language, number) => row({ source_id: `s${number}`, text: null, language })),
    )
    const { groups } = stats(snapshot, { group_by: 'language' })
    assert.deepEqual(
      groups.map(({ key, review_count, search_url }) => [
        key.language,
        review_count,
        search_url.split('?')[1],
      ]),
      [
        ['en', 2, 'language=en'],
        ['fr', 1, 'language=fr'],
        [null, 2, 'language=und'],
      ],
    )
  })

  it('More than 1,000 groups are too many', async t => {
    const sources = Array.from({ length: 1001 }, (_, number) => `s${number}`)
    const many = await buildReviews(
      t,
      sources.map((source, number) => row({ source, source_id: `${number}`, text: null })),
    )
    assert.equal(many.stats(StatsArgs.parse({ group_by: 'source' })), null)
    assert.equal(stats(many, { group_by: 'source', query: 'x' }).groups.length, 0)
    assert.equal(stats(many, { group_by: 'stars' }).groups.length, 1)
  })

  it('Without reviews there are no groups and no average', async t => {
    const snapshot = await buildSnapshot(t, [])
    for (const group_by of [...NAMES, 'year,aspect'])
      assert.deepEqual(stats(snapshot, { group_by }), {
        matched: 0,
        average_rating: null,
        groups: [],
      })
  })

  it('An edit makes a review edited, a reply does not', async t => {
    const builder = await startDemoBuilder(t, demoBusiness)
    const before = search(await builder.build(), { edited: true }).matched
    const added = rows(2).map((one, number) => ({
      ...one,
      source_id: `edited-${number}`,
      text: 'First words.',
    }))
    await builder.take(added)
    await builder.take([
      { ...added[0]!, text: 'Other words.' },
      { ...added[1]!, owner_reply: { text: 'Thank you!', date: '2026-01-01' } },
    ])
    const { matched, reviews } = search(await builder.build(), { edited: true, limit: 100 })
    assert.equal(matched, before + 1)
    assert.ok(reviews.some(({ text }) => text === 'Other words.'))
  })
})
