import assert from 'node:assert/strict'
import type { EventLoopUtilization } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { createHostLimit } from '../../../src/hub/hub.ts'

const MOST = 4

/** A limit on a clock of its own; `pass` lets time pass with the given share of it busy, and asks. */
function makeLimit() {
  let nowMs = 0
  let active = 0
  const measure = (before?: EventLoopUtilization) => {
    const [busy, all] = [
      active - (before?.active ?? 0),
      nowMs - ((before?.active ?? 0) + (before?.idle ?? 0)),
    ]
    return { active: busy, idle: all - busy, utilization: busy / all }
  }
  const limit = createHostLimit(MOST, () => nowMs, measure)
  const pass = (ms: number, busyShare: number) => {
    nowMs += ms
    active += ms * busyShare
    return limit()
  }
  return { limit, pass }
}

describe('The limit of requests to one host', () => {
  it('The limit begins with one request, and rises step by step while the process mostly waits', () => {
    const { limit, pass } = makeLimit()
    assert.equal(limit(), 1)
    assert.equal(pass(99, 0.1), 1)
    assert.equal(pass(1, 0.1), 2)
    assert.equal(pass(100, 0.1), 3)
  })

  it('The limit has a maximum', () => {
    const { pass } = makeLimit()
    for (let step = 0; step < 10; step++) pass(100, 0)
    assert.equal(pass(100, 0), MOST)
  })

  it('The limit falls while the process computes, but not below one request', () => {
    const { pass } = makeLimit()
    pass(100, 0)
    assert.equal(pass(100, 0), 3)
    assert.equal(pass(100, 0.9), 2)
    assert.equal(pass(100, 0.9), 1)
    assert.equal(pass(100, 0.9), 1)
  })

  it('The limit begins anew after a time without requests', () => {
    const { pass } = makeLimit()
    pass(100, 0)
    assert.equal(pass(100, 0), 3)
    assert.equal(pass(501, 0), 1)
  })
})
