import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnalyzer } from '../../../../src/insights/analyze.ts'
import { BusinessFile, type Trade } from '../../../../src/model/business.ts'
import { engine } from '../../../kit/snapshot-builder.ts'

const aspectsOf = (name: string, trade: Trade, text: string) =>
  createAnalyzer(engine, BusinessFile.parse({ name, taxonomy: { trade } }))(
    text,
    'en',
    5,
  ).aspects.map(({ id, sentiment }) => `${id} ${sentiment}`)

describe('The name of the business', () => {
  for (const [name, trade, text] of [
    ['Reliable Plumbing', 'plumbing', 'Reliable Plumbing came out to fix the leak.'],
    [
      'Affordable Comfort',
      'heating_cooling',
      'Affordable Comfort installed a heat pump in our house.',
    ],
    ['Honest Air Heating', 'heating_cooling', 'Honest Air Heating replaced our furnace.'],
    ['Vibe Rooms', 'bar', 'Vibe Rooms is the place for your birthday.'],
  ] as const)
    it(`${name} praises itself in nobody's words: ${text}`, () => {
      assert.notDeepEqual(aspectsOf('Smith & Sons', trade, text), [])
      assert.deepEqual(aspectsOf(name, trade, text), [])
    })

  it('The same words in lower case, or alone, are praise', () => {
    const found = aspectsOf(
      'Honest Air',
      'heating_cooling',
      'Honest people. We finally have honest air quality readings.',
    )
    assert.ok(found.includes('honesty positive'), found.join())
  })
})
