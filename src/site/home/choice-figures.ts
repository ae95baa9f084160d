/** The figures by which customers of this trade choose, as bars that lead to the reviews behind them. */
import { html } from 'hono/html'
import { type Locale, localeOf } from '../../locale/locale.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import type { Subject } from '../../publish/context/subjects.ts'
import type { Html } from '../base/page-context.ts'
import { ENOUGH_REVIEWS } from '../base/review-state.ts'
import { mentionsPath } from '../base/site-paths.ts'
import { renderBar } from '../parts/bars.ts'

const MOST = 3
/** What customers ask later than these does not decide. */
const ASKED_FIRST = 7

export function renderChoiceFigures(context: RenderContext): Html | string {
  const locale = localeOf(context.locale)
  const rows = chooseAspects(context).map(subject => renderFigure(locale, subject))
  if (rows.length === 0) return ''
  return html`<div class="figures-by"><p class="muted">${locale.words.home.figuresCaption}</p>
<ul>
${rows}</ul></div>`
}

/** In the order in which customers ask, without those that hardly any review mentions. */
function chooseAspects({ questions, subjects }: RenderContext): Subject[] {
  const aspects = new Map(subjects.filter(({ kind }) => kind === 'aspects').map(one => [one.id, one]))
  return questions
    .slice(0, ASKED_FIRST)
    .flatMap(({ id }) => aspects.get(id) ?? [])
    .filter(({ insight }) => insight!.mention_count >= ENOUGH_REVIEWS)
    .slice(0, MOST)
}

/** Leads to all reviews that mention it: the pleased ones alone would not answer the question. */
function renderFigure(locale: Locale, subject: Subject): Html {
  const { mention_count: count, positive_count: positive } = subject.insight!
  const { hopes, positiveOf, positiveOfSpoken } = locale.words.home
  const label = new Map(Object.entries(hopes)).get(subject.id) ?? subject.label
  return html`<li><a href="${mentionsPath(subject)}"><span aria-hidden="true">${label}</span> ${renderBar([['share', (100 * positive) / count]])} <span class="number" aria-hidden="true">${locale.say(positiveOf, { positive, count })}</span><span class="hidden">${locale.say(positiveOfSpoken, { label, positive, count })}</span></a></li>\n`
}
