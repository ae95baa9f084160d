import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FileProblem } from '../../../src/ingest/values/file-problem.ts'
import { parseJson } from '../../../src/ingest/values/parse-json.ts'

describe('Reading JSON', () => {
  it('The parser agrees with JSON.parse, and reports a line for what is not JSON', () => {
    fc.assert(
      fc.property(damagedJson(), text => {
        const value = attempt(() => JSON.parse(text))
        const read = attempt(() => parseJson(text))
        if (!(value instanceof Error)) assert.deepEqual(read, value)
        else assert.match((read as FileProblem).message, /^line \d+: is not valid JSON \([a-z ]+\)$/)
      }),
      { numRuns: 2000 },
    )
  })
})

function damagedJson(): fc.Arbitrary<string> {
  const place = fc.nat()
  const piece = fc.oneof(
    fc.constantFrom('', ',', '{', '"', '\\', '\n', '//', "'", '\u00a0', '0', '-', '\t'),
    fc.string(),
  )
  return fc.tuple(fc.json(), place, fc.nat({ max: 3 }), piece).map(([json, at, length, put]) => {
    const text = JSON.stringify(JSON.parse(json), null, 1)
    const start = at % (text.length + 1)
    return text.slice(0, start) + put + text.slice(start + length)
  })
}

function attempt(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    assert.ok(error instanceof SyntaxError || error instanceof FileProblem)
    return error
  }
}
