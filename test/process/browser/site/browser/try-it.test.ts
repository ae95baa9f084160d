import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Locator, Page, Request } from 'playwright-core'
import { borrowPage, type WindowOptions } from '../../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { loadAxe, unfold } from '../../../../kit/look.ts'
import { business, row, rows } from '../../../../kit/rows.ts'
import { until } from '../../../../kit/service.ts'
import { share } from '../../../../kit/share.ts'
import { shareDemo, shareService } from '../../../../kit/shared.ts'

/** Clicks within the page, where all is folded: with every form in sight, each step of a visitor takes longer than the one before. */
// biome-ignore lint/suspicious/noExplicitAny: it runs in the page
const SEND_EXAMPLES = (buttons: any[]) => {
  for (const button of buttons) {
    const endpoint = button.closest('[id]')
    button.click()
    endpoint.querySelector('form button').click()
  }
}
// biome-ignore lint/suspicious/noExplicitAny: it runs in the page
const START_AGAIN = (form: any) => {
  form.reset()
  form.querySelector('output').replaceChildren()
  form.dispatchEvent(new Event('input'))
}
// biome-ignore lint/suspicious/noExplicitAny: it runs in the page
const OPEN_LANGUAGES = (all: any[]) => all.map(one => one.dataset.language as string)

/** What needs a callback or a secret of one's own has no form. */
const NOT_TRIED = ['subscribe', 'askAboutOwnSubscription']

const browsing = shareBrowser()

