import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBusinessFile } from '../../../src/ingest/business-file.ts'
import { createAnalyzer } from '../../../src/insights/analyze.ts'
import { readReview } from '../../../src/insights/read-review.ts'
import { countPhrases } from '../../../src/insights/text/key-phrases.ts'
import { countTerms } from '../../../src/insights/text/noun-terms.ts'
import { business } from '../../kit/rows.ts'
import { engine } from '../../kit/snapshot-builder.ts'

const file = parseBusinessFile(JSON.stringify(business))
const analyze = createAnalyzer(engine, file)
const [person] = file.technicians

function read(text: string): void {
  readReview({ rating: 4, text }, analyze(text, 'en', 4))
  countPhrases([text])
  countTerms([{ text, opinions: [] }])
}

function timeOf(text: string): number {
  const start = process.threadCpuUsage()
  read(text)
  return process.threadCpuUsage(start).user / 1000
}

const REPEATED = [
  '$1,',
  `${person!.name} `,
  'but ',
  '(((((',
  '😀',
  'Good. 😀 ',
  'a',
  'a.b.c.',
  'on time ',
  'ing',
]

describe('reading a long text', () => {
  for (const piece of REPEATED)
    it(`Four times as much of ${JSON.stringify(piece)} takes less than eight times as long to read`, () => {
      const long = piece.repeat(10_000).slice(0, 10_000)
      const quarter = long.slice(0, long.length / 4)
      read(quarter)
      // A few milliseconds are too short to compare.
      const isQuick = () => timeOf(long) < 8 * Math.max(timeOf(quarter), 5)
      // Measured again, because other programs may run at the same time.
      assert.ok(isQuick() || isQuick())
    })
})
