/** What narrows the list of reviews: chips, search, filters and order. Names are those of the API. */
import { type Locale, languageLabel, localeOf, sourceLabel } from '../../locale/locale.ts'
import { type FacetName, PARAMETER_OF } from '../../model/filters.ts'
import { Sentiment } from '../../model/insights.ts'
import { Sort, usualOrder } from '../../model/search.ts'
import { REVIEWS_PATH } from '../../publish/base/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { type Html, html, sayHtml } from '../base/markup.ts'
import { reviewsPath } from '../base/site-paths.ts'
import type { Asked, Filters } from './filter-words.ts'
import {
  filtersInWords,
  isAboutSomething,
  labelOf,
  listPath,
  withoutFilter,
} from './filter-words.ts'

type Option = [value: string, text: string]

type Choice = { name: FacetName; options: Option[] }

/** Fields outside the form belong to it by its id. */
const FORM = 'filters'

/** The search; a filter without a field is carried along, so one that came with a link is not lost. */
export function renderSearch(snapshot: Snapshot, asked: Asked): Html {
  const { searchAndFilter, searchLabel, search } = localeOf(snapshot.locale).words.reviews
  const choices = choicesFor(snapshot, asked)
  const held = new Set(
    choices.flatMap(({ name, options }) =>
      options.some(([value]) => value === asked[name]) ? [name] : [],
    ),
  ).union(new Set(['words', 'sort', 'since', 'until', 'page']))
  const isHeld = (name: string, value: string) =>
    held.has(name) || (name === 'has_reply' && value === 'true')
  const others = Object.entries(asked).filter(([name, value]) => !isHeld(name, value))
  return html`<form id="${FORM}" role="search" aria-label="${searchAndFilter}" action="${REVIEWS_PATH}">
<div class="search"><label for="words">${searchLabel}</label>
<div><input type="search" id="words" name="words" list="names" value="${asked.words ?? ''}" maxlength="500" autocomplete="off"><button type="submit">${search}</button></div></div>
${renderNames(choices)}
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}</form>`
}

/** Completes what is typed; a name that is chosen becomes a filter. */
const renderNames = (choices: Choice[]): Html =>
  html`<datalist id="names">${choices
    .filter(({ name }) => name.startsWith('mentions_'))
    .flatMap(({ name, options }) => options.map(([value, text]) => [name, value, text]))
    .map(
      one => html`<option value="${one[2]}" data-name="${one[0]}" data-value="${one[1]}"></option>`,
    )}</datalist>`

/** Fields for everything that has no chip. */
export function renderMoreFilters(snapshot: Snapshot, asked: Asked, filters: Filters | null): Html {
  const locale = localeOf(snapshot.locale)
  const { moreFilters, moreFiltersSet, any, fields } = locale.words.reviews
  const count = Object.keys(asked).filter(
    name => !['query', 'words', 'sort', 'page'].includes(name),
  ).length
  const choices = withCounts(snapshot, choicesFor(snapshot, asked), filters)
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

/** The order of the list; it belongs to the form, but stands beside the results. The usual order is not named in the address: typing words changes it. */
export function renderOrder(snapshot: Snapshot, asked: Asked): Html {
  const { words } = localeOf(snapshot.locale)
  const usual = usualOrder(asked)
  const others = Sort.options.filter(sort => sort !== usual && sort !== 'relevance')
  const options = [usual, ...others].map(
    (sort): Option => [sort === usual ? '' : sort, words.reviews[sort]],
  )
  return html`<div id="order" data-markdown="skip">${renderSelect('sort', words.reviews.fields.sort, options, asked.sort ?? '')}</div>`
}

const choicesFor = (snapshot: Snapshot, asked: Asked): Choice[] =>
  choicesOf(snapshot)
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
    source: Object.keys(aggregateRating.by_source).map(source => [
      source,
      sourceLabel(locale, source),
    ]),
    language: languages.map(({ language }) => [language, languageLabel(locale, language)]),
  }
  return Object.entries(options).map(([name, given]) => ({
    name: name as FacetName,
    options: given,
  }))
}

/** What was asked for by another name is an option too. */
function withChosen(snapshot: Snapshot, choice: Choice, asked: Asked): Choice {
  const { name, options } = choice
  const value = asked[name]
  if (value === undefined || options.some(([known]) => known === value)) return choice
  const [[, text] = ['', value]] = filtersInWords(snapshot, { [name]: value })
  return { name, options: [...options, [value, text]] }
}

