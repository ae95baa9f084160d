/** The page at /: whether to call this business, and whether to believe its reviews. */
import { localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { html } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import { renderFirstScreen } from '../home/first-screen.ts'
import {
  renderGlance,
  renderNewest,
  renderOverTime,
  renderRoster,
  renderSaid,
} from '../home/home-sections.ts'
import { renderTrustFacts } from '../home/trust-facts.ts'
import { renderContact } from '../parts/contact.ts'
import { renderInsightsNote } from '../parts/insights-note.ts'
import { businessLd, renderLd } from '../parts/linked-data.ts'
import type { Page } from '../parts/page-frame.ts'

const NEWEST = 3

export function homePage(context: RenderContext): Page {
  const { business, newest, history } = context
  const reviews = newest.slice(0, NEWEST)
  const { words, say } = localeOf(context.locale)
  return {
    path: '/',
    title: say(words.home.title, { business: business.name }),
    description: describe(context),
    // Whether the business is open depends on the clock where it is.
    head: html`${business.hours.length > 0 && business.time_zone ? html`${renderScript('open-now')}\n` : ''}${renderLd(businessLd(context, reviews))}`,
    // In small-screen order: a page drawn while it is still arriving must not shift.
    content: html`<div class="home">
<div>
${renderFirstScreen(context)}
${newest.length === 0 ? '' : renderInsightsNote(context)}
${renderGlance(context)}
${renderNewest(context, reviews)}
${renderSaid(context)}
${renderRoster(context)}
${renderOverTime(context)}
</div>
<div class="rail">
${history.ever_published === 0 ? '' : renderTrustFacts(context)}
${renderContact(context)}
</div>
</div>`,
  }
}

function describe({ business, aggregateRating, locale: tag }: RenderContext): string {
  const { words, say, rating } = localeOf(tag)
  const { rating_value, review_count: count } = aggregateRating
  const { name } = business
  if (rating_value === null) return say(words.home.descriptionWithoutReviews, { business: name })
  return say(words.home.description, { rating: rating(rating_value), count, business: name })
}
