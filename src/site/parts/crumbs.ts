/** Breadcrumbs: the path from the home page to this one. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import type { Html, PageContext } from '../base/page-context.ts'

export function renderCrumbs(
  { locale }: Pick<PageContext, 'locale'>,
  above: [path: string, name: string][],
  here: string,
): Html {
  const { frame, common } = localeOf(locale).words
  return html`<nav class="crumbs" aria-label="${frame.whereYouAre}">${[['/', common.home], ...above].map(
    ([path, name]) => html`<a href="${path}">${name}</a> <span aria-hidden="true">›</span> `,
  )}<span aria-current="page"><bdi>${here}</bdi></span></nav>`
}
