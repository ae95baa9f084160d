import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type DateContext,
  type DateOrder,
  orderEvidence,
  readDate,
} from '../../../src/ingest/values/date-value.ts'
import type { FieldValue } from '../../../src/ingest/values/draft.ts'

const nothingKnown: DateContext = { order: null, retrievedAt: null }
const read = (told: FieldValue, known: Partial<DateContext> = {}) =>
  readDate(told, { ...nothingKnown, ...known })
const dayOf = (told: FieldValue, known: Partial<DateContext> = {}) => {
  const result = read(told, known)
  return 'date' in result ? result.date : result.problem
}
const momentOf = (told: FieldValue, known: Partial<DateContext> = {}) => {
  const result = read(told, known)
  return 'date' in result ? result.at : result.problem
}

describe('a date', () => {
  it('is read with the year first', () => {
    for (const told of ['2026-01-05', '2026/01/05', '2026/1/5', '2026.01.05', ' 2026-01-05 '])
      assert.deepEqual(read(told), { date: '2026-01-05', precision: 'day', at: null })
  })

  it('is read from RFC 3339 down to nanoseconds, which are cut to milliseconds', () => {
    const cases = {
      '2026-01-05T10:00:00Z': '2026-01-05T10:00:00.000Z',
      '2026-01-05T10:00:00.123Z': '2026-01-05T10:00:00.123Z',
      '2026-01-05T10:00:00.123456Z': '2026-01-05T10:00:00.123Z',
      '2026-01-05T10:00:59.999999999Z': '2026-01-05T10:00:59.999Z',
      '2026-01-05T10:00:00.5+00:00': '2026-01-05T10:00:00.500Z',
      '2026-01-05 10:00:00.123456': '2026-01-05T10:00:00.123Z',
      '2026-01-05 10:00:00 UTC': '2026-01-05T10:00:00.000Z',
      '2026-01-05 10:00:00 +0000': '2026-01-05T10:00:00.000Z',
      '2026-01-05 10:00': '2026-01-05T10:00:00.000Z',
    }
    for (const [told, at] of Object.entries(cases))
      assert.deepEqual(read(told), { date: '2026-01-05', precision: 'day', at })
  })

  it('is the day that the writer had, while the moment is in UTC', () => {
    assert.deepEqual(read('2026-01-05T23:30:00-05:00'), {
      date: '2026-01-05',
      precision: 'day',
      at: '2026-01-06T04:30:00.000Z',
    })
    assert.deepEqual(read('2026-01-05T00:30:00+0530'), {
      date: '2026-01-05',
      precision: 'day',
      at: '2026-01-04T19:00:00.000Z',
    })
  })

  it('is read in the order that the file has', () => {
    for (const told of ['05/01/2026', '5/1/2026', '05-01-2026', '5-1-2026']) {
      assert.equal(dayOf(told, { order: 'dmy' }), '2026-01-05')
      assert.equal(dayOf(told, { order: 'mdy' }), '2026-05-01')
    }
  })

  it('with dots has the day first in every file', () => {
    for (const order of [null, 'dmy', 'mdy'] as const)
      assert.equal(dayOf('05.01.2026', { order }), '2026-01-05')
  })

  it('tells its own order where one number can be no month', () => {
    assert.equal(dayOf('15/01/2026'), '2026-01-15')
    assert.equal(dayOf('01/15/2026'), '2026-01-15')
    assert.equal(dayOf('05/05/2026'), '2026-05-05')
  })

  it('that may be two days is refused, with the option that decides', () => {
    assert.match(dayOf('05/01/2026'), /--date-order dmy or --date-order mdy/)
    assert.match(dayOf('05-01-2026 10:00'), /--date-order dmy or --date-order mdy/)
  })

  it('that contradicts the order of its file is refused', () => {
    assert.equal(dayOf('15/01/2026', { order: 'mdy' }), 'does not fit dates that have the month first')
    assert.equal(dayOf('01/15/2026', { order: 'dmy' }), 'does not fit dates that have the day first')
  })

  it('may have a time of twelve or twenty-four hours', () => {
    const cases = {
      '01/05/2026 09:12 AM': '09:12:00',
      '01/05/2026 9:12 pm': '21:12:00',
      '01/05/2026 12:00 AM': '00:00:00',
      '01/05/2026 12:00 PM': '12:00:00',
      '01/05/2026 09:12:30 p.m.': '21:12:30',
      '01/05/2026 21:12': '21:12:00',
      '01/05/2026 21:12:30': '21:12:30',
      '01/05/2026, 9:12:30\u202fAM': '09:12:30',
      'Jan 5, 2026 at 9:12 AM': '09:12:00',
    }
    for (const [told, time] of Object.entries(cases))
      assert.equal(momentOf(told, { order: 'mdy' }), `2026-01-05T${time}.000Z`, told)
  })

  it('is read with the name of the month', () => {
    const spellings = ['Jan 5 2026', 'Jan 5, 2026', 'January 5, 2026', '5 Jan 2026', '5 January 2026']
    const more = [
      '05-Jan-2026',
      'JAN. 5, 2026',
      'January 5th, 2026',
      'Mon, 5 Jan 2026',
      'Monday, January 5, 2026',
    ]
    for (const told of [...spellings, ...more]) assert.equal(dayOf(told), '2026-01-05', told)
    assert.equal(dayOf('Sept 5, 2026'), '2026-09-05')
    assert.equal(momentOf('Mon, 05 Jan 2026 10:00:00 GMT'), '2026-01-05T10:00:00.000Z')
    assert.equal(momentOf('Mon, 05 Jan 2026 10:00:00 +0200'), '2026-01-05T08:00:00.000Z')
  })

  it('is read from the seconds or milliseconds since 1970', () => {
    for (const told of [1767607200, 1767607200000, '1767607200', '1767607200000', '1767607200.0'])
      assert.deepEqual(read(told), { date: '2026-01-05', precision: 'day', at: '2026-01-05T10:00:00.000Z' })
  })

  it('with a year of two digits is refused', () => {
    for (const told of ['05/01/26', '5.1.26', '15-01-26 10:00', 'Jan 5, 26', '5 Jan 26'])
      assert.equal(dayOf(told, { order: 'dmy' }), 'has a year of two digits: write all four')
  })

  it('that the calendar or the clock does not have is refused', () => {
    for (const told of [
      '2026-02-30',
      '2025-02-29',
      '31/04/2026',
      '2026-13-01',
      '2026-00-10',
      'Feb 30 2026',
      '32/13/2026',
    ])
      assert.equal(dayOf(told), 'is a day that the calendar does not have', told)
    for (const time of ['24:00', '10:60', '10:00:60', '13:00 PM', '0:10 AM', '10:00+24:00', '10:00+01:60'])
      assert.equal(dayOf(`2026-01-05 ${time}`), 'has a time that no clock shows', time)
    assert.equal(dayOf('2024-02-29'), '2024-02-29')
  })

  it('before 1990 or far in the future is refused', () => {
    for (const told of [
      '1989-12-31',
      '2100-01-01',
      '0001-01-01',
      0,
      -1,
      46027,
      20260105,
      4102444800,
      1e300,
      Number.NaN,
    ])
      assert.match(dayOf(told), /^lies outside the years 1990 to 2099$|^has no date$/, String(told))
  })

  it('is said to be missing, or to be unreadable without repeating it', () => {
    for (const told of ['', ' ', null, undefined]) assert.equal(dayOf(told), 'has no date')
    for (const told of [
      'soon',
      '2026',
      '2026-01',
      '5/2026',
      'ada@example.com',
      '2026-01/05',
      '123',
      'x'.repeat(9999),
    ])
      assert.equal(dayOf(told), 'is no date that can be read here: write it YYYY-MM-DD')
  })
})

