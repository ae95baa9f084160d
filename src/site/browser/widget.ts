/** <reviews-widget>: the rating and some reviews on any page, fetched from the site this script came from. */
import type { RatingSummary, SearchResult } from '../../model/dataset.ts'
import type { Review } from '../../model/review.ts'

const HOME = new URL('.', import.meta.url)
const WAIT_MS = 15_000
const TOO_LATE = 'late'
/** What the search takes, and what it is called here. */
export const ATTRIBUTES: [attribute: string, parameter: string][] = [
  ['rating', 'rating'],
  ['min-rating', 'min_rating'],
  ['max-rating', 'max_rating'],
  ['since', 'since'],
  ['until', 'until'],
  ['technician', 'mentions_technician'],
  ['service', 'mentions_service'],
  ['service-area', 'mentions_service_area'],
  ['aspect', 'aspect'],
  ['sentiment', 'sentiment'],
  ['topic', 'topic'],
  ['problem', 'problem'],
  ['words', 'words'],
  ['query', 'query'],
  ['has-reply', 'has_reply'],
  ['source', 'source'],
  ['sort', 'sort'],
]

/** Everything that changes over time is here; the functions below only render. */
class ReviewsWidget extends HTMLElement {
  static observedAttributes = ['limit', ...ATTRIBUTES.map(([attribute]) => attribute)]
  #box = element(
    'section',
    { part: 'widget', 'aria-labelledby': 'name' },
    element('slot', {}, 'Loading reviews …'),
  )
  #latest: AbortController | undefined

  constructor() {
    super()
    const tree = this.attachShadow({ mode: 'open' })
    tree.adoptedStyleSheets = [sheet]
    tree.append(this.#box)
  }

  connectedCallback(): void {
    void this.#load()
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#load()
  }

  disconnectedCallback(): void {
    this.#latest?.abort()
  }

  async #load(): Promise<void> {
    this.#latest?.abort()
    const mine = new AbortController()
    this.#latest = mine
    const limit = this.getAttribute('limit') ?? '3'
    reserve(this.#box, Math.min(Number.parseInt(limit, 10) || 3, 100))
    // Several attributes that change at once count as one change.
    await Promise.resolve()
    if (mine.signal.aborted) return
    const timer = setTimeout(() => mine.abort(TOO_LATE), WAIT_MS)
    const filters = ATTRIBUTES.flatMap(([attribute, parameter]) => {
      const value = this.getAttribute(attribute)
      return value ? [[parameter, value] as [string, string]] : []
    })
    const { children, accent, count } = await view(limit, filters, mine.signal).catch(explain)
    clearTimeout(timer)
    if (mine !== this.#latest || (mine.signal.aborted && mine.signal.reason !== TOO_LATE)) return
    reserve(this.#box, count)
    this.#box.style.setProperty('--own-accent', accent)
    this.#box.replaceChildren(...children)
  }
}

/** The surrounding page must not jump when the reviews arrive. */
function reserve(box: HTMLElement, count: number): void {
  for (const columns of [1, 2, 3]) {
    const used = Math.max(Math.min(columns, count), 1)
    box.style.setProperty(`--columns-${columns}`, String(used))
    box.style.setProperty(`--rows-${columns}`, String(Math.ceil(count / used)))
  }
}

interface View {
  children: (Element | string)[]
  accent: string
  /** How many reviews to reserve space for. */
  count: number
}

async function view(limit: string, filters: [string, string][], signal: AbortSignal): Promise<View> {
  const search = new URLSearchParams([...filters, ['limit', limit]])
  const [rating, found] = await Promise.all([
    read<RatingSummary>('rating.json', signal),
    read<SearchResult>(`api/reviews/search?${search}`, signal),
  ])
  const children = renderReviews(rating, found, filters)
  return { children, accent: rating.accent_color, count: found.returned }
}

/** An error response with a reason. */
class Refusal extends Error {}

async function read<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await fetch(new URL(path, HOME), { signal })
  const body = (await answer.json()) as T & { issues?: { path: string[]; message: string }[] }
  if (answer.ok) return body
  const { issues = [] } = body
  throw new Refusal(issues.map(({ path, message }) => `${path.join('.')} ${message}`).join(', '))
}

function explain(error: Error): View {
  const why = error instanceof Refusal && error.message ? `: ${error.message}` : ''
  const home = link(HOME.href, { part: 'more' }, `Read them at ${HOME.host}`)
  return {
    children: [element('p', { role: 'status' }, `The reviews could not be loaded${why}. `, home)],
    accent: '',
    count: 0,
  }
}

function renderReviews(
  rating: RatingSummary,
  found: SearchResult,
  filters: [string, string][],
): View['children'] {
  const { business, page_url, aggregate_rating } = rating
  const isEmpty = aggregate_rating.review_count === 0
  const reviews = found.reviews.map(review => renderReview(review, page_url))
  const more = new URL(found.matched > 0 ? `reviews?${new URLSearchParams(filters)}` : 'reviews', page_url)
  const count = element('p', { part: 'count' }, describeCount(rating, found, filters.length > 0))
  return [
    element('h2', { id: 'name', part: 'heading' }, 'Reviews of ', link(page_url, {}, business.name)),
    isEmpty ? '' : renderRating(rating),
    reviews.length > 0 ? element('ul', { part: 'list', role: 'list' }, ...reviews) : '',
    element('footer', {}, count, isEmpty ? '' : link(more.href, { part: 'more' }, 'Read more reviews')),
  ]
}

function renderRating({ business, aggregate_rating }: RatingSummary): Element {
  const { rating_value, review_count } = aggregate_rating
  const kind = business.fictional ? 'demo ' : ''
  return element(
    'p',
    { part: 'rating' },
    element('strong', {}, rating_value!.toFixed(1)),
    renderStars(rating_value!),
    `${figure(review_count)} ${kind}${review_count === 1 ? 'review' : 'reviews'}`,
  )
}

/** A selection of reviews must be labeled as one. */
function describeCount(
  { aggregate_rating }: RatingSummary,
  found: SearchResult,
  isFiltered: boolean,
): string {
  const { review_count, rating_value } = aggregate_rating
  if (review_count === 0) return 'No reviews yet.'
  const { returned, matched } = found
  if (!isFiltered) return `${figure(returned)} of ${figure(matched)} reviews shown`
  const rest = `all ${figure(review_count)} average ${rating_value!.toFixed(1)}`
  if (matched === 0) return `No reviews match; ${rest}`
  return `${figure(returned)} of ${figure(matched)} matching reviews shown; ${rest}`
}

function renderReview(review: Review, pageUrl: string): Element {
  const { id, author, rating, text, language, owner_reply } = review
  const date = formatDate(review)
  const words = { part: 'text', dir: 'auto', ...(language && { lang: language }) }
  return element(
    'li',
    { part: 'review' },
    renderStars(rating),
    text === null
      ? element('p', { part: 'text', class: 'muted' }, 'Rated without a comment.')
      : element('p', words, text),
    owner_reply
      ? element('p', { part: 'reply', dir: 'auto' }, element('b', {}, 'Reply: '), owner_reply.text)
      : '',
    element(
      'p',
      { class: 'from' },
      element('b', { part: 'author', dir: 'auto' }, author),
      link(
        new URL(`reviews/${id}`, pageUrl).href,
        { part: 'date', 'aria-label': `${date}: the whole review by ${author}` },
        date,
      ),
    ),
  )
}

function formatDate({ date, date_precision }: Review): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  return `${date_precision === 'day' ? '' : 'about '}${day.format(new Date(date))}`
}

