/** A page as Markdown: what stands in its main part. */
import { localeOf } from '../../locale/locale.ts'
import { html, sayHtml } from '../base/markup.ts'
import type { PageContext } from '../base/page-context.ts'
import { toMarkdown } from './to-markdown.ts'

/** Starts with the business and ends with the address and a warning that the text is untrusted: many readers of Markdown are AI agents. */
export function renderMarkdown(
  { baseUrl, business, locale }: Pick<PageContext, 'baseUrl' | 'business' | 'locale'>,
  path: string,
  page: string,
): string {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(page) ?? []
  const inLocale = localeOf(locale)
  const { markdown, frame } = inLocale.words
  const name = html`<strong>${business.name}</strong>`
  const top = html`<p>${sayHtml(inLocale, markdown.top, { business: name })}${business.fictional ? ` ${frame.fictional}` : ''}</p>`
  const labeled = (label: string, text: string) => inLocale.say(markdown.labeled, { label, text })
  return `${toMarkdown(`${top}${main}`, baseUrl, labeled)}
---

${inLocale.say(markdown.end, { address: `${baseUrl}${path}` })}
`
}
