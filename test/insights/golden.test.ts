import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { parseBusinessFile } from '../../src/ingest/business-file.ts'
import { createAnalyzer } from '../../src/insights/analyze.ts'
import { readReview } from '../../src/insights/read-review.ts'
import type { EntityMention } from '../../src/insights/text/analysis.ts'
import { createCueFinder, parseCue } from '../../src/insights/text/cues.ts'
import { splitSentences } from '../../src/insights/text/sentences.ts'
import { splitWords } from '../../src/insights/text/words.ts'
import type { Sentiment } from '../../src/model/insights.ts'
import { engine } from '../kit/snapshot-builder.ts'
import * as clauseCases from './golden/clauses.ts'
import * as cueCases from './golden/cues.ts'
import { languages } from './golden/languages.ts'
import * as limits from './golden/limits.ts'
import * as nameCases from './golden/names.ts'
import type { Opinion } from './golden/opinions.ts'
import * as opinionCases from './golden/opinions.ts'
import { reviews } from './golden/reviews.ts'
import * as sentenceCases from './golden/sentences.ts'
import { things } from './golden/things.ts'
import { words } from './golden/words.ts'

const demo = await readFile(new URL('../../demo/business.json', import.meta.url), 'utf8')
const analyse = createAnalyzer(engine, parseBusinessFile(demo))

const SIGNS: Record<Sentiment, string> = { positive: '+', neutral: '0', negative: '-' }
const keysOf = (...mentions: EntityMention[]) => [...new Set(mentions.map(({ key }) => key))].toSorted()

/** The aspects of an English text, as the cases write them: `pricing+`. */
function aspectsOf(text: string, rating = 3): string[] {
  const { insight } = readReview({ rating, text }, analyse(text, 'en'))
  return insight.aspects.map(({ id, sentiment }) => id + SIGNS[sentiment]).toSorted()
}

function assertOpinion(text: string, expected: string): void {
  const found = aspectsOf(text)
  for (const label of expected.split(' '))
    if (!label.startsWith('!')) assert.ok(found.includes(label), `${label} is not among: ${found.join(' ')}`)
    else
      assert.ok(
        !found.some(one => one.startsWith(label.slice(1))),
        `${label.slice(1)} is among: ${found.join(' ')}`,
      )
}

function eachOpinion(cases: Opinion[]): void {
  for (const [difficulty, text, expected] of cases)
    it(`${difficulty}: ${text}`, () => assertOpinion(text, expected))
}

/** Fails as soon as the engine gets one right: it then belongs among the cases that must stay right. */
function eachLimit(cases: Opinion[]): void {
  for (const [difficulty, text, expected] of cases)
    it(`${difficulty}: ${text}`, () => assert.throws(() => assertOpinion(text, expected)))
}

describe('splitting into words', () => {
  for (const [difficulty, text, expected] of words)
    it(`${difficulty}: ${text}`, () =>
      assert.deepEqual(
        splitWords(text).map(({ norm }) => norm),
        expected,
      ))
})

describe('splitting into sentences', () => {
  for (const [difficulty, expected, text = expected.join(' ')] of sentenceCases.sentences)
    it(`${difficulty}: ${JSON.stringify(text)}`, () =>
      assert.deepEqual(
        splitSentences(text).map(sentence =>
          text.slice(sentence.words[0]!.start, sentence.words.at(-1)!.end),
        ),
        expected,
      ))
})

describe('splitting into clauses', () => {
  for (const [difficulty, expected] of clauseCases.clauses) {
    const text = expected.join(' ')
    it(`${difficulty}: ${text}`, () => {
      const [sentence, another] = splitSentences(text)
      assert.equal(another, undefined)
      const found = sentence!.clauses.map(({ first, end }) =>
        text.slice(sentence!.words[first]!.start, sentence!.words[end - 1]!.end),
      )
      assert.deepEqual(found, expected)
    })
  }
})

describe('finding cues', () => {
  for (const [difficulty, cues, text, expected] of cueCases.cues)
    it(`${difficulty}: ${text}`, () => {
      const cut = splitWords(text)
      const matches = createCueFinder(cues.map(cue => [parseCue(cue), cue]))(cut)
      assert.deepEqual(
        matches.map(({ first, end }) => text.slice(cut[first]!.start, cut[end - 1]!.end)),
        expected,
      )
    })
})

for (const [group, cases] of Object.entries(opinionCases))
  describe(`finding opinions: ${group}`, () => eachOpinion(cases))

describe('finding technicians', () => {
  for (const [difficulty, text, expected] of nameCases.names)
    it(`${difficulty}: ${text}`, () => assert.deepEqual(keysOf(...analyse(text, 'en').technicians), expected))
})

describe('finding services, problems and areas', () => {
  for (const [difficulty, text, expected] of things)
    it(`${difficulty}: ${text}`, () => {
      const { services, problems, service_areas } = analyse(text, 'en')
      assert.deepEqual(keysOf(...services, ...problems, ...service_areas), expected)
    })
})

describe('telling languages apart', () => {
  for (const { difficulty, text, declared = null, read, names = [] } of languages)
    it(`${difficulty}: ${text}`, () => {
      const analysis = analyse(text, declared)
      const { insight } = readReview({ rating: 4, text }, analysis)
      assert.equal(insight.basis, read ? 'text' : 'rating')
      if (!read) assert.deepEqual([...insight.aspects, ...insight.problems], [])
      const { technicians, services, service_areas } = analysis
      assert.deepEqual(keysOf(...technicians, ...services, ...service_areas), names)
    })
})

describe('reading whole reviews', () => {
  for (const { difficulty, rating, text, sentiment, basis, aspects = [] } of reviews)
    it(`${difficulty}: ${rating} stars, ${text}`, () => {
      const { insight } = readReview({ rating, text }, text === null ? null : analyse(text, null))
      assert.deepEqual(
        {
          sentiment: insight.sentiment,
          basis: insight.basis,
          aspects: insight.aspects.map(one => one.id + SIGNS[one.sentiment]).toSorted(),
        },
        { sentiment, basis, aspects },
      )
    })

  it('cites the clause that speaks of the aspect, and not its neighbour', () => {
    const text = 'The work was excellent, but the price was outrageous.'
    const { insight } = readReview({ rating: 3, text }, analyse(text, null))
    const evidence = Object.fromEntries(insight.aspects.map(one => [one.id, one.evidence]))
    assert.equal(evidence.pricing, 'but the price was outrageous.')
    assert.equal(evidence.quality, 'The work was excellent,')
  })
})

describe('what the engine still reads wrong', () => {
  for (const [group, cases] of Object.entries(limits)) describe(group, () => eachLimit(cases))
})
