import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAnalyzer } from '../../../src/insights/analyze.ts'
import { BusinessFile } from '../../../src/model/business.ts'
import { engine } from '../../kit/snapshot-builder.ts'

const analyze = createAnalyzer(engine, BusinessFile.parse({ name: 'Any', taxonomy: { trade: 'general' } }))

/** Whether the words can be quoted for the aspect; undefined if they do not mention it. */
const isApt = (text: string, aspect: string) =>
  analyze(text, null, 5).aspects.find(({ id }) => id === aspect)?.apt

describe('Words that can be quoted for an aspect', () => {
  for (const [aspect, text] of [
    ['pricing', 'The price was fair.'],
    ['friendliness', 'The staff is friendly and kind.'],
    ['cleanliness', 'The rooms are very clean.'],
  ] as const)
    it(`Words that are certainly about ${aspect}: ${text}`, () => assert.equal(isApt(text, aspect), true))

  for (const [aspect, text] of [
    ['quality', 'Great quality of life!'],
    ['scheduling', 'Great value block booking.'],
    ['pricing', 'The location is one of the biggest perks — it’s super close to my classes.'],
  ] as const)
    it(`Words that may be about something else than ${aspect}: ${text}`, () =>
      assert.notEqual(isApt(text, aspect), true))
})
