/** The page at /policy: whether any review is missing, who verified what, why reviews are removed, and how to check that. */
import { sumReasons } from '../../ledger/history-counts.ts'
import { type Locale, localeOf, sourceLabel, sourceName } from '../../locale/locale.ts'
import { ChangeReason, type History } from '../../model/change.ts'
import type { Cosignature } from '../../model/witnessing.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { langOfOwner, linkCount } from '../base/display-format.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { renderScript } from '../base/scripts.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { renderTable } from '../parts/html-table.ts'
import type { Page } from '../parts/page-frame.ts'
import { type ComparedSource, compareSources, PUBLISHED_LEVELS } from '../parts/trust-labels.ts'

/** `verifyPackage` is the published package with its version, such as firsthand@1.2.3, where there is one. */
export function policyPage(context: RenderContext, verifyPackage?: string): Page {
  const { business, history } = context
  const locale = localeOf(context.locale)
  const { words, say } = locale
  const { trust } = words
  return {
    path: '/policy',
    title: say(trust.title, { business: business.name }),
    description: say(trust.description, { business: business.name }),
    head: renderScript('verify-button'),
    content: html`<h1>${trust.heading}</h1>
<p class="lead">${renderVerdict(locale, history)}</p>
${renderCheck(locale, context)}
<h2 id="limits">${trust.limits}</h2>
<ul>
${Object.values(trust.limit).map(limit => html`<li>${limit}</li>\n`)}</ul>
<h2 id="verified">${trust.whoVerified}</h2>
${renderLevels(locale, context)}
<h2 id="fates">${trust.fates}</h2>
${renderFates(locale, history)}
${renderRemovalTables(locale, context)}
<h2>${trust.whyRemoved}</h2>
<p>${trust.onlyReasons}</p>
${renderReasons(locale, history)}
<h2 id="edits">${trust.edits}</h2>
${renderEdits(locale, history)}
${renderComparedSources(locale, context)}
<h2>${trust.howItWorks}</h2>
${renderLogDrawing(locale)}
<p>${trust.log} ${trust.noText}</p>
<h2 id="experts">${trust.experts}</h2>
${renderExperts(locale, context, verifyPackage)}`,
  }
}

/** The sentence that matters most. */
function renderVerdict(locale: Locale, history: History): Html | string {
  const { ever_published, shown, log_began_at, shown_again } = history
  const { allShown, someShown, seeWhy, nonePublished, shownAgain } = locale.words.trust
  const count = ever_published - shown
  if (log_began_at === null) return nonePublished
  const date = locale.date(log_began_at)
  const here = linkCount(locale, shown)
  const why = html`<a href="#fates">${seeWhy}</a>`
  const now =
    count === 0
      ? sayHtml(locale, allShown, { count: here, date }, shown)
      : sayHtml(locale, someShown, { shown: here, published: ever_published, count, date, why })
  return shown_again === 0 ? now : html`${now} ${locale.say(shownAgain, { count: shown_again })}`
}

/** Only the script can show what needs the script; it finds its words here. */
function renderCheck(locale: Locale, { logSize, loggedAt }: RenderContext): Html {
  const { logState, verify, whatItChecks, needsScript, withoutOurSoftware, check, failures } =
    locale.words.trust
  return html`<div id="check" data-home="/" data-words="${JSON.stringify(check)}" data-failures="${JSON.stringify(failures)}">
<div class="live" hidden>
<p><button type="button">${verify}</button></p>
<p class="progress"></p>
<div class="outcome"><div role="status"></div></div>
</div>
<noscript><p>${sayHtml(locale, needsScript, { guide: html`<a href="#guide">${withoutOurSoftware}</a>` })}</p></noscript>
<p class="muted">${loggedAt ? `${locale.say(logState, { date: locale.date(loggedAt), count: logSize })} ` : ''}${whatItChecks}</p>
</div>`
}

