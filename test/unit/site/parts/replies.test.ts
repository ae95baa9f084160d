import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf } from '../../../../src/locale/locale.ts'
import type { RenderContext } from '../../../../src/publish/context/render-context.ts'
import { renderReplies } from '../../../../src/site/parts/citations.ts'

const said = (tag: Parameters<typeof localeOf>[0], count: number) => {
  const context = { trustSummary: { critical: { count, answered: 0 } }, isReading: false }
  return String(renderReplies(localeOf(tag), context as unknown as RenderContext)).replaceAll(
    /<[^>]+>/g,
    '',
  )
}

describe('Replies to critics', () => {
  it('A single critical review without a reply is not "none of 1"', () => {
    assert.equal(said('en-US', 1), 'The 1 critical review here has no reply from the business.')
    assert.equal(said('en-US', 2), 'None of 2 critical reviews here has a reply from the business.')
    assert.equal(
      said('de', 1),
      'Zu 1 kritischen Bewertung steht hier keine Antwort des Unternehmens.',
    )
  })
})
