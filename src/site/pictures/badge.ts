/** The badge at /badge.svg: the rating as a small picture for other sites. Needs no script and no font. */
import { html, raw } from 'hono/html'
import { localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { BADGE_PATH } from '../../publish/pieces/public-paths.ts'
import { readableOn } from '../base/color.ts'
import type { Html } from '../base/page-context.ts'
import { drawStars } from './star-shapes.ts'

const HEIGHT = 40
const PADDING = 14
const STARS_SCALE = 0.9
const STARS_WIDTH = 100 * STARS_SCALE
const GAP = 10
const FONT_SIZE = 15
const BASELINE = 25.5

export function renderBadge(context: RenderContext): Document {
  const { rating_value } = context.aggregateRating
  const { rating, words, title, link } = textsOf(context)
  const start = rating_value === null ? PADDING : PADDING + STARS_WIDTH + GAP
  const wordsStart = rating === null ? start : start + widthOf(rating, BOLD) + widthOf(' ')
  const width = Math.ceil(wordsStart + widthOf(words) + PADDING)
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-labelledby="title desc">
<title id="title">${title}</title>
<desc id="desc">${link}</desc>
<style>${raw(styleOf(context.site.accent_color))}</style>
<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${HEIGHT - 1}" rx="8"/>
${rating_value === null ? '' : drawStars(rating_value, PADDING, (HEIGHT - 20 * STARS_SCALE) / 2, STARS_SCALE)}
${rating === null ? '' : renderText(rating, start, BOLD)}
${renderText(words, wordsStart)}
</svg>
`
  return { path: BADGE_PATH, contentType: 'image/svg+xml', caching: 'figures', body: String(body) }
}

function textsOf({ baseUrl, business, aggregateRating, locale }: RenderContext) {
  const { words, say, rating: format } = localeOf(locale)
  const { feeds, common } = words
  const { rating_value, review_count: count } = aggregateRating
  const link = say(feeds.badgeLink, { url: `${baseUrl}/` })
  if (rating_value === null) {
    const title = say(feeds.badgeEmptyTitle, { business: business.name })
    return { rating: null, words: feeds.badgeEmpty, title, link }
  }
  const rating = format(rating_value)
  const reviews = say(business.fictional ? feeds.badgeDemoReviews : common.reviews, { count })
  const title = say(feeds.badgeTitle, { business: business.name, rating, reviews })
  return { rating, words: say(feeds.badge, { reviews }), title, link }
}

const BOLD = 1.06

/** The font is the visitor's, so the text length is fixed to keep any font inside the card. */
const renderText = (text: string, x: number, boldness = 1): Html =>
  html`<text class="${boldness > 1 ? 'value' : 'words'}" x="${x.toFixed(1)}" y="${BASELINE}" textLength="${widthOf(text, boldness).toFixed(1)}" lengthAdjust="spacingAndGlyphs">${text}</text>`

/** Approximate width in common fonts. */
function widthOf(text: string, boldness = 1): number {
  const ems = [...text].map(letter =>
    /[ .,·fijlrt]/.test(letter) ? 0.29 : /[mwN]/.test(letter) ? 0.78 : 0.55,
  )
  return FONT_SIZE * boldness * ems.reduce((sum, em) => sum + em, 0)
}

const PAPER = { light: '#ffffff', dark: '#17191d' }

const styleOf = (
  accent: string,
) => `text{font:${FONT_SIZE}px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
.value{font-weight:700}
.card{fill:${PAPER.light};stroke:#d8dce2}.off{fill:#d3d7de}.on{fill:${readableOn(accent, PAPER.light, 3)}}.value{fill:#1c1e22}.words{fill:#4b515b}
@media(prefers-color-scheme:dark){.card{fill:${PAPER.dark};stroke:#3a3f48}.off{fill:#3a3f48}.on{fill:${readableOn(accent, PAPER.dark, 6)}}.value{fill:#eceef1}.words{fill:#b4bac4}}`
