/** The language of a part of a page, where it is another than that of the page. */
import { html } from 'hono/html'
import type { Html } from './page-context.ts'

export const langOf = (language: string | null): Html | string => (language ? html` lang="${language}"` : '')
