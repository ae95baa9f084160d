import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Business } from '../../../../src/model/business.ts'
import { openStateAt } from '../../../../src/site/browser/open-state.ts'
import { spansOfWeek } from '../../../../src/site/parts/contact.ts'

type Hours = Business['hours']
type Day = Hours[number]['days'][number]

const WORKDAYS: Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const EVERY_DAY: Day[] = [...WORKDAYS, 'saturday', 'sunday']

const OFFICE: Hours = [
  { days: WORKDAYS, opens: '07:30', closes: '18:00' },
  { days: ['saturday'], opens: '08:00', closes: '13:00' },
]
const BAR: Hours = [{ days: ['friday', 'saturday', 'sunday'], opens: '18:00', closes: '02:00' }]

/** `open until 18:00`, `closed until Mon 07:30`. */
function stateAt(hours: Hours, moment: string, timeZone = 'America/New_York'): string {
  const state = openStateAt(spansOfWeek(hours), new Date(moment), timeZone)
  if (!state) return 'unknown'
  const name = state.isOpen ? 'open' : 'closed'
  if (!state.until) return `${name} always`
  const { minute, weekday, needsDay } = state.until
  const clock = [Math.floor(minute / 60), minute % 60]
    .map(part => String(part).padStart(2, '0'))
    .join(':')
  const day = needsDay ? `${['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][weekday]} ` : ''
  return `${name} until ${day}${clock}`
}

describe('whether a business is open', () => {
  it('A business is open from the minute it opens until the minute it closes', () => {
    // Monday, November 16, 2026, in New York (UTC-5).
    assert.equal(stateAt(OFFICE, '2026-11-16T12:29:59Z'), 'closed until 07:30')
    assert.equal(stateAt(OFFICE, '2026-11-16T12:30:00Z'), 'open until 18:00')
    assert.equal(stateAt(OFFICE, '2026-11-16T22:59:59Z'), 'open until 18:00')
    assert.equal(stateAt(OFFICE, '2026-11-16T23:00:00Z'), 'closed until Tue 07:30')
  })

  it('A business that is closed tomorrow says on which day it opens next', () => {
    assert.equal(stateAt(OFFICE, '2026-11-21T20:00:00Z'), 'closed until Mon 07:30')
    assert.equal(stateAt(OFFICE, '2026-11-22T12:00:00Z'), 'closed until Mon 07:30')
  })

  it('A business is open by the clock in its own time zone, wherever the visitor is', () => {
    const moment = '2026-11-16T06:45:00Z'
    assert.equal(stateAt(OFFICE, moment, 'Europe/Berlin'), 'open until 18:00')
    assert.equal(stateAt(OFFICE, moment, 'Europe/London'), 'closed until 07:30')
    assert.equal(stateAt(OFFICE, moment, 'Asia/Kolkata'), 'open until 18:00')
    assert.equal(stateAt(OFFICE, moment, 'Pacific/Kiritimati'), 'closed until Tue 07:30')
    assert.equal(stateAt(OFFICE, moment, 'America/Los_Angeles'), 'closed until Mon 07:30')
  })

  it('A business opens an hour earlier in UTC once its clocks have changed to summer time', () => {
    assert.equal(stateAt(OFFICE, '2026-03-06T11:45:00Z'), 'closed until 07:30')
    assert.equal(stateAt(OFFICE, '2026-03-09T11:45:00Z'), 'open until 18:00')
  })

  it('A business that closes after midnight is still open then, on Sunday night too', () => {
    assert.equal(stateAt(BAR, '2026-11-21T06:30:00Z'), 'open until 02:00')
    assert.equal(stateAt(BAR, '2026-11-21T07:00:00Z'), 'closed until 18:00')
    assert.equal(stateAt(BAR, '2026-11-16T06:30:00Z'), 'open until 02:00')
    assert.equal(stateAt(BAR, '2026-11-16T07:30:00Z'), 'closed until Fri 18:00')
  })

  it('A business with a lunch break is closed during it', () => {
    const hours: Hours = [
      { days: WORKDAYS, opens: '13:00', closes: '17:00' },
      { days: WORKDAYS, opens: '08:00', closes: '12:00' },
    ]
    assert.equal(stateAt(hours, '2026-11-16T16:59:00Z'), 'open until 12:00')
    assert.equal(stateAt(hours, '2026-11-16T17:30:00Z'), 'closed until 13:00')
  })

  it('A business that never closes is always open, whichever way its file says so', () => {
    for (const closes of ['00:00', '23:59'])
      assert.equal(
        stateAt([{ days: EVERY_DAY, opens: '00:00', closes }], '2026-11-16T04:59:30Z'),
        'open always',
        closes,
      )
  })

  it('A business that closes only on Sundays says until which day it is open', () => {
    const hours: Hours = [{ days: WORKDAYS, opens: '00:00', closes: '00:00' }]
    assert.equal(stateAt(hours, '2026-11-17T15:00:00Z'), 'open until Sat 00:00')
    assert.equal(stateAt(hours, '2026-11-21T04:30:00Z'), 'open until 00:00')
  })

  it('A business without hours is neither open nor closed', () => {
    assert.equal(stateAt([], '2026-11-16T12:00:00Z'), 'unknown')
  })
})
