import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import type { Insights } from '../../../../src/model/insights.ts'
import type { Review } from '../../../../src/model/review.ts'
import type { Passage, SearchArgs } from '../../../../src/model/search.ts'
import type { Snapshot } from '../../../../src/publish/snapshot.ts'
import { search } from '../../../kit/publish/search/plain-search.ts'
import { business, row } from '../../../kit/rows.ts'
import { buildReviews, readJson, startBuilder } from '../../../kit/snapshot-builder.ts'

/** For each review found, its passages with their words. */
function evidenceOf(snapshot: Snapshot, args: Partial<SearchArgs>) {
  const { reviews, evidence } = search(snapshot, { limit: 100, ...args, evidence: true })
  return reviews.map(review => ({
    review,
    passages: evidence![review.id]!.map(passage => ({
      ...passage,
      text: wordsAt(review, passage),
    })),
  }))
}

const wordsAt = ({ text }: Review, { from, to }: Passage) => text!.slice(from, to)

const only = (snapshot: Snapshot, args: Partial<SearchArgs>) =>
  evidenceOf(snapshot, args).flatMap(({ passages }) =>
    passages.map(({ kind, id, text }) => [kind, id, text] as const),
  )

const TEXT =
  '👍🏽 İ! Rosa unclogged it in Old Town. The price was fair. ROSA is a gem; no-shows? Never.'

describe('the evidence of a search', () => {
  it('A search returns evidence only if asked to', async t => {
    const snapshot = await buildReviews(t, [row({ text: TEXT })])
    assert.equal(search(snapshot, { query: 'rosa' }).evidence, null)
    assert.equal(search(snapshot, { query: 'rosa', evidence: false }).evidence, null)
    const [{ id }] = search(snapshot).reviews as [Review]
    assert.deepEqual(search(snapshot, { evidence: true }).evidence, { [id]: [] })
    assert.deepEqual(search(snapshot, { evidence: true, query: 'absent' }).evidence, {})
  })

  it('Evidence shows who and what is mentioned, in the order of the text', async t => {
    const snapshot = await buildReviews(t, [row({ text: TEXT })])
    assert.deepEqual(
      only(snapshot, {
        mentions_technician: 'rosa',
        mentions_service: 'unclogged',
        mentions_service_area: 'old town',
      }),
      [
        ['technicians', 'Rosa Méndez', 'Rosa'],
        ['services', 'drain_cleaning', 'unclogged'],
        ['service_areas', 'old_town', 'Old Town'],
        ['technicians', 'Rosa Méndez', 'ROSA'],
      ],
    )
  })

  it('Evidence shows the words and the query wherever they occur, in any form', async t => {
    const snapshot = await buildReviews(t, [row({ text: TEXT })])
    assert.deepEqual(only(snapshot, { words: 'no-show rosa', query: 'A G' }), [
      ['words', 'rosa', 'Rosa'],
      ['words', 'rosa', 'ROSA'],
      ['query', 'A G', 'a g'],
      ['words', 'no-show', 'no-shows'],
    ])
  })

  it('A query that occurs everywhere is shown fifty times', async t => {
    const snapshot = await buildReviews(t, [row({ text: 'a '.repeat(200) })])
    assert.equal(only(snapshot, { query: 'a' }).length, 50)
    assert.equal(only(snapshot, { words: 'a' }).length, 50)
  })

  it('A tag counts for its aspect but has no passage, and a review without text has none', async t => {
    const tags = [{ label: 'Punctuality', sentiment: 'negative' }]
    const snapshot = await buildReviews(t, [row({ text: null, tags })])
    const found = evidenceOf(snapshot, { aspect: 'punctuality', sentiment: 'negative' })
    assert.deepEqual(
      found.map(({ passages }) => passages),
      [[]],
    )
  })

  it('A mention that the owner corrected is no evidence', async t => {
    const builder = await startBuilder(t, business, async () => [])
    await builder.take([row({ rating: 1, text: 'Rosa was rude. Bobby was late.' })])
    const [review] = search(await builder.build()).reviews
    await builder.store.write(async writer => {
      const known = (await writer.find(review!.id))!
      await writer.correct(known, { kind: 'technicians', id: 'Rosa Méndez', mark: 'not_criticism' })
      await writer.correct(known, { kind: 'technicians', id: 'Bob Stone', mark: 'not_mentioned' })
    })
    const snapshot = await builder.build()
    assert.equal(search(snapshot, { mentions_technician: 'bobby' }).matched, 0)
    const [found] = evidenceOf(snapshot, { mentions_technician: 'rosa' })
    assert.deepEqual(
      found!.passages.map(({ sentiment }) => sentiment),
      ['neutral'],
    )
  })

  it('A review that is withheld is in no list and in no evidence', async t => {
    const builder = await startBuilder(t, business, async () => [])
    await builder.take([row({ text: TEXT }), row({ source_id: 'b', text: 'Rosa!' })])
    const before = await builder.build()
    const [{ id }] = search(before, { words: 'gem' }).reviews as [Review]
    await builder.store.write(async writer => {
      await writer.withhold((await writer.find(id))!, 'spam')
    })
    const snapshot = await builder.build()
    for (const args of [
      { words: 'gem' },
      { aspect: 'pricing' },
      { mentions_service: 'unclogged' },
      { query: '👍🏽' },
    ]) {
      assert.equal(search(before, args).matched, 1, JSON.stringify(args))
      const { matched, evidence } = search(snapshot, { ...args, evidence: true })
      assert.deepEqual([matched, evidence], [0, {}], JSON.stringify(args))
    }
    const remaining = search(snapshot, { mentions_technician: 'rosa', evidence: true })
    assert.ok(!Object.keys(remaining.evidence!).includes(id))
    assert.equal(remaining.matched, 1)
  })
})

const demo = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../../demo/${name}`, import.meta.url), 'utf8'))

describe('the evidence of the demo', () => {
  it('Every review of the demo that counts for something shows where, or has a tag for it', async t => {
    const builder = await startBuilder(t, demo('business.json'), async () => [])
    await builder.take(demo('reviews.json').reviews)
    const snapshot = await builder.build()
    const insights: Insights = readJson(snapshot, '/insights.json')
    const { technicians, services, problems, service_areas } = insights.entities
    let checked = 0
    for (const { id } of insights.aspects)
      for (const { review, passages } of evidenceOf(snapshot, { aspect: id })) {
        const aspect = insights.per_review[review.id]!.aspects.find(one => one.id === id)!
        const [passage] = passages
        if (passage)
          assert.deepEqual([passage.text, passage.sentiment], [aspect.evidence, aspect.sentiment])
        else assert.match(aspect.evidence, /^(?:Posi|Nega)tive: /)
        checked++
      }
    const others = [
      ...technicians.map(({ id }) => ({ mentions_technician: id })),
      ...services.map(({ id }) => ({ mentions_service: id })),
      ...problems.map(({ id }) => ({ problem: id })),
      ...service_areas.map(({ id }) => ({ mentions_service_area: id })),
      ...insights.topics.map(({ id }) => ({ topic: id })),
    ]
    for (const args of others)
      for (const { review, passages } of evidenceOf(snapshot, args)) {
        assert.ok(passages.length > 0, `${JSON.stringify(args)} ${review.id}`)
        for (const { text } of passages) assert.match(text, /^\S.*\S$/s)
        checked++
      }
    assert.ok(checked > 500, `${checked}`)
  })
})
