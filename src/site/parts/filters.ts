/** The form beside the list of reviews, and the filters in effect. Names are those of the API. */
import { html } from 'hono/html'
import { REVIEWS_PATH } from '../../publish/pieces/public-paths.ts'
import type { Snapshot } from '../../publish/snapshot.ts'
import { count, figure, formatDate, sourceName } from '../base/display-format.ts'
import type { Html } from '../base/page-context.ts'
import { reviewsPath } from '../base/site-paths.ts'

/** The parameters in the address, by name. */
type Asked = Record<string, string>
type Option = [value: string, text: string]

const SORT: Choice = {
  name: 'sort',
  label: 'Sort',
  options: [
    ['newest', 'Newest first'],
    ['oldest', 'Oldest first'],
    ['highest', 'Best first'],
    ['lowest', 'Worst first'],
  ],
}

/** A filter without a form field is carried along, so one that came with a link is not lost. */
export function renderFilters(snapshot: Snapshot, asked: Asked): Html {
  const choices = choicesOf(snapshot).filter(({ options }) => options.length > 1)
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
  return html`<form id="filters" role="search" aria-label="Search and filter reviews" action="${REVIEWS_PATH}">
<h2 class="hidden" data-markdown="skip">Filters</h2>
<div class="search"><label for="query">Search the text of reviews</label>
<div><input type="search" id="query" name="query" value="${asked.query ?? ''}" maxlength="500" autocomplete="off"><button type="submit">Search</button></div></div>
${renderSelect(SORT, asked.sort ?? 'newest')}
<details aria-label="Filters">
<summary>Filters${set > 0 ? ` (${set})` : ''}</summary>
<div class="fields">
${choices.map(choice => renderSelect({ ...choice, options: [['', 'Any'], ...choice.options] }, asked[choice.name] ?? ''))}
${renderDay('since', 'From', asked)}
${renderDay('until', 'To', asked)}
<div class="check"><input type="checkbox" id="has_reply" name="has_reply" value="true"${asked.has_reply === 'true' ? html` checked` : ''}><label for="has_reply">With a reply</label></div>
</div>
</details>
${others.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}</form>`
}

interface Choice {
  name: string
  label: string
  options: Option[]
}

function choicesOf({ business, site: { labels }, aggregateRating, languages }: Snapshot): Choice[] {
  const optionsOf = (list: { id: string; label: string }[]) =>
    list.map(({ id, label }): Option => [id, label])
  return [
    {
      name: 'rating',
      label: 'Stars',
      options: [5, 4, 3, 2, 1].map((stars): Option => [String(stars), count(stars, 'star')]),
    },
    {
      name: 'mentions_technician',
      label: labels.technician.one,
      options: business.technicians.map(({ name }): Option => [name, name]),
    },
    { name: 'mentions_service', label: labels.service.one, options: optionsOf(business.services) },
    {
      name: 'mentions_service_area',
      label: labels.service_area.one,
      options: optionsOf(business.service_areas),
    },
    {
      name: 'source',
      label: 'Source',
      options: Object.entries(aggregateRating.by_source).map(
        ([source, { review_count }]): Option => [source, `${sourceName(source)} (${figure(review_count)})`],
      ),
    },
    {
      name: 'language',
      label: 'Language',
      options: languages.map(
        ({ language, count: reviews }): Option => [
          language,
          `${languageName(language)} (${figure(reviews)})`,
        ],
      ),
    },
  ]
}

/** Not from Intl: versions of Node name some languages differently, and every instance must publish the same bytes. */
const LANGUAGES: Record<string, string> = {
  ar: 'Arabic',
  cs: 'Czech',
  da: 'Danish',
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fi: 'Finnish',
  fr: 'French',
  he: 'Hebrew',
  hi: 'Hindi',
  it: 'Italian',
  ja: 'Japanese',
  ko: 'Korean',
  nb: 'Norwegian',
  nl: 'Dutch',
  pl: 'Polish',
  pt: 'Portuguese',
  ru: 'Russian',
  sv: 'Swedish',
  tr: 'Turkish',
  uk: 'Ukrainian',
  vi: 'Vietnamese',
  zh: 'Chinese',
}

const languageName = (tag: string) => LANGUAGES[tag] ?? tag

const renderSelect = ({ name, label, options }: Choice, chosen: string): Html =>
  html`<div><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`)}</select></div>
`

const renderDay = (name: string, label: string, asked: Asked): Html =>
  html`<div><label for="${name}">${label}</label><input type="date" id="${name}" name="${name}" value="${asked[name] ?? ''}"></div>`

const LABELS = new Map(
  Object.entries({
    query: 'Search',
    min_rating: 'Minimum stars',
    since: 'From',
    until: 'To',
    has_reply: 'With a reply',
    sort: SORT.label,
    page: 'Page',
  }),
)

/** The form's label for a parameter. */
export const labelOf = (snapshot: Snapshot, parameter: string): string =>
  LABELS.get(parameter) ?? choicesOf(snapshot).find(({ name }) => name === parameter)?.label ?? parameter

/** Every filter in effect, described. */
export function filtersInWords(
  snapshot: Snapshot,
  { page: _, sort: __, ...asked }: Asked,
): [name: string, text: string][] {
  const texts = new Map(
    choicesOf(snapshot).flatMap(({ name, options }) =>
      options.map(([value, text]) => [`${name} ${value}`, text.replace(/ \([\d,]+\)$/, '')]),
    ),
  )
  return Object.entries(asked).map(([name, value]) => [
    name,
    CHIPS.get(name)?.(value) ?? texts.get(`${name} ${value}`) ?? value,
  ])
}

/** Every filter in effect, as a link to the list without it. */
export function renderChips(snapshot: Snapshot, asked: Asked): Html {
  const chips = filtersInWords(snapshot, asked).map(([name, text]) => {
    const { [name]: _, page: __, ...others } = asked
    return html`<li><a class="tag" href="${reviewsPath(others)}"><span class="hidden">Remove the filter </span><bdi>${text}</bdi> <span aria-hidden="true">×</span></a></li>\n`
  })
  return html`<ul id="chips" class="tags" aria-label="Filters that are set">${chips}</ul>`
}

const CHIPS = new Map<string, (value: string) => string>(
  Object.entries({
    query: value => `“${value}”`,
    min_rating: value => `${count(Number(value), 'star')} or more`,
    since: value => `from ${formatDate(value)}`,
    until: value => `to ${formatDate(value)}`,
    has_reply: value => (value === 'true' ? 'with a reply' : 'without a reply'),
  }),
)
