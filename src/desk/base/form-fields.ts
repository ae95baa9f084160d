/** Labeled fields of a form. */
import { type Html, html } from '../../site/base/markup.ts'

export interface FormField {
  name: string
  label: string
  value?: string | null | undefined
  hint?: string
  type?: 'text' | 'email' | 'url' | 'tel' | 'color' | 'date' | 'search'
  /** The id of a datalist. */
  list?: string
  required?: boolean
  autocomplete?: string
}

const idOf = (name: string) => `field-${name.replaceAll('.', '-')}`

const renderLabel = ({ name, label, hint }: FormField): Html =>
  html`<label for="${idOf(name)}">${label}${hint ? html` <span class="hint">${hint}</span>` : ''}</label>`

export function renderInput(field: FormField): Html {
  const { name, value, type = 'text', list, required = false, autocomplete = 'off' } = field
  return html`<div class="field">${renderLabel(field)}
<input id="${idOf(name)}" name="${name}" type="${type}" value="${value ?? ''}" autocomplete="${autocomplete}"${list ? html` list="${list}"` : ''}${required ? html` required` : ''}></div>`
}

export function renderTextArea(field: FormField, rows = 3): Html {
  const { name, value, required = false } = field
  return html`<div class="field">${renderLabel(field)}
<textarea id="${idOf(name)}" name="${name}" rows="${rows}"${required ? html` required` : ''}>
${value ?? ''}</textarea></div>`
}

export type Choice = [value: string, text: string]

export function renderSelect(field: FormField, choices: Choice[]): Html {
  const { name, value = '' } = field
  return html`<div class="field">${renderLabel(field)}
<select id="${idOf(name)}" name="${name}">${choices.map(([choice, text]) => html`<option value="${choice}"${choice === value ? html` selected` : ''}>${text}</option>`)}</select></div>`
}
