import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../src/locale/locale.ts'
import type { RenderContext } from '../../../src/publish/context/render-context.ts'
import { renderReplies } from '../../../src/site/parts/citations.ts'

const said = (tag: Parameters<typeof localeOf>[0], count: number) => {
  const context = { trustSummary: { critical: { count, answered: 0 } }, isReading: false }
  return String(renderReplies(localeOf(tag), context as unknown as RenderContext)).replaceAll(/<[^>]+>/g, '')
}

describe('Replies to critics', () => {
  it('A single critical review without a reply is not "none of 1"', () => {
    assert.equal(said('en-US', 1), 'The business has not replied to the 1 critical review.')
    assert.equal(said('en-US', 2), 'The business replied to none of 2 critical reviews.')
    assert.equal(said('de', 1), 'Zu 1 kritischen Bewertung gibt es keine Antwort des Unternehmens.')
  })
})
