import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { describe, it } from 'node:test'
import { Insights } from '../../../src/model/insights.ts'
import { honestAnswer, startEndpoint } from '../../kit/narrator/endpoint.ts'
import { reviewRows } from '../../kit/narrator/reviews.ts'
import { startAgain, startTestService, until } from '../../kit/service.ts'

const KEY = 'sk-very-secret-4711'
const MODEL = 'tiny-1'
/** With an address of its own, because the port differs after a restart. */
const settingsFor = (url: string) => ({
  baseUrl: 'https://reviews.example',
  insightsLlmUrl: url,
  insightsLlmModel: MODEL,
  insightsLlmKey: KEY,
})

async function readInsights(url: string): Promise<{ insights: Insights; etag: string | null }> {
  const response = await fetch(`${url}/insights.json`)
  return { insights: Insights.parse(await response.json()), etag: response.headers.get('etag') }
}

const isNarrated = async (url: string) => (await readInsights(url)).insights.model.includes(MODEL)

const loaded: string[] = []
registerHooks({
  resolve(specifier, context, next) {
    loaded.push(specifier)
    return next(specifier, context)
  },
})

describe('A service', () => {
  it('A service without a language model does not load the client for one', async t => {
    await startTestService(t, { rows: reviewRows() })
    assert.ok(loaded.some(name => name.endsWith('/hub-service.ts')))
    assert.deepEqual(
      loaded.filter(name => /narration|llm-client/.test(name)),
      [],
    )
  })

  it('A service with a language model publishes its text, and keeps it across restarts', async t => {
    const endpoint = await startEndpoint(t, request => ({ content: honestAnswer(request) }))
    const service = await startTestService(t, {
      rows: reviewRows(),
      settings: settingsFor(endpoint.url),
    })
    const etags = new Set<string | null>()
    await until(async () => {
      etags.add((await readInsights(service.url)).etag)
      return await isNarrated(service.url)
    })
    const { insights, etag } = await readInsights(service.url)
    etags.add(etag)
    assert.ok(loaded.some(name => name.endsWith('/llm-client.ts')))
    assert.match(insights.summary!, /^Most of the 8 reviews are content/)
    assert.equal(insights.model, `firsthand-absa/12 + ${MODEL}`)
    const ids = [...insights.summary_claims, ...insights.faq].flatMap(
      ({ review_ids }) => review_ids,
    )
    for (const id of ids) assert.ok(id in insights.per_review, id)
    assert.ok(insights.pull_quote!.review_id in insights.per_review)
    assert.equal(etags.size, 2)
    assert.equal(endpoint.requests.length, 1)
    assert.doesNotMatch(JSON.stringify(service.log), /4711/)
    await service.close()

    const again = await startAgain(t, service, settingsFor(endpoint.url))
    assert.equal((await readInsights(again.url)).etag, etag)
    await again.close()
    const without = await startAgain(t, service)
    assert.equal((await readInsights(without.url)).insights.model, 'firsthand-absa/12')
    assert.equal(endpoint.requests.length, 1)
  })
})
