import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { FileProblem } from '../../../../src/ingest/values/file-problem.ts'
import { parseJson } from '../../../../src/ingest/values/parse-json.ts'

describe('Reading JSON', () => {
  it('The parser agrees with JSON.parse, and reports a line for what is not JSON', () => {
    fc.assert(
      fc.property(damagedJson(), text => {
        const value = attempt(() => JSON.parse(text))
        const read = attempt(() => parseJson(text))
        if (!(value instanceof Error)) assert.deepEqual(read, value)
        else
          assert.match((read as FileProblem).message, /^line \d+: is not valid JSON \([a-z ]+\)$/)
      }),
      { numRuns: 2000 },
    )
  })

  it('JSON that is nested deeper than 100 levels is rejected with its line, and brackets in texts do not count', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}\n${']'.repeat(depth)}`
    assert.equal(JSON.stringify(parseJson(nested(100))), nested(100).replace('\n', ''))
    for (const depth of [101, 2_000_000])
      assert.throws(() => parseJson(`{"a":\n${nested(depth)}}`), {
        message: 'line 2: is nested more than 100 levels deep. That is no list of reviews.',
      })
    const text = JSON.stringify(`"\\${'[{'.repeat(200)}`)
    assert.equal(parseJson(text), JSON.parse(text))
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
