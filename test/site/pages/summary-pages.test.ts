import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

describe('the summary', () => {
  const shared = shareService({ business: null })

  it('The summary counts praise and criticism of each aspect in a table that scrolls by itself', async () => {
    const page = (await shared.client.get('/summary')).text
    assert.match(page, /<section class="scroll" aria-label="Aspects in numbers" tabindex="0"><table>/)
    assert.match(page, /<th scope="col">Praise<\/th><th scope="col">Criticism<\/th>/)
  })

  it('The summary in Markdown first says whose it is, and that the business is fictional', async () => {
    for (const path of ['/summary.md', '/index.md', '/reviews.md', '/policy.md', '/technicians.md'])
      assert.match(
        (await shared.client.get(path)).text,
        /^Reviews of \*\*Larkfield Heating & Cooling\*\*\. Demo: this business is fictional/,
        path,
      )
  })

  it('No page quotes a customer twice, and every quote is labeled as praise or criticism', async () => {
    for (const path of ['/', '/summary', '/aspects/pricing', '/technicians/mike-delgado']) {
      const page = (await shared.client.get(path)).text
      const quotes = [...page.matchAll(/<figure class="quote">.*?<\/figure>/g)].map(([quote]) => quote)
      assert.ok(quotes.length > 0, path)
      assert.equal(new Set(quotes.map(quote => quote.match(/href="(.+?)"/)![1])).size, quotes.length, path)
      for (const quote of quotes) assert.match(quote, /<span class="key (?:good">Praise|bad">Criticism)</)
    }
  })

  it('The summary in Markdown cites reviews by number alone', async () => {
    const { text } = await shared.client.get('/summary.md')
    assert.match(text, /\S\[1\]\(http:\/\/localhost:\d+\/reviews\/\w{26}\) \[2\]\(/)
    assert.doesNotMatch(text, /\[\d+: /)
  })
})

describe('a business with nothing but stars', () => {
  const shared = shareService({
    rows: rows(40, number => ({ text: null, rating: number % 3 === 0 ? 1 : 5 })),
  })

  it('A business whose reviews are only stars has no praise and no criticism', async () => {
    for (const path of ['/', '/summary', '/faq', '/summary.md'])
      assert.doesNotMatch((await shared.client.get(path)).text, /critici[sz]|complain|praise/i, path)
    const { summary_claims, faq, aspects } = (await shared.client.get('/insights.json')).json
    assert.ok(summary_claims.length > 0)
    assert.deepEqual(
      faq.map(({ answer }: { answer: string }) => answer),
      ['The business replied to none of the 14 reviews with one or two stars.'],
    )
    assert.ok(aspects.every(({ mention_count }: { mention_count: number }) => mention_count === 0))
  })
})
