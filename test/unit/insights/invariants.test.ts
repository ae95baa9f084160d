import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { createAnalyzer } from '../../../src/insights/analyze.ts'
import { createExplainer } from '../../../src/insights/explain.ts'
import { readReview } from '../../../src/insights/read-review.ts'
import type { AspectMention, Span } from '../../../src/insights/text/analysis.ts'
import { resolveTaxonomy } from '../../../src/insights/text/resolve-taxonomy.ts'
import { isWord, splitSentences, splitWords } from '../../../src/insights/text/words.ts'
import type { ReviewsDataset } from '../../../src/model/dataset.ts'
import { type Insights, Sentiment } from '../../../src/model/insights.ts'
import { ANY_CHARACTER } from '../../kit/any-character.ts'
import { day, type Row, row } from '../../kit/rows.ts'
import { runs } from '../../kit/runs.ts'
import { buildSnapshot, engine, readJson, startBuilder } from '../../kit/snapshot-builder.ts'

const demo = await readFile(new URL('../../../demo/business.json', import.meta.url), 'utf8')
const business = parseBusinessFile(demo)
const analyze = createAnalyzer(engine, business)
const explain = createExplainer(engine, business)

const PHRASES = [
  'Great price.',
  'They came on time and the price was more than fair for the work.',
  'Mike explained the repair to us and left the basement spotless.',
  'They came two hours late and charged us far too much for it.',
  'They came on time',
  ', but the bill was outrageous.',
  'Mike was never late!',
  "didn't show up",
  'The last company never showed. ',
  '\n\n',
  'DO NOT USE',
  'Danielle explained everything — twice.',
  '😡😡',
  'for $1,250.50 at 9 a.m. in Millbrook Heights',
  'It would have been nice if they cleaned up',
  'Our AC died, they put in a new heat pump.',
  'Would I call them again? No.',
  'although Grace was very friendly;',
  'muy buen servicio',
  'не очень',
  'cheap-looking',
  '(not bad)',
  '“all good.”',
]
const HUNGARIAN = 'Az ár nagyon jó volt, és Mike pontosan érkezett hozzánk.'

const anyPhrases = fc
  .array(fc.constantFrom(...PHRASES), { minLength: 1, maxLength: 8 })
  .map(all => all.join(' '))
