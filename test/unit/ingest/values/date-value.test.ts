import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  type DateContext,
  type DateOrder,
  orderEvidence,
  readDate,
} from '../../../../src/ingest/values/date-value.ts'
import type { FieldValue } from '../../../../src/ingest/values/draft.ts'
import { ANY_CHARACTER } from '../../../kit/any-character.ts'

const nothingKnown: DateContext = { order: null, retrievedAt: null }
const read = (value: FieldValue, known: Partial<DateContext> = {}) =>
  readDate(value, { ...nothingKnown, ...known })
const dayOf = (value: FieldValue, known: Partial<DateContext> = {}) => {
  const result = read(value, known)
  return 'date' in result ? result.date : result.problem
}
const momentOf = (value: FieldValue, known: Partial<DateContext> = {}) => {
  const result = read(value, known)
  return 'date' in result ? result.at : result.problem
}

describe('A date', () => {
  it('A date with the year first is read', () => {
    for (const value of ['2026-01-05', '2026/01/05', '2026/1/5', '2026.01.05', ' 2026-01-05 '])
      assert.deepEqual(read(value), { date: '2026-01-05', precision: 'day', at: null })
  })

  it('An RFC 3339 time is read down to nanoseconds and truncated to milliseconds', () => {
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
    for (const [value, at] of Object.entries(cases))
      assert.deepEqual(read(value), { date: '2026-01-05', precision: 'day', at })
  })

  it('The date is the day as written, while the time is in UTC', () => {
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

  it('A date is read in the order of its file', () => {
    for (const value of ['05/01/2026', '5/1/2026', '05-01-2026', '5-1-2026']) {
      assert.equal(dayOf(value, { order: 'dmy' }), '2026-01-05')
      assert.equal(dayOf(value, { order: 'mdy' }), '2026-05-01')
    }
  })

  it('A date with dots always has the day first', () => {
    for (const order of [null, 'dmy', 'mdy'] as const)
      assert.equal(dayOf('05.01.2026', { order }), '2026-01-05')
  })

  it('A date with a number that cannot be a month proves its own order', () => {
    assert.equal(dayOf('15/01/2026'), '2026-01-15')
    assert.equal(dayOf('01/15/2026'), '2026-01-15')
    assert.equal(dayOf('05/05/2026'), '2026-05-05')
  })

  it('A date that may be two days is a problem with a hint to the option', () => {
    assert.match(dayOf('05/01/2026'), /--date-order dmy or --date-order mdy/)
    assert.match(dayOf('05-01-2026 10:00'), /--date-order dmy or --date-order mdy/)
  })

  it('A date that contradicts the order of its file is a problem', () => {
    assert.equal(
      dayOf('15/01/2026', { order: 'mdy' }),
      'does not fit a file whose dates have the month first',
    )
    assert.equal(
      dayOf('01/15/2026', { order: 'dmy' }),
      'does not fit a file whose dates have the day first',
    )
  })

  it('A time may have twelve or twenty-four hours', () => {
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
    for (const [value, time] of Object.entries(cases))
      assert.equal(momentOf(value, { order: 'mdy' }), `2026-01-05T${time}.000Z`, value)
  })

  it('A date with the name of the month is read', () => {
    const spellings = [
      'Jan 5 2026',
      'Jan 5, 2026',
      'January 5, 2026',
      '5 Jan 2026',
      '5 January 2026',
    ]
    const more = [
      '05-Jan-2026',
      'JAN. 5, 2026',
      'January 5th, 2026',
      'Mon, 5 Jan 2026',
      'Monday, January 5, 2026',
    ]
    for (const value of [...spellings, ...more]) assert.equal(dayOf(value), '2026-01-05', value)
    assert.equal(dayOf('Sept 5, 2026'), '2026-09-05')
    assert.equal(momentOf('Mon, 05 Jan 2026 10:00:00 GMT'), '2026-01-05T10:00:00.000Z')
    assert.equal(momentOf('Mon, 05 Jan 2026 10:00:00 +0200'), '2026-01-05T08:00:00.000Z')
  })

  it('Seconds and milliseconds since 1970 are read', () => {
    for (const value of [1767607200, 1767607200000, '1767607200', '1767607200000', '1767607200.0'])
      assert.deepEqual(read(value), {
        date: '2026-01-05',
        precision: 'day',
        at: '2026-01-05T10:00:00.000Z',
      })
  })

  it('The first and the last moment of the range count, and those before and after do not', () => {
    const [first, last] = [Date.UTC(1990, 0) / 1000, Date.UTC(2100, 0) / 1000]
    assert.deepEqual(
      [first, last - 1].map(value => dayOf(value)),
      ['1990-01-01', '2099-12-31'],
    )
    assert.deepEqual(
      ['1990-01-01', '2099-12-31'].map(value => dayOf(value)),
      ['1990-01-01', '2099-12-31'],
    )
    for (const value of [first - 1, last]) assert.match(dayOf(value), /^lies outside the years/)
  })

  it('A two-digit year is a problem', () => {
    for (const value of ['05/01/26', '5.1.26', '15-01-26 10:00', 'Jan 5, 26', '5 Jan 26'])
      assert.equal(dayOf(value, { order: 'dmy' }), 'has a two-digit year: write all four digits')
  })

  it('A day or time that does not exist is a problem', () => {
    for (const value of [
      '2026-02-30',
      '2025-02-29',
      '31/04/2026',
      '2026-13-01',
      '2026-00-10',
      'Feb 30 2026',
      '32/13/2026',
    ])
      assert.equal(dayOf(value), 'is not a day in the calendar', value)
    for (const time of [
      '24:00',
      '10:60',
      '10:00:60',
      '13:00 PM',
      '0:10 AM',
      '10:00+24:00',
      '10:00+01:60',
    ])
      assert.equal(dayOf(`2026-01-05 ${time}`), 'has an impossible time', time)
    assert.equal(dayOf('2024-02-29'), '2024-02-29')
  })

  it('A date before 1990 or far in the future is a problem', () => {
    for (const value of [
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
      assert.match(
        dayOf(value),
        /^lies outside the years 1990 to 2099$|^has no date$/,
        String(value),
      )
  })

  it('A missing or unreadable date is a problem that does not repeat the value', () => {
    for (const value of ['', ' ', null, undefined]) assert.equal(dayOf(value), 'has no date')
    for (const value of [
      'soon',
      '2026',
      '2026-01',
      '5/2026',
      'ada@example.com',
      '2026-01/05',
      '123',
      'x'.repeat(9999),
    ])
      assert.equal(dayOf(value), 'is not in a known date format: write it as YYYY-MM-DD')
  })
})

describe('A relative date', () => {
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

  it('A relative date counts back from the day of retrieval and has a precision', () => {
    for (const [value, date, precision] of cases)
      assert.deepEqual(read(value, known), { date, precision, at: null }, value)
  })

  it('A relative date counts back from the time of retrieval if that is known', () => {
    assert.equal(dayOf('3 hours ago', { retrievedAt: '2026-03-31T02:00:00Z' }), '2026-03-30')
  })

  it('A relative date goes back as far as the calendar says, at month ends and in leap years, too', () => {
    // Temporal is the oracle: the Node that runs the tests has it, the oldest supported one does not.
    const calendar = Temporal.PlainDate
    const monthEnd = fc
      .record({
        year: fc.integer({ min: 2007, max: 2099 }),
        month: fc.integer({ min: 1, max: 12 }),
      })
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

  it('A relative date in hours, minutes or seconds is exact to the moment', () => {
    const moment = fc.date({
      min: new Date('2001-01-01'),
      max: new Date('2099-12-31'),
      noInvalidDate: true,
    })
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

  it('A relative date without a day of retrieval is a problem with a hint to the option', () => {
    for (const [value] of cases) {
      assert.match(dayOf(value), /--retrieved YYYY-MM-DD/)
      assert.match(dayOf(value, { retrievedAt: 'yesterday' }), /--retrieved YYYY-MM-DD/)
    }
  })

  it('A relative date that leads back before 1990 is a problem', () => {
    assert.match(dayOf('999 years ago', known), /^lies outside the years/)
  })

  it('Vague words are not read as a date', () => {
    for (const value of ['a few days ago', 'ages ago', 'ago', 'last week', 'in 3 days'])
      assert.match(dayOf(value, known), /^is not in a known date format/)
  })
})

describe('The evidence for the order of day and month', () => {
  it('A number that cannot be a month proves the date order', () => {
    assert.equal(orderEvidence('13/01/2026'), 'dmy')
    assert.equal(orderEvidence('01/13/2026'), 'mdy')
    assert.equal(orderEvidence('13/12/2026'), 'dmy')
    assert.equal(orderEvidence('12/13/2026'), 'mdy')
    assert.equal(orderEvidence('31-1-2026 10:00'), 'dmy')
    assert.equal(orderEvidence('1-31-2026 10:00 AM'), 'mdy')
  })

  it('A date that could be two days leaves the date order open', () => {
    for (const value of ['05/01/2026', '12-11-2026', '1/2/2026 23:59:59'])
      assert.equal(orderEvidence(value), 'either')
  })

  it('A date that needs no order proves none', () => {
    const decided = [
      '05/05/2026',
      '05.01.2026',
      '15.01.2026',
      '2026/01/05',
      'Jan 5 2026',
      '3 weeks ago',
    ]
    const noDates = [
      '',
      null,
      undefined,
      1767607200,
      '13/13/2026',
      '14/13/2026',
      '32/1/2026',
      '0/5/2026',
      '45/1/2026',
      '13/01/26',
      'soon',
    ]
    for (const value of [...decided, ...noDates])
      assert.equal(orderEvidence(value), null, String(value))
  })
})

describe('Any two numbers before a year', () => {
  const parts = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))

  it('The evidence says exactly in which orders two numbers are a day', () => {
    fc.assert(
      fc.property(parts, fc.constantFrom('/', '-'), ([left, right], mark) => {
        const value = `${left}${mark}${right}${mark}2028`
        const dates = (['dmy', 'mdy'] as const).map(order => read(value, { order }))
        const orders = (['dmy', 'mdy'] as const).filter((_, index) => 'date' in dates[index]!)
        const evidence = orderEvidence(value)
        if (evidence === 'either') assert.ok(orders.length > 0 && left !== right)
        else if (evidence !== null) assert.ok(orders.every(order => order === evidence))
        else assert.ok(orders.length === 0 || left === right)
      }),
      { numRuns: 500 },
    )
  })
})

describe('Any date', () => {
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

  it('Every date is read back from every notation, with and without a time', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(...forms),
        fc.constantFrom(...times),
        (day, [form, order], time) => {
          const written = write(day, form + time)
          const iso = day.toISOString()
          const at =
            time === ''
              ? null
              : `${iso.slice(0, time.includes('ss') ? 19 : 16).padEnd(19, ':00')}.000Z`
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

  it('Every time is read back from RFC 3339 and the epoch', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -14 * 60, max: 14 * 60 }), (day, offset) => {
        const local = new Date(day.getTime() + 60_000 * offset)
        fc.pre(local.getUTCFullYear() >= 1990 && local.getUTCFullYear() <= 2099)
        const zone = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map(pad).join(':')
        const there = local.toISOString().replace('Z', (offset < 0 ? '-' : '+') + zone)
        assert.equal(dayOf(there), there.slice(0, 10))
        assert.equal(momentOf(there), day.toISOString())
        if (day.getUTCFullYear() > 2001)
          assert.equal(momentOf(String(day.getTime())), day.toISOString())
      }),
      { numRuns: 1000 },
    )
  })

  it('No input reads as a day that does not exist, and none throws', () => {
    const dateLike = fc.stringMatching(
      /^[0-9]{1,4}[-/. ][0-9]{1,2}[-/. ][0-9]{1,4}[T ]?[0-9:.apmz+-]{0,9}$/,
    )
    const value = fc.oneof(
      fc.string({ unit: ANY_CHARACTER }),
      dateLike,
      fc.double(),
      fc.integer(),
      fc.boolean(),
    )
    const context = fc.record<DateContext>({
      order: fc.constantFrom(null, 'dmy', 'mdy'),
      retrievedAt: fc.oneof(fc.constantFrom(null, '2026-03-31'), fc.string()),
    })
    fc.assert(
      fc.property(value, context, (value, known) => {
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
