/** What narrows the list of reviews: chips, search, filters and order. Names are those of the API. */
import { type Locale, localeOf } from '../../locale/locale.ts'
import { sourceLabel } from '../../locale/source-label.ts'
import { Sentiment } from '../../model/insights.ts'
import { type FacetName, needsInsights, Sort } from '../../model/search.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { languageLabel } from '../base/display-format.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { reviewsPath } from '../base/site-paths.ts'
import { type Asked, filtersInWords, labelOf, withoutFilter } from './filter-words.ts'

type Option = [value: string, text: string]

interface Choice {
  name: FacetName
  options: Option[]
}

/** How many reviews each option of the form would leave; in the order of the choices and their options. */
export type CountChoices = (choices: Choice[]) => number[]

/** Fields outside the form belong to it by its id. */
const FORM = 'filters'

/** The search; a filter without a field is carried along, so one that came with a link is not lost. */
export function renderSearch(snapshot: Snapshot, asked: Asked): Html {
  const { searchAndFilter, searchLabel, search } = localeOf(snapshot.locale).words.reviews
  const held = new Set(
    choicesFor(snapshot, asked).flatMap(({ name, options }) =>
      options.some(([value]) => value === asked[name]) ? [name] : [],
    ),
  ).union(new Set(['query', 'sort', 'since', 'until', 'page']))
  const isHeld = (name: string, value: string) => held.has(name) || (name === 'has_reply' && value === 'true')
  const others = Object.entries(asked).filter(([name, value]) => !isHeld(name, value))
  return html`<form id="${FORM}" role="search" aria-label="${searchAndFilter}" action="${REVIEWS_PATH}">
<div class="search"><label for="query">${searchLabel}</label>
<div><input type="search" id="query" name="query" value="${asked.query ?? ''}" maxlength="500" autocomplete="off"><button type="submit">${search}</button></div></div>
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}</form>`
}

/** Fields for everything that has no chip. */
export function renderMoreFilters(snapshot: Snapshot, asked: Asked, countChoices?: CountChoices): Html {
  const locale = localeOf(snapshot.locale)
  const { moreFilters, moreFiltersSet, any, fields } = locale.words.reviews
  const count = Object.keys(asked).filter(name => !['query', 'sort', 'page'].includes(name)).length
  const choices = withCounts(locale, choicesFor(snapshot, asked), countChoices)
  return html`<details id="more" aria-label="${moreFilters}" data-markdown="skip">
<summary>${count > 0 ? locale.say(moreFiltersSet, { count }) : moreFilters}</summary>
<div class="fields">
${choices.map(({ name, options }) => renderSelect(name, labelOf(snapshot, name), [['', any], ...options], asked[name] ?? ''))}
${renderDay('since', fields.since, asked)}
${renderDay('until', fields.until, asked)}
<div class="check"><input type="checkbox" id="has_reply" name="has_reply" value="true" form="${FORM}"${asked.has_reply === 'true' ? html` checked` : ''}><label for="has_reply">${fields.has_reply}</label></div>
</div>
</details>`
}

/** The order of the list; it belongs to the form, but stands beside the results. */
export function renderOrder(snapshot: Snapshot, asked: Asked): Html {
  const { words } = localeOf(snapshot.locale)
  // Only words can be relevant.
  const orders = Sort.options.filter(sort => sort !== 'relevance' || asked.words !== undefined)
  const options = orders.map((sort): Option => [sort, words.reviews[sort]])
  return html`<div id="order" data-markdown="skip">${renderSelect('sort', words.reviews.fields.sort, options, asked.sort ?? 'newest')}</div>`
}

const choicesFor = (snapshot: Snapshot, asked: Asked): Choice[] =>
  choicesOf(snapshot)
    // These would get 503.
    .filter(({ name }) => !snapshot.isReading || !needsInsights({ [name]: name }))
    .filter(({ options }) => options.length > 1)
    .map(choice => withChosen(snapshot, choice, asked))

