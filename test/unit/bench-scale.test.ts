import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { scaleTables } from '../../bench/scale.ts'
import { simulateCdn } from '../../bench/scale-cdn.ts'
import { type FanOut, simulateFanOut } from '../../bench/scale-fanout.ts'
import { MEASURED } from '../../bench/scale-inputs.ts'

const PLAN: FanOut = {
  subscribers: 5_000,
  perHost: 100,
  instances: 1,
  hungShare: 0,
  answerSeconds: 0.1,
  cpuSeconds: 0.0001,
}

const isNear = (value: number, expected: number, share: number) =>
  assert.ok(Math.abs(value / expected - 1) < share, `${value} is not near ${expected}`)

describe('the model of a very large service', () => {
  it('The model prints the tables that docs/scale.md shows', () => {
    const document = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')
    for (const table of scaleTables()) assert.ok(document.includes(table), table)
  })

  it('Documents say what the benchmark of the insights last measured', () => {
    const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    const figure = (name: string) =>
      new RegExp(`^\\| ${name}[^|]*\\| (\\d+)`, 'm').exec(read('bench/RESULTS.md'))![1]!
    const [speed, seconds, memory] = [
      figure('reviews per second of CPU time'),
      figure('20000 reviews on all cores'),
      figure('peak memory while doing so'),
    ]
    assert.equal(String(MEASURED.readPerCpuSecond), speed)
    const said = `${speed} per second of CPU time; 20,000 on 2 cores in ${seconds} s, with ${memory} MB`
    assert.ok(read('docs/operations.md').includes(said), said)
  })

  it('The hub sends as fast as its slots allow when callbacks are slow', () => {
    isNear(simulateFanOut({ ...PLAN, subscribers: 50_000 }).deliveriesPerSecond, 48 / 0.1, 0.02)
  })

  it('The hub sends as fast as the event loop allows when callbacks are quick', () => {
    const plan = { ...PLAN, answerSeconds: 0.001, cpuSeconds: 0.001 }
    isNear(simulateFanOut(plan).deliveriesPerSecond, 1000, 0.05)
  })

  it('An instance never has more than eight deliveries to one host under way', () => {
    isNear(simulateFanOut({ ...PLAN, perHost: 5_000 }).deliveriesPerSecond, 8 / 0.1, 0.05)
  })

  it('Each callback that hangs gets its full ten seconds in one of sixteen slots', () => {
    const { hungSeconds } = simulateFanOut({ ...PLAN, subscribers: 160, hungShare: 1 })
    assert.ok(hungSeconds > 100 && hungSeconds < 106, String(hungSeconds))
  })

  it('A simulated cache misses as often as the formula says', () => {
    const kinds = [{ name: 'pages', share: 1, addresses: 500, skew: 1 }]
    for (const pointsOfPresence of [1, 10]) {
      const plan = { requestsPerSecond: 5_000, pointsOfPresence, keepSeconds: 10, kinds }
      for (const { simulated, computed } of simulateCdn(plan)) isNear(simulated, computed, 0.1)
    }
  })
})
