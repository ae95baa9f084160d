/** How a client gets notified of new reviews: feeds, WebSub, the change feed. */
import { html } from 'hono/html'
import { TopicPath } from '../../model/subscription.ts'
import { HUB_PATH } from '../../publish/base/public-paths.ts'
import type { RenderContext } from '../../publish/context/render-context.ts'
import { type Example, renderCode, renderTabs } from './code-blocks.ts'
import type { Chapter } from './guide-frame.ts'
import { GUIDE, sayInGuide } from './guide-words.ts'

const TOPICS: Record<TopicPath, string> = {
  '/feed.xml': 'the 50 newest reviews as Atom',
  '/api/feed.json': 'the same as JSON Feed',
  '/changes.xml':
    'the 100 latest changes as Atom: every review added, edited, answered or removed, however old',
  '/api/changes.json': 'the same as JSON Feed',
  '/reviews.json': 'the whole dataset',
}

export function describePush({ baseUrl }: RenderContext) {
  const { headings, pages, code } = GUIDE
  const chapters: Chapter[] = [
    {
      anchor: 'topics',
      title: headings.topics,
      content: html`<ul>
${TopicPath.options.map(path => html`<li><a href="${path}">${path}</a>, ${TOPICS[path]}</li>\n`)}</ul>`,
    },
    {
      anchor: 'hub',
      title: headings.hub,
      content: html`<p>Each topic names its hub and its own address in a <code>Link</code> header. Use them exactly as given.</p>
${renderCode(sayInGuide(code.named, { example: code.hub, language: code.curl }), 'sh', `curl -sI ${baseUrl}/feed.xml | grep -i '^link:'`)}`,
    },
    {
      anchor: 'subscribe',
      title: headings.subscribe,
      content: html`<p>Your callback must be reachable over HTTPS on the public internet. Give it an address that nobody can guess.</p>
${renderTabs(subscriptionExample(baseUrl, code.subscription))}
<p>The response is 202. A moment later the hub sends the callback a GET to ask whether you meant it: check <code>hub.topic</code>, and respond
200 with exactly the value of <code>hub.challenge</code>. <code>hub.lease_seconds</code> says how long the subscription lasts: subscribe
again before it ends. To end it early, send the same with <code>hub.mode=unsubscribe</code>.</p>`,
    },
    {
      anchor: 'receive',
      title: headings.receive,
      content: html`<p>After each change the callback gets a POST with the same bytes as a GET of the topic. Respond 2xx at once and work afterwards. A
failed delivery is retried twice; then the subscription ends. The topics <code>/api/changes.json</code> and <code>/changes.xml</code> have the
latest 100 changes: after a larger import, follow <code>next_url</code> or <code>rel="next"</code> until you meet an id that you know. If you
gave a secret, discard whatever is not signed with it:</p>
${renderTabs(signatureExample(code.signature))}`,
    },
    {
      anchor: 'changes',
      title: headings.changes,
      content: html`<p>If you keep a copy, use <a href="/developers/api#getChanges">the change feed</a> instead of downloading everything again. Start
at 0, replace what you hold under <code>review_id</code> with <code>review</code>, and delete it where <code>review</code> is
<code>null</code>. Keep the cursor for next time. If a cursor gets a 400, its log no longer exists: start again at 0.</p>
${renderTabs(copyExample(baseUrl, code.copyOfAll))}`,
    },
  ]
  const intro = html`<p>Feed readers can use the feeds as they are. A program need not poll: it subscribes once to a topic
(<a href="https://www.w3.org/TR/websub/">WebSub</a>) and gets the whole topic after each change.</p>`
  return { title: pages.push, intro, chapters }
}

const CALLBACK = 'https://subscriber.example/reviews?token=4hDk2bVt'

function subscriptionExample(baseUrl: string, name: string): Example {
  const fields = [
    ['hub.mode', 'subscribe'],
    ['hub.topic', `${baseUrl}/api/feed.json`],
    ['hub.callback', CALLBACK],
    ['hub.secret', '9xFq2mRw'],
    ['hub.lease_seconds', '864000'],
  ]
  const quoted = fields.map(([field, value]) => `'${field}': '${value}'`)
  return {
    id: 'tabs-subscription',
    name,
    sh: `curl -s ${baseUrl}${HUB_PATH} \\\n${fields.map(([field, value]) => `  --data-urlencode '${field}=${value}'`).join(' \\\n')}`,
    js: `const form = new URLSearchParams({
  ${quoted.join(',\n  ')},
})
const response = await fetch('${baseUrl}${HUB_PATH}', { method: 'POST', body: form })
console.log(response.status, await response.text())`,
    python: `import urllib.parse, urllib.request

form = urllib.parse.urlencode({
    ${quoted.join(',\n    ')},
})
with urllib.request.urlopen('${baseUrl}${HUB_PATH}', form.encode()) as response:
    print(response.status, response.read().decode())`,
  }
}

const signatureExample = (name: string): Example => ({
  id: 'tabs-signature',
  name,
  js: `import { createHmac, timingSafeEqual } from 'node:crypto'

/** \`body\` as received, byte by byte; \`signature\` is the header X-Hub-Signature. */
export function isGenuine(body, signature, secret) {
  const digest = createHmac('sha256', secret).update(body).digest('hex')
  const expected = Buffer.from(\`sha256=\${digest}\`)
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}`,
  python: `import hashlib, hmac

def is_genuine(body, signature, secret):
    """body as received, in bytes; signature is the header X-Hub-Signature."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest('sha256=' + digest, signature or '')`,
})

const copyExample = (baseUrl: string, name: string): Example => ({
  id: 'tabs-copy',
  name,
  sh: `curl -s '${baseUrl}/api/reviews/changes?cursor=0'`,
  js: `const reviews = new Map()
let cursor = '0'
let page
do {
  const response = await fetch(\`${baseUrl}/api/reviews/changes?cursor=\${cursor}\`)
  if (!response.ok) throw new Error((await response.json()).message)
  page = await response.json()
  for (const { review_id, review } of page.changes)
    if (review) reviews.set(review_id, review)
    else reviews.delete(review_id)
  cursor = page.next_cursor
} while (page.has_more)
console.log(reviews.size, 'reviews; continue from cursor', cursor)`,
  python: `import json, urllib.request

reviews, cursor, has_more = {}, '0', True
while has_more:
    with urllib.request.urlopen('${baseUrl}/api/reviews/changes?cursor=' + cursor) as response:
        page = json.load(response)
    for change in page['changes']:
        if change['review']:
            reviews[change['review_id']] = change['review']
        else:
            reviews.pop(change['review_id'], None)
    cursor, has_more = page['next_cursor'], page['has_more']
print(len(reviews), 'reviews; continue from cursor', cursor)`,
})
