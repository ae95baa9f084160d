import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { createAnalyzer, createMentionAnalyzer } from '../../../src/insights/analyze.ts'
import type { Analysis } from '../../../src/insights/text/analysis.ts'
import { loadEngine } from '../../../src/publish/load-engine.ts'
import { runs } from '../../kit/runs.ts'

const engine = await loadEngine()
const demo = (name: string) =>
  readFileSync(new URL(`../../../demo/${name}`, import.meta.url), 'utf8')
const business = parseBusinessFile(demo('business.json'))
const analyze = createAnalyzer(engine, business)
const findMentions = createMentionAnalyzer(engine, business)

interface Text {
  text: string
  language: string | null
  rating: number
}

const texts = (JSON.parse(demo('reviews.json')).reviews as { text: string | null }[]).filter(
  (review): review is Text => review.text !== null,
)

const mentionsIn = ({ technicians, services, service_areas }: Analysis) =>
  [technicians, services, service_areas].map(list => list.map(({ key, span }) => ({ key, span })))

function assertSame({ text, language, rating }: Text): number {
  const mentions = mentionsIn(findMentions({ text, language, translation: null }))
  assert.deepEqual(mentions, mentionsIn(analyze(text, language, rating)), text)
  return mentions.flat().length
}

describe('mentions without the network', () => {
  it('The mentions found first are those of the whole analysis, in every demo review', () => {
    const count = texts.reduce((sum, text) => sum + assertSame(text), 0)
    assert.ok(count > 200, `only ${count} mentions`)
  })

  it('The mentions found first are those of the whole analysis, in any mix of sentences, languages and ratings', () => {
    const sentences = texts.flatMap(({ text }) => text.split(/(?<=[.!?])\s+/))
    const anyText = fc.record({
      text: fc
        .array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 6 })
        .map(all => all.join(' ')),
      language: fc.constantFrom(null, 'en', 'es', 'de'),
      rating: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(anyText, text => void assertSame(text)),
      runs(100),
    )
  })
})
