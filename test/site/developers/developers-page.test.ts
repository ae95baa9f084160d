import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, it, type TestContext } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { TOOLS } from '../../../src/mcp/tools.ts'
import type { Review } from '../../../src/model/review.ts'
import { type ApiDescription, endpointsOf } from '../../../src/site/developers/api-description.ts'
import { makeFolder } from '../../kit/folder.ts'
import { execute } from '../../kit/process.ts'
import { business, row } from '../../kit/rows.ts'
import { type Shared, shareService } from '../../kit/shared.ts'

const readPage = async ({ client }: Shared) => (await client.get('/developers')).text
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
        new RegExp(`aria-label="([^"]+)"><pre><code class="language-${language}">(.*?)</code>`, 'gs'),
      ),
    ].map(([, name, text]) => [decode(name!), decode(text!)]),
  )

/** What is told of an endpoint, as text. */
function sectionOf(page: string, operationId: string): string {
  const [, after] = page.split(`<section class="endpoint card" id="${operationId}">`)
  assert.ok(after, operationId)
  return decode(after.split('<section class="endpoint')[0]!.replaceAll(/<[^>]+>/g, ''))
}

/** curl exits with an error where the answer is not 2xx or 3xx. */
async function runShell(t: TestContext, script: string): Promise<string> {
  const { path } = await makeFolder(t)
  const strict = `curl() { command curl --fail-with-body "$@"; }\n${script}`
  return (await execute('bash', ['-euo', 'pipefail', '-c', strict], { cwd: path })).stdout.trim()
}

const runModule = async (code: string) =>
  (await execute(process.execPath, ['--input-type=module', '--eval', code])).stdout.trim()

