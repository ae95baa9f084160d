/** An HTTP server that acts as a language model with an OpenAI-compatible API. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { NarratorAnswer } from '../../../src/model/narrative.ts'

export interface ReceivedRequest {
  path: string
  headers: NodeJS.Dict<string | string[]>
  body: {
    model: string
    messages: { role: string; content: string }[]
    max_tokens?: number
    max_completion_tokens?: number
    response_format: { type: string; json_schema?: { strict: boolean; schema: object } }
  }
  /** The data part, parsed. */
  facts: Record<string, unknown>
  reviews: { id: string; date: string; rating: number; text: string }[]
}

export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** What the model writes: a string as is, anything else as JSON. */
  content?: unknown
  /** The body of an error. */
  error?: object
  hang?: boolean
  /** Breaks off, or hangs, after the head and the first bytes of the body. */
  partial?: 'break' | 'hang'
  /** The whole body, instead of one made from the above. */
  raw?: string | Uint8Array
}

export interface Endpoint {
  url: string
  requests: ReceivedRequest[]
}

export async function startEndpoint(
  t: TestContext,
  reply: (request: ReceivedRequest, call: number) => Reply,
): Promise<Endpoint> {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (incoming, outgoing) => {
    const chunks = await Array.fromAsync(incoming)
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const request = {
      path: incoming.url!,
      headers: incoming.headers,
      body,
      ...readData(body.messages[1].content),
    }
    requests.push(request)
    const {
      status = 200,
      headers = {},
      content,
      error,
      hang,
      partial,
      raw,
    } = reply(request, requests.length)
    if (hang) return
    const said = typeof content === 'string' ? content : JSON.stringify(content)
    const answer = {
      id: 'c',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: said } }],
    }
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    if (partial) outgoing.write('{"choices":', () => partial === 'break' && outgoing.destroy())
    else
      outgoing.end(
        raw ?? JSON.stringify(status === 200 ? answer : { error: error ?? { message: 'no' } }),
      )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests }
}

/** Reads the data as a model that respects the markers does. */
export function readData(data: string): Pick<ReceivedRequest, 'facts' | 'reviews'> {
  const [, facts, reviews] =
    /^=== FACTS .*? ===\n(.*)\n=== REVIEWS .*? ===\n(\[\n.*\n\])\n=== END OF DATA ===$/s.exec(data)!
  return { facts: JSON.parse(facts!), reviews: JSON.parse(reviews!) }
}

/** What an honest model writes about any reviews. */
export function honestAnswer({
  reviews,
  facts,
}: Pick<ReceivedRequest, 'facts' | 'reviews'>): NarratorAnswer {
  const praise = reviews.filter(({ rating }) => rating >= 4)
  const critic = reviews.find(({ rating }) => rating <= 3)!
  const [first, second] = [praise[0]!, praise[1]!]
  return {
    claims: [
      {
        text: `Most of the ${facts.review_count} reviews are content, and one customer sums up: “${first.text}”`,
        review_ids: [first.id, second.id],
        quotes: [{ review_id: first.id, text: first.text }],
      },
      { text: 'Kindness is what people bring up first.', review_ids: [second.id], quotes: [] },
      { text: 'Several customers would call again.', review_ids: [first.id], quotes: [] },
      { text: 'Criticism is about punctuality and prices.', review_ids: [critic.id], quotes: [] },
    ],
    faq: [
      {
        question: 'Are they punctual?',
        answer: 'Opinions differ.',
        review_ids: [critic.id, first.id],
        quotes: [],
      },
    ],
    pull_quote: { review_id: first.id, text: first.text },
  }
}