function renderLevels(locale: Locale, context: RenderContext): Html {
  const { verificationPolicy, trustSummary } = context
  const { trust, review, common } = locale.words
  const isOwners = verificationPolicy !== trust.defaultPolicy
  const levels = PUBLISHED_LEVELS.map(level => {
    const count = trustSummary.byVerification[level]
    return html`<dt><span>${review.levels[level].label}</span> <span class="number">${sayHtml(locale, common.reviews, { count: linkCount(locale, count, { verification: level }) }, count)}</span></dt>
<dd>${review.levels[level].meaning}</dd>
`
  })
  return html`<dl class="levels">
${levels}</dl>
<p>${trust.whoVerifiedText}</p>
${renderRules(locale, context)}
<p>${trust.howTheyGetHere}</p>
<blockquote class="text" dir="auto"${isOwners ? langOfOwner(context) : ''}>${verificationPolicy}</blockquote>`
}

function renderFates(locale: Locale, { ever_published, shown, withheld, removed }: History): Html {
  const { trust } = locale.words
  const { source_removed = 0, ...erased } = removed
  return renderCounts(locale, trust.fatesCaption, trust.what, [
    [trust.shown, shown, linkCount(locale, shown)],
    [trust.goneAtSource, source_removed],
    [trust.erased, sumReasons(erased)],
    [trust.removed, sumReasons(withheld)],
    [trust.total, ever_published],
  ])
}

/** A review that is gone at its source or erased does not count as removed by the business. */
const NOT_BY_BUSINESS: ChangeReason[] = ['source_removed', 'erasure_request']

function renderReasons(locale: Locale, { withheld }: History): Html {
  const { trust } = locale.words
  const rows = ChangeReason.options
    .filter(reason => !NOT_BY_BUSINESS.includes(reason) || withheld[reason])
    .map((reason): Row => [trust.reasons[reason], withheld[reason] ?? 0])
  const total: Row = [trust.totalRemoved, sumReasons(withheld)]
  return renderCounts(locale, trust.reasonsCaption, trust.reason, [...rows, total])
}

type Row = [name: string, count: number, link?: Html]

/** The last row is the total. */
function renderCounts(
  { words, number }: Locale,
  caption: string,
  heading: string,
  counts: Row[],
): Html {
  const rows = counts.map(([name, count, link]) => [name, link ?? number(count)])
  const look = { look: 'counts', caption, total: rows.pop()! }
  return renderTable([heading, words.trust.count], rows, look)
}

/** A command that nobody can install would be an empty promise. */
function renderExperts(locale: Locale, context: RenderContext, verifyPackage?: string): Html {
  const { trust } = locale.words
  return html`<ul>
<li><a href="/log/checkpoint">${trust.checkpoint}</a></li>
<li><a href="/log/key">${trust.key}</a></li>
<li><a href="/log/openings.json">${trust.openings}</a></li>
<li><a href="/api/reviews/changes">${trust.changes}</a></li>
<li><a href="/log/witnesses">${trust.witnesses}</a>${context.cosignatures.map(one => html` ${renderCosigned(locale, one)}`)}</li>
</ul>
${
  verifyPackage
    ? html`<p>${trust.commandLine}</p>
<pre><code>npx ${verifyPackage} verify ${context.baseUrl}</code></pre>
`
    : ''
}<h3 id="guide">${trust.guide}</h3>
${renderLogGuide(locale)}`
}

const renderCosigned = (locale: Locale, { key, size, at }: Cosignature): string =>
  locale.say(locale.words.trust.cosigned, {
    name: key.split('+')[0]!,
    count: size,
    date: locale.date(at),
  })

const WIDTH = 330
const HEIGHT = 64
const GAP = 36

/** How the public log works: review, fingerprint, log. */
function renderLogDrawing({ words }: Locale): Html {
  const steps = Object.values(words.trust.steps)
  const height = steps.length * HEIGHT + (steps.length - 1) * GAP + 2
  return html`<svg class="drawing" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${words.trust.drawing}">
${steps.map(({ name, text }, place) => {
  const top = 1 + place * (HEIGHT + GAP)
  return html`${place > 0 ? renderArrow(top) : ''}<rect x="1" y="${top}" width="${WIDTH - 2}" height="${HEIGHT}" rx="8"/>
<text class="name" x="${WIDTH / 2}" y="${top + 27}">${name}</text>
<text x="${WIDTH / 2}" y="${top + 48}">${text}</text>
`
})}</svg>`
}

