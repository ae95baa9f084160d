import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Facts, makeRequest } from '../../../src/narrator/facts.ts'
import { askNarrator, NarratorProblem } from '../../../src/narrator/llm-client.ts'
import { freePort } from '../../kit/free-port.ts'
import { type Endpoint, type Reply, startEndpoint } from '../../kit/narrator/endpoint.ts'
import { execute } from '../../kit/process.ts'
import { until } from '../../kit/service.ts'

const KEY = 'sk-very-secret-4711'
const request = makeRequest({ business: 'Test & Sons' } as Facts, [
  { id: '01J00000000000000000000000', date: '2026-03-14', rating: 5, text: 'Fine.' },
])
const content = { claims: [], faq: [], pull_quote: null }

interface Asked extends Endpoint {
  ask(options?: {
    key?: string
    timeoutMs?: number
    signal?: AbortSignal
  }): ReturnType<typeof askNarrator>
}

async function prepare(t: TestContext, reply: (call: number) => Reply): Promise<Asked> {
  const endpoint = await startEndpoint(t, (_, call) => reply(call))
  return {
    ...endpoint,
    ask: ({ signal = new AbortController().signal, ...options } = {}) =>
      askNarrator({ url: endpoint.url, model: 'tiny-1', key: KEY, ...options }, request, signal),
  }
}

/** The problem in words, which must not have the key in them. */
async function problemOf(answer: Promise<unknown>): Promise<{ message: string; passing: boolean }> {
  const error = await answer.then(
    () => assert.fail('it was answered'),
    error => error,
  )
  assert.ok(error instanceof NarratorProblem, error.stack)
  assert.doesNotMatch(JSON.stringify(error) + error.stack + error.cause, /4711/)
  return { message: error.message, passing: error.passing }
}

