import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseBusinessFile } from '../../src/ingest/business-file.ts'
import { createMentionAnalyzer } from '../../src/insights/analyze.ts'
import { mentionOnAllCores } from '../../src/publish/analysis-pool.ts'
import { isPublishable } from '../../src/publish/months/publishable-changes.ts'
import { createPreparer } from '../../src/publish/prepared-state.ts'
import { business, rows } from '../kit/rows.ts'
import { engine, startBuilder } from '../kit/snapshot-builder.ts'

const inEnglish = (text: string) => ({ text, language: 'en', translation: null, rating: 5 })

describe('the prepared state', () => {
  it('Reviews are prepared alike, in whatever order their analyses arrive', async t => {
    const { store, take } = await startBuilder(t)
    await take(
      rows(5, number => ({ text: number === 3 ? null : `Rosa came on visit ${number}, number ${number}.` })),
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

  it('Other threads find the same mentions', async () => {
    const file = parseBusinessFile(JSON.stringify({ ...business, category: 'Plumber' }))
    const texts = Array.from({ length: 1100 }, (_, number) =>
      inEnglish(`Rosa unclogged drain ${number} in Old Town.`),
    )
    const found: unknown[] = []
    await mentionOnAllCores(engine)(texts, file, (first, mentions) => {
      for (const [index, one] of mentions.entries()) found[first + index] = one
    })
    assert.deepEqual(found, texts.map(createMentionAnalyzer(engine, file)))
  })
})
