import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { type Analyze, createAnalyzer } from '../../../src/insights/analyze.ts'
import { readReview } from '../../../src/insights/read-review.ts'
import { BusinessFile, Trade } from '../../../src/model/business.ts'
import type { Sentiment } from '../../../src/model/insights.ts'
import { engine } from '../../kit/snapshot-builder.ts'

interface DifficultSentence {
  difficulty: string
  trade: Trade
  stars: number
  text: string
  /** Whether it criticizes the business. */
  critical: boolean
  /** What it certainly says; it may say more. */
  aspects: { id: string; sentiment: Sentiment }[]
  /** What the engine finds instead, where it is known to be wrong. */
  limit?: string
}

const file = readFileSync(new URL('golden/difficult-sentences.jsonl', import.meta.url), 'utf8')
const sentences = file
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as DifficultSentence)

const analyzers = new Map<Trade, Analyze>(
  Trade.options.map(trade => [
    trade,
    createAnalyzer(engine, BusinessFile.parse({ name: 'Any', taxonomy: { trade } })),
  ]),
)

function read({ trade, stars, text, critical, aspects }: DifficultSentence) {
  const analysis = analyzers.get(trade)!(text, 'en', stars)
  const found = readReview({ rating: stars, text }, analysis).insight.aspects
  const isCritical = found.some(({ sentiment }) => sentiment === 'negative')
  const isRight =
    isCritical === critical &&
    aspects.every(({ id, sentiment }) =>
      found.some(one => one.id === id && one.sentiment === sentiment),
    )
  return {
    isRight,
    found: found.map(({ id, sentiment }) => `${id} ${sentiment}`).join(', ') || 'nothing',
  }
}

describe('Difficult sentences', () => {
  it('There are at least 300 sentences with at least 16 difficulties', () => {
    assert.ok(sentences.length >= 300)
    assert.ok(new Set(sentences.map(({ difficulty }) => difficulty)).size >= 16)
  })

  for (const sentence of sentences.filter(({ limit }) => limit === undefined))
    it(`The engine reads it right (${sentence.difficulty}): ${sentence.text}`, () => {
      const { isRight, found } = read(sentence)
      assert.ok(isRight, `found ${found}`)
    })

  for (const sentence of sentences.filter(({ limit }) => limit !== undefined))
    it(`The engine finds ${sentence.limit} (${sentence.difficulty}): ${sentence.text}`, () => {
      const { isRight, found } = read(sentence)
      assert.equal(found, sentence.limit)
      assert.ok(!isRight, 'this is read right: remove its limit')
    })
})
