import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { search } from '../../../kit/publish/search/plain-search.ts'
import { rows } from '../../../kit/rows.ts'
import { buildReviews } from '../../../kit/snapshot-builder.ts'

describe('the languages of the reviews', () => {
  it('Languages come by frequency and then by tag, each with as many reviews as a search finds', async t => {
    const tags = ['pt-BR', 'en', 'es', null, 'en-GB', 'en', 'es', 'pt-br', 'de', 'zh-Hant']
    const snapshot = await buildReviews(
      t,
      rows(tags.length, number => ({ language: tags[number] })),
    )
    assert.deepEqual(snapshot.languages, [
      { language: 'en', count: 3 },
      { language: 'es', count: 2 },
      { language: 'pt-BR', count: 2 },
      { language: 'de', count: 1 },
      { language: 'en-GB', count: 1 },
      { language: 'zh-Hant', count: 1 },
    ])
    for (const { language, count } of snapshot.languages)
      assert.equal(search(snapshot, { language }).matched, count, language)
  })

  it('There are no languages where no review has one', async t => {
    assert.deepEqual((await buildReviews(t, rows(3))).languages, [])
  })
})