describe('the forms in the guide for developers', () => {
  const demo = shareDemo()

  async function visit(t: TestContext, options: WindowOptions = {}, path = '/developers/api') {
    const page = await borrowPage(t, browsing.browser, options)
    const faults: string[] = []
    page.on('pageerror', error => faults.push(error.message))
    page.on('dialog', dialog => {
      faults.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(demo.url + path)
    return { page, faults }
  }

  /** Most tests use one page: to show it takes longer than what they do on it. */
  const guide = share(t => visit(t))

  /** Unfolds an endpoint and asks for its form, or for the first state of the form if it is there already. */
  async function openForm(page: Page, operationId: string): Promise<Locator> {
    await page.evaluate(`location.hash = '${operationId}'`)
    const endpoint = page.locator(`#${operationId}`)
    const form = endpoint.locator('form')
    if (await form.count()) await form.evaluate(START_AGAIN)
    else await endpoint.getByRole('button', { name: /^Try it/ }).click()
    return form
  }
  const lineOf = (form: Locator) => form.getByLabel('Request URL')

  /** Sends the form and returns what it shows. */
  async function send(form: Locator): Promise<{ status: string; text: string; body: string }> {
    await form.getByRole('button', { name: 'Send' }).click()
    const output = form.getByRole('status')
    await output.locator('.body').waitFor()
    return {
      status: await output.locator('strong').innerText(),
      text: await output.innerText(),
      body: (await output.locator('.body').textContent())!,
    }
  }

  it('Every form gets a response to its example', async () => {
    const { page, faults } = guide()
    const { paths } = (await demo.client.get('/.well-known/openapi.json')).json
    const tried = Object.values<Record<string, { operationId: string }>>(paths)
      .flatMap(operations => Object.values(operations))
      .filter(({ operationId }) => !NOT_TRIED.includes(operationId))
    assert.equal(await page.locator('form.try-it').count(), 0)
    const buttons = page.locator('button.try')
    assert.equal(await buttons.count(), tried.length)
    await buttons.evaluateAll(SEND_EXAMPLES)
    for (const { operationId } of tried) {
      const output = page.locator(`#${operationId} output`)
      await output.locator('.body').waitFor({ state: 'attached' })
      const text = (await output.textContent())!
      assert.equal(
        await output.locator('strong').textContent(),
        '200 OK',
        `${operationId}: ${text}`,
      )
      assert.match(text, /in [\d,]+ ms, [\d,]+ bytes/)
      assert.match((await output.locator('samp').first().textContent())!, /^Content-Type: \S+/m)
    }
    assert.deepEqual(faults, [])
  })

  it('A form shows the body with line breaks, and the ETag', async () => {
    const { page } = guide()
    const { text, body } = await send(await openForm(page, 'searchReviews'))
    const { reviews } = JSON.parse(body)
    assert.ok(reviews.length > 0)
    assert.equal(body, JSON.stringify(JSON.parse(body), null, 2))
    assert.match(text, /^ETag: "\S+"$/m)
  })

  it('A form shows the request as it will be sent, without empty fields', async t => {
    const { page } = guide()
    const form = await openForm(page, 'searchReviews')
    const sent: string[] = []
    const note = (request: Request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) sent.push(pathname + search)
    }
    page.on('request', note)
    t.after(() => page.off('request', note))
    await form.getByLabel('query', { exact: true }).fill('')
    await form.getByLabel('mentions_technician').fill('Mike Delgado & Söhne')
    await form.getByLabel('limit').fill('1')
    const line = '/api/reviews/search?mentions_technician=Mike+Delgado+%26+S%C3%B6hne&limit=1'
    assert.equal(await lineOf(form).inputValue(), line)
    assert.equal((await send(form)).status, '200 OK')
    assert.deepEqual(sent, [line])
  })

  it('A form sends the request line as edited', async () => {
    const { page } = guide()
    const form = await openForm(page, 'searchReviews')
    await lineOf(form).fill('/api/reviews/search?rating=5&limit=1')
    const { body } = await send(form)
    const { returned, reviews } = JSON.parse(body)
    assert.deepEqual([returned, reviews[0].rating], [1, 5])
  })

  it('A form fills in the path and leaves a placeholder where nothing is given', async () => {
    const { page } = guide()
    const form = await openForm(page, 'getReviewsSince')
    await form.getByLabel('date').fill('')
    assert.equal(await lineOf(form).inputValue(), '/api/reviews/since/{date}')
    await form.getByLabel('date').fill('2026-02-30?')
    assert.equal(await lineOf(form).inputValue(), '/api/reviews/since/2026-02-30%3F')
    await form.getByLabel('date').fill('2026-10-01')
    const { body } = await send(form)
    assert.equal(JSON.parse(body).since, '2026-10-01')
  })

  it('A form shows what is wrong with a request', async () => {
    const { page } = guide()
    const form = await openForm(page, 'searchReviews')
    await form.getByLabel('rating', { exact: true }).fill('7')
    await form.getByLabel('since').fill('soon')
    const { status, body } = await send(form)
    assert.equal(status, '400 Bad Request')
    const { issues } = JSON.parse(body)
    assert.deepEqual(issues.map(({ path }: { path: string[] }) => path[0]).sort(), [
      'rating',
      'since',
    ])
  })

  it('A form sends a message to MCP with its headers', async () => {
    const { page } = guide()
    const form = await openForm(page, 'callMcp')
    const { body } = await send(form)
    assert.ok(JSON.parse(body).result.structuredContent.reviews.length > 0)
    const message = form.locator('textarea')
    await message.fill((await message.inputValue()).replaceAll('search_reviews', 'verify_history'))
    assert.match((await send(form)).status, /^400/)
    await form.getByLabel('Mcp-Name').fill('verify_history')
    await message.fill(
      (await message.inputValue()).replace(/"arguments": \{[^}]*\}/, '"arguments": {}'),
    )
    const again = await send(form)
    assert.ok(JSON.parse(again.body).result.structuredContent.checkpoint, again.body)
  })

  it('A form cuts a long response and says so', async () => {
    const { page } = guide()
    const { body } = await send(await openForm(page, 'getReviews'))
    assert.ok(body.length < 20_100)
    assert.match(body, /…\n\nCut here: [\d,]+ more characters\.$/)
  })

  it('A form says so when there is no response', async t => {
    const { page } = guide()
    t.after(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
    const form = await openForm(page, 'getRating')
    await page.route('**/rating.json', route => route.abort())
    await form.getByRole('button').click()
    await form.getByText('No response.').waitFor()
  })

  it('A form shows the response to the latest request', async t => {
    const { page } = guide()
    t.after(() => page.unrouteAll({ behavior: 'ignoreErrors' }))
    const form = await openForm(page, 'getReviewsSince')
    const { promise: isDone, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/since/2026-01-01', async route => {
      await isDone
      await route.continue()
    })
    await form.getByLabel('date').fill('2026-01-01')
    await form.getByRole('button').click()
    await form.getByLabel('date').fill('2026-10-01')
    await form.getByRole('button').click()
    await form.locator('.body').waitFor()
    const late = page.waitForResponse('**/since/2026-01-01')
    release()
    await (await late).finished()
    await page.waitForTimeout(50)
    assert.match((await form.locator('.body').textContent())!, /"since": "2026-10-01"/)
  })

  it('Without JavaScript there is a link to an example in place of each form, and every tab can be opened', async t => {
    const { page } = await visit(t, { javaScriptEnabled: false })
    const endpoint = page.locator('details', { has: page.locator('#searchReviews') })
    await endpoint.locator('summary').first().click()
    assert.equal(await endpoint.getByRole('button').count(), 0)
    await endpoint.getByRole('link', { name: '/api/reviews/search?query=' }).click()
    await page.waitForURL(`${demo.url}/api/reviews/search?query=*`)
    assert.match(await page.locator('body').innerText(), /^\{"matched":\d+,"returned":/)
    await page.goto(`${demo.url}/developers`)
    const tabs = page.locator('.tabs').first()
    for (const [tab, code] of Object.entries({
      Python: 'import json',
      JavaScript: 'await fetch',
      curl: 'curl -s',
    })) {
      await tabs.getByText(tab, { exact: true }).click()
      const shown = await tabs.locator('code:visible').allInnerTexts()
      assert.equal(shown.length, 1, tab)
      assert.ok(shown[0]!.includes(code), tab)
    }
  })

  it('A language chosen once is chosen for all examples', async t => {
    const { page } = await visit(t, {}, '/developers')
    await page.locator('.tabs').first().getByText('Python', { exact: true }).click()
    const open = page.locator('.tabs>[open]')
    await until(async () =>
      (await open.evaluateAll(OPEN_LANGUAGES)).every((language: string) => language === 'python'),
    )
    assert.ok((await open.count()) >= 4)
  })

  it('A button copies the code beside it and says so', async t => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await visit(t, { permissions }, '/developers/agents')
    await page.getByRole('button', { name: 'Copy: Address of the MCP endpoint' }).click()
    await page.getByRole('status').getByText('Copied').waitFor({ state: 'attached' })
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), `${demo.url}/mcp`)
  })

  it('Anchors of the time when the guide was one page lead to where their text is now', async t => {
    const page = await borrowPage(t, browsing.browser)
    for (const [old, now] of [
      ['push', '/developers/push'],
      ['changes', '/developers/push#changes'],
      ['searchReviews', '/developers/api#searchReviews'],
      ['schema-Review', '/developers/api#schema-Review'],
    ]) {
      await page.goto(`${demo.url}/developers#${old}`)
      await page.waitForURL(demo.url + now)
    }
    await page.locator('#schema-Review').getByText('author', { exact: true }).waitFor()
  })

  for (const path of [
    '/developers',
    '/developers/agents',
    '/developers/push',
    '/developers/embed',
    '/embed',
  ])
    it(`Everything to tap on ${path} is at least 24 pixels high and wide, or in a text`, async t => {
      const { page } = await visit(t, { viewport: { width: 390, height: 844 } }, path)
      await unfold(page)
      assert.deepEqual(await findFaults(page), [])
    })

  it('The forms fit on a small screen with everything large enough to tap, and what scrolls is reachable by keyboard', async t => {
    const { page } = await visit(t, { viewport: { width: 360, height: 740 } })
    await unfold(page)
    await send(await openForm(page, 'searchReviews'))
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    // `npm run bench look` has every rule on the whole page.
    assert.deepEqual(await findFaults(page, 'main', OF_HANDS), [])
    assert.deepEqual(await findFaults(page, '.endpoint:has(#searchReviews)'), [])
  })
})

