/** The form beside the list of reviews, and the filters in effect. Names are those of the API. */
import { html } from 'hono/html'
import { Sentiment } from '../../model/insights.ts'
import { needsInsights } from '../../model/search.ts'
import { REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import type { OptionParameter } from '../../publish/search/count-options.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { count, figure, sourceName } from '../base/display-format.ts'
import { languageName } from '../base/language-name.ts'
import type { Html } from '../base/page-context.ts'
import { SENTIMENTS } from '../base/sentiments.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { type Asked, type Filters, filtersInWords, labelOf, listPath, withoutFilter } from './filter-words.ts'

type Option = [value: string, text: string]

interface Choice<Name extends string = string> {
  name: Name
  options: Option[]
}

const SORT: Choice = {
  name: 'sort',
  options: [
    ['newest', 'Newest first'],
    ['oldest', 'Oldest first'],
    ['highest', 'Best first'],
    ['lowest', 'Worst first'],
  ],
}

/** How many reviews each option of the form would leave; in the order of the choices and their options. */
export type CountChoices = (choices: Choice<OptionParameter>[]) => number[]

/** A filter without a form field is carried along, so one that came with a link is not lost. */
export function renderFilters(snapshot: Snapshot, asked: Asked, countChoices?: CountChoices): Html {
  const choices = choicesOf(snapshot)
    // These would get 503.
    .filter(({ name }) => !snapshot.isReading || !needsInsights({ [name]: name }))
    .filter(({ options }) => options.length > 1)
    .map(choice => withChosen(snapshot, choice, asked))
  const held = new Set(
    [SORT, ...choices].flatMap(({ name, options }) =>
      options.some(([value]) => value === asked[name]) ? [name] : [],
    ),
  )
  const isHeld = (name: string, value: string) =>
    held.has(name) ||
    ['query', 'since', 'until', 'page'].includes(name) ||
    (name === 'has_reply' && value === 'true')
  const others = Object.entries(asked).filter(([name, value]) => !isHeld(name, value))
  const set = Object.keys(asked).filter(name => !['query', 'sort', 'page'].includes(name)).length
  const select = (choice: Choice, chosen: string) =>
    renderSelect(labelOf(snapshot, choice.name), choice, chosen)
  return html`<form id="filters" role="search" aria-label="Search and filter reviews" action="${REVIEWS_PATH}">
<h2 class="hidden" data-markdown="skip">Filters</h2>
<div class="search"><label for="query">Search the text of reviews</label>
<div><input type="search" id="query" name="query" value="${asked.query ?? ''}" maxlength="500" autocomplete="off"><button type="submit">Search</button></div></div>
${select(SORT, asked.sort ?? 'newest')}
<details aria-label="Filters">
<summary>Filters${set > 0 ? ` (${set})` : ''}</summary>
<div class="fields">
${withCounts(choices, countChoices).map(({ name, options }) => select({ name, options: [['', 'Any'], ...options] }, asked[name] ?? ''))}
${renderDay('since', 'From', asked)}
${renderDay('until', 'To', asked)}
<div class="check"><input type="checkbox" id="has_reply" name="has_reply" value="true"${asked.has_reply === 'true' ? html` checked` : ''}><label for="has_reply">With a reply</label></div>
</div>
</details>
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}</form>`
}

function choicesOf(snapshot: Snapshot): Choice<OptionParameter>[] {
  const { business, aggregateRating, languages, insights } = snapshot
  const optionsOf = (list: { id: string; label: string }[]) =>
    list.map(({ id, label }): Option => [id, label])
  return [
    { name: 'rating', options: [5, 4, 3, 2, 1].map(stars => [String(stars), count(stars, 'star')]) },
    { name: 'aspect', options: optionsOf(insights.aspects.filter(({ mention_count }) => mention_count > 0)) },
    { name: 'sentiment', options: Sentiment.options.map(value => [value, SENTIMENTS[value].noun]) },
    { name: 'mentions_technician', options: business.technicians.map(({ name }) => [name, name]) },
    { name: 'mentions_service', options: optionsOf(business.services) },
    { name: 'mentions_service_area', options: optionsOf(business.service_areas) },
    {
      name: 'source',
      options: Object.keys(aggregateRating.by_source).map(source => [source, sourceName(source)]),
    },
    { name: 'language', options: languages.map(({ language }) => [language, languageName(language)]) },
  ]
}

/** What was asked for by another name is an option too. */
function withChosen<Name extends string>(
  snapshot: Snapshot,
  choice: Choice<Name>,
  asked: Asked,
): Choice<Name> {
  const { name, options } = choice
  const value = asked[name]
  if (value === undefined || options.some(([known]) => known === value)) return choice
  const [[, text] = ['', value]] = filtersInWords(snapshot, { [name]: value })
  return { name, options: [...options, [value, text]] }
}

function withCounts(choices: Choice<OptionParameter>[], countChoices?: CountChoices): Choice[] {
  if (!countChoices) return choices
  const counts = countChoices(choices).values()
  return choices.map(({ name, options }) => ({
    name,
    options: options.map(([value, text]) => [value, `${text} (${figure(counts.next().value!)})`]),
  }))
}

const renderSelect = (label: string, { name, options }: Choice, chosen: string): Html =>
  html`<div><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`)}</select></div>
`

const renderDay = (name: string, label: string, asked: Asked): Html =>
  html`<div><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" value="${asked[name] ?? ''}"></div>`

/** Every filter in effect, as a link to the list without it. */
export function renderChips(snapshot: Snapshot, { page: _, ...asked }: Asked): Html {
  const chips = filtersInWords(snapshot, asked).map(
    ([name, text]) =>
      html`<li><a class="tag" href="${reviewsPath(withoutFilter(asked, name))}"><span class="hidden">Remove the filter </span><bdi>${text}</bdi> <span aria-hidden="true">×</span></a></li>\n`,
  )
  return html`<ul id="chips" class="tags" aria-label="Filters that are set">${chips}</ul>`
}

const CRITICAL_STARS = 2

/** The views that most people want, one tap away: each keeps the other filters. */
export function renderViews(filters: Filters, countOf: (filters: Filters) => number): Html {
  const { rating: _, min_rating: __, max_rating, ...anyStars } = filters
  const { has_reply, ...all } = anyStars
  const views: [text: string, filters: Filters, isShown: boolean][] = [
    ['All', all, listPath(filters) === listPath(all)],
    ['Critical (1–2 stars)', { ...anyStars, max_rating: CRITICAL_STARS }, max_rating === CRITICAL_STARS],
    ['With reply', { ...filters, has_reply: true }, has_reply === true],
  ]
  return html`<ul id="views" class="tags" aria-label="Show">${views.map(([text, wanted, isShown]) => {
    const reviews = countOf(wanted)
    return html`<li><a class="tag" href="${listPath(wanted)}"${isShown ? html` aria-current="true"` : ''}>${text} <span class="number">${figure(reviews)}<span class="hidden"> ${reviews === 1 ? 'review' : 'reviews'}</span></span></a></li>\n`
  })}</ul>`
}