const anyText = fc.oneof(
  { weight: 3, arbitrary: anyPhrases },
  { weight: 1, arbitrary: fc.string({ unit: ANY_CHARACTER, maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyPhrases, fc.string({ unit: ANY_CHARACTER, maxLength: 20 }))
      .map(parts => parts.join('')),
  },
)
const anyLanguage = fc.constantFrom(null, 'en', 'es')
const anyHungarian = fc
  .array(
    fc.constantFrom(
      'Nagyon kedves volt a szerelő, és gyorsan végzett a munkával.',
      'Sajnos másfél órát kellett várnunk, pedig időpontunk volt.',
      'Az ára túl magas ahhoz képest, amit kaptunk érte.',
      'Mindenkinek csak ajánlani tudom ezt a céget!',
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map(sentences => sentences.join(' '))
const anyReview = fc.record({
  rating: fc.integer({ min: 1, max: 5 }),
  text: fc.option(
    fc.oneof(
      { weight: 6, arbitrary: anyPhrases },
      { weight: 1, arbitrary: fc.constant(HUNGARIAN) },
    ),
    { freq: 8 },
  ),
})
const anyReviews = fc.array(anyReview, { minLength: 1, maxLength: 12 })
/** Enough reviews for quotes and answers. */
const manyReviews = fc.array(anyReview, { minLength: 25, maxLength: 35 })

/** Quotes are rare among random reviews: a sentence must be whole, and the stars must agree. */
const QUOTABLE = Array.from({ length: 30 }, (_, number) => ({
  rating: number % 3 === 0 ? 1 : 5,
  text:
    number % 3 === 0
      ? 'They came two hours late and charged us far too much for it.'
      : 'They came on time and the price was more than fair for the work.',
}))

const toRow = (review: Row, number: number) =>
  row({
    source_id: `r${number}`,
    date: day(7 * number),
    updated_at: `${day(7 * number)}T10:00:00Z`,
    ...review,
  })

interface Published {
  insights: Insights
  /** By review id. */
  texts: Map<string, string>
}

/** What is published after the first reviews, and after the others. */
async function publish(t: TestContext, ...batches: Row[][]): Promise<Published[]> {
  const builder = await startBuilder(t, JSON.parse(demo), async () => [])
  const published: Published[] = []
  let count = 0
  for (const reviews of batches) {
    await builder.take(reviews.map(review => toRow(review, count++)))
    const snapshot = await builder.build()
    const dataset: ReviewsDataset = readJson(snapshot, '/reviews.json')
    published.push({
      insights: readJson(snapshot, '/insights.json'),
      texts: new Map(dataset.reviews.map(({ id, text }) => [id, text ?? ''])),
    })
  }
  return published
}

const check = (t: TestContext, property: (published: Published) => void) =>
  fc.assert(
    fc.asyncProperty(fc.oneof(anyReviews, manyReviews), async reviews =>
      property((await publish(t, reviews))[0]!),
    ),
    { ...runs(3), examples: [[QUOTABLE]] },
  )

const lies = ([start, end]: Span, [from, to]: Span) => from <= start && start < end && end <= to

describe('Splitting any text', () => {
  it('Splitting a text loses no characters but spaces and hyphens', () => {
    const withoutGaps = (text: string) => text.replace(/[\s-]/gu, '')
    fc.assert(
      fc.property(anyText, text => {
        const words = splitWords(text)
        assert.equal(
          withoutGaps(words.map(({ start, end }) => text.slice(start, end)).join('')),
          withoutGaps(text),
        )
        for (const [place, { start, end }] of words.entries())
          assert.ok(start < end && start >= (words[place - 1]?.end ?? 0))
      }),
      { numRuns: 500 },
    )
  })

  it('Every word is in exactly one sentence and one clause', () => {
    fc.assert(
      fc.property(anyText, text => {
        const sentences = splitSentences(text)
        assert.deepEqual(
          sentences.flatMap(({ words }) => words.filter(isWord)),
          splitWords(text).filter(isWord),
        )
        for (const { words, clauses } of sentences) {
          const inClauses = clauses.flatMap(({ first, end }) => words.slice(first, end))
          assert.deepEqual(inClauses.filter(isWord), words.filter(isWord))
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('The analysis of any text', () => {
  it('The analysis of a text is the same the second time, whatever was read in between', () => {
    const analyseElsewhere = createAnalyzer(engine, business)
    fc.assert(
      fc.property(anyText, anyText, anyLanguage, (text, other, language) => {
        const first = analyze(text, language)
        analyze(other, null)
        assert.deepEqual(analyze(text, language), first)
        assert.deepEqual(analyseElsewhere(text, language), first)
      }),
      runs(60),
    )
  })

  it('Offsets point into the text, with the cue in its clause and the clause in its sentence', () => {
    fc.assert(
      fc.property(anyText, anyLanguage, (text, language) => {
        const { aspects, quote, technicians, services, problems, service_areas } = analyze(
          text,
          language,
        )
        const whole: Span = [0, text.length]
        for (const { cue, clause, sentence } of aspects) {
          assert.ok(lies(sentence, whole) && lies(clause, sentence))
          assert.ok(cue === null || lies(cue, clause))
        }
        for (const { span } of [...technicians, ...services, ...problems, ...service_areas])
          assert.ok(lies(span, whole))
        if (quote) assert.ok(lies(quote.span, whole) && quote.worth > 0)
      }),
      runs(60),
    )
  })

  it('An aspect is mentioned at most once per side of a sentence, with a score that fits its sentiment', () => {
    const keyOf = ({ id, sentiment, clause }: AspectMention) => `${id} ${sentiment} ${clause}`
    fc.assert(
      fc.property(anyText, text => {
        const { aspects } = analyze(text, 'en')
        assert.equal(new Set(aspects.map(keyOf)).size, aspects.length)
        for (const { sentiment, score } of aspects) {
          assert.ok(Math.abs(score) <= 1)
          if (sentiment !== 'neutral') assert.ok(sentiment === 'positive' ? score >= 0 : score <= 0)
        }
      }),
      runs(60),
    )
  })

  it('An analysis holds nothing of the text but ids, roster names and verdicts', () => {
    const { aspects, problems } = resolveTaxonomy(engine.taxonomies, business)
    const known = new Set([
      ...[...aspects, ...problems, ...business.services, ...business.service_areas].map(
        ({ id }) => id,
      ),
      ...business.technicians.map(({ name }) => name),
      ...Sentiment.options,
      ...'read language isTranslation aspects technicians services problems service_areas prices quote'.split(
        ' ',
      ),
      ...'id sentiment score stated sure apt cue clause sentence key span worth'.split(' '),
    ])
    fc.assert(
      fc.property(anyText, anyLanguage, (text, language) => {
        JSON.parse(JSON.stringify(analyze(text, language)), (key, value) => {
          if (!/^\d*$/.test(key)) assert.ok(known.has(key), key)
          if (key === 'language') assert.match(String(value), /^(?:null|[a-z]{2,3})$/)
          else if (typeof value === 'string') assert.ok(known.has(value), value)
          return value
        })
      }),
      runs(60),
    )
  })

  it('An explanation agrees with the analysis', () => {
    fc.assert(
      fc.property(
        anyText,
        anyLanguage,
        fc.integer({ min: 1, max: 5 }),
        (text, language, rating) => {
          const analysis = analyze(text, language, rating)
          const { read, sentences } = explain({ text, language, rating }, [])
          const cut = ([start, end]: Span) => text.slice(start, end)
          assert.equal(read, analysis.read)
          assert.deepEqual(
            sentences.flatMap(one =>
              one.aspects.map(({ id, sentiment, score }) => ({ id, sentiment, score })),
            ),
            analysis.aspects.map(({ id, sentiment, score }) => ({ id, sentiment, score })),
          )
          for (const kind of ['technicians', 'services', 'problems', 'service_areas'] as const)
            assert.deepEqual(
              sentences
                .flatMap(one => one.names.filter(name => name.kind === kind))
                .map(({ key, words, sentiment }) => ({ key, words, sentiment })),
              analysis[kind].map(({ key, span, sentiment }) => ({
                key,
                words: cut(span),
                sentiment,
              })),
            )
        },
      ),
      runs(60),
    )
  })

  it('Nothing is guessed in an unsupported language', () => {
    fc.assert(
      fc.property(anyHungarian, fc.integer({ min: 1, max: 5 }), (text, rating) => {
        const analysis = analyze(text, null)
        const { insight, quote } = readReview({ rating, text }, analysis)
        assert.deepEqual([...analysis.aspects, ...analysis.problems], [])
        assert.equal(insight.basis, 'rating')
        assert.equal(insight.score, (rating - 3) / 2)
        assert.equal(quote, null)
      }),
      runs(60),
    )
  })
})

describe('The insights of any reviews', () => {
  it('The counts of the insights add up', async t => {
    await check(
      t,
      ({ insights: { per_review, aspects, entities, coverage, review_count, ...rest } }) => {
        const reviews = Object.values(per_review)
        assert.equal(reviews.length, review_count)
        assert.equal(
          coverage.read + coverage.without_text + coverage.unknown_language,
          review_count,
        )
        assert.equal(coverage.read, reviews.filter(({ basis }) => basis === 'text').length)
        const { positive_pct, neutral_pct, negative_pct } = rest.overall_sentiment
        assert.ok(Math.abs(positive_pct + neutral_pct + negative_pct - 100) < 0.05)
        const all = [...aspects, ...Object.values(entities).flat(), ...rest.topics]
        for (const { id, mention_count, positive_count, neutral_count, negative_count } of all)
          assert.equal(positive_count + neutral_count + negative_count, mention_count, id)
        for (const aspect of aspects) {
          const mentions = reviews.flatMap(one =>
            one.aspects.filter(({ id, is_unsure }) => id === aspect.id && !is_unsure),
          )
          assert.equal(mentions.length, aspect.mention_count)
          assert.equal(
            mentions.filter(({ sentiment }) => sentiment === 'positive').length,
            aspect.positive_count,
          )
        }
        for (const kind of ['technicians', 'services', 'problems', 'service_areas'] as const)
          assert.deepEqual(
            new Map(entities[kind].map(({ id, mention_count }) => [id, mention_count])),
            new Map(
              entities[kind].map(({ id }) => [
                id,
                reviews.filter(one => one[kind].includes(id)).length,
              ]),
            ),
          )
        assert.equal(
          rest.temporal.monthly.reduce((sum, month) => sum + month.review_count, 0),
          review_count,
        )
      },
    )
  })

  it('The insights cite only existing reviews and quote them exactly', async t => {
    const seen = { evidence: 0, phrases: 0, pullQuotes: 0, quotes: 0, cited: 0 }
    await check(t, ({ insights, texts }) => {
      for (const [id, review] of Object.entries(insights.per_review))
        for (const { evidence } of review.aspects) {
          seen.evidence++
          assert.ok(evidence.length > 0)
          assert.ok(texts.get(id)!.includes(evidence), evidence)
        }
      const smallTexts = [...texts.values()].map(text => text.toLowerCase())
      for (const { top_phrases } of [
        ...insights.aspects,
        ...Object.values(insights.entities).flat(),
      ])
        for (const phrase of top_phrases) {
          seen.phrases++
          assert.ok(
            smallTexts.some(text => text.includes(phrase)),
            phrase,
          )
        }
      const { pull_quote } = insights
      if (pull_quote) {
        seen.pullQuotes++
        assert.ok(texts.get(pull_quote.review_id)!.includes(pull_quote.text))
      }
      for (const { answer } of insights.faq)
        for (const [quoted, quote] of answer.matchAll(/“([^”]+)”/g)) {
          seen.quotes++
          assert.ok(
            [...texts.values()].some(text => text.includes(quote!)),
            quoted,
          )
        }
      const cited = [
        ...[
          ...insights.aspects,
          ...Object.values(insights.entities).flat(),
          ...insights.topics,
        ].flatMap(one => one.example_review_ids),
        ...[...insights.faq, ...insights.summary_claims].flatMap(one => one.review_ids),
      ]
      seen.cited += cited.length
      for (const id of cited) assert.ok(texts.has(id), id)
    })
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, `no ${what} at all`)
  })

  it('The insights are the same bytes in any order of the reviews', async t => {
    await fc.assert(
      fc.asyncProperty(anyReviews, fc.infiniteStream(fc.nat()), async (reviews, numbers) => {
        const rows = reviews.map(toRow)
        const shuffled = rows
          .map(one => ({ one, key: numbers.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        const [first, second] = [
          await buildSnapshot(t, rows, JSON.parse(demo)),
          await buildSnapshot(t, shuffled, JSON.parse(demo)),
        ]
        // The log and the feeds of all changes show the order in which they came.
        for (const [path, { identity }] of first.representations)
          if (!/^\/log\/|\/changes\./.test(path))
            assert.equal(second.representations.get(path)?.identity.etag, identity.etag, path)
      }),
      runs(3),
    )
  })

  it('One more customer who praises the prices never lowers their score', async t => {
    type Counts = ReturnType<typeof pricingOf>
    const pricingOf = ({ insights }: Published) =>
      insights.aspects.find(({ id }) => id === 'pricing') ?? {
        mention_count: 0,
        positive_count: 0,
        neutral_count: 0,
        negative_count: 0,
        positive_pct: 0,
      }
    await fc.assert(
      fc.asyncProperty(anyReviews, async reviews => {
        const praise = { rating: 5, text: 'Great price.' }
        // Prices are listed in any case: at least half of what was found about them is certain.
        const praised = [...reviews, ...reviews.map(() => praise)]
        const [before, after] = (await publish(t, praised, [praise])).map(pricingOf) as [
          Counts,
          Counts,
        ]
        assert.equal(after.mention_count, before.mention_count + 1)
        assert.equal(after.positive_count, before.positive_count + 1)
        assert.equal(after.neutral_count, before.neutral_count)
        assert.equal(after.negative_count, before.negative_count)
        assert.ok(after.positive_pct >= before.positive_pct)
      }),
      runs(3),
    )
  })

  it('Reviews in an unsupported language count by their names and stars only', async t => {
    await fc.assert(
      fc.asyncProperty(anyReviews, fc.integer({ min: 1, max: 4 }), async (reviews, count) => {
        const hungarian = Array.from({ length: count }, () => ({ rating: 4, text: HUNGARIAN }))
        const [{ insights: before }, { insights: after }] = (await publish(
          t,
          reviews,
          hungarian,
        )) as [Published, Published]
        assert.equal(after.coverage.unknown_language, before.coverage.unknown_language + count)
        assert.equal(after.coverage.read, before.coverage.read)
        const countsOf = (insights: Insights) =>
          insights.aspects.map(({ id, mention_count }) => [id, mention_count])
        assert.deepEqual(countsOf(after), countsOf(before))
        assert.deepEqual(
          after.entities.problems.map(({ mention_count }) => mention_count),
          before.entities.problems.map(({ mention_count }) => mention_count),
        )
        const mikes = ({ entities }: Insights) =>
          entities.technicians.find(({ id }) => id === 'Mike Delgado')?.mention_count ?? 0
        assert.equal(mikes(after), mikes(before) + count)
      }),
      runs(3),
    )
  })
})
