import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { gatherFacts } from '../../../src/narrator/facts.ts'
import type { Snapshot } from '../../../src/publish/snapshot.ts'
import { honestAnswer } from '../../kit/narrator/endpoint.ts'
import { numbered, reviewRows } from '../../kit/narrator/reviews.ts'
import { readJson } from '../../kit/snapshot-builder.ts'
import { honest, prepare } from './job.ts'

const MINUTE = 60_000
const text = ({ insights: { summary, faq, pull_quote, model } }: Snapshot) => ({
  summary,
  faq,
  pull_quote,
  model,
})
const etag = (snapshot: Snapshot) => snapshot.representations.get('/insights.json')!.identity.etag
const factsOf = ({ business, aggregateRating, insights }: Snapshot) =>
  gatherFacts(business.name, aggregateRating, insights)

describe('The narration', { concurrency: true }, () => {
  it('A narrative replaces the prose and leaves every count alone', async t => {
    const { builder, start, isSettled, endpoint } = await prepare(t)
    const before = await builder.build()
    start().consider(before, before.version)
    await isSettled(1)
    const after = await builder.build()
    assert.match(after.insights.summary!, /^Most of the 8 reviews are content/)
    assert.equal(after.insights.summary_claims.length, 4)
    assert.equal(after.insights.model, 'firsthand-absa/12 + tiny-1')
    assert.deepEqual(
      after.insights.faq.map(({ question }) => question),
      ['Are they punctual?'],
    )
    const words = ['summary', 'summary_claims', 'faq', 'pull_quote', 'model']
    const counts = (snapshot: Snapshot) =>
      Object.entries(readJson(snapshot, '/insights.json')).filter(([name]) => !words.includes(name))
    assert.deepEqual(counts(after), counts(before))
    assert.deepEqual(endpoint.requests[0]!.facts, JSON.parse(JSON.stringify(factsOf(after))))
    assert.deepEqual(factsOf(after), factsOf(before))
  })

  it('The model is not asked again while the facts are the same, in this process or the next', async t => {
    const { builder, start, isSettled, endpoint, clock, calls } = await prepare(t)
    const first = await builder.build()
    const narration = start()
    narration.consider(first, first.version)
    await isSettled(1)
    const second = await builder.build()
    clock.now += 60 * MINUTE
    const before = narration.writes.count
    narration.consider(second, second.version)
    await narration.hasWritten(before + 1)
    const restarted = start()
    restarted.consider(second, second.version)
    await restarted.hasWritten(1)
    assert.equal((await calls()).length, 1)
    assert.equal(endpoint.requests.length, 1)
    assert.equal(etag(await builder.build()), etag(second))
  })

  it('The model is asked at most once in ten minutes, then with the newest facts', async t => {
    const { builder, start, isSettled, endpoint, clock, calls } = await prepare(t)
    const first = await builder.build()
    start().consider(first, first.version)
    await isSettled(1)
    await builder.take([numbered(50, 3, 'It was all right, more or less.')])
    const second = await builder.build()
    const restarted = start()
    restarted.consider(second, second.version)
    await restarted.hasWritten(1)
    assert.equal((await calls()).length, 1)
    clock.now += 10 * MINUTE
    restarted.consider(second, second.version)
    await isSettled(2)
    assert.equal(endpoint.requests.length, 2)
    assert.equal(endpoint.requests[1]!.facts.review_count, 9)
    assert.match((await builder.build()).insights.summary!, /^Most of the 9 reviews/)
  })

  it('The model is asked at most 24 times a day', async t => {
    const { builder, start, endpoint, calls } = await prepare(t)
    const earlier = Array.from({ length: 24 }, (_, n) =>
      new Date(Date.UTC(2026, 10, 14, 2) + n * 11 * MINUTE).toISOString(),
    )
    await builder.store.write(writer => writer.setNarratorCalls(earlier))
    const snapshot = await builder.build()
    const narration = start()
    narration.consider(snapshot, snapshot.version)
    await narration.hasWritten(1)
    assert.deepEqual(await calls(), earlier)
    assert.equal(endpoint.requests.length, 0)
  })

  it('The model is never asked about the demo', async t => {
    const { builder, start, isSettled, endpoint } = await prepare(t)
    const snapshot = await builder.build()
    const ofDemo = start()
    ofDemo.consider(snapshot, 0)
    // A later job has finished when this one would have.
    start().consider(snapshot, snapshot.version)
    await isSettled(1)
    assert.equal(ofDemo.writes.count, 0)
    assert.equal(endpoint.requests.length, 1)
  })

  for (const [what, reply, says] of [
    ['junk', { content: 'Sure!' }, /not the JSON/],
    ['an error', { status: 401 }, /401/],
    ['one-sided praise', null, /leaves out what customers criticize/],
  ] as const)
    it(`One log line reports ${what} from the model, and nothing changes`, async t => {
      const { builder, start, isSettled, log, endpoint, clock } = await prepare(t, request => {
        if (reply) return reply
        const answer = honestAnswer(request)
        const claims = [
          ...answer.claims.slice(0, 3),
          {
            ...answer.claims[3]!,
            text: 'All are happy.',
            review_ids: answer.claims[0]!.review_ids,
          },
        ]
        return { content: { ...answer, claims } }
      })
      const before = await builder.build()
      const narration = start()
      narration.consider(before, before.version)
      await isSettled(1)
      const after = await builder.build()
      assert.deepEqual([etag(after), after.version], [etag(before), before.version])
      assert.match(log[0]!, says)
      assert.doesNotMatch(log.join(), /4711/)
      assert.equal(narration.writes.count, 1)
      clock.now += 10 * MINUTE
      narration.consider(after, after.version)
      // A later job, which does not know the rejected answer, has finished when this one would have.
      start().consider(after, after.version)
      await isSettled(2)
      assert.equal(narration.writes.count, 1)
      assert.equal(endpoint.requests.length, 2)
    })

  it('A temporary problem is retried later', async t => {
    const { builder, start, isSettled, endpoint, clock } = await prepare(t, (request, call) =>
      call <= 2 ? { status: 503, headers: { 'retry-after-ms': '5' } } : honest(request),
    )
    const snapshot = await builder.build()
    const narration = start()
    narration.consider(snapshot, snapshot.version)
    await isSettled(1)
    clock.now += 10 * MINUTE
    narration.consider(snapshot, snapshot.version)
    await isSettled(2)
    assert.equal(endpoint.requests.length, 3)
    assert.match((await builder.build()).insights.summary!, /^Most of/)
  })
})

