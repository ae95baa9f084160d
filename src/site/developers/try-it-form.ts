/** The forms that send a request and show the response; src/site/browser/try-it.ts runs them. */
import { html } from 'hono/html'
import type { Html } from '../base/page-context.ts'
import { type Endpoint, mediaOf, type Parameter } from './api-description.ts'
import { formatJson } from './code-blocks.ts'

/** Not all of these examples combine: the filled-in fields do, the others show theirs as placeholders. */
const FILLED: Record<string, string[]> = { searchReviews: ['query', 'limit'], getProof: ['review_id'] }

/** Without the script a form can only build a query string; an endpoint with path parameters gets a link instead. */
export function renderTryIt(endpoint: Endpoint): Html | '' {
  const { method, path, parameters = [], requestBody } = endpoint
  const isMessage = mediaOf(requestBody?.content)?.type === 'application/json'
  if (method !== 'get') return isMessage ? renderForm(endpoint, { needsScript: true }) : ''
  if (!path.includes('{')) return renderForm(endpoint, { needsScript: false })
  return html`${renderForm(endpoint, { needsScript: true })}
${renderLink(fillPath(path, parameters))}`
}

const renderLink = (address: string | undefined): Html | '' =>
  address ? html`<p class="without-script"><a href="${address}">${address}</a></p>` : ''

function fillPath(path: string, parameters: Parameter[]): string | undefined {
  if (parameters.some(({ example }) => example === undefined)) return undefined
  return parameters.reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), path)
}

function renderForm(endpoint: Endpoint, { needsScript }: { needsScript: boolean }): Html {
  const { operationId, method, path, summary, parameters = [], requestBody } = endpoint
  const isFilled = ({ name }: Parameter) => FILLED[operationId]?.includes(name) ?? true
  const body = mediaOf(requestBody?.content)
  return html`<form class="try-it" method="${method}" action="${path}" aria-label="Try: ${summary}"${needsScript ? html` hidden` : ''}>
<strong>Try it</strong>
${parameters.length > 0 ? html`<div class="inputs">\n${parameters.map(one => renderInput(one, isFilled(one)))}</div>` : ''}
${body ? renderBody(formatJson(body.example)) : ''}
<div class="line"><b>${method.toUpperCase()}</b> <input type="text" aria-label="Address of the request" spellcheck="false" hidden><button type="submit">Send</button></div>
<output></output>
</form>`
}

/** An empty parameter is an error, so optional fields stay disabled until the script can leave them out. */
function renderInput({ name, in: place, example = '' }: Parameter, isFilled: boolean): Html {
  const content =
    isFilled && example !== '' ? html` value="${example}"` : html` placeholder="${example}" disabled`
  return html`<label>${name} <input type="text" name="${name}" data-in="${place}"${content} spellcheck="false" autocomplete="off"></label>\n`
}

const renderBody = (text: string): Html =>
  html`<label>Body <textarea rows="${text.split('\n').length}" spellcheck="false">${text}</textarea></label>`
