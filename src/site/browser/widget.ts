/** <reviews-widget>: the rating and some reviews on any page, fetched from the site this script came from. */
import type { Catalog, Message } from '../../locale/locale.ts'
import type { RatingSummary, SearchResult } from '../../model/dataset.ts'
import type { Review } from '../../model/review.ts'

/** The site's language, the words of the widget in it, and its look; the site writes them before this script. */
declare const SITE: {
  locale: string
  words: Catalog['widget'] &
    Pick<Catalog['common'], 'weekOf'> &
    Pick<Catalog['review'], 'incentive'>
  /** How sources spell their names. */
  sources: [source: string, name: string][]
  css: string
}

const { locale: LOCALE, words: WORDS } = SITE
const SOURCES = new Map(SITE.sources)
const HOME = new URL('.', import.meta.url)
const WAIT_MS = 15_000
const TOO_LATE = 'late'
/** What the search takes, and what it is called here. */
export const ATTRIBUTES: [attribute: string, parameter: string][] = [
  ...['rating', 'min-rating', 'max-rating', 'since', 'until'].map(inSearch('')),
  ...['technician', 'service', 'service-area'].map(inSearch('mentions_')),
  ...[
    'aspect',
    'sentiment',
    'topic',
    'problem',
    'words',
    'query',
    'has-reply',
    'source',
    'sort',
  ].map(inSearch('')),
]

function inSearch(prefix: string) {
  return (name: string): [attribute: string, parameter: string] => [
    name,
    prefix + name.replace('-', '_'),
  ]
}