describe('a relative date', () => {
  const known = { retrievedAt: '2026-03-31' }
  const cases: [string, string, string][] = [
    ['just now', '2026-03-31', 'day'],
    ['today', '2026-03-31', 'day'],
    ['yesterday', '2026-03-30', 'day'],
    ['5 minutes ago', '2026-03-31', 'day'],
    ['an hour ago', '2026-03-31', 'day'],
    ['23 hours ago', '2026-03-31', 'day'],
    ['a day ago', '2026-03-30', 'day'],
    ['3 days ago', '2026-03-28', 'day'],
    ['a week ago', '2026-03-24', 'week'],
    ['3 weeks ago', '2026-03-10', 'week'],
    ['a month ago', '2026-02-28', 'month'],
    ['Edited 2 months ago', '2026-01-31', 'month'],
    ['A YEAR AGO', '2025-03-31', 'year'],
    ['10 years ago', '2016-03-31', 'year'],
  ]

  it('is counted from the day of retrieval, and says how exact it is', () => {
    for (const [told, date, precision] of cases)
      assert.deepEqual(read(told, known), { date, precision, at: null }, told)
  })

  it('is counted from the moment of retrieval where that is known', () => {
    assert.equal(dayOf('3 hours ago', { retrievedAt: '2026-03-31T02:00:00Z' }), '2026-03-30')
  })

  it('is as far back as the calendar has it, at the ends of months and in leap years too', () => {
    // Temporal is the oracle: it is in the Node of the tests, but not yet in the oldest that the program supports.
    const calendar = Temporal.PlainDate
    const monthEnd = fc
      .record({ year: fc.integer({ min: 2007, max: 2099 }), month: fc.integer({ min: 1, max: 12 }) })
      .map(month => calendar.from({ ...month, day: 31 }).toString())
    const anyDay = fc
      .integer({ min: 0, max: 36_000 })
      .map(days => calendar.from('2001-01-01').add({ days }).toString())
    const units = ['day', 'week', 'month', 'year'] as const
    fc.assert(
      fc.property(
        fc.oneof(monthEnd, anyDay, fc.constantFrom('2024-02-29', '2028-02-29', '2096-02-29')),
        fc.constantFrom(...units),
        fc.integer({ min: 0, max: 999 }),
        (retrievedAt, unit, count) => {
          const expected = calendar.from(retrievedAt).subtract({ [`${unit}s`]: count })
          fc.pre(expected.year >= 1990)
          assert.equal(dayOf(`${count} ${unit}s ago`, { retrievedAt }), expected.toString())
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('in hours, minutes or seconds is exact to the moment', () => {
    const moment = fc.date({ min: new Date('2001-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    const units = ['second', 'minute', 'hour', 'day', 'week'] as const
    fc.assert(
      fc.property(
        moment,
        fc.constantFrom(...units),
        fc.integer({ min: 0, max: 500 }),
        (from, unit, count) => {
          const retrievedAt = from.toISOString()
          const utc = Temporal.Instant.from(retrievedAt).toZonedDateTimeISO('UTC')
          const expected = utc.subtract({ [`${unit}s`]: count }).toPlainDate()
          assert.equal(dayOf(`${count} ${unit}s ago`, { retrievedAt }), expected.toString())
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is refused without a day of retrieval, with the option that gives it', () => {
    for (const [told] of cases) {
      assert.match(dayOf(told), /--retrieved YYYY-MM-DD/)
      assert.match(dayOf(told, { retrievedAt: 'yesterday' }), /--retrieved YYYY-MM-DD/)
    }
  })

  it('is refused where it leads back before 1990', () => {
    assert.match(dayOf('999 years ago', known), /^lies outside the years/)
  })

  it('is not guessed from vague words', () => {
    for (const told of ['a few days ago', 'ages ago', 'ago', 'last week', 'in 3 days'])
      assert.match(dayOf(told, known), /^is no date that can be read here/)
  })
})

describe('the evidence for the order of day and month', () => {
  it('is the number that can be no month', () => {
    assert.equal(orderEvidence('13/01/2026'), 'dmy')
    assert.equal(orderEvidence('01/13/2026'), 'mdy')
    assert.equal(orderEvidence('31-1-2026 10:00'), 'dmy')
    assert.equal(orderEvidence('1-31-2026 10:00 AM'), 'mdy')
  })

  it('is open where both could be the month', () => {
    for (const told of ['05/01/2026', '12-11-2026', '1/2/2026 23:59:59'])
      assert.equal(orderEvidence(told), 'either')
  })

  it('is none where nothing has to be decided', () => {
    const decided = ['05/05/2026', '05.01.2026', '15.01.2026', '2026/01/05', 'Jan 5 2026', '3 weeks ago']
    const noDates = [
      '',
      null,
      undefined,
      1767607200,
      '13/13/2026',
      '0/5/2026',
      '45/1/2026',
      '13/01/26',
      'soon',
    ]
    for (const told of [...decided, ...noDates]) assert.equal(orderEvidence(told), null, String(told))
  })
})

describe('any date', () => {
  const anyDay = fc.date({
    min: new Date('1990-01-01'),
    max: new Date('2099-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  const forms: [string, DateOrder | null][] = [
    ...['yyyy-MM-dd', 'yyyy/MM/dd', 'yyyy/M/d', 'dd.MM.yyyy', 'd.M.yyyy'].map(
      one => [one, null] as [string, null],
    ),
    ...['LLL d yyyy', 'LLLL d, yyyy', 'd LLL yyyy', 'dd LLLL yyyy', 'ccc, dd LLL yyyy'].map(
      one => [one, null] as [string, null],
    ),
    ...['dd/MM/yyyy', 'd/M/yyyy', 'dd-MM-yyyy'].map(one => [one, 'dmy'] as [string, DateOrder]),
    ...['MM/dd/yyyy', 'M/d/yyyy', 'MM-dd-yyyy'].map(one => [one, 'mdy'] as [string, DateOrder]),
  ]
  const times = ['', ' HH:mm', ' HH:mm:ss', ' h:mm a', ' hh:mm:ss a']

  it('reads back to itself from every form, with and without a time', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(...forms),
        fc.constantFrom(...times),
        (day, [form, order], time) => {
          const written = write(day, form + time)
          const iso = day.toISOString()
          const at =
            time === '' ? null : `${iso.slice(0, time.includes('ss') ? 19 : 16).padEnd(19, ':00')}.000Z`
          assert.deepEqual(
            read(written, { order }),
            { date: iso.slice(0, 10), precision: 'day', at },
            written,
          )
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('reads back to its moment from RFC 3339 and the epoch', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -14 * 60, max: 14 * 60 }), (day, offset) => {
        const local = new Date(day.getTime() + 60_000 * offset)
        fc.pre(local.getUTCFullYear() >= 1990 && local.getUTCFullYear() <= 2099)
        const zone = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map(pad).join(':')
        const there = local.toISOString().replace('Z', (offset < 0 ? '-' : '+') + zone)
        assert.equal(dayOf(there), there.slice(0, 10))
        assert.equal(momentOf(there), day.toISOString())
        if (day.getUTCFullYear() > 2001) assert.equal(momentOf(String(day.getTime())), day.toISOString())
      }),
      { numRuns: 1000 },
    )
  })

  it('never reads as another day than the calendar has, and never throws, whatever comes', () => {
    const dateLike = fc.stringMatching(/^[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}[T ]?[0-9:.apmz+-]{0,9}$/)
    const told = fc.oneof(fc.string({ unit: 'binary' }), dateLike, fc.double(), fc.integer(), fc.boolean())
    const context = fc.record<DateContext>({
      order: fc.constantFrom(null, 'dmy', 'mdy'),
      retrievedAt: fc.oneof(fc.constantFrom(null, '2026-03-31'), fc.string()),
    })
    fc.assert(
      fc.property(told, context, (value, known) => {
        const result = readDate(value, known)
        if ('date' in result)
          assert.equal(new Date(`${result.date}T00:00:00Z`).toISOString().slice(0, 10), result.date)
        assert.ok([null, 'dmy', 'mdy', 'either'].includes(orderEvidence(value)))
      }),
      { numRuns: 3000 },
    )
  })
})

const pad = (number: number) => String(number).padStart(2, '0')
const inEnglish = (day: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(day)

/** In UTC, in a form such as `ccc, dd LLL yyyy hh:mm a`. */
function write(day: Date, form: string): string {
  const hour = day.getUTCHours()
  const parts: Record<string, string | number> = {
    yyyy: day.getUTCFullYear(),
    MM: pad(day.getUTCMonth() + 1),
    M: day.getUTCMonth() + 1,
    LLLL: inEnglish(day, { month: 'long' }),
    LLL: inEnglish(day, { month: 'short' }),
    ccc: inEnglish(day, { weekday: 'short' }),
    dd: pad(day.getUTCDate()),
    d: day.getUTCDate(),
    HH: pad(hour),
    hh: pad(hour % 12 || 12),
    h: hour % 12 || 12,
    mm: pad(day.getUTCMinutes()),
    ss: pad(day.getUTCSeconds()),
    a: hour < 12 ? 'AM' : 'PM',
  }
  return form.replace(/[a-zA-Z]+/g, part => String(parts[part]!))
}
