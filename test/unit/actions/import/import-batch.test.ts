import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ImportObserver, readBatch } from '../../../../src/actions/import/import-batch.ts'
import { createImportObserver } from '../../../../src/cli/import/describe-import.ts'
import type { Outcome, ReviewFile } from '../../../../src/ingest/review-file.ts'
import { ReviewRow } from '../../../../src/model/review.ts'
import { row } from '../../../kit/rows.ts'

function fileOf(dates: string[]): ReviewFile {
  async function* outcomes(): AsyncGenerator<Outcome> {
    for (const [index, date] of dates.entries())
      yield {
        row: index + 1,
        input: 'reviews.json',
        good: ReviewRow.parse(row({ source_id: `r${index}`, date })),
      }
  }
  return {
    name: 'reviews.json',
    format: 'Firsthand reviews',
    inputs: [],
    skipped: [],
    totals: { stated: [], contradicted: [] },
    size: 0,
    outcomes,
  }
}

describe('The rows of an import', () => {
  it('An import rejects reviews from before 2000 or from the future, and names their rows and the reason', async () => {
    const written: string[] = []
    const stderr = { write: (text: string) => written.push(text) > 0 } as NodeJS.WriteStream
    const file = fileOf(['2026-11-17', '2026-11-18', '1970-01-01', '2026-11-16'])
    const batch = await readBatch(
      file,
      createImportObserver(stderr),
      new Date('2026-11-16T08:00:00Z'),
    )
    assert.equal(batch.rejected, 2)
    assert.deepEqual(
      Array.from(batch.rows, ({ date }) => date),
      ['2026-11-17', '2026-11-16'],
    )
    assert.equal(
      written.join(''),
      'reviews.json: row 2, date: 2026-11-18 is more than a day in the future (today is 2026-11-16): check the year, and the order of day and month\n' +
        'reviews.json: row 3, date: 1970-01-01 is before 2000: check the year\n',
    )
  })

  it('Whoever watches an import is told of the first 50 problems of a file, and how many more there are', async () => {
    const tell = async (count: number) => {
      const told: (number | string)[] = []
      const observer: ImportObserver = {
        begin: () => ({ update() {}, end: () => void told.push('end') }),
        onProblem: ({ row }) => void told.push(row),
        onMoreProblems: (file, more) => void told.push(`${file} ${more}`),
      }
      const file = fileOf(Array.from({ length: count }, () => '1970-01-01'))
      const { rejected, problems } = await readBatch(
        file,
        observer,
        new Date('2026-11-16T08:00:00Z'),
      )
      assert.deepEqual([rejected, problems.length], [count, Math.min(count, 50)])
      return told.slice(49)
    }
    assert.deepEqual(await tell(50), [50, 'end'])
    assert.deepEqual(await tell(52), [50, 'end', 'reviews.json 2'])
  })
})
