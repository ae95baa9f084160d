/** The first minutes with the API: short programs that work as shown. */
import { html } from 'hono/html'
import { SEARCH_PATH } from '../../publish/base/public-paths.ts'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { RATING_PATH } from '../../publish/documents/rating-summary.ts'
import { type ApiDescription, parameterOf } from './api-description.ts'
import { type Example, renderTabs } from './code-blocks.ts'
import type { Chapter } from './guide-frame.ts'
import { GUIDE } from './guide-words.ts'

export function describeQuickstart(context: RenderContext, api: ApiDescription): Chapter[] {
  const { headings, code } = GUIDE
  const { baseUrl } = context
  const word = parameterOf(api, SEARCH_PATH, 'query').example
  const query: Query = word ? { query: String(word), limit: 2 } : { rating: 5, limit: 2 }
  const month = monthOf(exampleDate(context))
  const examples = {
    rating: ratingExample(baseUrl, code.rating),
    month: { ...searchExample(baseUrl, month), id: 'tabs-month', name: code.month },
    search: { ...searchExample(baseUrl, query), id: 'tabs-search', name: code.search },
    conditional: conditionalExample(baseUrl, code.conditional),
  }
  return [
    { anchor: 'rating', title: headings.rating, content: renderTabs(examples.rating) },
    {
      anchor: 'month',
      title: headings.month,
      content: html`<p>Both days are included. Leave out <code>until</code> for everything since a date.</p>
${renderTabs(examples.month)}`,
    },
    {
      anchor: 'search',
      title: headings.search,
      content: html`<p>By words, stars, people, services and more: <a href="/developers/api#searchReviews">all parameters</a>.</p>
${renderTabs(examples.search)}`,
    },
    {
      anchor: 'conditional',
      title: headings.conditional,
      content: html`<p>Every response with data has an <code>ETag</code>. Send it back in <code>If-None-Match</code>: while nothing has changed,
the response is 304 with an empty body. To get notified instead, see <a href="/developers/push">feeds and push</a>.</p>
${renderTabs(examples.conditional)}`,
    },
  ]
}

type Query = Record<string, string | number>

/** The first and the last day of the month of a date. */
function monthOf(date: string): Query {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return { since: `${last.slice(0, 7)}-01`, until: last }
}

const ratingExample = (baseUrl: string, name: string): Example => ({
  id: 'tabs-rating',
  name,
  sh: `curl -s ${baseUrl}${RATING_PATH}`,
  js: `const response = await fetch('${baseUrl}${RATING_PATH}')
const { aggregate_rating } = await response.json()
console.log(aggregate_rating.rating_value, 'from', aggregate_rating.review_count, 'reviews')`,
  python: `import json, urllib.request

with urllib.request.urlopen('${baseUrl}${RATING_PATH}') as response:
    rating = json.load(response)['aggregate_rating']
print(rating['rating_value'], 'from', rating['review_count'], 'reviews')`,
})

/** Words of a query contain only letters, so they need no escapes in any of the languages. */
function searchExample(baseUrl: string, query: Query): Pick<Example, 'sh' | 'js' | 'python'> {
  const pairs = Object.entries(query)
  const literal = (value: string | number) => (typeof value === 'number' ? String(value) : `'${value}'`)
  return {
    sh: `curl -sG ${baseUrl}${SEARCH_PATH} \\\n  ${pairs.map(([name, value]) => `--data-urlencode ${name}=${value}`).join(' ')}`,
    js: `const query = new URLSearchParams({ ${pairs.map(([name, value]) => `${name}: ${literal(value)}`).join(', ')} })
const response = await fetch(\`${baseUrl}${SEARCH_PATH}?\${query}\`)
if (!response.ok) throw new Error((await response.json()).message)
const { matched, reviews } = await response.json()
console.log(matched, 'reviews match')
for (const { rating, author, text } of reviews) console.log(rating, author, text)`,
    python: `import json, urllib.parse, urllib.request

query = urllib.parse.urlencode({${pairs.map(([name, value]) => `'${name}': ${literal(value)}`).join(', ')}})
with urllib.request.urlopen('${baseUrl}${SEARCH_PATH}?' + query) as response:
    found = json.load(response)
print(found['matched'], 'reviews match')
for review in found['reviews']:
    print(review['rating'], review['author'], review['text'])`,
  }
}

const conditionalExample = (baseUrl: string, name: string): Example => ({
  id: 'tabs-conditional',
  name,
  sh: `curl -s -o reviews.json -w '%{http_code}\\n' \\
  --etag-save reviews.etag --etag-compare reviews.etag \\
  ${baseUrl}/reviews.json`,
  js: `const first = await fetch('${baseUrl}/reviews.json')
const data = await first.json()
const again = await fetch('${baseUrl}/reviews.json', {
  headers: { 'If-None-Match': first.headers.get('etag') },
})
console.log(again.status === 304 ? 'nothing new' : 'changed')`,
  python: `import json, urllib.error, urllib.request

with urllib.request.urlopen('${baseUrl}/reviews.json') as response:
    etag, data = response.headers['ETag'], json.load(response)
again = urllib.request.Request('${baseUrl}/reviews.json', headers={'If-None-Match': etag})
try:
    with urllib.request.urlopen(again) as response:
        data = json.load(response)
    print('changed')
except urllib.error.HTTPError as error:
    print('nothing new' if error.code == 304 else error)`,
})