/** Each option says how many reviews it would leave; none does where the filters are invalid. */
function withCounts(snapshot: Snapshot, choices: Choice[], filters: Filters | null): Choice[] {
  if (!filters) return choices
  const { words, say } = localeOf(snapshot.locale)
  const all = choices.flatMap(({ name, options }) =>
    options.map(([value]) => ({ parameter: name, value })),
  )
  const counts = snapshot.countOptions({ ...filters, limit: 1 }, all).values()
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
type View = { text: string; path: string; count: number; isShown: boolean }

/** None where the filters are invalid. */
export function renderViews(snapshot: Snapshot, filters: Filters | null): Html {
  const locale = localeOf(snapshot.locale)
  const views = filters ? listViews(snapshot, filters) : []
  return html`<ul id="views" class="tags" aria-label="${locale.words.reviews.show}">${views.map(
    ({ text, path, count, isShown }) =>
      html`<li><a class="tag" href="${path}"${isShown ? html` aria-current="true"` : ''}><bdi>${text}</bdi> ${renderCount(locale, count)}</a></li>\n`,
  )}</ul>`
}

/** The number for eyes, and for ears what it counts. */
const renderCount = (locale: Locale, count: number): Html =>
  html`<span class="number" aria-hidden="true">${locale.number(count)}</span><span class="hidden">${sayHtml(locale, locale.words.common.reviews, { count })}</span>`

/** So many aspects, and so many people. */
const MOST_NAMED = 5

/** Each keeps the other filters, except that `All` drops every chip; tapping the one in effect removes it. */
const listViews = (snapshot: Snapshot, filters: Filters): View[] => [
  ...listStandard(snapshot, filters),
  ...listMentioned(snapshot, filters, 'aspects'),
  ...listMentioned(snapshot, filters, 'technicians'),
]

/** What the chips set, and the stars. */
const EVERY_CHIP = [
  ...(['rating', 'min_rating', 'max_rating'] as const),
  ...(['critical', 'has_reply', 'aspect', 'sentiment', 'mentions_technician'] as const),
]

function listStandard(snapshot: Snapshot, filters: Filters): View[] {
  const { all, critical, withReply, opinions } = localeOf(snapshot.locale).words.reviews
  const countOf = (wanted: Filters) => snapshot.search({ ...wanted, limit: 1 })!.matched
  const chip = (
    text: string,
    name: 'sentiment' | 'critical' | 'has_reply',
    value: Sentiment | true,
  ) => {
    const wanted = { ...filters, [name]: value }
    const isShown = filters[name] === value
    const path = listPath(isShown ? withoutFilter(filters, name) : wanted)
    return { text, path, count: countOf(wanted), isShown }
  }
  const everything = EVERY_CHIP.reduce<Filters>((rest, name) => withoutFilter(rest, name), filters)
  const path = listPath(everything)
  // About the business as a whole, the stars say it better.
  const sides = isAboutSomething(filters) ? (['positive', 'negative'] as const) : []
  return [
    { text: all, path, count: countOf(everything), isShown: listPath(filters) === path },
    ...sides.map(side => chip(opinions[side], 'sentiment', side)),
    chip(critical, 'critical', true),
    chip(withReply, 'has_reply', true),
  ]
}

/** Those that reviews mention most, except where none would be left. */
function listMentioned(
  snapshot: Snapshot,
  filters: Filters,
  kind: 'aspects' | 'technicians',
): View[] {
  const { aspects, entities } = snapshot.insights
  const name = PARAMETER_OF[kind]
  const chosen = filters[name] === undefined ? null : snapshot.findName(kind, filters[name])
  const named = (kind === 'aspects' ? aspects : entities.technicians)
    .filter(({ mention_count }) => mention_count > 0)
    .toSorted((a, b) => b.mention_count - a.mention_count)
    .slice(0, MOST_NAMED)
  const counts = snapshot.countOptions(
    { ...filters, limit: 1 },
    named.map(({ id }) => ({ parameter: name, value: id })),
  )
  return named
    .map(({ id, label }, place) => {
      const isShown = chosen !== null && 'id' in chosen && chosen.id === id
      const path = listPath(isShown ? withoutFilter(filters, name) : { ...filters, [name]: id })
      return { text: label, path, count: counts[place]!, isShown }
    })
    .filter(({ count, isShown }) => count > 0 || isShown)
}
