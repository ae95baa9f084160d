import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { AspectTag } from '../../../src/insights/aspects/tags.ts'
import type { ReadReview } from '../../../src/insights/counts/tally.ts'
import { readReview } from '../../../src/insights/read-review.ts'
import type {
  Analysis,
  AspectMention,
  EntityMention,
  Span,
} from '../../../src/insights/text/analysis.ts'
import type { Correction } from '../../../src/model/correction.ts'
import type { ReviewInsight, Sentiment } from '../../../src/model/insights.ts'

const TEXT = 'The bill was a surprise. Mark was rude. They came on time.'
const BILL: Span = [0, 24]
const MARK: Span = [25, 29]
const RUDE: Span = [25, 39]
const ON_TIME: Span = [40, 58]
const AT = '2026-06-01T12:00:00.000Z'

const aspect = (id: string, score: number, clause: Span): AspectMention => ({
  id,
  sentiment: score > 0 ? 'positive' : score < 0 ? 'negative' : 'neutral',
  score,
  stated: true,
  sure: true,
  apt: true,
  cue: clause,
  clause,
  sentence: clause,
})

const person = (key: string, sentiment: Sentiment | null): EntityMention => ({
  key,
  sentiment,
  span: MARK,
})

const analysis: Analysis = {
  read: true,
  language: 'en',
  isTranslation: false,
  aspects: [
    aspect('pricing', -0.8, BILL),
    aspect('friendliness', -0.6, RUDE),
    aspect('punctuality', 0.9, ON_TIME),
  ],
  technicians: [person('Mark Ellis', 'negative')],
  services: [{ key: 'furnace_repair', sentiment: 'negative', span: BILL }],
  problems: [],
  service_areas: [],
  prices: [],
  quote: { span: ON_TIME, worth: 1 },
}

const notMentioned = (kind: Correction['kind'], id: string): Correction => ({
  kind,
  id,
  mark: 'not_mentioned',
  corrected_at: AT,
})
const notCriticism = (kind: Correction['kind'], id: string): Correction => ({
  ...notMentioned(kind, id),
  mark: 'not_criticism',
})

const read = (
  corrections: Correction[],
  { rating = 4, tags = [] as AspectTag[], of = analysis } = {},
) => readReview({ rating, text: TEXT }, of, tags, corrections)

const sentimentsOf = ({ aspects }: ReviewInsight) =>
  Object.fromEntries(aspects.map(({ id, sentiment }) => [id, sentiment]))
const verdictOn = ({ insight, verdicts }: Pick<ReadReview, 'insight' | 'verdicts'>, key: string) =>
  verdicts.get(`technicians ${key}`) ?? verdicts.get(`services ${key}`) ?? insight.sentiment

describe('A correction of an aspect', () => {
  it('An aspect that is not criticized counts as neutral, and its words are not quoted', () => {
    const { insight, phrases, confidence } = read([notCriticism('aspects', 'pricing')])
    assert.deepEqual(sentimentsOf(insight), {
      pricing: 'neutral',
      friendliness: 'negative',
      punctuality: 'positive',
    })
    assert.deepEqual(insight.corrected, [
      {
        ...notCriticism('aspects', 'pricing'),
        sentiment: 'negative',
        evidence: 'The bill was a surprise.',
      },
    ])
    assert.deepEqual([phrases[0], confidence[0]], [null, null])
  })

  it('An aspect that the review is not about is no longer mentioned', () => {
    const { insight, phrases, confidence } = read([notMentioned('aspects', 'pricing')])
    assert.deepEqual(sentimentsOf(insight), { friendliness: 'negative', punctuality: 'positive' })
    assert.deepEqual(
      [insight.corrected[0]?.sentiment, phrases.length, confidence.length],
      ['negative', 2, 2],
    )
  })

  it('A corrected aspect counts as neutral in the score of the review', () => {
    const before = read([]).insight.score
    const asNeutral = read([notCriticism('aspects', 'pricing')]).insight.score
    assert.ok(asNeutral > before)
    assert.equal(read([notMentioned('aspects', 'pricing')]).insight.score, asNeutral)
  })

  it('Sentences that disagree do not become praise when one of them is not criticism', () => {
    const mixed = {
      ...analysis,
      aspects: [aspect('pricing', -0.9, BILL), aspect('pricing', 0.5, ON_TIME)],
    }
    const corrected = read([notCriticism('aspects', 'pricing')], { of: mixed }).insight
    assert.deepEqual(sentimentsOf(read([], { of: mixed }).insight), { pricing: 'negative' })
    assert.deepEqual(sentimentsOf(corrected), { pricing: 'neutral' })
    assert.equal(corrected.corrected[0]?.sentiment, 'negative')
  })

  it('A correction of something that is not read in the text has no effect', () => {
    const none = [
      notCriticism('aspects', 'punctuality'),
      notMentioned('aspects', 'parking'),
      notMentioned('aspects', 'constructor'),
      notMentioned('technicians', 'Rosa Méndez'),
      notMentioned('technicians', 'pricing'),
    ]
    assert.deepEqual(read(none), read([]))
  })
})

