import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderPaging } from '../../../../src/site/list/list-results.ts'

/** The numbers as shown, with … for a gap, and the current one in brackets. */
function numbersOf(page: number, pages: number): string {
  const list = /<ol[^>]*>(.*)<\/ol>/s.exec(
    String(renderPaging({ locale: 'en-US' }, {} as never, page, pages)),
  )
  return [...(list?.[1] ?? '').matchAll(/<(?:a|li)((?: aria-current)?)[^>]*>([\d,…]+)</g)]
    .map(([, isCurrent, number]) => (isCurrent ? `[${number}]` : number))
    .join(' ')
}

describe('The pages of the list', () => {
  it('Neighbors, the first and the last page have a number, and a gap is shown only where one is', () => {
    assert.equal(numbersOf(1, 1), '')
    assert.equal(numbersOf(1, 2), '[1] 2')
    assert.equal(numbersOf(2, 3), '1 [2] 3')
    assert.equal(numbersOf(1, 9), '[1] 2 … 9')
    assert.equal(numbersOf(3, 9), '1 2 [3] 4 … 9')
    assert.equal(numbersOf(4, 9), '1 … 3 [4] 5 … 9')
    assert.equal(numbersOf(5, 9), '1 … 4 [5] 6 … 9')
    assert.equal(numbersOf(9, 9), '1 … 8 [9]')
  })

  it('Only pages that exist can be stepped to, and a jump is offered only where numbers are left out', () => {
    const paging = (page: number, pages: number) =>
      String(renderPaging({ locale: 'en-US' }, { rating: 4 } as never, page, pages))
    const relsOf = (html: string) => [...html.matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel)
    assert.deepEqual(relsOf(paging(1, 3)), ['next'])
    assert.deepEqual(relsOf(paging(2, 3)), ['prev', 'next'])
    assert.deepEqual(relsOf(paging(3, 3)), ['prev'])
    assert.doesNotMatch(paging(2, 3), /class="jump"/)
    assert.match(paging(1, 4), /class="jump".*name="rating" value="4".*max="4"/s)
    assert.match(paging(3, 3), /href="\/reviews\?rating=4&amp;page=2"/)
  })
})
