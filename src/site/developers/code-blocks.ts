/** Code on the developer page: what to run, and what comes back. */
import { html } from 'hono/html'
import { shorten } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'

export type Language = 'sh' | 'js' | 'python' | 'json' | 'toml' | 'html' | 'text'

/** Wide lines scroll in their own box, which must be reachable by keyboard and therefore needs a name. */
export const renderCode = (name: string, language: Language, text: string): Html =>
  html`<section class="api-code" tabindex="0" aria-label="${name}"><pre><code class="language-${language}">${text}</code></pre></section>`

const LONGEST_TEXT = 120

/** Collapsed by default. */
export const renderExample = (example: unknown): Html => html`<details>
<summary>Example answer</summary>
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
  if (typeof value !== 'object' || value === null || indent.length + line.length <= WIDTH) return line
  const inner = `${indent}  `
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const lines = entries.map(([key, one]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    return `\n${inner}${name}${formatJson(one, inner)}`
  })
  return Array.isArray(value) ? `[${lines}\n${indent}]` : `{${lines}\n${indent}}`
}
