/** Code on the pages for developers and owners: what to run or paste, and what comes back. */
import { localeOf, shorten } from '../../locale/locale.ts'
import { FRAME_PATH, WIDGET_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html, raw } from '../base/markup.ts'

export type CodeLanguage = 'sh' | 'js' | 'python' | 'json' | 'toml' | 'html' | 'css' | 'text'

/** Wide lines scroll in their own box, which must be reachable by keyboard and therefore needs a name. A script puts a button for copying beside it. */
export const renderCode = (name: string, language: CodeLanguage, text: string): Html =>
  html`<div class="code"><section class="api-code" tabindex="0" aria-label="${name}"><pre><code class="language-${language}">${text}</code></pre></section></div>`

type Code = { language: CodeLanguage; text: string }

const LANGUAGE_NAMES: { [L in CodeLanguage]?: string } = {
  sh: 'curl',
  js: 'JavaScript',
  python: 'Python',
}

/**
 * The same in several languages of programming; `id` is unique on its page. These are tabs without a script: details of which one is
 * open at a time. Where a browser cannot line them up, they stand below each other. They work by keyboard, in print and as Markdown.
 */
export const renderTabs = (
  id: string,
  name: string,
  blocks: Code[],
): Html => html`<div class="tabs">
${blocks.map(
  ({ language, text }, place) =>
    html`<details name="${id}" data-language="${language}"${place === 0 ? html` open` : ''}><summary>${LANGUAGE_NAMES[language]}</summary>
${renderCode(`${name} (${LANGUAGE_NAMES[language]})`, language, text)}</details>
`,
)}</div>`

const LONGEST_TEXT = 120

/** An example is collapsed by default. */
export const renderExample = (title: string, example: unknown): Html => html`<details>
<summary>${title}</summary>
<pre><code>${typeof example === 'string' ? example : formatJson(cut(example))}</code></pre>
</details>`

/** Keeps the first element of every list and the beginning of every text. */
function cut(value: unknown): unknown {
  if (typeof value === 'string') return shorten(value, LONGEST_TEXT)
  if (Array.isArray(value)) return value.slice(0, 1).map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]))
}

const WIDTH = 78

/** Formats JSON the way people write it: what fits on one line stays on one. */
export function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH)
    return line
  const inner = `${indent}  `
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const lines = entries.map(([key, one]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    return `\n${inner}${name}${formatJson(one, inner)}`
  })
  return Array.isArray(value) ? `[${lines}\n${indent}]` : `{${lines}\n${indent}}`
}

type Site = Pick<RenderContext, 'baseUrl' | 'business' | 'locale'>

export const scriptTag = ({ baseUrl }: Pick<Site, 'baseUrl'>): string =>
  String(html`<script type="module" src="${baseUrl}${WIDGET_PATH}"></script>`)

export function widgetLine(
  site: Pick<Site, 'baseUrl'>,
  attributes: Record<string, string>,
): string {
  const written = Object.entries(attributes).map(([name, value]): Html => html` ${name}="${value}"`)
  return String(html`${raw(scriptTag(site))}<reviews-widget${written}></reviews-widget>`)
}

export function badgeLine({ baseUrl, business, locale }: Site, path: string): string {
  const { say, words } = localeOf(locale)
  const alt = say(words.embed.badgeAlt, { business: business.name })
  return String(
    html`<a href="${baseUrl}/"><img src="${baseUrl}${path}" height="40" alt="${alt}"></a>`,
  )
}

export function frameLine({ baseUrl, business, locale }: Site): string {
  const { say, words } = localeOf(locale)
  const title = say(words.embed.frameTitle, { business: business.name })
  return String(
    html`<iframe src="${baseUrl}${FRAME_PATH}" width="560" height="540" title="${title}" loading="lazy"></iframe>`,
  )
}
