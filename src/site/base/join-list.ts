/** Parts of a sentence, joined with commas. */
import { html } from 'hono/html'
import type { Html } from './page-context.ts'

export const joinWithCommas = (parts: Html[]): Html =>
  html`${parts.map((part, place) => html`${place > 0 ? ', ' : ''}${part}`)}`
