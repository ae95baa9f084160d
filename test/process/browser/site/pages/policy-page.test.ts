import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { localeOf } from '../../../../../src/locale/locale.ts'
import { WithholdReason } from '../../../../../src/model/change.ts'
import type { KnownReview } from '../../../../../src/model/record.ts'
import type { Review } from '../../../../../src/model/review.ts'
import { system } from '../../../../../src/model/system.ts'
import { openStore } from '../../../../../src/store/open-store.ts'
import type { StoreWriter } from '../../../../../src/store/store.ts'
import { borrowPage, type WindowOptions } from '../../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { business, rows } from '../../../../kit/rows.ts'
import { startTestService, type TestService, until } from '../../../../kit/service.ts'
import { shareService } from '../../../../kit/shared.ts'
import { startTestWebServer } from '../../../../kit/web-server.ts'

/** What an owner does about reviews by their number; readers see it when this returns. */
async function manage(
  { url, folder }: TestService,
  work: (writer: StoreWriter, find: (number: number) => Promise<KnownReview>) => Promise<void>,
): Promise<void> {
  const size = await sizeOf(url)
  const { reviews } = (await (await fetch(`${url}/reviews.json`)).json()) as { reviews: Review[] }
  const idOf = (number: number) =>
    reviews.find(({ text }) => text === `Review number ${number}.`)!.id
  const store = await openStore(folder.databaseUrl, system)
  await store.write(writer => work(writer, async number => (await writer.find(idOf(number)))!))
  await store.close()
  await until(async () => (await sizeOf(url)) > size)
}

const sizeOf = async (url: string) =>
  Number((await (await fetch(`${url}/log/checkpoint`)).text()).split('\n')[1])

/** The tables as a reader sees them: what the row says and its number. */
const rowsOf = (page: string) =>
  Object.fromEntries(
    [
      ...page.matchAll(
        /<th scope="row">([^<]+)<\/th><td>(?:<a[^>]*>)?([^<]+)(?:<\/a>)?<\/td><\/tr>/g,
      ),
    ].map(([, name, count]) => [name, count]),
  )

const scriptsOf = (page: string) =>
  [...page.matchAll(/<script type="module" src="([^"]+)">/g)].map(([, path]) => path!)

