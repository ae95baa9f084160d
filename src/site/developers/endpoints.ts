/** Every endpoint in the OpenAPI document: parameters, responses, and how to try it. */
import { type Html, html, joinHtml } from '../base/markup.ts'
import { formatJson, renderExample } from './code-blocks.ts'
import {
  type Answer,
  type ApiDescription,
  breakable,
  type Endpoint,
  endpointsOf,
  type Field,
  fieldsOf,
  mediaOf,
  type Parameter,
  renderFields,
  renderProse,
  renderType,
} from './schema-tables.ts'

export type Group = { anchor: string; title: string; description: string; endpoints: Endpoint[] }

export function groupEndpoints(api: ApiDescription): Group[] {
  const endpoints = endpointsOf(api)
  return api.tags.map(({ name, description }) => ({
    anchor: `tag-${name}`,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    description,
    endpoints: endpoints.filter(({ tags }) => tags.includes(name)),
  }))
}

export const renderEndpoints = (groups: Group[]): Html =>
  html`${groups.map(
    ({ anchor, title, description, endpoints }) => html`<h3 id="${anchor}">${title}</h3>
<p>${description}</p>
${endpoints.map(renderEndpoint)}`,
  )}`

/** Folded. The anchor is inside, so that browsers unfold it for a link to it. */
function renderEndpoint(endpoint: Endpoint): Html {
  const { operationId, summary, method, path, parameters = [], requestBody, responses } = endpoint
  const body = mediaOf(requestBody?.content)
  const example = mediaOf(
    Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content,
  )
  return html`<details class="endpoint fold"><summary><span>${summary}</span> <code><b>${method.toUpperCase()}</b> ${breakable(path)}</code></summary>
<div id="${operationId}">
<p>${renderProse(endpoint.description)}</p>
${parameters.length > 0 ? renderFields('Parameters', parameters.map(toField)) : ''}
${body ? renderFields(`Body (${body.type})`, fieldsOf(body.schema)) : ''}
${renderAnswers(responses)}
${example?.example ? renderExample('Example response', example.example) : ''}
${renderTryIt(endpoint)}
</div>
</details>
`
}

function toField({ name, schema, description, in: place, required }: Parameter): Field {
  const remarks = [
    ...(place === 'query' ? [] : [`in the ${place}`]),
    ...(required && place === 'query' ? ['required'] : []),
    ...(schema.default === undefined ? [] : [`${schema.default} by default`]),
  ]
  return { name, schema, description, remarks }
}

/** Responses common to all endpoints are listed once, under errors. */
function renderAnswers(responses: Record<string, Answer>): Html {
  const own = Object.entries(responses).filter(([, { $ref }]) => !$ref)
  const shared = Object.keys(responses).filter(status => responses[status]!.$ref)
  return html`<dl class="api-answers">
${own.map(([status, answer]) => html`<dt>${status}</dt><dd>${renderAnswer(answer)}</dd>\n`)}</dl>
${shared.length > 0 ? html`<p class="muted">Also ${shared.join(', ')}, <a href="#errors">as everywhere</a>.</p>` : ''}`
}

function renderAnswer({ description, content }: Answer): Html {
  const media = mediaOf(content)
  if (!media) return renderProse(description ?? '')
  const type = media.schema.properties ? [] : [renderType(media.schema)]
  return html`${renderProse(description ?? '')} <span class="muted">${joinHtml([...type, html`${media.type}`], ', ')}</span>`
}

/** Not all of these examples combine: the filled-in fields do, the others show theirs as placeholders. */
const FILLED: Record<string, string[]> = {
  searchReviews: ['query', 'limit'],
  getProof: ['review_id'],
}

const isFilled = ({ operationId }: Endpoint, { name, example }: Parameter) =>
  example !== undefined && (FILLED[operationId]?.includes(name) ?? true)

/** Without scripts there is the link; a message can be sent only by a script, and a subscription only by a program. */
export function renderTryIt(endpoint: Endpoint): Html | '' {
  const { method, summary, requestBody } = endpoint
  const isMessage = mediaOf(requestBody?.content)?.type === 'application/json'
  if (method !== 'get' && !isMessage) return ''
  const name = `Try it: ${summary}`
  const address = method === 'get' ? exampleAddress(endpoint) : undefined
  return html`${address ? html`<p>Example request: <a href="${address}">${address}</a></p>` : ''}
<p class="needs-script"><button type="button" class="try" aria-label="${name}">Try it</button></p>
<template>${renderForm(name, endpoint)}</template>`
}

/** undefined where a path needs a value that no example gives. */
function exampleAddress(endpoint: Endpoint): string | undefined {
  const { path, parameters = [] } = endpoint
  const filled = parameters.filter(parameter => isFilled(endpoint, parameter))
  const inPath = filled.filter(parameter => parameter.in === 'path')
  const address = inPath.reduce(
    (made, { name, example }) => made.replace(`{${name}}`, String(example)),
    path,
  )
  if (address.includes('{')) return undefined
  const query = new URLSearchParams(
    filled.flatMap(({ in: place, name, example }) =>
      place === 'query' ? [[name, String(example)]] : [],
    ),
  )
  return query.size > 0 ? `${address}?${query}` : address
}

function renderForm(name: string, endpoint: Endpoint): Html {
  const { method, path, parameters = [], requestBody } = endpoint
  const body = mediaOf(requestBody?.content)
  return html`<form class="try-it" action="${path}" aria-label="${name}">
${parameters.length > 0 ? html`<div class="inputs">\n${parameters.map(one => renderInput(one, isFilled(endpoint, one)))}</div>` : ''}
${body ? renderBody(formatJson(body.example)) : ''}
<div class="line"><b>${method.toUpperCase()}</b> <input type="text" aria-label="Request URL" spellcheck="false" autocomplete="off"><button type="submit">Send</button></div>
<output></output>
</form>`
}

function renderInput({ name, in: place, example = '' }: Parameter, isGiven: boolean): Html {
  const content = isGiven ? html` value="${example}"` : html` placeholder="${example}"`
  return html`<label>${name} <input type="text" name="${name}" data-in="${place}"${content} spellcheck="false" autocomplete="off"></label>\n`
}

const renderBody = (text: string): Html =>
  html`<label>Request body <textarea rows="${text.split('\n').length}" spellcheck="false">${text}</textarea></label>`
