/** Trying an endpoint: a link to an example, and a form that src/site/browser/try-it.ts creates when asked to. */
import { type Html, html } from '../base/markup.ts'
import { type Endpoint, mediaOf, type Parameter } from './api-description.ts'
import { formatJson } from './code-blocks.ts'

/** Not all of these examples combine: the filled-in fields do, the others show theirs as placeholders. */
const FILLED: Record<string, string[]> = { searchReviews: ['query', 'limit'], getProof: ['review_id'] }

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
  const address = inPath.reduce((made, { name, example }) => made.replace(`{${name}}`, String(example)), path)
  if (address.includes('{')) return undefined
  const query = new URLSearchParams(
    filled.flatMap(({ in: place, name, example }) => (place === 'query' ? [[name, String(example)]] : [])),
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
