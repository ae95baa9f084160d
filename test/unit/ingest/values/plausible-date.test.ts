import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateFault } from '../../../../src/ingest/values/normalize.ts'

const EVENING = new Date('2026-11-16T23:30:00Z')

describe('The date of a review', () => {
  it('A review may be dated tomorrow, because the day begins earlier in the east', () => {
    for (const date of ['2000-01-01', '2026-11-16', '2026-11-17', undefined])
      assert.equal(dateFault(date ? { date } : {}, EVENING), null, date ?? 'no date')
  })

  it('A review dated more than a day in the future is at fault, and the message names both days', () => {
    assert.deepEqual(dateFault({ date: '2026-11-18' }, EVENING), {
      field: 'date',
      message:
        '2026-11-18 is more than a day in the future (today is 2026-11-16): check the year, and the order of day and month',
    })
  })

  it('A review dated before 2000 is at fault', () => {
    assert.match(dateFault({ date: '1999-12-31' }, EVENING)!.message, /^1999-12-31 is before 2000/)
  })
})
