/** Tables: a row of headings, and rows whose first cell is their heading. */
import { type Html, html } from '../base/markup.ts'

type Cells = (Html | string)[]

type TableLook = { look?: string; caption?: string; total?: Cells }

export const renderTable = (
  headings: string[],
  rows: Cells[],
  { look, caption, total }: TableLook = {},
) =>
  html`<table${look ? html` class="${look}"` : ''}>
${caption ? html`<caption>${caption}</caption>\n` : ''}<thead><tr>${headings.map(heading => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows.map(renderRow)}</tbody>
${total ? html`<tfoot>${renderRow(total)}</tfoot>\n` : ''}</table>`

const renderRow = ([first = '', ...rest]: Cells): Html =>
  html`<tr><th scope="row">${first}</th>${rest.map(cell => html`<td>${cell}</td>`)}</tr>\n`
