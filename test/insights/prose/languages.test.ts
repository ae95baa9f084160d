import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerQuestions } from '../../../src/insights/prose/faq.ts'
import { writeSummary } from '../../../src/insights/prose/write-summary.ts'
import { localeOf } from '../../../src/locale/locale.ts'
import golden from '../golden/english-prose.json' with { type: 'json' }
import { countBusiness, readBusiness } from './count-business.ts'

const demo = await readBusiness('demo/business.json', 'demo/reviews.json')

describe('Summary and FAQ in English', () => {
  const locale = localeOf('en-US')
  const summaryOf = (counted: typeof demo) =>
    writeSummary(countBusiness(counted), locale)!.summary_claims.map(({ text }) => text)

  it('The demo has the same summary and the same answers as ever', () => {
    assert.deepEqual(summaryOf(demo), golden.summaries.demo)
    assert.deepEqual(
      answerQuestions(countBusiness(demo), locale).map(({ question, answer }) => ({ question, answer })),
      golden.faq,
    )
  })

  for (const name of ['law', 'movers', 'salon'] as const)
    it(`The summary of a business in ${name} stays as it was`, async () => {
      const folder = `bench/businesses/${name}`
      assert.deepEqual(
        summaryOf(await readBusiness(`${folder}.business.json`, `${folder}.reviews.json`)),
        golden.summaries[name],
      )
    })
})
