/** Every object the API returns, field by field, from the schemas that validate responses. */
import { html } from 'hono/html'
import type { Html } from '../base/page-context.ts'
import type { ApiDescription, Schema } from './api-description.ts'
import { GUIDE, sayInGuide } from './guide-words.ts'
import { breakable, fieldsOf, renderFields, renderProse, renderType, schemaAnchor } from './schema-tables.ts'

export const renderDataModel = ({
  components,
}: ApiDescription): Html => html`<p>Ignore unknown fields; more may be added. <code>a.b</code> is a field of an object, <code>a[].b</code> of each object in a
list, <code>a.*.b</code> of each value of a map.</p>
${Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))}`

function renderSchema(name: string, schema: Schema): Html {
  const { tables } = GUIDE
  return html`<details class="fold"><summary><code>${breakable(name)}</code></summary>
<div id="${schemaAnchor(name)}">
${schema.description ? html`<p>${renderProse(schema.description)}</p>` : ''}
${schema.properties ? renderFields(tables, sayInGuide(tables.fieldsOf, { object: name }), fieldsOf(schema)) : html`<p>${renderType(schema)}</p>`}
</div>
</details>
`
}