describe('the page for developers', { concurrency: 2 }, () => {
  const shared = shareService({ business: null })
  const readReviews = async (): Promise<Review[]> => (await shared.client.get('/reviews.json')).json.reviews

  it('The developer page describes every endpoint: method, path, parameters, statuses and an example', async () => {
    const [page, api] = [await readPage(shared), await readApi(shared)]
    const endpoints = endpointsOf(api)
    assert.ok(endpoints.length > 18)
    for (const { operationId, method, path, parameters = [], responses } of endpoints) {
      const section = sectionOf(page, operationId)
      assert.ok(section.includes(`${method.toUpperCase()} ${path}\n`), path)
      for (const { name, description = '' } of parameters)
        assert.ok(section.includes(name) && section.includes(description.replaceAll('`', '')), name)
      for (const status of Object.keys(responses))
        assert.match(section, new RegExp(`^${status}|\\b${status}[,.]`, 'm'), path)
      if (operationId !== 'getTile') assert.match(section, /Example answer/, path)
    }
  })

  it('The developer page lists parameters with their bounds and defaults', async () => {
    const section = sectionOf(await readPage(shared), 'searchReviews')
    assert.match(section, /^ratinginteger, 1 to 5Exact star rating\.$/m)
    assert.match(section, /^sincedateReviews on or after/m)
    assert.match(section, /^querystring, 1 to 500 characters/m)
    assert.match(section, /^limitinteger, 1 to 100; 20 unless given/m)
  })

  it('The developer page describes every field of every object, every tool and every status', async () => {
    const [page, api] = [await readPage(shared), await readApi(shared)]
    for (const [name, { properties = {} }] of Object.entries(api.components.schemas)) {
      const [, after] = page.split(`id="schema-${name}"`)
      const table = decode(after!.split('<h3')[0]!.replaceAll(/<[^>]+>/g, ''))
      for (const field of Object.keys(properties))
        assert.match(table, new RegExp(`^${field}`, 'm'), `${name}.${field}`)
    }
    for (const { name, title } of TOOLS) assert.ok(page.includes(`<code>${name}</code> ${title}`), name)
    const errors = page.split('id="errors"')[1]!.split('<h2')[0]!
    assert.deepEqual(
      [...errors.matchAll(/<dt>(\d+)<\/dt>/g)].map(([, status]) => status),
      [...new Set(endpointsOf(api).flatMap(({ responses }) => Object.keys(responses)))].sort(),
    )
  })

  it('The developer page links only to addresses that exist', async () => {
    const page = await readPage(shared)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    assert.equal(new Set(ids).size, ids.length)
    const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'))
    const links = new Set([...main.matchAll(/href="([^"]+)"/g)].map(([, link]) => decode(link!)))
    for (const link of links)
      if (link.startsWith('#')) assert.ok(ids.includes(link.slice(1)), link)
      else if (link.startsWith('/')) assert.equal((await fetch(shared.url + link)).status, 200, link)
    for (const { operationId } of endpointsOf(await readApi(shared))) assert.ok(links.has(`#${operationId}`))
  })

  it('The forms are plain requests for visitors without JavaScript', async () => {
    const forms = [...(await readPage(shared)).matchAll(/<form class="try-it"([^>]*)>(.*?)<\/form>/gs)]
    const plain = forms.filter(([, attributes]) => !attributes!.endsWith(' hidden'))
    assert.ok(plain.length > 12)
    for (const [, attributes, content] of plain) {
      const inputs = content!.matchAll(/<input type="text" name="([^"]+)"[^>]* value="([^"]*)"/g)
      const query = new URLSearchParams(Array.from(inputs, ([, name, value]) => [name!, decode(value!)]))
      const [, action] = / action="([^"]+)"/.exec(attributes!)!
      const answer = await fetch(`${shared.url}${action}?${query}`)
      assert.equal(answer.status, 200, answer.url)
      assert.equal(
        content!.match(/<input type="text" name/g)?.length ?? 0,
        query.size + (content!.match(/ disabled/g)?.length ?? 0),
      )
    }
  })

  it('The developer page shows commands that work', async t => {
    const commands = codeOf(await readPage(shared), 'sh')
    assert.ok(commands.size >= 7)
    for (const [name, command] of commands) {
      assert.ok(command.startsWith('curl ') && command.includes(shared.url), name)
      assert.notEqual(await runShell(t, command), '', name)
    }
  })

  it('The developer page says what its commands find', async t => {
    const commands = codeOf(await readPage(shared), 'sh')
    const run = (name: string) => runShell(t, commands.get(name)!)
    const { aggregate_rating } = (await shared.client.get('/reviews.json')).json
    assert.equal(await run('All reviews with curl'), String(aggregate_rating.rating_value))
    const found = JSON.parse(await run('Search with curl'))
    const word = /query=(\p{L}+)/u.exec(commands.get('Search with curl')!)![1]!.toLowerCase()
    assert.ok(found.returned > 0)
    for (const { text } of found.reviews) assert.ok(text.toLowerCase().includes(word), text)
    assert.ok(JSON.parse(await run('Reviews since a date with curl')).matched > 0)
    assert.match(await run('A subscription with curl'), /^Accepted/)
    assert.match(await run('The hub of a topic with curl'), /rel="hub"/)
    const { result } = JSON.parse(await run('A call of a tool with curl'))
    assert.ok(result.structuredContent.reviews.length > 0)
  })

  it('The conditional request on the developer page downloads the body once', async t => {
    const command = codeOf(await readPage(shared), 'sh').get('A conditional request with curl')!
    assert.equal(await runShell(t, `${command}\n${command}`), '200\n304')
  })

  it('The developer page shows JavaScript that works', async () => {
    const programs = codeOf(await readPage(shared), 'js')
    const reviews = await readReviews()
    const good = reviews.filter(({ rating }) => rating >= 4)
    const [first, ...lines] = (await runModule(programs.get('Search in JavaScript')!)).split('\n')
    assert.equal(first, `${good.length} reviews with four stars or more`)
    assert.ok(lines[0]!.startsWith(`${good[0]!.rating} ${good[0]!.author} `))
    assert.match(
      await runModule(programs.get('A copy of all reviews in JavaScript')!),
      new RegExp(`^${reviews.length} reviews; go on from cursor \\S+$`),
    )
  })

  it('The developer page shows Python that works', async t => {
    const hasPython = await execute('python3', ['--version']).catch(() => null)
    if (!hasPython) return t.skip('python3 is not installed: the Python on the page was not run')
    const program = codeOf(await readPage(shared), 'python').get('Search in Python')!
    const { stdout } = await execute('python3', ['-c', program])
    assert.match(stdout, /^\d+ reviews with four stars or more\n[45] /)
  })

  it('The signature check on the developer page tells right from wrong', async () => {
    const program = codeOf(await readPage(shared), 'js').get('The check of a signature in JavaScript')!
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(program)}`)
    const body = Buffer.from('{"items":[]}')
    const signature = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`
    assert.equal(isGenuine(body, signature, 'secret'), true)
    assert.equal(isGenuine(body, signature, 'other'), false)
    assert.equal(isGenuine(body, signature.replace(/.$/, 'x'), 'secret'), false)
    assert.equal(isGenuine(body, undefined, 'secret'), false)
  })

  it('The developer page shows valid JSON and client setups with this address', async () => {
    const page = await readPage(shared)
    const texts = [...codeOf(page, 'json').values()]
    assert.ok(texts.length >= 5)
    for (const text of texts) JSON.parse(text)
    const setUps = [...page.matchAll(/aria-label="Set-up of [^"]+"><pre><code[^>]*>([^<]+)/g)]
    assert.ok(setUps.length >= 7)
    for (const [all, text] of setUps) assert.ok(text!.includes(`${shared.url}/mcp`), all)
  })

  it('The developer page and its script are small', async () => {
    const page = await readPage(shared)
    assert.ok(brotliCompressSync(page).length < 45_000)
    const [, script] = /<script type="module" src="([^"]+)"><\/script>/.exec(page)!
    assert.ok(gzipSync((await shared.client.get(script!)).text).length < 2048)
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/)
  })
})

describe('the page for developers of a business without reviews', () => {
  const shared = shareService()

  it('The developer page of a business without reviews shows commands that work', async t => {
    for (const [name, command] of codeOf(await readPage(shared), 'sh'))
      assert.notEqual(await runShell(t, command), '', name)
  })
})

describe('the page for developers of a hostile business', () => {
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

  it('The developer page shows the words of a hostile business as text', async () => {
    const page = await readPage(shared)
    assert.doesNotMatch(page, /<script(?! type="module" src="\/assets\/)|<img|javascript:/)
    assert.ok(
      page.includes('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&gt;&lt;img src=x onerror=alert(2)&gt;'),
    )
    assert.ok(codeOf(page, 'html').get('The badge in HTML')!.includes('alt="Reviews of &lt;script&gt;'))
  })

  it('The commands for a hostile business run nothing else', async t => {
    for (const [name, command] of codeOf(await readPage(shared), 'sh'))
      assert.notEqual(await runShell(t, command), '', name)
  })
})