/** Those of axe for fingers, which is off by default, and for keyboards. */
const OF_HANDS = ['target-size', 'scrollable-region-focusable']

async function findFaults(page: Page, within = 'main', only?: string[]): Promise<string[]> {
  await loadAxe(page)
  const options = {
    resultTypes: ['violations'],
    ...(only
      ? { runOnly: { type: 'rule', values: only } }
      : { rules: { 'target-size': { enabled: true } } }),
  }
  return (await page.evaluate(
    `axe.run('${within}', ${JSON.stringify(options)})
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  )) as string[]
}

describe('the forms in the guide for developers of a hostile business', () => {
  const HOSTILE = `<img src=x onerror=alert(1)>"'`
  const shared = shareService({
    business: { ...business, name: HOSTILE },
    rows: [...rows(3), row({ author: HOSTILE, text: `${HOSTILE} splendid` })],
  })

  it('The forms show the words of a hostile business as text', async t => {
    const page = await borrowPage(t, browsing.browser)
    const dialogs: string[] = []
    page.on('dialog', dialog => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await page.goto(`${shared.url}/developers/api`)
    await page.evaluate(`location.hash = 'getReviews'`)
    await page
      .locator('#getReviews')
      .getByRole('button', { name: /^Try it/ })
      .click()
    const form = page.locator('#getReviews form')
    await form.getByRole('button').click()
    const body = form.locator('.body')
    await body.waitFor()
    assert.ok(
      JSON.parse((await body.textContent())!).reviews.some(
        ({ author }: { author: string }) => author === HOSTILE,
      ),
    )
    assert.equal(await page.locator('main img').count(), 0)
    assert.deepEqual(dialogs, [])
  })
})
