/** Asks a language model behind an OpenAI-compatible address, which is the operator's own setting. */
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import { NarratorAnswer } from '../model/narrative.ts'
import { ANSWER_SCHEMA, type NarratorRequest } from './llm-request.ts'

export interface NarratorSettings {
  url: string
  model: string
  key?: string | undefined
  timeoutMs?: number
}

/** Why there is no answer. Of what the other side says only numbers and codes are told: it may repeat the key. */
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

export async function askNarrator(
  { url, model, key, timeoutMs = TIMEOUT_MS }: NarratorSettings,
  request: NarratorRequest,
  signal: AbortSignal,
): Promise<NarratorAnswer> {
  const { OpenAI } = await import('openai')
  // What the environment says for other programs that use this package is not meant for this address.
  const client = new OpenAI({
    baseURL: url,
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    ...(key === undefined && { defaultHeaders: { Authorization: null } }),
    timeout: timeoutMs,
    maxRetries: 1,
    logLevel: 'off',
    // To another address than the operator's nothing is sent.
    fetchOptions: { redirect: 'error' },
  })
  const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(3 * timeoutMs)]) }
  const ask = async (body: ChatCompletionCreateParamsNonStreaming) =>
    (await client.chat.completions.create(body, options)).choices?.[0]?.message?.content
  const strict = strictBody(model, request)
  let content: string | null | undefined
  try {
    content = await ask(strict).catch(error => {
      if (statusOf(error) !== 400) throw error
      return ask(plainerBody(strict, error))
    })
  } catch (error) {
    throw asProblem(error)
  }
  return readAnswer(content)
}

const strictBody = (
  model: string,
  { instructions, data }: NarratorRequest,
): ChatCompletionCreateParamsNonStreaming => ({
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
function plainerBody(
  strict: ChatCompletionCreateParamsNonStreaming,
  error: { param?: unknown },
): ChatCompletionCreateParamsNonStreaming {
  const { max_tokens, messages, ...rest } = strict
  if (error.param === 'max_tokens') return { ...rest, messages, max_completion_tokens: MOST_TOKENS }
  const [system, user] = messages
  const content = `${system!.content}\n\nThe JSON Schema of the answer:\n${JSON.stringify(ANSWER_SCHEMA)}`
  return {
    ...strict,
    messages: [{ role: 'system', content }, user!],
    response_format: { type: 'json_object' },
  }
}

function readAnswer(content: unknown): NarratorAnswer {
  try {
    return NarratorAnswer.parse(JSON.parse(content as string))
  } catch {
    throw new NarratorProblem('its answer is not the JSON that was asked for', { passing: false })
  }
}

const statusOf = (error: unknown) => (error as { status?: unknown }).status

function asProblem(error: unknown): NarratorProblem {
  const status = statusOf(error)
  if (typeof status === 'number')
    return new NarratorProblem(`it answers with status ${status}${HINTS[status] ?? ''}`, {
      passing: status === 429 || status >= 500,
    })
  if (/Timeout|Abort/.test((error as Error).constructor.name))
    return new NarratorProblem('it does not answer in time', { passing: true })
  return new NarratorProblem(`it cannot be reached${codeOf(error)}`, { passing: true })
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
