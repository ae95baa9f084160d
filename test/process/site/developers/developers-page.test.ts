import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { TOOLS } from '../../../../src/mcp/tools.ts'
import type { Review } from '../../../../src/model/review.ts'
import { type ApiDescription, endpointsOf } from '../../../../src/site/developers/schema-tables.ts'
import { makeFolder } from '../../../kit/folder.ts'
import { execute } from '../../../kit/process.ts'
import { business, row } from '../../../kit/rows.ts'
import { type Shared, shareService } from '../../../kit/shared.ts'

const PAGES = [
  '/developers',
  '/developers/api',
  '/developers/agents',
  '/developers/push',
  '/developers/embed',
] as const

const readPage = async ({ client }: Shared, path: (typeof PAGES)[number]) =>
  (await client.get(path)).text
/** All pages of the guide, one after the other. */
const readGuide = async (shared: Shared) =>
  (await Promise.all(PAGES.map(path => readPage(shared, path)))).join('\n')
const readApi = async ({ client }: Shared): Promise<ApiDescription> =>
  (await client.get('/.well-known/openapi.json')).json

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const decode = (text: string) => text.replaceAll(/&\w+;|&#39;/g, entity => ENTITIES[entity]!)

/** The code that stands on the page in a language, by its name. */
const codeOf = (page: string, language: string) =>
  new Map(
    [
      ...page.matchAll(
        new RegExp(
          `aria-label="([^"]+)"><pre><code class="language-${language}">(.*?)</code>`,
          'gs',
        ),
      ),
    ].map(([, name, text]) => [decode(name!), decode(text!)]),
  )

/** What is told of an endpoint, as text; its form is in a template. */
function sectionOf(page: string, operationId: string): string {
  const [before, after] = page.split(`<div id="${operationId}">`)
  assert.ok(after, operationId)
  const summary = before!.slice(before!.lastIndexOf('<summary>'))
  const content = after.split('<details class="endpoint')[0]!.split('<template>')[0]!
  return decode(`${summary}${content}`.replaceAll(/<[^>]+>/g, ''))
}

/** curl exits with an error where the answer is not 2xx or 3xx. */
async function runShell(t: TestContext, script: string): Promise<string> {
  const { path } = await makeFolder(t)
  const strict = `curl() { command curl --fail-with-body "$@"; }\n${script}`
  return (await execute('bash', ['-euo', 'pipefail', '-c', strict], { cwd: path })).stdout.trim()
}

const runModule = async (code: string) =>
  (await execute(process.execPath, ['--input-type=module', '--eval', code])).stdout.trim()

describe('the guide for developers', { concurrency: 2 }, () => {
  const shared = shareService({ business: null })
  const readReviews = async (): Promise<Review[]> =>
    (await shared.client.get('/reviews.json')).json.reviews

  it('The page about the API describes every endpoint: method, path, parameters, statuses and an example', async () => {
    const [page, api] = [await readPage(shared, '/developers/api'), await readApi(shared)]
    const endpoints = endpointsOf(api)
    assert.ok(endpoints.length > 18)
    for (const { operationId, method, path, parameters = [], responses } of endpoints) {
      const section = sectionOf(page, operationId)
      assert.ok(section.includes(`${method.toUpperCase()} ${path}\n`), path)
      for (const { name, description = '' } of parameters)
        assert.ok(section.includes(name) && section.includes(description.replaceAll('`', '')), name)
      for (const status of Object.keys(responses))
        assert.match(section, new RegExp(`^${status}|\\b${status}[,.]`, 'm'), path)
      if (operationId !== 'getTile') assert.match(section, /Example response/, path)
    }
  })

  it('The page about the API lists parameters with their bounds and defaults', async () => {
    const section = sectionOf(await readPage(shared, '/developers/api'), 'searchReviews')
    assert.match(section, /^ratinginteger, 1 to 5Exact star rating\.$/m)
    assert.match(section, /^sincedateOn or after/m)
    assert.match(section, /^querystring, 1 to 500 characters/m)
    assert.match(section, /^limitinteger, 1 to 100; 20 by default/m)
  })

  it('The guide describes every field of every object, every tool and every status', async () => {
    const [page, api] = [await readPage(shared, '/developers/api'), await readApi(shared)]
    for (const [name, { properties = {} }] of Object.entries(api.components.schemas)) {
      const [, after] = page.split(`id="schema-${name}"`)
      const table = decode(after!.split('<summary>')[0]!.replaceAll(/<[^>]+>/g, ''))
      for (const field of Object.keys(properties))
        assert.match(table, new RegExp(`^${field}`, 'm'), `${name}.${field}`)
    }
    const agents = await readPage(shared, '/developers/agents')
    for (const { name, title } of TOOLS)
      assert.ok(agents.includes(`<code>${name}</code> ${title}`), name)
    const errors = page.split('<h2 id="errors"')[1]!.split('<h2')[0]!
    assert.deepEqual(
      [...errors.matchAll(/<dt>(\d+)<\/dt>/g)].map(([, status]) => status),
      [...new Set(endpointsOf(api).flatMap(({ responses }) => Object.keys(responses)))].sort(),
    )
  })

  it('The guide links only to addresses and anchors that exist', async () => {
    const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    for (const path of PAGES) {
      const page = await readPage(shared, path)
      const ids = idsOf(page)
      assert.equal(new Set(ids).size, ids.length, path)
      const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
      const links = new Set([...main.matchAll(/href="([^"]+)"/g)].map(([, link]) => decode(link!)))
      for (const link of links) {
        if (!/^[/#]/.test(link)) continue
        const { pathname, hash, search } = new URL(link, shared.url + path)
        const response = await fetch(`${shared.url}${pathname}${search}`)
        assert.equal(response.status, 200, link)
        if (hash)
          assert.ok(idsOf(await response.text()).includes(hash.slice(1)), `${path}: ${link}`)
        else await response.arrayBuffer()
      }
    }
  })

  it('Every page of the guide leads to every other, is in the sitemap and exists as Markdown', async () => {
    const sitemap = (await shared.client.get('/sitemap-pages.xml')).text
    for (const path of PAGES) {
      const page = await readPage(shared, path)
      const menu = page.split('<nav class="guide-menu"')[1]!.split('</nav>')[0]!
      for (const other of PAGES) assert.ok(menu.includes(`href="${other}"`), `${path} to ${other}`)
      assert.match(menu, new RegExp(`href="${path}" aria-current="page"`))
      assert.ok(sitemap.includes(`<loc>${shared.url}${path}</loc>`), path)
      const { status, text } = await shared.client.get(`${path}.md`)
      assert.equal(status, 200, path)
      assert.match(text, /^# \S/m)
      assert.match(text, /^```$/m)
    }
  })

  it('Anchors of the time when the guide was one page still have a place on its first page', async () => {
    const ids = new Set(
      [...(await readPage(shared, '/developers')).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
    )
    for (const anchor of 'quickstart endpoints agents push changes errors limits embed model'.split(
      ' ',
    ))
      assert.ok(ids.has(anchor), anchor)
  })

  it('Every endpoint that can be read has a link to an example, for visitors without JavaScript', async () => {
    const page = await readPage(shared, '/developers/api')
    const links = [...page.matchAll(/<p>Example request: <a href="([^"]+)">/g)].map(
      ([, link]) => link!,
    )
    const readable = endpointsOf(await readApi(shared)).filter(({ method }) => method === 'get')
    assert.equal(links.length, readable.length)
    for (const link of links)
      assert.equal((await fetch(shared.url + decode(link))).status, 200, link)
  })

  it('The guide shows commands that work', async t => {
    const commands = codeOf(await readGuide(shared), 'sh')
    assert.ok(commands.size >= 9)
    for (const [name, command] of commands) {
      assert.ok(command.startsWith('curl ') && command.includes(shared.url), name)
      assert.notEqual(await runShell(t, command), '', name)
    }
  })

  it('The guide shows every example in curl, JavaScript and Python', async () => {
    const guide = await readGuide(shared)
    const examples = (language: string, title: string) =>
      [...codeOf(guide, language).keys()]
        .filter(name => name.endsWith(` (${title})`))
        .map(name => name.split(' (')[0]!)
    const inPython = examples('python', 'Python').sort()
    assert.equal(inPython.length, 8)
    assert.deepEqual(examples('js', 'JavaScript').sort(), inPython)
    // A signature is checked in a program, and a hub is found in a header.
    assert.deepEqual(
      [...examples('sh', 'curl'), 'Checking a signature']
        .filter(name => !/^(?:The hub|An oEmbed)/.test(name))
        .sort(),
      inPython,
    )
  })

  it('The guide says what its commands find', async t => {
    const commands = codeOf(await readGuide(shared), 'sh')
    const run = (name: string) => runShell(t, commands.get(`${name} (curl)`)!)
    const { aggregate_rating } = (await shared.client.get('/reviews.json')).json
    assert.deepEqual(JSON.parse(await run('The average rating')).aggregate_rating, aggregate_rating)
    const found = JSON.parse(await run('A search'))
    const word = /query=(\p{L}+)/u.exec(commands.get('A search (curl)')!)![1]!.toLowerCase()
    assert.ok(found.returned > 0)
    for (const { text } of found.reviews) assert.ok(text.toLowerCase().includes(word), text)
    const [, month] = /since=(\d{4}-\d\d)-01/.exec(
      commands.get('The reviews of one month (curl)')!,
    )!
    const ofMonth = (await readReviews()).filter(({ date }) => date.startsWith(month!))
    assert.ok(ofMonth.length > 0)
    assert.equal(JSON.parse(await run('The reviews of one month')).matched, ofMonth.length)
    assert.match(await run('A subscription'), /^Accepted/)
    assert.match(await run('The hub of a topic'), /rel="hub"/)
    const { result } = JSON.parse(await run('A tool call'))
    assert.ok(result.structuredContent.reviews.length > 0)
    assert.ok(JSON.parse(await run('A copy of all reviews')).changes.length > 0)
  })

  it('The conditional request in the guide downloads the body once', async t => {
    const command = codeOf(await readPage(shared, '/developers'), 'sh').get(
      'A conditional request (curl)',
    )!
    assert.equal(await runShell(t, `${command}\n${command}`), '200\n304')
  })

  /** What the programs of the guide print, in JavaScript and in Python alike. */
  async function checkPrinted(run: (name: string) => Promise<string>): Promise<void> {
    const reviews = await readReviews()
    const { aggregate_rating } = (await shared.client.get('/rating.json')).json
    const { rating_value, review_count } = aggregate_rating
    assert.equal(await run('The average rating'), `${rating_value} from ${review_count} reviews`)
    assert.match(await run('A search'), /^\d+ reviews match\n[1-5] /)
    assert.match(await run('The reviews of one month'), /^\d+ reviews match\n[1-5] /)
    assert.equal(await run('A conditional request'), 'nothing new')
    assert.match(await run('A subscription'), /^202 Accepted/)
    assert.match(
      await run('A copy of all reviews'),
      new RegExp(`^${reviews.length} reviews; continue from cursor \\S+$`),
    )
    assert.match(await run('A tool call'), /owner_reply/)
  }

  it('The guide shows JavaScript that works', async () => {
    const programs = codeOf(await readGuide(shared), 'js')
    await checkPrinted(name => runModule(programs.get(`${name} (JavaScript)`)!))
  })

  it('The guide shows Python that works', async () => {
    const programs = codeOf(await readGuide(shared), 'python')
    await checkPrinted(async name => {
      const { stdout } = await execute('python3', ['-c', programs.get(`${name} (Python)`)!])
      return stdout.trim()
    })
  })

  const BODY = '{"items":[]}'
  const SIGNATURE = `sha256=${createHmac('sha256', 'secret').update(BODY).digest('hex')}`

  it('The signature check in JavaScript tells right from wrong', async () => {
    const program = codeOf(await readPage(shared, '/developers/push'), 'js').get(
      'Checking a signature (JavaScript)',
    )!
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(program)}`)
    const body = Buffer.from(BODY)
    assert.equal(isGenuine(body, SIGNATURE, 'secret'), true)
    assert.equal(isGenuine(body, SIGNATURE, 'other'), false)
    assert.equal(isGenuine(body, SIGNATURE.replace(/.$/, 'x'), 'secret'), false)
    assert.equal(isGenuine(body, undefined, 'secret'), false)
  })

  it('The signature check in Python tells right from wrong', async () => {
    const program = codeOf(await readPage(shared, '/developers/push'), 'python').get(
      'Checking a signature (Python)',
    )!
    const calls = [
      `'${SIGNATURE}', 'secret'`,
      `'${SIGNATURE}', 'other'`,
      `'${SIGNATURE}x', 'secret'`,
      `None, 'secret'`,
    ]
    const checks = calls.map(call => `is_genuine(b'${BODY}', ${call})`).join(', ')
    const { stdout } = await execute('python3', ['-c', `${program}\nprint(${checks})`])
    assert.equal(stdout.trim(), 'True False False False')
  })

  it('The guide shows valid JSON and client setups with this address', async () => {
    const guide = await readGuide(shared)
    const texts = [...codeOf(guide, 'json').values()]
    assert.ok(texts.length >= 5)
    for (const text of texts) JSON.parse(text)
    const setUps = [...guide.matchAll(/aria-label="Setup for [^"]+"><pre><code[^>]*>([^<]+)/g)]
    assert.ok(setUps.length >= 7)
    for (const [all, text] of setUps) assert.ok(text!.includes(`${shared.url}/mcp`), all)
  })

  it('The pages of the guide and their scripts are small', async () => {
    const guide = await readGuide(shared)
    for (const path of PAGES) {
      const page = await readPage(shared, path)
      assert.ok(
        brotliCompressSync(page).length < (path === '/developers/api' ? 22_000 : 5_000),
        path,
      )
    }
    const scripts = new Set(
      [...guide.matchAll(/(?:src|modulepreload" href)="(\/assets\/[^"]+)"/g)].map(
        ([, path]) => path!,
      ),
    )
    assert.equal(scripts.size, 1)
    const codes = await Promise.all(
      [...scripts].map(async path => (await shared.client.get(path)).text),
    )
    assert.ok(codes.reduce((sum, code) => sum + gzipSync(code).length, 0) < 3_500)
    assert.doesNotMatch(guide, /<style|\sstyle=|\son\w+=/)
  })
})

describe('the guide for developers of a business without reviews', () => {
  const shared = shareService()

  it('The guide of a business without reviews shows commands that work', async t => {
    for (const [name, command] of codeOf(await readGuide(shared), 'sh'))
      assert.notEqual(await runShell(t, command), '', name)
  })
})

describe('the guide for developers of a hostile business', () => {
  const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>'$(exit 9)\``
  const shared = shareService({
    business: {
      ...business,
      name: HOSTILE,
      license: HOSTILE,
      technicians: [{ name: HOSTILE, aliases: ['Rosa'] }],
      services: [{ id: 'drain_cleaning', label: HOSTILE, aliases: ['drain'] }],
    },
    rows: [row({ author: HOSTILE, text: `${HOSTILE} Rosa cleaned the drain.` })],
  })

  it('The guide shows the words of a hostile business as text', async () => {
    const guide = await readGuide(shared)
    assert.doesNotMatch(
      guide,
      /<script(?! type="(?:module" src="\/assets\/|application\/ld\+json">))|<img|javascript:/,
    )
    assert.ok(
      guide.includes(
        '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x onerror=alert(2)&gt;',
      ),
    )
    assert.ok(codeOf(guide, 'html').get('The badge in HTML')!.includes('alt="&lt;script&gt;'))
  })

  it('The commands for a hostile business run nothing else', async t => {
    for (const [name, command] of codeOf(await readGuide(shared), 'sh'))
      assert.notEqual(await runShell(t, command), '', name)
  })
})
