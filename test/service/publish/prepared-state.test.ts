import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createMentionAnalyzer } from '../../../src/insights/analyze.ts'
import { isPublishable } from '../../../src/publish/months/publishable-changes.ts'
import { createPreparer } from '../../../src/publish/prepared-state.ts'
import { rows } from '../../kit/rows.ts'
import { engine, startBuilder } from '../../kit/snapshot-builder.ts'

const inEnglish = (text: string) => ({ text, language: 'en', translation: null, rating: 5 })

describe('the prepared state', () => {
  it('Reviews are prepared alike, in whatever order their analyses arrive', async t => {
    const { store, take } = await startBuilder(t)
    await take(
      rows(5, number => ({
        text: number === 3 ? null : `Rosa came on visit ${number}, number ${number}.`,
      })),
    )
    const changes = await store.changesSince(0, 0)
    assert.ok(isPublishable(changes))
    const mention = createMentionAnalyzer(engine, changes.business)
    const analyses = changes.shown.map(({ content }) => mention(inEnglish(content.text ?? '')))
    const prepare = (...starts: [first: number, end: number][]) => {
      const preparer = createPreparer(null, changes, {
        readTags: () => [],
        baseUrl: 'https://reviews.example',
      })
      for (const [first, end] of starts) preparer.add(first, analyses.slice(first, end))
      const { months, vocabulary } = preparer.finish()
      return { months, words: vocabulary.words() }
    }
    const inOrder = prepare([0, 5])
    assert.equal(inOrder.months.flatMap(month => month.reviews).length, 5)
    assert.deepEqual(prepare([4, 5], [2, 4], [0, 2]), inOrder)
    assert.deepEqual(prepare([2, 4], [0, 2], [4, 5]), inOrder)
  })
})
