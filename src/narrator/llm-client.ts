/** Asks a language model behind an OpenAI-compatible address, which is the operator's own setting. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NarratorAnswer } from '../model/narrative.ts'
import { unlessItThrows } from '../model/scalars.ts'
import { RequestFailure } from '../outgoing/failures.ts'
import type { HttpResponse } from '../outgoing/http-client.ts'
import { createUncheckedClient } from '../outgoing/operator-client.ts'
import { ANSWER_SCHEMA, type NarratorRequest } from './facts.ts'

export type NarratorSettings = {
  url: string
  model: string
  key?: string | undefined
  timeoutMs?: number
}

/** Why there is no answer. Only status and error codes are reported, because the endpoint's own message might repeat the key. */
export class NarratorProblem extends Error {
  override name = 'NarratorProblem'
  /** It may pass by itself. */
  passing: boolean
  constructor(message: string, { passing }: { passing: boolean }) {
    super(message)
    this.passing = passing
  }
}

const TIMEOUT_MS = 60_000
const MOST_TOKENS = 2500
/** Far more than MOST_TOKENS needs: reasoning models may send their reasoning too. */
const MOST_BYTES = 4 * 2 ** 20

export async function askNarrator(
  { url, model, key, timeoutMs = TIMEOUT_MS }: NarratorSettings,
  request: NarratorRequest,
  signal: AbortSignal,
): Promise<NarratorAnswer> {
  await using client = createUncheckedClient()
  const stop = AbortSignal.any([signal, AbortSignal.timeout(3 * timeoutMs)])
  const send = (body: object) =>
    client.send(completionsUrl(url), {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'accept-encoding': 'gzip',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(body),
      signal: stop,
      limitMs: timeoutMs,
      silenceMs: timeoutMs,
      maxBytes: MOST_BYTES,
    })
  try {
    const strict = strictBody(model, request)
    let response = await sendTwice(() => send(strict), stop)
    if (response.status === 400) {
      const plainer = plainerBody(strict, response)
      response = await sendTwice(() => send(plainer), stop)
    }
    return readAnswer(response)
  } catch (error) {
    throw asProblem(error)
  }
}

/** Below the operator's address, whose query stays. */
function completionsUrl(base: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`
  return url
}

/** Tries once more where that may help. */
async function sendTwice(
  send: () => Promise<HttpResponse>,
  stop: AbortSignal,
): Promise<HttpResponse> {
  const first = await send().catch(error => {
    if (error.reason === 'too large') throw error
    return null
  })
  if (first && !deservesRetry(first)) return first
  await sleep(waitMs(first?.headers), undefined, { signal: stop })
  return await send()
}

const isOk = (status: number) => status >= 200 && status < 300
const TRANSIENT = [408, 409, 429]

/** `x-should-retry` is how some endpoints say that a quota is used up. */
function deservesRetry({ status, headers }: HttpResponse): boolean {
  const asked = headers['x-should-retry']
  if (asked === 'true' || asked === 'false') return asked === 'true' && !isOk(status)
  return TRANSIENT.includes(status) || status >= 500
}

const LONGEST_WAIT_MS = 60_000

/** As long as the other side asks for, if that is reasonable (RFC 9110 §10.2.3; `retry-after-ms` is more exact). */
function waitMs(headers: HttpResponse['headers'] = {}): number {
  const after = headers['retry-after'] ?? ''
  const asked = [
    Number.parseFloat(headers['retry-after-ms'] ?? ''),
    1000 * Number.parseFloat(after),
    Date.parse(after) - Date.now(),
  ].find(ms => !Number.isNaN(ms))
  if (asked !== undefined && asked >= 0 && asked <= LONGEST_WAIT_MS) return asked
  return 500 * (1 - Math.random() / 4)
}

const strictBody = (model: string, { instructions, data }: NarratorRequest) => ({
  model,
  messages: [
    { role: 'system', content: instructions },
    { role: 'user', content: data },
  ],
  max_tokens: MOST_TOKENS,
  response_format: {
    type: 'json_schema',
    json_schema: { name: 'narrative', strict: true, schema: ANSWER_SCHEMA },
  },
})

/** For an endpoint that knows no schemas; or, where it says so, one that has another name for the limit. */
function plainerBody(strict: ReturnType<typeof strictBody>, { body }: HttpResponse) {
  const { max_tokens, ...rest } = strict
  if (rejectedParameter(body) === 'max_tokens')
    return { ...rest, max_completion_tokens: MOST_TOKENS }
  const [system, user] = rest.messages
  const content = `${system!.content}\n\nThe JSON Schema of the answer:\n${JSON.stringify(ANSWER_SCHEMA)}`
  return {
    ...strict,
    messages: [{ role: 'system', content }, user!],
    response_format: { type: 'json_object' },
  }
}

function rejectedParameter(body: Buffer): unknown {
  const answer = unlessItThrows(() => JSON.parse(body.toString()))
  return (answer?.error ?? answer)?.param
}

function readAnswer({ status, body }: HttpResponse): NarratorAnswer {
  if (!isOk(status))
    throw new NarratorProblem(`it answers with status ${status}${HINTS[status] ?? ''}`, {
      passing: status === 429 || status >= 500,
    })
  try {
    return NarratorAnswer.parse(JSON.parse(JSON.parse(body.toString()).choices[0].message.content))
  } catch {
    throw new NarratorProblem('its answer is not the JSON that was asked for', { passing: false })
  }
}

function asProblem(error: unknown): NarratorProblem {
  if (error instanceof NarratorProblem) return error
  const { reason, code } =
    error instanceof RequestFailure ? error : { reason: 'timed out', code: '' }
  if (reason === 'too large')
    return new NarratorProblem(`its answer has more than ${MOST_BYTES / 2 ** 20} MiB`, {
      passing: false,
    })
  if (reason === 'timed out' || code.includes('TIMEOUT'))
    return new NarratorProblem('it does not answer in time', { passing: true })
  const shown = /^[A-Z_]+$/.test(code) ? ` (${code})` : ''
  return new NarratorProblem(`it cannot be reached${shown}`, { passing: true })
}

const HINTS: Record<number, string> = {
  401: ' (check INSIGHTS_LLM_KEY)',
  403: ' (check INSIGHTS_LLM_KEY)',
  404: ' (check INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL)',
}
