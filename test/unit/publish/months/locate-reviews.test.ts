import assert from 'node:assert/strict'
import { it } from 'node:test'
import { spellUlid } from '../../../../src/model/ulid.ts'
import { locateReviews, replaceReviews } from '../../../../src/publish/months/month.ts'
import { prepared } from '../../../kit/publish/prepared-reviews.ts'

const idOf = (day: string, byte: number) =>
  spellUlid(Date.parse(`${day}T00:00:00Z`), Buffer.alloc(10, byte))

it('Reviews are located by id even if their date was edited, and unknown ids are left out', () => {
  const [first, second, redated] = [
    idOf('2026-01-05', 1),
    idOf('2026-01-05', 2),
    idOf('2025-12-31', 3),
  ]
  const unknown = [idOf('2026-01-05', 9), idOf('2020-05-05', 9)]
  const reviews = [
    prepared({ id: first, date: '2026-01-05', text: '' }),
    prepared({ id: second, date: '2026-01-05', text: '' }),
    prepared({ id: redated, date: '2026-02-01', text: '' }),
  ]
  reviews[2]!.review.isRedated = true
  const months = replaceReviews([], new Set(), reviews)
  const located = locateReviews(months, new Set([first, second, redated, ...unknown]))
  assert.deepEqual(
    located,
    new Map([
      [first, [1, 1]],
      [second, [1, 0]],
      [redated, [0, 0]],
    ]),
  )
})
