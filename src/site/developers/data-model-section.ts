/** Every object the API returns, field by field, from the schemas that validate responses. */
import { html } from 'hono/html'
import type { Html } from '../base/page-context.ts'
import type { ApiDescription, Schema } from './api-description.ts'
import {
  fieldsOf,
  joinHtml,
  renderFields,
  renderProse,
  renderReference,
  renderType,
  schemaAnchor,
} from './schema-tables.ts'

export const renderDataModel = ({
  components,
}: ApiDescription): Html => html`<p>Fields may be added later, so bear with those
that you do not know. <code>a.b</code> is a field of an object, <code>a[].b</code> of each object in a list, <code>a.*.b</code> of each
value of a map.</p>
<p>${joinHtml(Object.keys(components.schemas).map(renderReference), ', ')}</p>
${Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))}`

const renderSchema = (name: string, schema: Schema): Html => html`<h3 id="${schemaAnchor(name)}">${name}</h3>
${schema.description ? html`<p>${renderProse(schema.description)}</p>` : ''}
${schema.properties ? renderFields(`Fields of ${name}`, fieldsOf(schema)) : html`<p>${renderType(schema)}</p>`}
`