function choicesOf(snapshot: Snapshot): Choice[] {
  const { business, aggregateRating, languages, insights } = snapshot
  const locale = localeOf(snapshot.locale)
  const { stars, opinions } = locale.words.reviews
  const optionsOf = (list: { id: string; label: string }[]) =>
    list.map(({ id, label }): Option => [id, label])
  const options: Partial<Record<FacetName, Option[]>> = {
    rating: [5, 4, 3, 2, 1].map(count => [String(count), locale.say(stars, { count })]),
    aspect: optionsOf(insights.aspects.filter(({ mention_count }) => mention_count > 0)),
    sentiment: Sentiment.options.map(value => [value, opinions[value]]),
    mentions_technician: business.technicians.map(({ name }) => [name, name]),
    mentions_service: optionsOf(business.services),
    mentions_service_area: optionsOf(business.service_areas),
    source: Object.keys(aggregateRating.by_source).map(source => [source, sourceLabel(locale, source)]),
    language: languages.map(({ language }) => [language, languageLabel(locale, language)]),
  }
  return Object.entries(options).map(([name, given]) => ({ name: name as FacetName, options: given }))
}

/** What was asked for by another name is an option too. */
function withChosen(snapshot: Snapshot, choice: Choice, asked: Asked): Choice {
  const { name, options } = choice
  const value = asked[name]
  if (value === undefined || options.some(([known]) => known === value)) return choice
  const [[, text] = ['', value]] = filtersInWords(snapshot, { [name]: value })
  return { name, options: [...options, [value, text]] }
}

function withCounts({ words, say }: Locale, choices: Choice[], countChoices?: CountChoices): Choice[] {
  if (!countChoices) return choices
  const counts = countChoices(choices).values()
  const counted = (name: string) => say(words.reviews.option, { name, count: counts.next().value! })
  return choices.map(({ name, options }) => ({
    name,
    options: options.map(([value, text]) => [value, counted(text)]),
  }))
}

const renderSelect = (name: string, label: string, options: Option[], chosen: string): Html =>
  html`<div><label for="${name}">${label}</label>
<select id="${name}" name="${name}" form="${FORM}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`)}</select></div>
`

const renderDay = (name: string, label: string, asked: Asked): Html =>
  html`<div><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" form="${FORM}" value="${asked[name] ?? ''}"></div>`

/** Every filter in effect, as a link to the list without it. */
export function renderChips(snapshot: Snapshot, { page: _, ...asked }: Asked): Html {
  const locale = localeOf(snapshot.locale)
  const { filtersSet, removeFilter } = locale.words.reviews
  const chips = filtersInWords(snapshot, asked).map(
    ([name, filter]) =>
      html`<li><a class="tag" href="${reviewsPath(withoutFilter(asked, name))}" aria-label="${locale.say(removeFilter, { filter })}"><bdi>${filter}</bdi> <span aria-hidden="true">×</span></a></li>\n`,
  )
  return html`<ul id="chips" class="tags" aria-label="${filtersSet}">${chips}</ul>`
}

/** A choice that most people want, one tap away. */
export interface View {
  text: string
  path: string
  count: number
  isShown: boolean
}

export function renderViews({ locale: tag }: Snapshot, views: View[]): Html {
  const locale = localeOf(tag)
  return html`<ul id="views" class="tags" aria-label="${locale.words.reviews.show}">${views.map(
    ({ text, path, count, isShown }) =>
      html`<li><a class="tag" href="${path}"${isShown ? html` aria-current="true"` : ''}><bdi>${text}</bdi> ${renderCount(locale, count)}</a></li>\n`,
  )}</ul>`
}

/** The number for eyes, and for ears what it counts. */
const renderCount = (locale: Locale, count: number): Html =>
  html`<span class="number" aria-hidden="true">${locale.number(count)}</span><span class="hidden">${sayHtml(locale, locale.words.common.reviews, { count })}</span>`
