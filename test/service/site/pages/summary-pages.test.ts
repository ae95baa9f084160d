import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../../../kit/rows.ts'
import { shareDemo, shareService } from '../../../kit/shared.ts'

describe('the summary in Markdown', () => {
  const shared = shareDemo()

  it('The summary in Markdown counts praise and complaints of each aspect in a table', async () => {
    const { text } = await shared.client.get('/summary.md')
    assert.match(text, /^# What reviews say about Larkfield Heating & Cooling$/m)
    assert.match(text, /^\| Aspect \| Reviews \| Praise \| Complaint \|$/m)
    assert.match(text, /^\| \[Pricing\]\(http:\/\/localhost:\d+\/aspects\/pricing\) \| \[?\d+/m)
  })

  it('The summary in Markdown first says whose it is, and that the business is fictional', async () => {
    for (const path of [
      '/summary.md',
      '/faq.md',
      '/index.md',
      '/reviews.md',
      '/policy.md',
      '/technicians.md',
    ])
      assert.match(
        (await shared.client.get(path)).text,
        /^Reviews about \*\*Larkfield Heating & Cooling\*\*\. Demo: this business and its reviews are fictional/,
        path,
      )
  })

  it('The numbers of the summary in Markdown lead to their reviews', async () => {
    const { text } = await shared.client.get('/summary.md')
    assert.match(
      text,
      /\[\d+\]\(http:\/\/localhost:\d+\/reviews\?critical=true\) reviews are critical/,
    )
  })

  it('The FAQ in Markdown has every question of the insights with its answer', async () => {
    const { text } = await shared.client.get('/faq.md')
    const { faq } = (await shared.client.get('/insights.json')).json
    const questions = [...text.matchAll(/^## (.+)$/gm)].map(([, question]) => question)
    assert.deepEqual(
      questions,
      faq.map(({ question }: { question: string }) => question),
    )
    assert.match(text, /^\*\*See \d+ of these reviews\*\*$/m)
  })
})

describe('a business with nothing but stars', () => {
  const shared = shareService({
    rows: rows(40, number => ({ text: null, rating: number % 3 === 0 ? 1 : 5 })),
  })

  it('A business whose reviews are only stars has no praise and no criticism', async () => {
    for (const path of ['/', '/highlights', '/faq.md', '/summary.md'])
      assert.doesNotMatch(
        (await shared.client.get(path)).text,
        /critici[sz]|complain|praise/i,
        path,
      )
    const { summary_claims, faq, aspects } = (await shared.client.get('/insights.json')).json
    assert.ok(summary_claims.length > 0)
    assert.deepEqual(
      faq.map(({ answer }: { answer: string }) => answer),
      ['None of the 14 critical reviews here has a reply from the business.'],
    )
    assert.ok(aspects.every(({ mention_count }: { mention_count: number }) => mention_count === 0))
  })
})