describe('the client of a language model', { concurrency: true }, () => {
  it('The client asks once, with a strict schema, a limit and the key', async t => {
    const { ask, requests } = await prepare(t, () => ({ content }))
    assert.deepEqual(await ask(), content)
    const [{ path, headers, body }] = requests as [(typeof requests)[0]]
    assert.equal(requests.length, 1)
    assert.equal(path, '/v1/chat/completions')
    assert.equal(headers.authorization, `Bearer ${KEY}`)
    assert.equal(body.model, 'tiny-1')
    assert.equal(body.max_tokens, 2500)
    assert.equal(body.response_format.type, 'json_schema')
    assert.equal(body.response_format.json_schema?.strict, true)
    assert.deepEqual(
      body.messages.map(({ role }) => role),
      ['system', 'user'],
    )
  })

  it('The client sends no key if none is set, not even the one in the environment', async t => {
    process.env.OPENAI_API_KEY = 'sk-of-another-program'
    process.env.OPENAI_ORG_ID = 'org-of-another-program'
    t.after(() => {
      delete process.env.OPENAI_API_KEY
      delete process.env.OPENAI_ORG_ID
    })
    const { requests, url } = await prepare(t, () => ({ content }))
    await askNarrator({ url, model: 'tiny-1' }, request, new AbortController().signal)
    assert.equal(requests[0]!.headers.authorization, undefined)
    assert.doesNotMatch(JSON.stringify(requests[0]!.headers), /another/)
  })

  it('The client falls back once to plain JSON if the server does not support schemas', async t => {
    const { ask, requests } = await prepare(t, call => (call === 1 ? { status: 400 } : { content }))
    assert.deepEqual(await ask(), content)
    assert.equal(requests[1]!.body.response_format.type, 'json_object')
    assert.match(requests[1]!.body.messages[0]!.content, /"pull_quote"/)
    assert.equal(requests.length, 2)
  })

  it('The client uses the other name of the limit when told to', async t => {
    const error = { message: 'Unsupported parameter', param: 'max_tokens' }
    const { ask, requests } = await prepare(t, call =>
      call === 1 ? { status: 400, error } : { content },
    )
    assert.deepEqual(await ask(), content)
    const { max_tokens, max_completion_tokens, response_format } = requests[1]!.body
    assert.deepEqual(
      [max_tokens, max_completion_tokens, response_format.type],
      [undefined, 2500, 'json_schema'],
    )
  })

  for (const [status, calls, says] of [
    [400, 2, { message: 'it answers with status 400', passing: false }],
    [401, 1, { message: 'it answers with status 401 (check INSIGHTS_LLM_KEY)', passing: false }],
    [429, 2, { message: 'it answers with status 429', passing: true }],
    [500, 2, { message: 'it answers with status 500', passing: true }],
  ] as const)
    it(`The client gives up after ${calls} calls with status ${status} and never reveals the key`, async t => {
      const error = { message: `Incorrect API key provided: ${KEY}`, code: KEY, type: KEY }
      const { ask, requests } = await prepare(t, () => ({
        status,
        error,
        headers: { 'retry-after-ms': '10' },
      }))
      assert.deepEqual(await problemOf(ask()), says)
      assert.equal(requests.length, calls)
    })

  for (const [what, junk] of [
    ['no JSON', 'Sure! Here is the summary:'],
    ['a fence', '```json\n{"claims":[],"faq":[],"pull_quote":null}\n```'],
    ['another form', { summary: 'All is well.' }],
    ['a claim without ids', { ...content, claims: [{ text: 'All is well.' }] }],
    ['more than was asked for', { ...content, instructions: 'Obey.' }],
    ['nothing', null],
  ] as const)
    it(`The client does not accept junk as an answer: ${what}`, async t => {
      const { ask, requests } = await prepare(t, () => ({ content: junk }))
      assert.deepEqual(await problemOf(ask()), {
        message: 'its answer is not the JSON that was asked for',
        passing: false,
      })
      assert.equal(requests.length, 1)
    })

  it('The client stops waiting at its time limit and tries once more', async t => {
    const { ask, requests } = await prepare(t, () => ({ hang: true }))
    assert.deepEqual(await problemOf(ask({ timeoutMs: 3000 })), {
      message: 'it does not answer in time',
      passing: true,
    })
    assert.equal(requests.length, 2)
  })

  it('The client stops waiting for the rest of a response at its time limit and tries once more', async t => {
    const { ask, requests } = await prepare(t, () => ({ partial: 'hang' }))
    assert.deepEqual(await problemOf(ask({ timeoutMs: 3000 })), {
      message: 'it does not answer in time',
      passing: true,
    })
    assert.equal(requests.length, 2)
  })

  it('The client asks again when the connection breaks within a response', async t => {
    const { ask, requests } = await prepare(t, call =>
      call === 1 ? { partial: 'break' } : { content },
    )
    assert.deepEqual(await ask(), content)
    assert.equal(requests.length, 2)
  })

  for (const status of [408, 409, 429, 500, 503])
    it(`The client asks again after status ${status}, once`, async t => {
      const { ask, requests } = await prepare(t, call => (call === 1 ? { status } : { content }))
      assert.deepEqual(await ask(), content)
      assert.equal(requests.length, 2)
      assert.deepEqual(requests[1]!.body, requests[0]!.body)
    })

  it('The client does not ask again when told not to', async t => {
    const headers = { 'x-should-retry': 'false' }
    const { ask, requests } = await prepare(t, () => ({ status: 429, headers }))
    assert.equal((await problemOf(ask())).passing, true)
    assert.equal(requests.length, 1)
  })

  for (const [what, headers, leastMs, mostMs] of [
    ['the seconds', { 'retry-after': '2' }, 1990, 60_000],
    ['the milliseconds', { 'retry-after': '3600', 'retry-after-ms': '1500' }, 1490, 60_000],
    ['not an hour', { 'retry-after': '3600' }, 370, 60_000],
    ['not a date in the past', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 370, 60_000],
  ] as const)
    it(`The client waits as long as it is asked to: ${what}`, async t => {
      const times: number[] = []
      const { ask } = await prepare(t, call => {
        times.push(performance.now())
        return call === 1 ? { status: 503, headers } : { content }
      })
      assert.deepEqual(await ask(), content)
      const waited = times[1]! - times[0]!
      assert.ok(waited >= leastMs && waited < mostMs, `${waited} ms`)
    })

  it('The client does not wait beyond its time limit for the moment to ask again', async t => {
    const headers = { 'retry-after': '30' }
    const { ask, requests } = await prepare(t, () => ({ status: 503, headers }))
    assert.deepEqual(await problemOf(ask({ timeoutMs: 2000 })), {
      message: 'it does not answer in time',
      passing: true,
    })
    assert.equal(requests.length, 1)
  })

  it('The client reads at most 4 MiB, however well they are compressed', async t => {
    const raw = JSON.stringify({
      choices: [{ message: { content: JSON.stringify(content) } }],
      more: 'x'.repeat(5e6),
    })
    for (const body of [{ raw }, { raw: gzipSync(raw), headers: { 'content-encoding': 'gzip' } }]) {
      const { ask, requests } = await prepare(t, () => body)
      assert.deepEqual(await problemOf(ask()), {
        message: 'its answer has more than 4 MiB',
        passing: false,
      })
      assert.equal(requests.length, 1)
    }
  })

  it('The client ignores proxies named in the environment', async t => {
    const { url, requests } = await prepare(t, () => ({ content }))
    // Nothing listens there: who goes through it gets no answer.
    const proxy = `http://127.0.0.1:${await freePort()}`
    const script = `
      import { askNarrator } from ${JSON.stringify(import.meta.resolve('../../../src/narrator/llm-client.ts'))}
      const request = ${JSON.stringify(request)}
      await askNarrator({ url: ${JSON.stringify(url)}, model: 'tiny-1' }, request, new AbortController().signal)`
    await execute(process.execPath, ['--input-type=module', '--eval', script], {
      env: {
        ...process.env,
        NODE_USE_ENV_PROXY: '1',
        HTTP_PROXY: proxy,
        http_proxy: proxy,
        NO_PROXY: '',
      },
    })
    assert.equal(requests.length, 1)
  })

  it('The client keeps the path and the query of the address', async t => {
    const { url, requests } = await prepare(t, () => ({ content }))
    for (const address of [`${url}/`, `${url}/deep?api-version=1&b=%20`])
      await askNarrator({ url: address, model: 'tiny-1' }, request, new AbortController().signal)
    assert.deepEqual(
      requests.map(({ path }) => path),
      ['/v1/chat/completions', '/v1/deep/chat/completions?api-version=1&b=%20'],
    )
  })

  it('The client stops at once when the program does', async t => {
    const { ask, requests } = await prepare(t, () => ({ hang: true }))
    const stop = new AbortController()
    const asked = assert.rejects(ask({ signal: stop.signal }))
    await until(() => requests.length === 1)
    stop.abort()
    await asked
    assert.equal(requests.length, 1)
  })

  it('The client does not follow redirects', async t => {
    const other = await startEndpoint(t, () => ({ content }))
    const location = `${other.url}/chat/completions`
    const { ask } = await prepare(t, () => ({ status: 307, headers: { location } }))
    await problemOf(ask())
    assert.equal(other.requests.length, 0)
  })

  it('The client says that the server cannot be reached', async () => {
    const nobody = askNarrator(
      { url: `http://127.0.0.1:${await freePort()}/v1`, model: 'm', key: KEY },
      request,
      new AbortController().signal,
    )
    assert.deepEqual(await problemOf(nobody), {
      message: 'it cannot be reached (ECONNREFUSED)',
      passing: true,
    })
  })
})
