import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../src/locale/locale.ts'
import { daysOf, periodInWords } from '../../../src/site/base/period-name.ts'

describe('Periods', () => {
  it('A month, a quarter and a year have a first and a last day', () => {
    assert.deepEqual(daysOf('2024-02'), { since: '2024-02-01', until: '2024-02-29' })
    assert.deepEqual(daysOf('2026-Q1'), { since: '2026-01-01', until: '2026-03-31' })
    assert.deepEqual(daysOf('2026-Q4'), { since: '2026-10-01', until: '2026-12-31' })
    assert.deepEqual(daysOf('2026'), { since: '2026-01-01', until: '2026-12-31' })
  })

  it('A month, a quarter and a year have a name', () => {
    const name = (period: string) => periodInWords(localeOf('en-US'), period)
    assert.deepEqual(['2026-11', '2026-Q4', '2026'].map(name), ['Nov 2026', 'Q4 2026', '2026'])
  })
})
