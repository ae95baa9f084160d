import { deepEqual, equal, notEqual } from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readMonths } from '../../../../src/publish/context/month-readings.ts'
import { type MonthOfReviews, replaceReviews } from '../../../../src/publish/months/month.ts'
import { prepared } from '../../../kit/publish/prepared-reviews.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

const KNOWN = { names: new Set<string>(), isCovered: () => false, isWord: () => true }

const PRICE = 'Fair price.'
const STAFF = 'Friendly staff.'
const RESPONSE = 'Quick response.'

function monthOf(month: string, texts: string[]): MonthOfReviews {
  const reviews = texts.map((text, index) =>
    prepared({ id: `${month}-${index}`, date: `${month}-01`, text }),
  )
  return replaceReviews([], new Set(), reviews)[0]!
}

/** Different texts: the same one counts once. */
const times = (count: number, text: string) =>
  Array.from({ length: count }, (_, number) => `${number}. ${text}`)

suite('What is read in a month', () => {
  const old = monthOf('2025-03', [PRICE, STAFF, RESPONSE])
  const read = (newest: string[]) => {
    const { topics, months } = readMonths(
      [monthOf('2026-11', newest), old],
      engine.background,
      KNOWN,
    )
    return { topics: topics.map(({ id }) => id), month: months[1]! }
  }
  const before = read([...times(6, PRICE), ...times(4, STAFF)])

  test('A month is not read again when another topic becomes the most common', () => {
    const after = read([...times(6, PRICE), ...times(9, STAFF)])
    deepEqual(
      [before.topics, after.topics],
      [
        ['fair_price', 'friendly_staff'],
        ['friendly_staff', 'fair_price'],
      ],
    )
    equal(after.month, before.month)
  })

  test('A month is read again when there is another topic', () => {
    const after = read([...times(6, PRICE), ...times(4, STAFF), ...times(4, RESPONSE)])
    notEqual(after.month, before.month)
    deepEqual(
      after.month.reviews.map(({ insight }) => insight.topics),
      // The newest first.
      [['quick_response'], ['friendly_staff'], ['fair_price']],
    )
  })
})