/** Everything that changes over time is here; the functions below only render. */
class ReviewsWidget extends HTMLElement {
  static observedAttributes = [
    'theme',
    'layout',
    'limit',
    ...ATTRIBUTES.map(([attribute]) => attribute),
  ]
  #box = element(
    'section',
    { part: 'widget', 'aria-labelledby': 'name' },
    element('slot', {}, WORDS.loading),
  )
  #latest: AbortController | undefined
  #scheme = matchMedia('(prefers-color-scheme: dark)')
  #matchPage = () => {
    this.#box.style.colorScheme = this.getAttribute('theme') ? '' : schemeFor(this.#box)
  }

  constructor() {
    super()
    const tree = this.attachShadow({ mode: 'open' })
    tree.adoptedStyleSheets = [sheet]
    tree.append(this.#box)
  }

  connectedCallback(): void {
    this.#scheme.addEventListener('change', this.#matchPage)
    void this.#load()
  }

  attributeChangedCallback(name: string): void {
    if (!this.isConnected) return
    if (name === 'theme') this.#matchPage()
    else void this.#load()
  }

  disconnectedCallback(): void {
    this.#scheme.removeEventListener('change', this.#matchPage)
    this.#latest?.abort()
  }

  async #load(): Promise<void> {
    this.#latest?.abort()
    const mine = new AbortController()
    this.#latest = mine
    this.#matchPage()
    const limit = this.getAttribute('limit') ?? '3'
    reserve(this.#box, Math.min(Number.parseInt(limit, 10) || 3, 100))
    // Several attributes that change at once count as one change.
    await Promise.resolve()
    if (mine.signal.aborted) return
    const timer = setTimeout(() => mine.abort(TOO_LATE), WAIT_MS)
    const { children, accent, count } = await this.#view(limit, mine.signal).catch(explain)
    clearTimeout(timer)
    if (mine !== this.#latest || (mine.signal.aborted && mine.signal.reason !== TOO_LATE)) return
    reserve(this.#box, count)
    this.#box.style.setProperty('--own-accent', accent)
    this.#box.replaceChildren(...children)
  }

  async #view(limit: string, signal: AbortSignal): Promise<View> {
    const layout = this.getAttribute('layout')
    const filters = ATTRIBUTES.flatMap(([attribute, parameter]) => {
      const value = this.getAttribute(attribute)
      return value ? [[parameter, value] as Filter] : []
    })
    const search = new URLSearchParams([...filters, ['limit', limit]])
    const [rating, found] = await Promise.all([
      read<RatingSummary>('rating.json', signal),
      // One line has no reviews to fetch.
      layout === 'line' ? undefined : read<SearchResult>(`api/reviews/search?${search}`, signal),
    ])
    const children = found
      ? renderReviews(rating, found, filters, layout === 'carousel')
      : [renderLine(rating)]
    return { children, accent: rating.accent_color, count: found?.returned ?? 0 }
  }
}

/** A page with light text is dark, whatever it says about its color scheme. */
function schemeFor(box: HTMLElement): string {
  const rgb = /^rgba?\((\d+), (\d+), (\d+)/.exec(getComputedStyle(box).color)
  if (!rgb) return ''
  const [red, green, blue] = rgb.slice(1).map(Number) as [number, number, number]
  return 0.3 * red + 0.59 * green + 0.11 * blue > 140 ? 'dark' : 'light'
}

/** The surrounding page must not jump when the reviews arrive. */
function reserve(box: HTMLElement, count: number): void {
  for (const columns of [1, 2, 3]) {
    const used = Math.max(Math.min(columns, count), 1)
    box.style.setProperty(`--columns-${columns}`, String(used))
    box.style.setProperty(`--rows-${columns}`, String(Math.ceil(count / used)))
  }
}

type Filter = [parameter: string, value: string]

interface View {
  children: (Element | string)[]
  accent: string
  /** How many reviews to reserve space for. */
  count: number
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
  const reason = error instanceof Refusal ? error.message : ''
  const why = reason ? say(WORDS.failedBecause, { reason }) : WORDS.failed
  const home = link(HOME.href, { part: 'more' }, say(WORDS.readAt, { site: HOME.host }))
  return {
    children: [element('p', { role: 'status', id: 'name' }, `${why} `, home)],
    accent: '',
    count: 0,
  }
}

function renderReviews(
  rating: RatingSummary,
  found: SearchResult,
  filters: Filter[],
  isCarousel: boolean,
) {
  const { page_url, aggregate_rating } = rating
  const isEmpty = aggregate_rating.review_count === 0
  const reviews = found.reviews.map(review => renderReview(review, page_url))
  const more = new URL(
    found.matched > 0 ? `reviews?${new URLSearchParams(filters)}` : 'reviews',
    page_url,
  )
  const count = element('p', { part: 'count' }, describeCount(rating, found, filters.length > 0))
  const list = element('ul', { part: 'list', role: 'list' }, ...reviews)
  return [
    renderHeading(rating),
    isEmpty ? '' : element('p', { part: 'rating' }, ...ratingParts(rating)),
    reviews.length > 0 ? list : '',
    isCarousel && reviews.length > 0 ? renderSteps(list) : '',
    element('footer', {}, count, isEmpty ? '' : link(more.href, { part: 'more' }, WORDS.more)),
  ]
}

function renderHeading({ business, page_url }: RatingSummary): Element {
  const [before = '', after = ''] = WORDS.title.split('{business}')
  return element(
    'h2',
    { id: 'name', part: 'heading' },
    before,
    link(page_url, {}, business.name),
    after,
  )
}

function ratingParts({ business, aggregate_rating }: RatingSummary): Element[] {
  const mean = meanOf(aggregate_rating)
  const words = business.fictional ? WORDS.demoReviews : WORDS.reviews
  return [
    element('strong', { 'aria-hidden': 'true' }, oneDecimal.format(mean)),
    renderStars(mean),
    element('span', {}, say(words, { count: aggregate_rating.review_count })),
  ]
}

/** Exact: the published average is rounded already, and must not be rounded again. */
const meanOf = ({ distribution, review_count }: RatingSummary['aggregate_rating']): number =>
  Object.entries(distribution).reduce((sum, [stars, count]) => sum + Number(stars) * count, 0) /
  review_count

/** The rating of all reviews, never of a selection: there is no room to say which. */
function renderLine(summary: RatingSummary): Element {
  const { business, page_url, aggregate_rating } = summary
  const isEmpty = aggregate_rating.review_count === 0
  const parts = isEmpty ? [WORDS.none] : ratingParts(summary)
  const stars = say(WORDS.stars, { rating: oneDecimal.format(meanOf(aggregate_rating)) })
  const label = isEmpty ? business.name : say(WORDS.rated, { business: business.name, stars })
  const name = element('span', { id: 'name', hidden: '' }, label)
  return element(
    'p',
    { part: 'rating' },
    name,
    fill(link(page_url, { part: 'more' }, ''), {}, parts),
  )
}

/** A selection of reviews must be labeled as one. */
function describeCount(
  { aggregate_rating }: RatingSummary,
  found: SearchResult,
  isFiltered: boolean,
) {
  const { returned, matched } = found
  const { review_count: total } = aggregate_rating
  if (total === 0) return WORDS.none
  if (!isFiltered) return say(WORDS.showing, { shown: returned, count: matched })
  const all = { total, rating: oneDecimal.format(meanOf(aggregate_rating)) }
  if (matched === 0) return say(WORDS.noMatches, all)
  return say(WORDS.showingMatches, { shown: returned, count: matched, ...all })
}

/** Two buttons that scroll a screenful; the list itself scrolls by touch and by arrow keys. */
function renderSteps(list: HTMLElement): Element {
  list.tabIndex = 0
  const step = (way: 1 | -1, label: string, sign: string) => {
    const button = element('button', { type: 'button', 'aria-label': label }, sign)
    button.onclick = () => list.scrollBy({ left: way * directionOf(list) * list.clientWidth })
    return button
  }
  const [back, on] = [step(-1, WORDS.previous, '←'), step(1, WORDS.next, '→')]
  const steps = element('div', { part: 'steps' }, back, on)
  const update = () => {
    const start = list.scrollLeft * directionOf(list)
    const end = list.scrollWidth - list.clientWidth
    back.ariaDisabled = String(start < 2)
    on.ariaDisabled = String(start > end - 2)
    steps.style.visibility = end < 2 ? 'hidden' : ''
  }
  list.onscroll = update
  new ResizeObserver(update).observe(list)
  return steps
}

const directionOf = (list: Element) => (getComputedStyle(list).direction === 'rtl' ? -1 : 1)

function renderReview(review: Review, pageUrl: string): Element {
  const { id, author, rating, text, language, owner_reply, incentive } = review
  const date = formatDate(review)
  const words = { part: 'text', dir: 'auto', ...(language && { lang: language }) }
  const whole = { part: 'date', 'aria-label': say(WORDS.fullReview, { date, author }) }
  const from = [
    element('b', { part: 'author', dir: 'auto' }, author),
    link(new URL(`reviews/${id}`, pageUrl).href, whole, date),
    renderTrust(review),
    incentive ? element('span', { part: 'incentive' }, WORDS.incentive) : '',
  ]
  return element(
    'li',
    { part: 'review' },
    renderStars(rating),
    text === null
      ? element('p', { part: 'text', class: 'muted' }, WORDS.ratingOnly)
      : element('p', words, text),
    owner_reply
      ? element(
          'p',
          { part: 'reply', dir: 'auto' },
          element('b', {}, `${WORDS.reply} `),
          owner_reply.text,
        )
      : '',
    element('p', { class: 'from' }, ...from),
  )
}

/** The word of the business, called so: a tick would need a third party. */
function renderTrust({ verification: { level }, source, source_url }: Review): Element | string {
  if (level === 'transaction') return element('span', { part: 'trust' }, WORDS.saidCustomer)
  if (level === 'invited') return element('span', { part: 'trust' }, WORDS.invited)
  if (level !== 'platform') return ''
  const words = say(WORDS.saidPostedOn, { source: SOURCES.get(source) ?? source })
  return source_url
    ? link(source_url, { part: 'trust' }, words)
    : element('span', { part: 'trust' }, words)
}

function formatDate({ date, date_precision }: Review): string {
  if (date_precision === 'year') return date.slice(0, 4)
  const written = new Intl.DateTimeFormat(LOCALE, {
    ...(date_precision === 'month' ? { year: 'numeric', month: 'short' } : { dateStyle: 'medium' }),
    timeZone: 'UTC',
  }).format(new Date(date))
  // Intl does not know that the first day of a month is an ordinal in French.
  const shown = LOCALE === 'fr' ? written.replace(/^1(?=\s)/, '1er') : written
  return date_precision === 'week' ? say(WORDS.weekOf, { date: shown }) : shown
}

const plurals = new Intl.PluralRules(LOCALE)
const oneDecimal = new Intl.NumberFormat(LOCALE, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const figures = new Intl.NumberFormat(LOCALE)

/** Fills in the values of a message; `count` chooses the plural. */
function say(message: Message, values: Record<string, string | number>): string {
  const template =
    typeof message === 'string'
      ? message
      : (message[plurals.select(Number(values.count))] ?? message.other)
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]!
    return typeof value === 'number' ? figures.format(value) : value
  })
}