describe('A correction of a person', () => {
  it('A person who is not meant is no longer mentioned', () => {
    const corrected = read([notMentioned('technicians', 'Mark Ellis')])
    assert.deepEqual(corrected.insight.technicians, [])
    assert.equal(corrected.verdicts.has('technicians Mark Ellis'), false)
    assert.equal(corrected.insight.corrected[0]?.evidence, 'Mark')
    assert.deepEqual(sentimentsOf(corrected.insight), sentimentsOf(read([]).insight))
  })

  it('A person who is not criticized counts as neutral, in a negative review too', () => {
    for (const rating of [1, 2, 3, 4, 5]) {
      const corrected = read([notCriticism('technicians', 'Mark Ellis')], { rating })
      assert.deepEqual(corrected.insight.technicians, ['Mark Ellis'])
      assert.equal(verdictOn(corrected, 'Mark Ellis'), 'neutral')
      assert.equal(verdictOn(corrected, 'furnace_repair'), 'negative')
    }
  })

  it('A person about whom nothing is said is neutral in a negative review, so there is nothing to correct', () => {
    const of = { ...analysis, technicians: [person('Mark Ellis', null)] }
    const corrected = read([notCriticism('technicians', 'Mark Ellis')], { rating: 1, of })
    assert.equal(corrected.insight.sentiment, 'negative')
    assert.equal(verdictOn(corrected, 'Mark Ellis'), 'neutral')
    assert.deepEqual(corrected.insight.corrected, [])
  })
})

describe('A correction of a review with tags', () => {
  const tag = (sentiment: 'positive' | 'negative'): AspectTag => ({
    id: 'pricing',
    sentiment,
    evidence: `${sentiment === 'positive' ? 'Positive' : 'Negative'}: Value`,
  })

  it('What the customer ticked counts where the text is not about it', () => {
    const { insight } = read([notMentioned('aspects', 'pricing')], { tags: [tag('negative')] })
    assert.equal(sentimentsOf(insight).pricing, 'negative')
    assert.equal(insight.aspects.at(-1)?.evidence, 'Negative: Value')
  })

  it('A tag that praises does not take the place of criticism that the owner removed', () => {
    const { insight } = read([notMentioned('aspects', 'pricing')], { tags: [tag('positive')] })
    assert.equal(sentimentsOf(insight).pricing, undefined)
    const praised = { ...analysis, aspects: [aspect('pricing', 0.9, BILL)] }
    const taken = read([notMentioned('aspects', 'pricing')], {
      tags: [tag('positive')],
      of: praised,
    })
    assert.equal(sentimentsOf(taken.insight).pricing, 'positive')
  })

  it('What the customer ticked as bad stays criticism', () => {
    const ticked = { tags: [tag('negative')] }
    assert.deepEqual(read([notCriticism('aspects', 'pricing')], ticked), read([], ticked))
    const { insight } = read([notCriticism('aspects', 'pricing')], { tags: [tag('positive')] })
    assert.equal(sentimentsOf(insight).pricing, 'neutral')
  })

  it('A tag alone cannot be corrected', () => {
    const tags = [tag('negative')]
    const silent = { ...analysis, aspects: [] }
    for (const correct of [notMentioned, notCriticism])
      assert.deepEqual(
        read([correct('aspects', 'pricing')], { tags, of: silent }),
        read([], { tags, of: silent }),
      )
  })
})

const IDS = ['pricing', 'friendliness', 'punctuality']
const PEOPLE = ['Mark Ellis', 'Rosa Méndez']
const anySpan = fc.constantFrom(BILL, RUDE, ON_TIME)
const anyAspect = fc
  .tuple(fc.constantFrom(...IDS), fc.constantFrom(-1, -0.9, -0.3, 0, 0.3, 0.9, 1), anySpan)
  .map(([id, score, span]) => aspect(id, score, span))
