/** How to check the public log with any program: the steps of the audit, with the addresses they need. */
import { html } from 'hono/html'
import type { Locale } from '../../locale/locale.ts'
import type { Html } from '../base/page-context.ts'
import { sayHtml } from '../base/say-html.ts'

/** Addresses and names that are the same in every language. */
const ADDRESSES = {
  checkpoint: html`<a href="/log/checkpoint"><code>/log/checkpoint</code></a>`,
  key: html`<a href="/log/key"><code>/log/key</code></a>`,
  dataset: html`<a href="/reviews.json"><code>/reviews.json</code></a>`,
  openings: html`<a href="/log/openings.json"><code>/log/openings.json</code></a>`,
  first: html`<code>/log/tile/entries/000</code>`,
  second: html`<code>/log/tile/entries/001</code>`,
  partial: html`<code>.p/22</code>`,
}

export const renderLogGuide = (locale: Locale): Html =>
  html`<ol>
${Object.values(locale.words.trust.guideSteps).map(step => html`<li>${sayHtml(locale, step, ADDRESSES)}</li>\n`)}</ol>`
