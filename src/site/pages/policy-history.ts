/** The tables of /policy about what happened to reviews: removals by stars and month, edits, and what the sources have. */
import type { Locale } from '../../locale/locale.ts'
import { sourceLabel, sourceName } from '../../locale/source-label.ts'
import type { History } from '../../model/change.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Html, html } from '../base/markup.ts'
import { renderTable } from '../parts/html-table.ts'
import { type ComparedSource, compareSources } from '../parts/source-totals.ts'

/** Whether the bad ones were removed: a figure for each number of stars, beside what is still shown. */
export function renderRemovalTables(
  locale: Locale,
  { history, aggregateRating }: RenderContext,
): Html | string {
  const { removals } = history
  if (removals.length === 0) return ''
  const { trust } = locale.words
  const removedWith = (stars: number | null) =>
    removals.filter(one => one.stars === stars).reduce((sum, { count }) => sum + count, 0)
  const rows: Cells[] = ([5, 4, 3, 2, 1] as const).map(stars => [
    stars,
    removedWith(stars),
    aggregateRating.distribution[stars],
  ])
  const unknown = removedWith(null)
  if (unknown > 0) rows.push([trust.starsUnknown, unknown, ''])
  const single = removals.map(
    ({ month, reason, source, stars, count }): Cells => [
      locale.month(month),
      trust.reasons[reason],
      source === null ? trust.sourceErased : sourceLabel(locale, source),
      stars ?? trust.starsUnknown,
      count,
    ],
  )
  return html`${renderWide(locale, trust.byStars, [trust.stars, trust.count, trust.onPage], rows)}
<details><summary>${trust.removals}</summary>
${renderWide(locale, trust.removals, [trust.month, trust.reason, trust.source, trust.stars, trust.count], single)}
</details>`
}

export function renderEdits(locale: Locale, { edits, star_changes, log_began_at }: History): Html {
  const { trust } = locale.words
  if (edits.count === 0 || log_began_at === null) return html`<p>${trust.noEdits}</p>`
  const starsIn = new Map(star_changes.by_month.map(({ month, count }) => [month, count]))
  const rows = edits.by_month.map(
    ({ month, count }): Cells => [locale.month(month), count, starsIn.get(month) ?? 0],
  )
  return html`<p>${locale.say(trust.editsText, { count: edits.count, stars: star_changes.count, date: locale.date(log_began_at) })}</p>
${renderWide(locale, trust.edits, [trust.month, trust.editsColumn, trust.starChanges], rows)}`
}

/** What the business said about all reviews of a source, and since when. */
export function renderRules(locale: Locale, { rules }: RenderContext): Html | string {
  if (rules.length === 0) return ''
  const { rulesTitle, rules: sentences, rulesHint } = locale.words.trust
  const items = rules.map(({ at, rule: { level, source } }) => {
    const parts = { date: locale.date(at), source: sourceLabel(locale, source) }
    return html`<li>${locale.say(sentences[level ?? 'removed'], parts)}</li>\n`
  })
  return html`<h3>${rulesTitle}</h3>
<ul>
${items}</ul>
<p>${rulesHint}</p>`
}

export function renderComparedSources(locale: Locale, context: RenderContext): Html {
  const { unpublishedReasons } = locale.words.trust
  const sentences = context.history.unpublished.map(
    ({ reason, count }) => html`<li>${locale.say(unpublishedReasons[reason], { count })}</li>\n`,
  )
  return html`<ul>
${compareSources(context).map(one => html`<li>${describeSource(locale, one)}</li>\n`)}${sentences}</ul>`
}

function describeSource(locale: Locale, { source, shown, average, total }: ComparedSource): Html {
  const { sourceTotal, sourceTotalRated, sourceUnknown, statedBy, checkThere } = locale.words.trust
  const name = sourceName(source)
  if (!total) return html`${locale.say(sourceUnknown, { source: name, shown })}`
  const values = {
    ...{ source: name, shown, total: total.review_count, date: locale.date(total.at) },
    by: statedBy[total.stated_by],
  }
  const sentence =
    total.rating_value === null
      ? locale.say(sourceTotal, values)
      : locale.say(sourceTotalRated, {
          ...values,
          average: locale.rating(average),
          there: locale.rating(total.rating_value),
        })
  return total.url
    ? html`${sentence} <a href="${total.url}" rel="nofollow noopener">${checkThere}</a>`
    : html`${sentence}`
}

type Cells = (string | number)[]

function renderWide({ number }: Locale, caption: string, headings: string[], rows: Cells[]): Html {
  const written = rows.map(row => row.map(cell => (typeof cell === 'number' ? number(cell) : cell)))
  return html`<section class="scroll" tabindex="0" aria-label="${caption}">${renderTable(headings, written, { look: 'counts', caption })}</section>`
}