/** The arrow leads from the box above to the one that begins at `top`. */
const renderArrow = (top: number): Html =>
  html`<path d="M${WIDTH / 2} ${top - GAP + 6}V${top - 8}m-6 -6l6 6l6 -6"/>
`

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

/** How to check the log with any program: the steps of the audit, with the addresses they need. */
const renderLogGuide = (locale: Locale): Html =>
  html`<ol>
${Object.values(locale.words.trust.guideSteps).map(step => html`<li>${sayHtml(locale, step, ADDRESSES)}</li>\n`)}</ol>`

/** Whether the bad ones were removed: a figure for each number of stars, beside what is still shown. */
function renderRemovalTables(
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
    linkCount(locale, aggregateRating.distribution[stars], { rating: stars }),
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

function renderEdits(locale: Locale, { edits, star_changes, log_began_at }: History): Html {
  const { trust } = locale.words
  if (edits.count === 0 || log_began_at === null) return html`<p>${trust.noEdits}</p>`
  const starsIn = new Map(star_changes.by_month.map(({ month, count }) => [month, count]))
  const rows = edits.by_month.map(
    ({ month, count }): Cells => [locale.month(month), count, starsIn.get(month) ?? 0],
  )
  return html`<p>${locale.say(trust.editsText, { count: edits.count, stars: star_changes.count, date: locale.date(log_began_at) })} <a href="${reviewsPath({ edited: true })}">${trust.edited}</a></p>
${renderWide(locale, trust.edits, [trust.month, trust.editsColumn, trust.starChanges], rows)}`
}

/** What the business said about all reviews of a source, and since when. */
function renderRules(locale: Locale, { rules }: RenderContext): Html | string {
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

function renderComparedSources(locale: Locale, context: RenderContext): Html | string {
  const { sources, unpublishedReasons } = locale.words.trust
  const sentences = [
    ...compareSources(context).map(one => describeSource(locale, one)),
    ...context.history.unpublished.map(({ reason, count }) =>
      locale.say(unpublishedReasons[reason], { count }),
    ),
  ]
  const items = sentences.map(sentence => html`<li>${sentence}</li>\n`)
  return items.length === 0 ? '' : html`<h2 id="sources">${sources}</h2>\n<ul>\n${items}</ul>`
}

function describeSource(
  locale: Locale,
  { source, shown: count, average, total }: ComparedSource,
): Html {
  const { sourceTotal, sourceTotalRated, sourceUnknown, statedBy, checkThere } = locale.words.trust
  const name = sourceName(locale, source)
  const shown = linkCount(locale, count, { source })
  if (!total) return sayHtml(locale, sourceUnknown, { source: name, shown })
  const { review_count, rating_value, at, stated_by, url } = total
  const values = {
    source: name,
    shown,
    total: review_count,
    date: locale.date(at),
    by: statedBy[stated_by],
  }
  const sentence =
    rating_value === null || average === null
      ? sayHtml(locale, sourceTotal, values)
      : sayHtml(locale, sourceTotalRated, {
          ...values,
          average: locale.rating(average),
          there: locale.rating(rating_value),
        })
  return html`${sentence}${url ? html` <a href="${url}" rel="nofollow noopener">${checkThere}</a>` : ''}`
}

type Cells = (Html | string | number)[]

function renderWide({ number }: Locale, caption: string, headings: string[], rows: Cells[]): Html {
  const written = rows.map(row => row.map(cell => (typeof cell === 'number' ? number(cell) : cell)))
  return html`<section class="scroll" tabindex="0" aria-label="${caption}">${renderTable(headings, written, { look: 'counts', caption })}</section>`
}
