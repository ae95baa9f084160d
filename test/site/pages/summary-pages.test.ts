import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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

  it('The summary in Markdown cites reviews by number alone', async () => {
    const { text } = await shared.client.get('/summary.md')
    assert.match(text, /\S\[1\]\(http:\/\/localhost:\d+\/reviews\/\w{26}\) \[2\]\(/)
    assert.doesNotMatch(text, /\[\d+: /)
  })
})