describe('the policy page', () => {
  const shared = shareService({
    business: {
      ...business,
      name: '<b>Tom & Co',
      verification_policy: 'We check <i>every</i> invoice.',
      language: 'en-GB',
    },
    rows: rows(20),
  })
  const readPage = async () => (await shared.client.get('/policy')).text

  before(() =>
    manage(shared.service, async (writer, find) => {
      await writer.withhold(await find(1), 'fake_reported')
      await writer.withhold(await find(2), 'personal_data')
      await writer.withhold(await find(3), 'personal_data')
      await writer.remove((await find(4)).id)
      await writer.erase(await find(5))
    }),
  )

  it('The policy page states the policy of the business, as text in its own language', async () => {
    const page = await readPage()
    assert.match(page, /<title>Can you trust the reviews about &lt;b&gt;Tom &amp; Co\?<\/title>/)
    assert.match(page, / lang="en-GB">We check &lt;i&gt;every&lt;\/i&gt; invoice\.</)
  })

  it('The policy page accounts for every review and gives every reason', async () => {
    assert.deepEqual(rowsOf(await readPage()), {
      'On the page': '15',
      'Removed; the business says they are no longer on the site where they were posted': '1',
      'Erased on request': '1',
      'Removed by the business': '3',
      'Total published': '20',
      'Spam or advertising': '0',
      'Not about this business': '0',
      'Contains personal data': '2',
      'Unlawful content': '0',
      'Believed to be fake, and reported': '1',
      'Duplicate of another review': '0',
      'The business no longer ties it to a customer or a site': '0',
      'Total removed': '3',
    })
  })

  it('The policy page shows how many were removed with each number of stars, beside those still shown', async () => {
    const page = await readPage()
    for (const stars of [1, 2, 3, 4, 5])
      assert.match(
        page,
        new RegExp(
          `<th scope="row">${stars}</th><td>1</td><td><a href="/reviews\\?rating=${stars}">3</a></td></tr>`,
        ),
      )
  })

  it('The policy page says what the log cannot show, in the words of the documents', async () => {
    const page = await readPage()
    const trust = readFileSync(new URL('../../../../../docs/trust.md', import.meta.url), 'utf8')
    for (const limit of Object.values(localeOf('en-US').words.trust.limit)) {
      assert.ok(page.includes(limit))
      assert.ok(trust.replaceAll('**', '').includes(limit), limit)
    }
  })

  it('The policy page says that a rating is never a reason', async () => {
    assert.match(
      await readPage(),
      /The business can remove a review only for one of these reasons\. Its rating is not one of them\./,
    )
    assert.ok(!WithholdReason.options.some(reason => /rating|star/.test(reason)))
  })

  it('The policy page says first how many of the published reviews are still there', async () => {
    assert.match(
      await readPage(),
      /<\/h1>\n<p class="lead"><a href="\/reviews">15<\/a> of the 20 reviews published here since \w+ \d+, \d{4} are still on the page\. 5 have been removed: <a href="#fates">see why<\/a>\.<\/p>/,
    )
  })

  it('The policy page says whose word each level is, without a tick', async () => {
    const page = await readPage()
    assert.match(
      page,
      /<dt><span>The business says: customer<\/span> <span class="number"><a href="\/reviews\?verification=transaction">0<\/a> reviews</,
    )
    assert.match(
      page,
      /<dt><span>Invited by the business<\/span> <span class="number"><a href="\/reviews\?verification=invited">0<\/a> reviews</,
    )
    assert.match(
      page,
      /<dt><span>The business says: posted on another site<\/span> <span class="number"><a href="\/reviews\?verification=platform">15<\/a> reviews</,
    )
    assert.match(
      page,
      /Nobody here has opened it there, or knows whether its author was a customer\./,
    )
    assert.doesNotMatch(page, /✓|class="verified"/)
  })

  it('The policy page never shows a code or claims that a platform verified a review', async () => {
    for (const path of ['/policy', '/policy.md', '/', '/reviews', '/feed.xml', '/badge.svg']) {
      const { text } = await shared.client.get(path)
      assert.doesNotMatch(
        text,
        /verified by|vouch|fake.reported|by its author|verified reviews/i,
        path,
      )
    }
  })

  it('The drawing of the log has a text in its place', async () => {
    assert.match(
      await readPage(),
      /<svg class="drawing" [^>]*role="img" aria-label="A drawing of three steps: /,
    )
    assert.match((await shared.client.get('/policy.md')).text, /A drawing of three steps: /)
  })

  it('The policy page says how large the log is, where it is, and how to verify it without our software', async () => {
    const page = await readPage()
    assert.match(page, /The public log has 25 entries, the latest from \w{3} \d{1,2}, 20\d\d\./)
    assert.match(page, /<h3 id="guide">Check without our software<\/h3>/)
    assert.doesNotMatch(page, /npx /)
    const links = [...page.matchAll(/href="([^"#][^"]*)"/g)].map(([, link]) => link!)
    for (const link of [
      '/log/checkpoint',
      '/log/key',
      '/log/openings.json',
      '/api/reviews/changes',
    ])
      assert.ok(links.includes(link), link)
    for (const link of links)
      assert.equal((await fetch(new URL(link, shared.url))).status, 200, link)
  })

  it('The script of the policy page is one small compressed file that caches may keep, and nothing is inline', async () => {
    const page = await readPage()
    assert.doesNotMatch(
      page,
      /<script(?! type="module" src="\/assets\/site\/browser\/verify-button\.[0-9a-f]{12}\.js"><\/script>| type="application\/ld\+json">)|\son\w+=|<style|\sstyle=|modulepreload/,
    )
    const [path, ...others] = scriptsOf(page)
    assert.deepEqual(others, [])
    const { headers, text } = await shared.client.get(path!, { 'accept-encoding': 'gzip' })
    assert.equal(headers.get('content-type'), 'text/javascript; charset=utf-8')
    assert.equal(headers.get('content-encoding'), 'gzip')
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.doesNotMatch(text, /\.ts'|: Uint8Array\b|^import |^export /m)
    const { status } = await shared.client.get(path!, { 'if-none-match': headers.get('etag')! })
    assert.equal(status, 304)
    const bytes = gzipSync(text).length
    assert.ok(bytes > 10_000 && bytes < 15_000, `${bytes} bytes`)
  })
})

describe('the policy page of a business whose reviews were all sent to it', () => {
  const shared = shareService({
    rows: rows(3, () => ({ source: 'direct', verification: { level: 'invited' } })),
  })

  it('The policy page of a business whose reviews were all sent to it compares nothing with other sites', async () => {
    const page = (await shared.client.get('/policy')).text
    assert.doesNotMatch(page, /id="sources"|<ul>\s*<\/ul>/)
  })
})

describe('the policy page of a published version', () => {
  const shared = shareService({
    rows: rows(1),
    settings: { verifyPackage: '@acme/firsthand@1.2.3' },
  })

  it('The policy page prints the command that verifies the log, with its package and version', async () => {
    const { text } = await shared.client.get('/policy')
    assert.match(text, /<code>npx @acme\/firsthand@1\.2\.3 verify http:\/\/localhost:\d+<\/code>/)
    assert.match(text, /<h3 id="guide">/)
    assert.match(
      text,
      /<p class="lead">The only review published here since \w+ \d+, \d{4} is still on the page\.<\/p>/,
    )
  })
})

describe('the check in the browser', { concurrency: 2 }, () => {
  const shared = shareBrowser()
  const honest = shareService({ rows: rows(300) })

  /** A reader of her own, with what went wrong in her console. */
  async function visit(t: TestContext, url: string, options: WindowOptions = {}) {
    const page = await borrowPage(t, shared.browser, options)
    const faults: string[] = []
    page.on('pageerror', error => faults.push(error.message))
    page.on('console', message => {
      faults.push(message.text())
    })
    await page.goto(`${url}/policy`)
    return { page, faults }
  }

  const readPin = (page: Page) => page.evaluate(`localStorage.getItem('firsthand-pin')`)
  const setPin = (page: Page, text: string) =>
    page.evaluate(`localStorage.setItem('firsthand-pin', '${text}')`)

  /** Clicks, and returns what is said in the end and how it is marked. */
  async function check(page: Page): Promise<{ mark: string; said: string }> {
    await page.getByRole('button', { name: 'Verify in your browser' }).click()
    const outcome = page.locator('.outcome:is(.passed, .failed, .unknown)')
    await outcome.waitFor()
    const mark = (await outcome.getAttribute('class'))!.replace('outcome ', '')
    return { mark, said: await outcome.innerText() }
  }

  async function assertSays(page: Page, mark: string, ...sentences: RegExp[]): Promise<void> {
    const outcome = await check(page)
    assert.equal(outcome.mark, mark, outcome.said)
    for (const sentence of sentences) assert.match(outcome.said, sentence)
  }

  const KEPT_HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'etag']

  /** Stands before a service, and changes what it says. */
  async function startLiar(
    t: TestContext,
    change: (path: string, body: Buffer) => Buffer | string | number,
  ) {
    const { url } = await startTestWebServer(t, async (incoming, outgoing) => {
      const answer = await fetch(honest.url + incoming.url)
      const changed = change(incoming.url!.split('?')[0]!, Buffer.from(await answer.arrayBuffer()))
      if (changed === 0) return void outgoing.destroy()
      if (typeof changed === 'number')
        return void outgoing.writeHead(changed, { 'retry-after': '1' }).end()
      const kept = KEPT_HEADERS.map(name => [name, answer.headers.get(name) ?? ''])
      outgoing.writeHead(answer.status, Object.fromEntries(kept)).end(changed)
    })
    return url
  }

  it('The check in the browser passes an honest service, and then finds that nothing changed', async t => {
    const { page, faults } = await visit(t, honest.url)
    await assertSays(
      page,
      'passed',
      /^The data matches its public log\. Checked in this browser on \w+ \d+, \d{4}, .+\.$/m,
      /^300 published, 300 on the page, 0 removed by the business, 0 removed because, the business says, they are no longer on the original site, 0 erased/m,
      /^Every review in the data says what the log recorded, and none is missing\.$/m,
      /^9 pages, the home page and others chosen at random, were sent to this check with what the data says\.$/m,
      /^No page was seen as visitors see it: a site can hide reviews there that are in its data\.$/m,
      /^The log has 300 entries\. This is the first check in this browser\. /m,
    )
    await assertSays(
      page,
      'passed',
      /^The log has 300 entries\. Nothing in it has changed since the last check in this browser\.$/m,
    )
    await page.reload()
    await assertSays(page, 'passed', /300 on the page/, /Nothing in it has changed since/)
    assert.match(
      await page.locator('[role=status]').innerText(),
      /^The data matches its public log\. Checked in this browser on [^.]+\.$/,
    )
    assert.deepEqual(faults, [])
  })

  it('The check in the browser says nothing about pages where there are no reviews', async t => {
    const service = await startTestService(t)
    const { page } = await visit(t, service.url)
    const { mark, said } = await check(page)
    assert.equal(mark, 'passed', said)
    assert.doesNotMatch(said, /what the data says/)
    assert.match(said, /^No page was seen as visitors see it/m)
  })

  it('The check in the browser requests one script and no others', async t => {
    const { page } = await visit(t, honest.url)
    const told = scriptsOf(await page.content())
    const scripts = await page.evaluate(
      `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname).filter(path => path.endsWith('.js'))`,
    )
    assert.equal(told.length, 1)
    assert.deepEqual([...new Set(scripts as string[])].sort(), told.sort())
  })

  it('The check in the browser reports how the log has grown, and the new counts', async t => {
    const service = await startTestService(t, { rows: rows(5) })
    const { page, faults } = await visit(t, service.url)
    await assertSays(page, 'passed', /5 published, 5 on the page/)
    await manage(service, async (writer, find) => writer.withhold(await find(3), 'spam'))
    await assertSays(
      page,
      'passed',
      /^5 published, 4 on the page, 1 removed by the business, /m,
      /^The log has 6 entries\. It has grown by 1 entry since the last check in this browser, and nothing before/m,
    )
    assert.deepEqual(faults, [])
  })

  it('The check in the browser finds a rating that was improved', async t => {
    const url = await startLiar(t, (path, body) =>
      path === '/reviews.json' ? body.toString().replace('"rating":1', '"rating":5') : body,
    )
    const { page, faults } = await visit(t, url)
    await assertSays(
      page,
      'failed',
      /^NOT VERIFIED\. A review does not say what the log recorded\.$/m,
      /^Review \w{26} does not say what entry \d+ of the log recorded/m,
    )
    assert.equal(await readPin(page), null)
    assert.deepEqual(faults, [])
  })

  it('The check in the browser finds a changed byte in the log, even when it saw the right one before', async t => {
    let isLying = false
    const url = await startLiar(t, (path, body) => {
      if (isLying && path.startsWith('/log/tile/entries/001'))
        body.write('7', body.indexOf('"revision":1') + 11)
      return body
    })
    const { page } = await visit(t, url)
    await assertSays(page, 'passed')
    isLying = true
    await assertSays(
      page,
      'failed',
      /^NOT VERIFIED\. The log does not contain what was signed/,
      /^Entry 257 of the log is not what was signed/m,
    )
  })

  it('The check in the browser notices that the log is a different one than last time', async t => {
    const key = (await (await fetch(`${honest.url}/log/key`)).text()).trim()
    const root = `${'A'.repeat(43)}=`
    const stranger = `localhost/log+00000000+${Buffer.from([1, ...Buffer.alloc(32)]).toString('base64')}`
    const pins: [pin: unknown, says: RegExp][] = [
      [
        { key, size: 200, root },
        /^The first 200 entries of the log are not those of the last check/m,
      ],
      [{ key, size: 301, root }, /^The log has 300 entries, but at the last check it had 301/m],
      [
        { key: stranger, size: 1, root },
        /^NOT VERIFIED\. The log is signed with another key than at the last check/,
      ],
    ]
    const { page, faults } = await visit(t, honest.url)
    for (const [pin, says] of pins) {
      const text = JSON.stringify(pin)
      await setPin(page, text)
      await assertSays(
        page,
        'failed',
        /^NOT VERIFIED\. The log is /,
        says,
        /^To start over .* clear the data of this site in your browser\.$/m,
      )
      assert.equal(await readPin(page), text)
    }
    assert.deepEqual(faults, [])
  })

  it('The check in the browser blames nobody when it cannot read what it stored', async t => {
    const { page, faults } = await visit(t, honest.url)
    for (const text of ['', '{', 'null', '7', '{"key":"k","size":"many","root":""}']) {
      await setPin(page, text)
      await assertSays(
        page,
        'unknown',
        /What this browser kept from the last check cannot be read\./,
        /^To start over/m,
      )
      assert.equal(await readPin(page), text)
    }
    assert.deepEqual(faults, [])
  })

  it('The check in the browser also runs where the browser stores nothing, and says so', async t => {
    const { page, faults } = await visit(t, honest.url)
    await using _forbidding = await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('forbidden') } })`,
    )
    await page.reload()
    for (const _ of [1, 2])
      await assertSays(
        page,
        'passed',
        /300 on the page/,
        /This browser keeps nothing for this page/,
      )
    assert.deepEqual(faults, [])
  })

  it('The check in the browser waits when it is told to slow down, and says so', async t => {
    let refusals = 1
    const url = await startLiar(t, (path, body) =>
      path === '/reviews.json' && refusals-- > 0 ? 429 : body,
    )
    const { page, faults } = await visit(t, url)
    const outcome = assertSays(page, 'passed', /300 on the page/)
    await page.getByText('continuing in 1 second.').waitFor()
    await outcome
    assert.equal(refusals, -1)
    assert.match(faults.join(), /^[^,]*429[^,]*$/)
  })

  it('The check in the browser blames nobody when the service fails halfway', async t => {
    for (const [broken, says] of [
      [0, /There is no connection, or it broke off\./],
      [500, /The response was 500\./],
    ] as const) {
      const url = await startLiar(t, (path, body) => (path === '/reviews.json' ? broken : body))
      const { page } = await visit(t, url)
      await assertSays(
        page,
        'unknown',
        /^The check could not be completed\. Something that the check needs could not be read\.$/m,
        /^\/reviews\.json /m,
        says,
      )
    }
  })

  it('The check in the browser says that it needs a page served over HTTPS', async t => {
    const page = await borrowPage(t, shared.browser)
    await page.route('http://reviews.example/**', async route => {
      const { pathname } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: honest.url + pathname }) })
    })
    await page.goto('http://reviews.example/policy')
    await assertSays(page, 'unknown', /only on pages loaded over https\./)
  })

  it('The check is not offered without JavaScript, and the page shows the rest', async t => {
    const { page, faults } = await visit(t, honest.url, { javaScriptEnabled: false })
    assert.equal(await page.getByRole('button').count(), 0)
    const text = await page.locator('main').innerText()
    assert.match(text, /^Total published\s+300$/m)
    assert.match(text, /needs JavaScript, which is switched off here/)
    assert.match(text, /^Check without our software$/m)
    assert.deepEqual(faults, [])
  })

  it('The policy page fits on a small screen', async t => {
    const { page } = await visit(t, honest.url)
    await page.setViewportSize({ width: 360, height: 640 })
    await check(page)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
  })
})