const STAR = 'l2.5 5.6 6.1.7-4.5 4.2 1.2 6-5.3-3-5.3 3 1.2-6-4.5-4.2 6.1-.7z'
const FIVE = [10, 30, 50, 70, 90].map(x => `M${x} 1.5${STAR}`).join('')

function filledTo(rating: number): number {
  const tenths = Math.round(rating * 10)
  const rest = tenths % 10
  return 2 * (tenths - rest) + (rest > 0 ? 1.4 + 1.72 * rest : 0)
}

function renderStars(rating: number): Element {
  const label = `${Number(rating.toFixed(1))} of 5 stars`
  return drawing(
    { part: 'stars', viewBox: '0 0 100 20', role: 'img', 'aria-label': label },
    path('off'),
    drawing({ width: String(filledTo(rating)), height: '20' }, path('on')),
  )
}

const SVG = 'http://www.w3.org/2000/svg'
const drawing = (attributes: Attributes, ...children: Element[]) =>
  fill(document.createElementNS(SVG, 'svg'), attributes, children)
const path = (look: string) => fill(document.createElementNS(SVG, 'path'), { class: look, d: FIVE }, [])

/** Search engines do not count links in widgets as endorsements. */
const link = (href: string, attributes: Attributes, text: string) =>
  element('a', { href, rel: 'nofollow', ...attributes }, text)

