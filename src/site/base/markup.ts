/** Markup: the template that escapes its values, messages with markup among their values, lists of markup, and whole documents; and the context of every page. */
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type Locale, type Message, VALUE } from '../../locale/locale.ts'
import { basePathOf } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'

export { html, raw }

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** `count` chooses the plural; it need not be among the values that the message shows. */
export function sayHtml(
  locale: Locale,
  message: Message,
  values: Readonly<Record<string, Html | string | number>>,
  count = typeof values.count === 'number' ? values.count : undefined,
): Html {
  const parts = locale.template(message, count).split(VALUE)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : show(locale, values[part], part)))}`
}

function show(
  locale: Locale,
  value: Html | string | number | undefined,
  name: string,
): Html | string {
  if (value === undefined) throw new Error(`A message needs a value for ${name}.`)
  return typeof value === 'number' ? locale.number(value) : value
}

/** Our markup escapes quotes in texts, so only our own attributes look like this. */
const OWN_LINK = / (href|src|action|data-preview|data-home)="\/(?!\/)/g

/** Pages are written as for a base address without a path; here their links lead below it. */
export function linkBelow(baseUrl: string, page: string): string {
  const path = basePathOf(baseUrl)
  return path === '' ? page : page.replaceAll(OWN_LINK, ` $1="${path}/`)
}

/** What every HTML document has, whatever it shows. */
export const renderDocument = (lang: string, head: Html, body: Html): string =>
  String(html`<!DOCTYPE html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}
</head>
<body>
${body}
</body>
</html>
`)

export const joinHtml = (parts: (Html | string)[], between: Html | string = ', '): Html =>
  html`${parts.map((part, place) => (place === 0 ? part : html`${between}${part}`))}`

export type PageContext = Pick<RenderContext, 'baseUrl' | 'business' | 'site' | 'locale'>
