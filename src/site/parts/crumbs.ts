/** Breadcrumbs: the path from the home page to this one. */
import { html } from 'hono/html'
import type { Html } from '../base/page-context.ts'

export const renderCrumbs = (above: [path: string, name: string][], here: string): Html =>
  html`<nav class="crumbs" aria-label="Where you are">${[['/', 'Home'], ...above].map(
    ([path, name]) => html`<a href="${path}">${name}</a> <span aria-hidden="true">›</span> `,
  )}<span aria-current="page"><bdi>${here}</bdi></span></nav>`
