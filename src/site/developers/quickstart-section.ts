/** The first minutes with the API: commands and short programs that work as shown. */
import { html } from 'hono/html'
import { exampleDate, type RenderContext } from '../../publish/context/render-context.ts'
import { SEARCH_PATH } from '../../publish/pieces/public-paths.ts'
import type { Html } from '../base/page-context.ts'
import { type ApiDescription, parameterOf } from './api-description.ts'
import { renderCode } from './code-blocks.ts'

export function renderQuickstart(context: RenderContext, api: ApiDescription): Html {
  const { baseUrl } = context
  const date = exampleDate(context)
  const word = parameterOf(api, SEARCH_PATH, 'query').example
  return html`<p>How many stars are there on average?</p>
${renderCode('All reviews with curl', 'sh', `curl -s ${baseUrl}/reviews.json |\n  node -pe 'JSON.parse(fs.readFileSync(0)).aggregate_rating.rating_value'`)}
<p>${word ? html`Which reviews contain <q>${word}</q>?` : 'Which reviews have five stars?'}</p>
${renderCode('Search with curl', 'sh', `curl -sG ${baseUrl}${SEARCH_PATH} \\\n  ${word ? `--data-urlencode 'query=${word}'` : '-d rating=5'} -d limit=2`)}
<p>What was written since a date?</p>
${renderCode('Reviews since a date with curl', 'sh', `curl -s ${baseUrl}/api/reviews/since/${date}`)}
<h3>In JavaScript</h3>
<p>In a browser, or as a module in Node, Deno and Bun:</p>
${renderCode('Search in JavaScript', 'js', javaScript(baseUrl))}
<h3>In Python</h3>
<p>With nothing to install:</p>
${renderCode('Search in Python', 'python', python(baseUrl))}
<h3>Ask only for what is new</h3>
<p>Every answer with data has an <code>ETag</code>. Send it back in <code>If-None-Match</code>, and while nothing has changed the answer is 304
without a body. curl keeps it in a file: this prints 200 the first time, then 304 until there is something new.</p>
${renderCode('A conditional request with curl', 'sh', conditional(baseUrl))}
<p>To be told of changes, see <a href="#changes">the change feed</a> and <a href="#push">WebSub</a>.</p>`
}

const javaScript = (baseUrl: string) => `const query = new URLSearchParams({ min_rating: 4, limit: 3 })
const answer = await fetch(\`${baseUrl}${SEARCH_PATH}?\${query}\`)
if (!answer.ok) throw new Error((await answer.json()).message)
const { matched, reviews } = await answer.json()
console.log(matched, 'reviews with four stars or more')
for (const { rating, author, text } of reviews) console.log(rating, author, text)`

const python = (baseUrl: string) => `import json, urllib.parse, urllib.request

query = urllib.parse.urlencode({'min_rating': 4, 'limit': 3})
with urllib.request.urlopen('${baseUrl}${SEARCH_PATH}?' + query) as answer:
    found = json.load(answer)
print(found['matched'], 'reviews with four stars or more')
for review in found['reviews']:
    print(review['rating'], review['author'], review['text'])`

const conditional = (baseUrl: string) => `curl -s -o reviews.json -w '%{http_code}\\n' \\
  --etag-save reviews.etag --etag-compare reviews.etag \\
  ${baseUrl}/reviews.json`