type Attributes = Record<string, string>

const element = (name: string, attributes: Attributes, ...children: (Element | string)[]) =>
  fill(document.createElement(name), attributes, children)

/** Text written by others is only ever inserted as text. */
function fill<T extends Element>(made: T, attributes: Attributes, children: (Element | string)[]): T {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children.filter(child => child !== ''))
  return made
}

const figure = (number: number) => number.toLocaleString('en')

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
:host { display: block; inline-size: 100%; container-type: inline-size }
:host([hidden]) { display: none }
:host([theme=light]) { color-scheme: light }
:host([theme=dark]) { color-scheme: dark }
:host([theme=auto]) { color-scheme: light dark }
section {
  --accent: var(--reviews-accent, var(--own-accent));
  --paper: #fff; --ink: #1c1e22; --soft: #5c626c; --line: #e1e4e9; --empty: #d3d7de; --link: var(--ink); --star: var(--accent);
  --radius: var(--reviews-radius, .75em);
  --text: var(--reviews-text, var(--ink));
  --columns: var(--columns-1); --rows: var(--rows-1); --rest: 16.5em;
  box-sizing: border-box; display: flex; flex-direction: column; gap: 1em;
  min-block-size: calc(var(--rest) + var(--rows) * 14.5em); padding: 1.5em;
  border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--reviews-background, var(--paper)); color: var(--text);
  font-family: var(--reviews-font, system-ui, sans-serif); line-height: 1.5;
}
@supports (color: light-dark(red, red)) and (color: oklch(from red l c h)) {
  section {
    --paper: light-dark(#fff, #17191d); --ink: light-dark(#1c1e22, #eceef1); --soft: light-dark(#5c626c, #a6adb8);
    --line: light-dark(#e1e4e9, #353941); --empty: light-dark(#d3d7de, #3a3f48);
    --link: light-dark(oklch(from var(--accent) min(l, .5) c h), oklch(from var(--accent) max(l, .75) c h));
    --star: light-dark(oklch(from var(--accent) min(l, .6) c h), oklch(from var(--accent) max(l, .75) c h));
  }
}
section:not(:has(ul, slot)) { min-block-size: 0 }
@container (min-width: 38em) { section { --columns: var(--columns-2); --rows: var(--rows-2); --rest: 11.75em } }
@container (min-width: 56em) { section { --columns: var(--columns-3); --rows: var(--rows-3) } }
h2, p, ul { margin: 0; padding: 0; font-size: 1em; overflow-wrap: anywhere }
h2 { font-size: 1.125em; line-height: 1.3 }
h2 a { color: inherit; text-decoration-color: var(--line) }
a { color: var(--link); text-underline-offset: .2em }
a:focus-visible { outline: 2px solid; outline-offset: 3px; border-radius: 2px }
svg { display: block; inline-size: 5.5em; block-size: 1.1em; flex: none }
svg svg { block-size: auto }
.off { fill: var(--empty) }
.on { fill: var(--star) }
[part=rating] { display: flex; flex-wrap: wrap; align-items: center; gap: .25em .75em; color: var(--soft) }
[part=rating] strong { font-size: 2em; line-height: 1; color: var(--text); font-variant-numeric: tabular-nums }
[part=rating] svg { font-size: 1.25em }
ul { flex: 1; display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); grid-auto-rows: minmax(13.5em, 1fr); gap: 1em; list-style: none }
li { display: flex; flex-direction: column; gap: .625em; box-sizing: border-box; padding: 1em 1.125em; border: 1px solid var(--line); border-radius: calc(var(--radius) * .67) }
[part=text], [part=reply], h2 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 5; overflow: hidden }
h2, [part=reply] { -webkit-line-clamp: 2 }
[part=text]:has(+ [part=reply]) { -webkit-line-clamp: 3 }
[part=reply] { font-size: .875em; color: var(--soft); padding-inline-start: .75em; border-inline-start: 2px solid var(--line) }
.from { display: flex; gap: .75em; justify-content: space-between; margin-block-start: auto; font-size: .875em }
.from a { flex: none; color: var(--soft) }
[part=author] { overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
.muted, [part=count] { color: var(--soft) }
footer { display: flex; flex-wrap: wrap; gap: .25em 1em; justify-content: space-between; font-size: .875em; margin-block-start: auto }
`)

if (!customElements.get('reviews-widget')) customElements.define('reviews-widget', ReviewsWidget)
