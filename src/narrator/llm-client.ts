/** Asks a language model behind an OpenAI-compatible address, which is the operator's own setting. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, fetch, type Response } from 'undici'
import packageJson from '../../package.json' with { type: 'json' }
import { NarratorAnswer } from '../model/narrative.ts'
import { ANSWER_SCHEMA, type NarratorRequest } from './llm-request.ts'

export interface NarratorSettings {
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

/** The body of a chat completion, as far as we use it. */
interface ChatRequest {
  model: string
  messages: { role: 'system' | 'user'; content: string }[]
  max_tokens?: number
  max_completion_tokens?: number
  response_format: object
}

interface ChatResponse {
  ok: boolean
  status: number
  headers: Response['headers']
  /** Empty where the status says all that we need to know. */
  body: string
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
  // An agent of its own: reviews and key go through no proxy that the environment names for other programs.
  const dispatcher = new Agent()
  const stop = AbortSignal.any([signal, AbortSignal.timeout(3 * timeoutMs)])
  const send = async (body: ChatRequest): Promise<ChatResponse> => {
    const response = await fetch(completionsUrl(url), {
      dispatcher,
      method: 'POST',
      headers: { ...HEADERS, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
      // To another address than the operator's nothing is sent.
      redirect: 'error',
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    })
    const { ok, status, headers } = response
    return { ok, status, headers, body: await readBody(response) }
  }
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
  } finally {
    await dispatcher.destroy()
  }
}

const HEADERS = {
  accept: 'application/json',
  'content-type': 'application/json',
  'user-agent': `Firsthand/${packageJson.version}`,
}

/** Below the operator's address, whose query stays. */
function completionsUrl(base: string): URL {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`
  return url
}

async function readBody(response: Response): Promise<string> {
  if (!response.ok && response.status !== 400) {
    await response.body?.cancel()
    return ''
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MOST_BYTES)
      throw new NarratorProblem(`its answer has more than ${MOST_BYTES / 2 ** 20} MiB`, { passing: false })
  }
  return Buffer.concat(chunks).toString()
}

/** Tries once more where that may help. */
async function sendTwice(send: () => Promise<ChatResponse>, stop: AbortSignal): Promise<ChatResponse> {
  const first = await send().catch(error => {
    if (error instanceof NarratorProblem) throw error
    return null
  })
  if (first && !deservesRetry(first)) return first
  await sleep(waitMs(first?.headers), undefined, { signal: stop })
  return await send()
}

const TRANSIENT = [408, 409, 429]

/** `x-should-retry` is how some endpoints say that a quota is used up. */
function deservesRetry({ ok, status, headers }: ChatResponse): boolean {
  const asked = headers.get('x-should-retry')
  if (asked === 'true' || asked === 'false') return asked === 'true' && !ok
  return TRANSIENT.includes(status) || status >= 500
}

const LONGEST_WAIT_MS = 60_000

/** As long as the other side asks for, if that is reasonable (RFC 9110 §10.2.3; `retry-after-ms` is more exact). */
function waitMs(headers?: Response['headers']): number {
  const after = headers?.get('retry-after') ?? ''
  const asked = [
    Number.parseFloat(headers?.get('retry-after-ms') ?? ''),
    1000 * Number.parseFloat(after),
    Date.parse(after) - Date.now(),
  ].find(ms => !Number.isNaN(ms))
  if (asked !== undefined && asked >= 0 && asked <= LONGEST_WAIT_MS) return asked
  return 500 * (1 - Math.random() / 4)
}

const strictBody = (model: string, { instructions, data }: NarratorRequest): ChatRequest => ({
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
function plainerBody(strict: ChatRequest, { body }: ChatResponse): ChatRequest {
  const { max_tokens, messages, ...rest } = strict
  if (rejectedParameter(body) === 'max_tokens')
    return { ...rest, messages, max_completion_tokens: MOST_TOKENS }
  const [system, user] = messages
  const content = `${system!.content}\n\nThe JSON Schema of the answer:\n${JSON.stringify(ANSWER_SCHEMA)}`
  return {
    ...strict,
    messages: [{ role: 'system', content }, user!],
    response_format: { type: 'json_object' },
  }
}

function rejectedParameter(body: string): unknown {
  try {
    const answer = JSON.parse(body)
    return (answer.error ?? answer).param
  } catch {
    return undefined
  }
}

function readAnswer({ ok, status, body }: ChatResponse): NarratorAnswer {
  if (!ok)
    throw new NarratorProblem(`it answers with status ${status}${HINTS[status] ?? ''}`, {
      passing: status === 429 || status >= 500,
    })
  try {
    return NarratorAnswer.parse(JSON.parse(JSON.parse(body).choices[0].message.content))
  } catch {
    throw new NarratorProblem('its answer is not the JSON that was asked for', { passing: false })
  }
}

function asProblem(error: unknown): NarratorProblem {
  if (error instanceof NarratorProblem) return error
  const code = codeOf(error)
  if (/Timeout|Abort/.test((error as Error).name) || /TIMEOUT|TIMEDOUT/.test(code))
    return new NarratorProblem('it does not answer in time', { passing: true })
  return new NarratorProblem(`it cannot be reached${code}`, { passing: true })
}

const HINTS: Record<number, string> = {
  401: ' (check INSIGHTS_LLM_KEY)',
  403: ' (check INSIGHTS_LLM_KEY)',
  404: ' (check INSIGHTS_LLM_URL and INSIGHTS_LLM_MODEL)',
}

/** ` (ECONNREFUSED)`, from wherever in the chain of causes it stands. */
function codeOf(error: unknown): string {
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string' && /^[A-Z_]+$/.test(code)) return ` (${code})`
  return cause ? codeOf(cause) : ''
}
