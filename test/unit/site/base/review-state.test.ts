import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RenderContext } from '../../../../src/publish/context/render-context.ts'
import { hasFewReviews, isLocal, whyNoInsights } from '../../../../src/site/base/review-state.ts'

function stateOf(read: number, without_text: number, unknown_language: number, unread = 0) {
  const context = {
    aggregateRating: { review_count: read + without_text + unknown_language },
    insights: { coverage: { read, without_text, unknown_language } },
    unread,
  } as RenderContext
  return [whyNoInsights(context), hasFewReviews(context)]
}

describe('the state of the reviews', () => {
  it('Reviews that are not summed up have one reason, and unsupported languages are never called too few', () => {
    assert.deepEqual(stateOf(0, 0, 0), ['noReviews', true])
    assert.deepEqual(stateOf(1, 0, 0), ['fewReviews', true])
    assert.deepEqual(stateOf(4, 0, 0), ['fewReviews', true])
    assert.deepEqual(stateOf(4, 30, 0), ['fewReviews', false])
    assert.deepEqual(stateOf(5, 0, 0), [null, false])
    assert.deepEqual(stateOf(0, 3, 0), ['ratingsOnly', true])
    assert.deepEqual(stateOf(0, 300, 0), ['ratingsOnly', false])
    assert.deepEqual(stateOf(0, 0, 2), ['unsupportedLanguages', true])
    assert.deepEqual(stateOf(4, 0, 300), ['unsupportedLanguages', false])
    assert.deepEqual(stateOf(4, 0, 4), ['fewReviews', false])
    assert.deepEqual(stateOf(50, 0, 300), [null, false])
    assert.deepEqual(stateOf(0, 0, 300, 300), ['reading', false])
    assert.deepEqual(stateOf(30, 0, 300, 31), ['reading', false])
    assert.deepEqual(stateOf(30, 0, 300, 30), [null, false])
    assert.deepEqual(stateOf(0, 0, 0, 0), ['noReviews', true])
  })

  it('Only addresses of this machine are local', () => {
    const local = (baseUrl: string) => isLocal({ baseUrl })
    for (const url of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000'])
      assert.ok(local(url), url)
    for (const url of [
      'https://reviews.example',
      'https://localhost.example',
      'http://127.example',
    ])
      assert.ok(!local(url), url)
  })
})
