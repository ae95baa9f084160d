/** How a client gets notified of new reviews: feeds, WebSub, the change feed. */
import { html } from 'hono/html'
import { TopicPath } from '../../model/subscription.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { HUB_PATH } from '../../publish/pieces/public-paths.ts'
import type { Html } from '../base/page-context.ts'
import { renderCode } from './code-blocks.ts'

const TOPICS: Record<TopicPath, string> = {
  '/feed.xml': 'the 50 newest reviews as Atom',
  '/api/feed.json': 'the same as JSON Feed',
  '/reviews.json': 'the whole dataset',
}

export const renderPush = ({
  baseUrl,
}: RenderContext): Html => html`<p>Feed readers take the feeds as they are. A program of yours need not
ask again and again: it subscribes once to a topic (<a href="https://www.w3.org/TR/websub/">WebSub</a>), and after each change it is sent
the whole of it.</p>
<ul>
${TopicPath.options.map(path => html`<li><a href="${path}">${path}</a>, ${TOPICS[path]}</li>\n`)}</ul>
<h3>Find the hub</h3>
<p>Each topic names its hub and its own address in a <code>Link</code> header. Use them as they are written there.</p>
${renderCode('The hub of a topic with curl', 'sh', `curl -sI ${baseUrl}/feed.xml | grep -i '^link:'`)}
<h3>Subscribe</h3>
<p>Your callback must answer over HTTPS on the public internet. Make its address one that nobody can guess.</p>
${renderCode('A subscription with curl', 'sh', subscribe(baseUrl))}
<p>The answer is 202. A moment later the hub asks the callback with a GET whether you meant it: check <code>hub.topic</code>, and answer
200 with exactly the value of <code>hub.challenge</code>. <code>hub.lease_seconds</code> says how long the subscription lasts: subscribe
again before that. To end it, send the same with <code>hub.mode=unsubscribe</code>.</p>
<h3>Receive</h3>
<p>After each change the callback gets a POST with the same bytes that a GET of the topic gives. Answer 2xx at once and work afterwards. A
delivery that fails is tried twice more; then the subscription ends. Where you gave a secret, throw away what is not signed with it:</p>
${renderCode('The check of a signature in JavaScript', 'js', SIGNATURE)}`

const subscribe = (baseUrl: string) => `curl -s ${baseUrl}${HUB_PATH} \\
  --data-urlencode hub.mode=subscribe \\
  --data-urlencode hub.topic=${baseUrl}/api/feed.json \\
  --data-urlencode 'hub.callback=https://subscriber.example/reviews?token=4hDk2bVt' \\
  --data-urlencode hub.secret=9xFq2mRw \\
  --data-urlencode hub.lease_seconds=864000`

const SIGNATURE = `import { createHmac, timingSafeEqual } from 'node:crypto'

/** \`body\` as it came, byte by byte; \`signature\` is the header X-Hub-Signature. */
export function isGenuine(body, signature, secret) {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  const expected = Buffer.from(\`sha256=\${digest}\`)
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}`

export const renderChanges = ({
  baseUrl,
}: RenderContext): Html => html`<p>Who keeps a copy of the reviews need not read all of them again:
<a href="#getChanges">the change feed</a> tells every change since the beginning. Start at 0, put <code>review</code> in the place of what you
hold under <code>review_id</code>, and delete that where it is <code>null</code>. Keep the cursor for the next time, be it in a minute or in a
month. A cursor that gets a 400 belongs to a log that is no more: begin again at 0.</p>
${renderCode('A copy of all reviews in JavaScript', 'js', follow(baseUrl))}`

const follow = (baseUrl: string) => `const reviews = new Map()
let cursor = '0'
let page
do {
  const answer = await fetch(\`${baseUrl}/api/reviews/changes?cursor=\${cursor}\`)
  if (!answer.ok) throw new Error((await answer.json()).message)
  page = await answer.json()
  for (const { review_id, review } of page.changes)
    if (review) reviews.set(review_id, review)
    else reviews.delete(review_id)
  cursor = page.next_cursor
} while (page.has_more)
console.log(reviews.size, 'reviews; go on from cursor', cursor)`
