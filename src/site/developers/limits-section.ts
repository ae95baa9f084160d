/** What a client must handle: errors and rate limits. */
import { html } from 'hono/html'
import type { Html } from '../base/page-context.ts'
import { type ApiDescription, mediaOf, parameterOf } from './api-description.ts'
import { formatJson, renderCode } from './code-blocks.ts'
import { GUIDE } from './guide-words.ts'

const STATUSES: Record<number, string> = {
  200: 'Success.',
  202: 'The hub or the MCP endpoint accepted the request; there is nothing more to say.',
  304: 'Not modified; empty body.',
  400: 'The request is invalid; the body says where and why. Do not send it again unchanged.',
  403: 'MCP only: requested under a foreign domain name, or by a web page that is not allowed to.',
  404: 'Not found. MCP: an unknown session or method.',
  405: 'Method not allowed; the Allow header lists those that are.',
  406: 'Your Accept header rules out every format of the response.',
  410: 'The review has been removed; the body says when and why.',
  413: 'The request body is too large.',
  415: 'The request body has the wrong Content-Type.',
  429: 'Too many requests. Try again after Retry-After seconds.',
  500: 'An error in the service. The body has a request_id by which its operator can find it.',
  501: 'Not implemented.',
  503: 'The service is starting or stopping. Try again after Retry-After seconds.',
}

export function renderErrors({ paths }: ApiDescription): Html {
  const example = mediaOf(paths['/api/reviews/search']!.get!.responses[400]!.content)!.example
  return html`<p>An error is an <a href="#schema-Error">object</a> with a code for programs and a sentence for people. If parameters are
invalid, <code>issues</code> names <a href="#schema-ValidationError">all of them at once</a>:</p>
${renderCode(GUIDE.code.error, 'json', formatJson(example))}
<p>The hub explains an error in one sentence of plain text, as feed readers expect, and MCP in a JSON-RPC error.</p>
<dl class="api-answers">
${Object.entries(STATUSES).map(([status, meaning]) => html`<dt>${status}</dt><dd>${meaning}</dd>\n`)}</dl>`
}

export function renderLimits(api: ApiDescription): Html {
  const { maximum: hits, default: usualHits } = parameterOf(api, '/api/reviews/search', 'limit').schema
  const { maximum: changes, default: usualChanges } = parameterOf(api, '/api/reviews/changes', 'limit').schema
  return html`<ul>
<li>Each client may send a limited number of requests per minute. Beyond that the response is 429; wait for <code>Retry-After</code> seconds. No
key raises the limit: send <code>If-None-Match</code>, or subscribe.</li>
<li>A search returns ${usualHits} reviews by default and ${hits} at most; <code>next_cursor</code> leads to the rest.</li>
<li>The change feed returns ${usualChanges} changes by default and ${changes} at most.</li>
<li>Feeds have the 50 newest reviews. <code>/reviews.json</code> has all of them.</li>
<li>A subscription lasts 10 days by default and 30 days at most.</li>
<li>A request to the hub may have 16 KiB, one to MCP 64 KiB.</li>
</ul>`
}
