/** The language of an element that differs from the page's. */
import { html } from 'hono/html'
import type { Html } from './page-context.ts'

export const langOf = (language: string | null): Html | string => (language ? html` lang="${language}"` : '')
