import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SiteFile, type SiteSettings } from '../../../../src/model/business.ts'
import type { Issue } from '../../../../src/model/error-body.ts'
import type { Snapshot } from '../../../../src/publish/snapshot.ts'
import {
  filtersInAddress,
  filtersInWords,
  listPath,
  problemInWords,
  withoutFilter,
} from '../../../../src/site/list/filter-words.ts'

const snapshot = { locale: 'en-US', findName: () => ({}) } as unknown as Snapshot
const inWords = (asked: Record<string, string>) =>
  filtersInWords(snapshot, asked).map(([, text]) => text)

describe('Filters in words', () => {
  it('Each filter is described, order and page are not filters, and an unknown name stays as it is', () => {
    assert.deepEqual(inWords({ max_rating: '2' }), ['1–2 stars'])
    assert.deepEqual(inWords({ max_rating: '3' }), ['3 stars or fewer'])
    assert.deepEqual(inWords({ min_rating: '4' }), ['4 stars or more'])
    assert.deepEqual(inWords({ rating: '1' }), ['1 star'])
    assert.deepEqual(inWords({ has_reply: 'true' }), ['with a reply'])
    assert.deepEqual(inWords({ has_reply: 'false' }), ['without a reply'])
    assert.deepEqual(inWords({ has_photos: 'true' }), ['with photos'])
    assert.deepEqual(inWords({ has_photos: 'false' }), ['without photos'])
    assert.deepEqual(inWords({ sort: 'oldest', page: '2' }), [])
    assert.deepEqual(inWords({ mentions_technician: 'Nobody' }), ['Nobody'])
    assert.deepEqual(inWords({ sentiment: 'nonsense' }), ['nonsense'])
  })

  it('An opinion without an aspect is about the whole review', () => {
    const overall = inWords({ sentiment: 'negative' })[0]
    const about = inWords({ aspect: 'pricing', sentiment: 'negative' })[1]
    assert.notEqual(overall, about)
  })

  it('An opinion about an aspect goes with the aspect, and nothing else does', () => {
    const filters = { aspect: 'pricing', sentiment: 'negative', rating: '5' }
    assert.deepEqual(filtersInWords(snapshot, filters).length, 3)
    assert.deepEqual(withoutFilter(filters, 'aspect'), {
      aspect: undefined,
      sentiment: undefined,
      rating: '5',
    })
    assert.deepEqual(withoutFilter(filters, 'rating'), { ...filters, rating: undefined })
  })

  it('The first page and the usual order are not in the address', () => {
    assert.equal(listPath({ page: 1, sort: 'newest' } as never), '/reviews')
    assert.equal(listPath({ page: 2, sort: 'oldest' } as never), '/reviews?sort=oldest&page=2')
    assert.deepEqual(filtersInAddress({ has_reply: false, rating: undefined } as never), {
      has_reply: 'false',
    })
  })
})

const problemOf = (parameter: string, code: Issue['code']) =>
  problemInWords(
    { site: SiteFile.parse({}) as SiteSettings, locale: 'en-US' },
    { path: [parameter], code, message: '' },
  )

describe('What is wrong with a filter', () => {
  it('A value that is wrong is told what is right', () => {
    assert.match(problemOf('rating', 'too_big'), /must be a number from 1 to 5/)
    assert.match(
      problemOf('since', 'invalid_format'),
      /needs a date that exists, such as 2026-03-14/,
    )
    assert.match(problemOf('page', 'too_small'), /whole number from 1 on/)
    assert.match(problemOf('sort', 'invalid_value'), /no such choice/)
    assert.match(problemOf('has_photos', 'invalid_type'), /no such choice/)
    assert.match(problemOf('query', 'too_big'), /at most 500 characters/)
    assert.match(problemOf('words', 'invalid_format'), /needs a letter or a digit/)
    assert.match(problemOf('query', 'empty'), /cannot be read/)
  })

  it('What is wrong with the request itself comes before what is wrong with the value', () => {
    assert.match(problemOf('rating', 'repeated'), /given more than once/)
    assert.match(problemOf('rating', 'invalid_encoding'), /cannot be read/)
    assert.match(problemOf('since', 'repeated'), /given more than once/)
  })
})
