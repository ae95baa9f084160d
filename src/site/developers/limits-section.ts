/** What a client must handle: errors and rate limits. */
import { html } from 'hono/html'
import type { Html } from '../base/page-context.ts'
import { type ApiDescription, mediaOf, parameterOf } from './api-description.ts'
import { formatJson, renderCode } from './code-blocks.ts'

const STATUSES: Record<number, string> = {
  200: 'What you asked for.',
  202: 'The hub or the MCP endpoint has taken the request; there is no more to say.',
  304: 'What you have is still current. There is no body.',
  400: 'The request is wrong; the body says where and why. Do not send it again unchanged.',
  403: 'Only MCP: asked under a foreign domain name, or by a web page that may not.',
  404: 'There is nothing at this address. To MCP: an unknown session or method.',
  405: 'Another method than this address takes; the header Allow lists them.',
  406: 'You refuse every form that the answer could have.',
  410: 'The review has been removed; the body says when and why.',
  413: 'The body of the request is too large.',
  415: 'The body of the request has the wrong Content-Type.',
  429: 'Too many requests. Retry-After says after how many seconds to try again.',
  500: 'A fault of the service. The body has a request_id, by which its operator can find it.',
  501: 'What you ask for is not offered.',
  503: 'The service is starting or stopping. Try again after Retry-After seconds.',
}

export function renderErrors({ paths }: ApiDescription): Html {
  const example = mediaOf(paths['/api/reviews/search']!.get!.responses[400]!.content)!.example
  return html`<p>An error is an <a href="#schema-Error">object</a> with a word for programs and a sentence for people. Where parameters are
wrong, <code>issues</code> names <a href="#schema-ValidationError">all of them at once</a>:</p>
${renderCode('Example of an error', 'json', formatJson(example))}
<p>The hub says what is wrong in one sentence of plain text, as feed readers expect, and MCP in an error of JSON-RPC.</p>
<dl class="api-answers">
${Object.entries(STATUSES).map(([status, meaning]) => html`<dt>${status}</dt><dd>${meaning}</dd>\n`)}</dl>`
}

export function renderLimits(api: ApiDescription): Html {
  const { maximum: hits, default: usualHits } = parameterOf(api, '/api/reviews/search', 'limit').schema
  const { maximum: changes, default: usualChanges } = parameterOf(api, '/api/reviews/changes', 'limit').schema
  return html`<ul>
<li>Each client has so many requests a minute. One too many gets 429, with <code>Retry-After</code>: wait that long. There is no key that
would allow more; ask with <code>If-None-Match</code>, or subscribe.</li>
<li>A search answers with ${usualHits} reviews, and with ${hits} at most; <code>next_cursor</code> leads to the rest.</li>
<li>The change feed answers with ${usualChanges} changes, and with ${changes} at most.</li>
<li>Feeds have the 50 newest reviews. <code>/reviews.json</code> has all of them.</li>
<li>A subscription lasts 10 days unless you ask for less or more, and 30 days at most.</li>
<li>A request to the hub has 16 KiB at most, one to MCP 64 KiB.</li>
</ul>`
}
