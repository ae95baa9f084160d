/** How to show reviews on other sites. */
import { html } from 'hono/html'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { BADGE_PATH, OEMBED_PATH } from '../../publish/pieces/public-paths.ts'
import type { Html } from '../base/page-context.ts'
import { renderCode } from './code-blocks.ts'

export const renderEmbedSection = ({
  baseUrl,
  business,
}: RenderContext): Html => html`<p>The rating and the newest reviews, always current:</p>
${renderCode('The widget in HTML', 'html', `<script type="module" src="${baseUrl}/widget.js"></script>\n<reviews-widget limit="3"></reviews-widget>`)}
<p>It takes <code>min-rating</code>, <code>technician</code>, <code>service</code> and <code>query</code> besides, which mean what they
mean in <a href="#searchReviews">the search</a>.</p>
<p>The rating alone, as a picture that works everywhere:</p>
${renderCode('The badge in HTML', 'html', String(html`<a href="${baseUrl}/"><img src="${baseUrl}${BADGE_PATH}" alt="Reviews of ${business.name}"></a>`))}
<p>Sites that know <a href="https://oembed.com">oEmbed</a> make a frame of a pasted address, be it of this site or of one review:</p>
${renderCode('oEmbed with curl', 'sh', `curl -sG ${baseUrl}${OEMBED_PATH} --data-urlencode url=${baseUrl}/`)}`
