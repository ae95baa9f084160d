/** The badges: the rating as a small picture for other sites, by the visitor's color scheme, light, or dark. No script, no font. */
import { localeOf } from '../../locale/locale.ts'
import { BADGE_PATH, DARK_BADGE_PATH, LIGHT_BADGE_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Document } from '../../publish/documents/document.ts'
import { readableOn } from '../base/color.ts'
import { drawStars } from '../base/display-format.ts'
import { type Html, html, raw } from '../base/markup.ts'

const HEIGHT = 40
const PADDING = 14
const STARS_SCALE = 0.9
const STARS_WIDTH = 100 * STARS_SCALE
const GAP = 10
const FONT_SIZE = 15
const BASELINE = 25.5

export function renderBadges(context: RenderContext): Document[] {
  const { accent_color } = context.site
  const [light, dark] = [colorsOf('light', accent_color), colorsOf('dark', accent_color)]
  const styles = {
    [BADGE_PATH]: `${light}\n@media(prefers-color-scheme:dark){${dark}}`,
    [LIGHT_BADGE_PATH]: light,
    [DARK_BADGE_PATH]: dark,
  }
  return Object.entries(styles).map(([path, colors]) => ({
    path,
    contentType: 'image/svg+xml',
    caching: 'figures',
    body: String(drawBadge(context, colors)),
  }))
}

function drawBadge(context: RenderContext, colors: string): Html {
  const { rating_value } = context.aggregateRating
  const { title, rating, words, more } = describe(context)
  const start = rating_value === null ? PADDING : PADDING + STARS_WIDTH + GAP
  const wordsStart = rating === null ? start : start + widthOf(rating, BOLD) + widthOf(' ')
  const width = Math.ceil(wordsStart + widthOf(words) + PADDING)
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-labelledby="title desc">
<title id="title">${title}</title>
<desc id="desc">${more}</desc>
<style>${raw(FONT + colors)}</style>
<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${HEIGHT - 1}" rx="8"/>
${rating_value === null ? '' : drawStars(rating_value, PADDING, (HEIGHT - 20 * STARS_SCALE) / 2, STARS_SCALE)}
${rating === null ? '' : renderText(rating, start, BOLD)}
${renderText(words, wordsStart)}
</svg>
`
}

function describe({
  locale,
  baseUrl,
  business: { name, fictional },
  aggregateRating,
}: RenderContext) {
  const inLocale = localeOf(locale)
  const { say, words } = inLocale
  const { embed } = words
  const { rating_value, review_count: count } = aggregateRating
  const more = say(embed.badgeMore, { address: `${baseUrl}/` })
  const emptyTitle = say(embed.badgeEmptyTitle, { business: name })
  if (rating_value === null)
    return { title: emptyTitle, rating: null, words: embed.badgeEmpty, more }
  const rating = inLocale.rating(rating_value)
  const reviews = say(fictional ? embed.demoReviews : words.common.reviews, { count })
  const title = say(embed.badgeTitle, { business: name, rating, reviews })
  const counted = say(fictional ? embed.badgeDemoReviews : embed.badgeReviews, { count })
  return { title, rating, words: counted, more }
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

const FONT = `text{font:${FONT_SIZE}px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
.value{font-weight:700}
`

/** `on` is how far the stars must stand out from the paper. */
const SCHEMES = {
  light: {
    paper: '#ffffff',
    edge: '#d8dce2',
    off: '#d3d7de',
    on: 3,
    value: '#1c1e22',
    words: '#4b515b',
  },
  dark: {
    paper: '#17191d',
    edge: '#3a3f48',
    off: '#3a3f48',
    on: 6,
    value: '#eceef1',
    words: '#b4bac4',
  },
}

function colorsOf(scheme: keyof typeof SCHEMES, accent: string): string {
  const { paper, edge, off, on, value, words } = SCHEMES[scheme]
  return `.card{fill:${paper};stroke:${edge}}.off{fill:${off}}.on{fill:${readableOn(accent, paper, on)}}.value{fill:${value}}.words{fill:${words}}`
}
