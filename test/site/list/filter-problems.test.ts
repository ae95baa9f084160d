import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Issue } from '../../../src/model/error.ts'
import type { SiteSettings } from '../../../src/model/site.ts'
import { SiteFile } from '../../../src/model/site.ts'
import { problemInWords } from '../../../src/site/list/filter-problems.ts'

const problemOf = (parameter: string, code: Issue['code']) =>
  problemInWords(
    { site: SiteFile.parse({}) as SiteSettings, locale: 'en-US' },
    { path: [parameter], code, message: '' },
  )

describe('What is wrong with a filter', () => {
  it('A value that is wrong is told what is right', () => {
    assert.match(problemOf('rating', 'too_big'), /must be a number from 1 to 5/)
    assert.match(problemOf('since', 'invalid_format'), /needs a date that exists, such as 2026-03-14/)
    assert.match(problemOf('page', 'too_small'), /whole number from 1 on/)
    assert.match(problemOf('sort', 'invalid_value'), /no such choice/)
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
