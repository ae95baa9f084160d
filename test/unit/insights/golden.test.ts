import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { createAnalyzer } from '../../../src/insights/analyze.ts'
import { readReview } from '../../../src/insights/read-review.ts'
import type { EntityMention } from '../../../src/insights/text/analysis.ts'
import { createCueFinder, parseCue } from '../../../src/insights/text/cues.ts'
import { splitSentences, splitWords } from '../../../src/insights/text/words.ts'
import type { Sentiment } from '../../../src/model/insights.ts'
import { engine } from '../../kit/snapshot-builder.ts'
import * as clauseCases from './golden/clauses.ts'
import * as cueCases from './golden/cues.ts'
import { languages } from './golden/languages.ts'
import type { Limit } from './golden/limits.ts'
import * as limitCases from './golden/limits.ts'
import * as nameCases from './golden/names.ts'
import type { Opinion } from './golden/opinions.ts'
import * as opinionCases from './golden/opinions.ts'
import { reviews } from './golden/reviews.ts'
import * as sentenceCases from './golden/sentences.ts'
import { things } from './golden/things.ts'
import { words } from './golden/words.ts'

const demo = await readFile(new URL('../../../demo/business.json', import.meta.url), 'utf8')
const analyze = createAnalyzer(engine, parseBusinessFile(demo))

const SIGNS: Record<Sentiment, string> = { positive: '+', neutral: '0', negative: '-' }
const keysOf = (...mentions: EntityMention[]) =>
  [...new Set(mentions.map(({ key }) => key))].toSorted()

/** The aspects of an English text, written as in the cases: `pricing+`. */
function aspectsOf(text: string, rating = 3): string[] {
  const { insight } = readReview({ rating, text }, analyze(text, 'en'))
  return insight.aspects.map(({ id, sentiment }) => id + SIGNS[sentiment]).toSorted()
}

/** The labels of `wanted` that `found` does not meet: `pricing+` is missing, or `!pricing` is there. */
function unmetLabels(found: string[], wanted: string): string[] {
  return wanted
    .split(' ')
    .filter(label =>
      label.startsWith('!')
        ? found.some(one => one.startsWith(label.slice(1)))
        : !found.includes(label),
    )
}

function eachOpinion(cases: Opinion[]): void {
  for (const [difficulty, text, wanted] of cases)
    it(`The engine finds ${wanted} (${difficulty}): ${text}`, () => {
      const found = aspectsOf(text)
      assert.deepEqual(unmetLabels(found, wanted), [], `found: ${found.join(' ')}`)
    })
}

function eachLimit(cases: Limit[]): void {
  for (const [difficulty, text, { wanted, found }] of cases)
    it(`The engine finds "${found}" instead of ${wanted} (${difficulty}): ${text}`, () => {
      assert.equal(aspectsOf(text).join(' '), found)
      assert.notDeepEqual(
        unmetLabels(found.split(' '), wanted),
        [],
        'this is read right: move it to opinions.ts',
      )
    })
}

describe('Splitting into words', () => {
  for (const [difficulty, text, expected] of words)
    it(`Text is split into words (${difficulty}): ${text}`, () =>
      assert.deepEqual(
        splitWords(text).map(({ norm }) => norm),
        expected,
      ))
})

describe('Splitting into sentences', () => {
  for (const [difficulty, expected, text = expected.join(' ')] of sentenceCases.sentences)
    it(`Text is split into sentences (${difficulty}): ${JSON.stringify(text)}`, () =>
      assert.deepEqual(
        splitSentences(text).map(sentence =>
          text.slice(sentence.words[0]!.start, sentence.words.at(-1)!.end),
        ),
        expected,
      ))
})

describe('Splitting into clauses', () => {
  for (const [difficulty, expected] of clauseCases.clauses) {
    const text = expected.join(' ')
    it(`A sentence is split into clauses (${difficulty}): ${text}`, () => {
      const [sentence, another] = splitSentences(text)
      assert.equal(another, undefined)
      const found = sentence!.clauses.map(({ first, end }) =>
        text.slice(sentence!.words[first]!.start, sentence!.words[end - 1]!.end),
      )
      assert.deepEqual(found, expected)
    })
  }
})

describe('Finding cues', () => {
  for (const [difficulty, cues, text, expected] of cueCases.cues)
    it(`Cues are found (${difficulty}): ${text}`, () => {
      const cut = splitWords(text)
      const matches = createCueFinder(cues.map(cue => [parseCue(cue), cue]))(cut)
      assert.deepEqual(
        matches.map(({ first, end }) => text.slice(cut[first]!.start, cut[end - 1]!.end)),
        expected,
      )
    })
})

for (const [group, cases] of Object.entries(opinionCases))
  describe(`Finding opinions: ${group}`, () => eachOpinion(cases))

describe('Finding technicians', () => {
  for (const [difficulty, text, expected] of nameCases.names)
    it(`Technicians are found (${difficulty}): ${text}`, () =>
      assert.deepEqual(keysOf(...analyze(text, 'en').technicians), expected))
})

describe('Finding services, problems and areas', () => {
  for (const [difficulty, text, expected] of things)
    it(`Services, problems and areas are found (${difficulty}): ${text}`, () => {
      const { services, problems, service_areas } = analyze(text, 'en')
      assert.deepEqual(keysOf(...services, ...problems, ...service_areas), expected)
    })
})

describe('Recognizing languages', () => {
  for (const { difficulty, text, declared = null, read, names = [] } of languages)
    it(`The language is ${read ? 'supported' : 'unsupported'} (${difficulty}): ${text}`, () => {
      const analysis = analyze(text, declared)
      const { insight } = readReview({ rating: 4, text }, analysis)
      assert.equal(insight.basis, read ? 'text' : 'rating')
      if (!read) assert.deepEqual([...insight.aspects, ...insight.problems], [])
      const { technicians, services, service_areas } = analysis
      assert.deepEqual(keysOf(...technicians, ...services, ...service_areas), names)
    })
})

describe('Reading whole reviews', () => {
  for (const { difficulty, rating, text, sentiment, basis, aspects = [] } of reviews)
    it(`A review is ${sentiment} (${difficulty}): ${rating} stars, ${text}`, () => {
      const { insight } = readReview({ rating, text }, text === null ? null : analyze(text, null))
      assert.deepEqual(
        {
          sentiment: insight.sentiment,
          basis: insight.basis,
          aspects: insight.aspects.map(one => one.id + SIGNS[one.sentiment]).toSorted(),
        },
        { sentiment, basis, aspects },
      )
    })

  it('The evidence of an aspect is the clause that mentions it, not the one next to it', () => {
    const text = 'The work was excellent, but the price was outrageous.'
    const { insight } = readReview({ rating: 3, text }, analyze(text, null))
    const evidence = Object.fromEntries(insight.aspects.map(one => [one.id, one.evidence]))
    assert.equal(evidence.pricing, 'but the price was outrageous.')
    assert.equal(evidence.quality, 'The work was excellent,')
  })
})

describe('Known limits of the engine', () => {
  for (const [group, cases] of Object.entries(limitCases)) describe(group, () => eachLimit(cases))
})