const STAR = 'l2.5 5.6 6.1.7-4.5 4.2 1.2 6-5.3-3-5.3 3 1.2-6-4.5-4.2 6.1-.7z'
const FIVE = [10, 30, 50, 70, 90].map(x => `M${x} 1.5${STAR}`).join('')

function filledTo(rating: number): number {
  const tenths = Math.round(rating * 10)
  const rest = tenths % 10
  return 2 * (tenths - rest) + (rest > 0 ? 1.4 + 1.72 * rest : 0)
}

function renderStars(rating: number): Element {
  const label = say(WORDS.stars, { rating: oneDecimal.format(rating) })
  return drawing(
    { part: 'stars', viewBox: '0 0 100 20', role: 'img', 'aria-label': label },
    path('off'),
    drawing({ width: String(filledTo(rating)), height: '20' }, path('on')),
  )
}

const SVG = 'http://www.w3.org/2000/svg'
const drawing = (attributes: Attributes, ...children: Element[]) =>
  fill(document.createElementNS(SVG, 'svg'), attributes, children)
const path = (look: string) =>
  fill(document.createElementNS(SVG, 'path'), { class: look, d: FIVE }, [])

/** Search engines do not count links in widgets as endorsements. */
const link = (href: string, attributes: Attributes, text: string) =>
  element('a', { href, rel: 'nofollow', ...attributes }, text)

type Attributes = Record<string, string>

const element = (name: string, attributes: Attributes, ...children: (Element | string)[]) =>
  fill(document.createElement(name), attributes, children)

/** Text written by others is only ever inserted as text. */
function fill<T extends Element>(
  made: T,
  attributes: Attributes,
  children: (Element | string)[],
): T {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children.filter(child => child !== ''))
  return made
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(SITE.css)

if (!customElements.get('reviews-widget')) customElements.define('reviews-widget', ReviewsWidget)
