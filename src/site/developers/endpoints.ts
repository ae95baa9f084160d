/** Every endpoint in the OpenAPI document: parameters, responses, and how to try it. */
import { type Html, html, joinHtml } from '../base/markup.ts'
import {
  type Answer,
  type ApiDescription,
  type Endpoint,
  endpointsOf,
  mediaOf,
  type Parameter,
} from './api-description.ts'
import { renderExample } from './code-blocks.ts'
import { breakable, type Field, fieldsOf, renderFields, renderProse, renderType } from './schema-tables.ts'
import { renderTryIt } from './try-it-form.ts'

export interface Group {
  anchor: string
  title: string
  description: string
  endpoints: Endpoint[]
}

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
  const example = mediaOf(Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content)
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