const anyVerdict = fc.constantFrom<(Sentiment | null)[]>(null, 'negative', 'neutral', 'positive')
const anyThing = (keys: string[]) =>
  fc.array(fc.record({ key: fc.constantFrom(...keys), sentiment: anyVerdict, span: anySpan }), {
    maxLength: 4,
  })
const anyAnalysis: fc.Arbitrary<Analysis> = fc.record({
  read: fc.constant(true),
  language: fc.constant('en'),
  isTranslation: fc.constant(false),
  aspects: fc.array(anyAspect, { maxLength: 9 }),
  technicians: anyThing(PEOPLE),
  services: anyThing(['furnace_repair', 'ac_repair']),
  problems: anyThing(['leak']),
  service_areas: anyThing(['larkfield']),
  prices: fc.constant([]),
  quote: fc.constantFrom(null, { span: ON_TIME, worth: 1 }),
})
const anyTags = fc
  .array(
    fc.record({
      id: fc.constantFrom(...IDS),
      sentiment: fc.constantFrom<Sentiment[]>('positive', 'negative'),
      evidence: fc.constant('A tag'),
    }),
    { maxLength: 2 },
  )
  .map(tags => [...new Map(tags.map(tag => [tag.id, tag])).values()])
const anyCorrections = fc.uniqueArray(
  fc
    .oneof(
      fc.record({ kind: fc.constant('aspects' as const), id: fc.constantFrom(...IDS) }),
      fc.record({ kind: fc.constant('technicians' as const), id: fc.constantFrom(...PEOPLE) }),
    )
    .chain(mention =>
      fc
        .constantFrom('not_mentioned' as const, 'not_criticism' as const)
        .map(mark => ({ ...mention, mark, corrected_at: AT })),
    ),
  { selector: ({ kind, id }) => `${kind} ${id}` },
)

/** Every mention of an aspect, person or thing, with its sentiment. */
function mentionsIn(reading: ReturnType<typeof readReview>): Map<string, Sentiment> {
  const { aspects, technicians, services, problems, service_areas, sentiment } = reading.insight
  return new Map([
    ['the review', sentiment],
    ...aspects.map(one => [one.id, one.sentiment] as const),
    ...[...technicians, ...services, ...problems, ...service_areas].map(
      key => [key, verdictOn(reading, key)] as const,
    ),
  ])
}

const BAD_TO_GOOD: Sentiment[] = ['negative', 'neutral', 'positive']

describe('Any corrections of any review', () => {
  it('No correction turns criticism into praise or adds a mention, and each changes at most its own', () => {
    const seen = { neutralized: 0, removed: 0, tickedInstead: 0, changedReview: 0 }
    fc.assert(
      fc.property(
        anyAnalysis,
        anyTags,
        fc.integer({ min: 1, max: 5 }),
        anyCorrections,
        (of, tags, rating, corrections) => {
          const [before, after] = [
            read([], { rating, tags, of }),
            read(corrections, { rating, tags, of }),
          ]
          const [was, is] = [mentionsIn(before), mentionsIn(after)]
          const marks = new Map(after.insight.corrected.map(({ id, mark }) => [id, mark]))
          const ticked = new Set(tags.map(({ id }) => id))
          const own = new Set([
            ...IDS,
            ...[...of.technicians, ...of.services].map(({ key }) => key),
          ])
          if (was.get('the review') !== is.get('the review')) seen.changedReview++
          for (const [name, sentiment] of was) {
            const mark = marks.get(name)
            const now = is.get(name)
            if (mark === 'not_mentioned') {
              seen.removed++
              if (now === undefined) continue
              assert.ok(
                ticked.has(name) && BAD_TO_GOOD.indexOf(now) <= BAD_TO_GOOD.indexOf(sentiment),
                name,
              )
              seen.tickedInstead++
            } else if (mark === 'not_criticism') {
              seen.neutralized++
              assert.deepEqual([sentiment, now], ['negative', 'neutral'], name)
            } else if (own.has(name)) assert.equal(now, sentiment, name)
            else assert.ok(!(sentiment === 'negative' && now === 'positive'), name)
          }
          for (const name of is.keys()) assert.ok(was.has(name), name)
          assert.deepEqual(
            [after.quote, after.hasText, after.insight.basis],
            [before.quote, true, 'text'],
          )
          assert.equal(after.phrases.length, after.insight.aspects.length)
          assert.equal(after.confidence.length, after.insight.aspects.length)
        },
      ),
      { numRuns: 2000 },
    )
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `nothing ${what}`)
  })
})
