/** The link through which content systems find an embed for a page. */
import { html } from 'hono/html'
import { OEMBED_PATH } from '../../publish/base/public-paths.ts'
import type { Html } from '../base/page-context.ts'

/** Points to the page's oEmbed description (oEmbed 1.0 §4). */
export const oembedLink = (baseUrl: string, path: string): Html =>
  html`<link rel="alternate" type="application/json+oembed" href="${baseUrl}${OEMBED_PATH}?url=${encodeURIComponent(baseUrl + path)}&amp;format=json">`
