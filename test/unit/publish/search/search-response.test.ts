import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Unrecognized } from '../../../../src/model/search.ts'
import { renderSearchResponse } from '../../../../src/publish/search/search-response.ts'

const render = (ids: string[], nextCursor: string | null, unrecognized: Unrecognized[] = []) => {
  const reviews = ids.map(id => Buffer.from(JSON.stringify({ id })))
  const hits = { matched: 9, reviews, nextCursor, unrecognized, misspelled: [], evidence: null }
  return JSON.parse(Buffer.from(renderSearchResponse(hits)).toString())
}

describe('the response to a search', () => {
  it('The response to a search is valid JSON with any number of reviews', () => {
    for (const ids of [[], ['a'], ['a', 'b', 'c']])
      assert.deepEqual(render(ids, 'next "page"'), {
        matched: 9,
        returned: ids.length,
        reviews: ids.map(id => ({ id })),
        next_cursor: 'next "page"',
      })
  })

  it('The last page has no next cursor', () => {
    assert.equal(render(['a'], null).next_cursor, null)
  })

  it('Unrecognized names are listed only if there are any', () => {
    const unknown: Unrecognized = { parameter: 'aspect', value: '"', suggestions: ['Pricing'] }
    assert.deepEqual(render([], null, [unknown]).unrecognized, [unknown])
    assert.ok(!('unrecognized' in render([], null)))
  })
})