describe('A stored narrative', { concurrency: true }, () => {
  async function narrated(t: TestContext) {
    const kit = await prepare(t)
    const offline = await kit.builder.build()
    const narration = kit.start()
    narration.consider(offline, offline.version)
    await kit.isSettled(1)
    await narration.close()
    return { ...kit, offline, online: await kit.builder.build() }
  }

  it('A narrative loses statements with numbers if the facts change, even if the number occurs elsewhere', async t => {
    const { builder, online } = await narrated(t)
    await builder.take([50, 51, 52, 53].map(number => numbered(number, 5, 'Good.')))
    const { insights, aggregateRating } = await builder.build()
    assert.equal(aggregateRating.distribution[5], 8)
    assert.deepEqual(insights.summary_claims, online.insights.summary_claims.slice(1))
  })

  it('A narrative loses statements about a changed review, and is dropped if too little is left', async t => {
    const { builder, online } = await narrated(t)
    const cited = online.insights.summary_claims[0]!.review_ids[0]
    const rows = reviewRows()
    const position = readJson(online, '/reviews.json')
      .reviews.toReversed()
      .findIndex((review: { id: string }) => review.id === cited)
    await builder.take([
      {
        ...rows[position],
        text: 'I changed my mind about them.',
        updated_at: '2026-11-16T00:00:00Z',
      },
    ])
    const after = await builder.build()
    assert.equal(after.insights.model, 'firsthand-absa/12')
    assert.notEqual(after.insights.summary, online.insights.summary)
    assert.doesNotMatch(readJson(after, '/insights.json').summary, /content/)
  })

  it('The offline text returns byte for byte if the narrative is removed', async t => {
    const { builder, offline, online } = await narrated(t)
    assert.notEqual(etag(online), etag(offline))
    await builder.store.write(writer => writer.setNarrative(null))
    const after = await builder.build()
    assert.deepEqual(text(after), text(offline))
    assert.equal(etag(after), etag(offline))
  })
})
