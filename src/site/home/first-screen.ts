/** What a customer sees first on a phone: who this is, how good, how to reach them, and whether to believe it. */
import { html } from 'hono/html'
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { Business } from '../../model/business.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Html, PageContext } from '../base/page-context.ts'
import { foldType, knownBusinessType } from '../parts/local-business-types.ts'
import { renderOpenNow } from '../parts/opening-hours.ts'
import { renderChoiceFigures } from './choice-figures.ts'
import { renderContactButtons } from './contact-buttons.ts'
import { renderRating } from './rating-card.ts'
import { renderRemovals } from './trust-facts.ts'

export function renderFirstScreen(context: RenderContext): Html {
  const { history } = context
  return html`<div class="hero">
${renderNameAndPlace(context)}
${renderRating(context)}
${renderContactButtons(context)}
${renderOpenNow(context)}
${renderChoiceFigures(context)}
${history.ever_published === 0 ? '' : renderRemovals(context)}
</div>`
}

export function renderNameAndPlace({ business, locale }: PageContext): Html {
  const place = placeInWords(localeOf(locale), business)
  return html`<div><h1>${business.name}</h1>
${place ? html`<p class="lead">${place}</p>` : ''}</div>`
}

/** Heating and cooling · Larkfield, OH */
function placeInWords(locale: Locale, { category, address }: Business): string {
  const { locality, region } = address ?? { locality: null, region: null }
  const town =
    locality && region ? locale.say(locale.words.home.town, { locality, region }) : (locality ?? region)
  return [tradeInWords(locale, category), town].filter(part => part).join(' · ')
}

/** A schema.org type in plain words, or the owner's own words. */
export function tradeInWords(locale: Locale, category: string | null): string | null {
  if (!category) return null
  const type = knownBusinessType(category)
  const known = new Map(Object.entries(locale.words.home.trades)).get(foldType(category))
  if (known || !type) return known ?? category
  // BookStore → Book store; the names of types are English.
  if (!locale.tag.startsWith('en')) return null
  const [first, ...rest] = type.match(/[A-Z]+(?![a-z])|[A-Z][a-z]+/g)!
  return [first, ...rest.map(word => word.toLowerCase())].join(' ')
}
