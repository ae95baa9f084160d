import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderSearchResponse } from '../../../src/publish/search/search-response.ts'

const render = (ids: string[], nextCursor: string | null) => {
  const reviews = ids.map(id => Buffer.from(JSON.stringify({ id })))
  return JSON.parse(Buffer.from(renderSearchResponse({ matched: 9, reviews, nextCursor })).toString())
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
})
