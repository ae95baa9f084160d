import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addCall, millisecondsUntilNextCall } from '../../../src/serve/narration.ts'

const MINUTE = 60_000
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * MINUTE)
const calls = (...minutes: number[]) =>
  minutes.reduce((list, minute) => addCall(list, at(minute)), [] as string[])

describe('Call limits', () => {
  it('The first call is allowed at once', () =>
    assert.equal(millisecondsUntilNextCall([], at(0)), 0))

  it('Calls are ten minutes apart', () => {
    assert.equal(millisecondsUntilNextCall(calls(0), at(4)), 6 * MINUTE)
    assert.equal(millisecondsUntilNextCall(calls(0), at(10)), 0)
  })

  it('There are at most 24 calls in any 24 hours', () => {
    const all = calls(...Array.from({ length: 24 }, (_, number) => number * 10))
    assert.equal(millisecondsUntilNextCall(all, at(300)), (24 * 60 - 300) * MINUTE)
    assert.equal(millisecondsUntilNextCall(all, at(24 * 60)), 0)
    assert.equal(millisecondsUntilNextCall(all.slice(1), at(300)), 0)
  })

  it('Calls are forgotten when they no longer count', () => {
    assert.equal(calls(...Array.from({ length: 100 }, (_, number) => number)).length, 24)
  })
})
