import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClock } from '../../../src/locale/clock.ts'

/** Pinned: the same data must give the same bytes on every version of Node. */
const EXPECTED = {
  'en-US': ['7:30\u00a0am', '12:00\u00a0am', '6:00\u00a0pm', 'Mon', 'Sun'],
  'en-GB': ['7:30', '0:00', '18:00', 'Mon', 'Sun'],
  de: ['7:30', '0:00', '18:00', 'Mo', 'So'],
  es: ['7:30', '0:00', '18:00', 'lun', 'dom'],
  fr: ['7\u00a0h\u00a030', '0\u00a0h', '18\u00a0h', 'lun.', 'dim.'],
}

describe('times of day and weekdays', () => {
  for (const [tag, expected] of Object.entries(EXPECTED))
    it(`Times of day and weekdays are written as people write them in ${tag}`, () => {
      const { time, weekday } = createClock(tag)
      assert.deepEqual([time(450), time(1440), time(1080), weekday(0), weekday(6)], expected)
    })
})
