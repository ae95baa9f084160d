import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { daysOf } from '../../../src/model/scalars.ts'

describe('The days of a period', () => {
  it('A month, a quarter and a year have a first and a last day', () => {
    assert.deepEqual(daysOf('2024-02'), { since: '2024-02-01', until: '2024-02-29' })
    assert.deepEqual(daysOf('2026-Q1'), { since: '2026-01-01', until: '2026-03-31' })
    assert.deepEqual(daysOf('2026-Q4'), { since: '2026-10-01', until: '2026-12-31' })
    assert.deepEqual(daysOf('2026'), { since: '2026-01-01', until: '2026-12-31' })
  })

  it('A year has the days of that year, however long ago', () => {
    assert.deepEqual(daysOf('0099'), { since: '0099-01-01', until: '0099-12-31' })
  })
})
