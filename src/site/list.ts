/** Parts of a sentence, with commas between them. */
import { html } from 'hono/html'
import type { Html } from './house.ts'

export const withCommas = (parts: Html[]): Html =>
  html`${parts.map((part, place) => html`${place > 0 ? ', ' : ''}${part}`)}`
