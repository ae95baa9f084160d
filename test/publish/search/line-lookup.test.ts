import { deepEqual } from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { chainLines, findLines } from '../../../src/publish/search/line-lookup.ts'
import { runs } from '../../kit/runs.ts'

/** As the index has them: a line feed before the first and after each. */
function tableOf(lines: string[]) {
  const starts = [1]
  for (const line of lines) starts.push(starts.at(-1)! + Buffer.byteLength(line) + 1)
  return { bytes: Buffer.from(`\n${lines.join('\n')}\n`), starts: Uint32Array.from(starts) }
}

suite('Lines of a table', () => {
  // Few different ones, so that many are equal and hashes collide.
  const line = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '鍵'), minLength: 1, maxLength: 3 })

  test('A line is found wherever it stands, in order, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.constant(''))), line, (lines, wanted) => {
        const expected = lines.flatMap((one, number) => (one === wanted ? number : []))
        deepEqual(findLines(tableOf(lines), chainLines(lines), wanted), expected)
      }),
      runs(500),
    )
  })
})
