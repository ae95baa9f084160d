/** How to show reviews on other sites: every attribute, every part, and what needs no script. */
import { html } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import {
  BADGE_PATH,
  DARK_BADGE_PATH,
  EMBED_PATH,
  LIGHT_BADGE_PATH,
  OEMBED_PATH,
} from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { renderCode } from './code-blocks.ts'
import { badgeLine, frameLine, widgetLine } from './embed-lines.ts'
import type { Chapter } from './guide-frame.ts'
import { GUIDE, sayInGuide } from './guide-words.ts'

export function describeEmbeds(context: RenderContext) {
  const { words } = localeOf(context.locale)
  const { headings, pages, code } = GUIDE
  const { baseUrl } = context
  const chapters: Chapter[] = [
    {
      anchor: 'widget',
      title: headings.widget,
      content: html`<p>The rating and the newest reviews, always current, in the font and colors of the page around it:</p>
${renderCode(code.widget, 'html', widgetLine(context, { layout: 'grid', limit: '3' }))}`,
    },
    { anchor: 'attributes', title: headings.attributes, content: ATTRIBUTE_LIST },
    {
      anchor: 'style',
      title: headings.style,
      content: html`<p>Custom properties: <code>--reviews-accent</code>, <code>--reviews-background</code>, <code>--reviews-text</code>,
<code>--reviews-font</code>, <code>--reviews-radius</code>. Parts: <code>widget</code>, <code>heading</code>, <code>rating</code>,
<code>stars</code>, <code>list</code>, <code>review</code>, <code>author</code>, <code>date</code>, <code>trust</code>, <code>text</code>,
<code>reply</code>, <code>steps</code>, <code>more</code>, <code>count</code>.</p>
${renderCode(code.style, 'css', 'reviews-widget { --reviews-accent: #0b6e69 }\nreviews-widget::part(review) { border-radius: 0 }')}`,
    },
    {
      anchor: 'badge',
      title: headings.badge,
      content: html`<p>The rating as an image that works everywhere. <code>${BADGE_PATH}</code> follows the visitor’s color scheme;
<code>${LIGHT_BADGE_PATH}</code> and <code>${DARK_BADGE_PATH}</code> do not.</p>
${renderCode(code.badge, 'html', badgeLine(context, BADGE_PATH))}`,
    },
    {
      anchor: 'frames',
      title: headings.frames,
      content: html`<p>Where scripts are not allowed, a frame shows the rating and the three newest reviews:</p>
${renderCode(code.frame, 'html', frameLine(context))}
<p>Sites that support <a href="https://oembed.com">oEmbed</a> turn a pasted address, of this site or of one review, into such a frame:</p>
${renderCode(sayInGuide(code.named, { example: code.oembed, language: code.curl }), 'sh', `curl -sG ${baseUrl}${OEMBED_PATH} --data-urlencode url=${baseUrl}/`)}`,
    },
  ]
  const intro = html`<p>To choose a look and copy one line, see <a href="${EMBED_PATH}" lang="${context.locale}">${words.embed.heading}</a>. This page lists everything you
can set.</p>`
  return { title: pages.embed, intro, chapters }
}

const ATTRIBUTE_LIST = html`<dl>
<dt><code>layout</code></dt><dd><code>grid</code> (default), <code>list</code>, <code>carousel</code>, or <code>line</code>: the rating in one line.</dd>
<dt><code>limit</code></dt><dd>How many reviews, from 1 to 100; 3 by default.</dd>
<dt><code>theme</code></dt><dd><code>light</code>, <code>dark</code>, or <code>auto</code> for the visitor’s preference. Without it, the widget takes the colors of the page.</dd>
<dt><code>rating</code>, <code>min-rating</code>, <code>max-rating</code>, <code>since</code>, <code>until</code>, <code>technician</code>, <code>service</code>, <code>service-area</code>, <code>aspect</code>, <code>sentiment</code>, <code>topic</code>, <code>problem</code>, <code>words</code>, <code>query</code>, <code>has-reply</code>, <code>source</code>, <code>sort</code></dt>
<dd>As in <a href="/developers/api#searchReviews">the search</a>. A filtered widget says that it is filtered, and gives the average of all reviews. The line always shows the rating of all reviews.</dd>
</dl>`
