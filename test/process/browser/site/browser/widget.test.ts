import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { contrast } from '../../../../../src/site/base/color.ts'
import { borrowPage, type WindowOptions } from '../../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../../kit/browser.ts'
import { loadAxe } from '../../../../kit/look.ts'
import { business, row, rows } from '../../../../kit/rows.ts'
import { until } from '../../../../kit/service.ts'
import { shareService } from '../../../../kit/shared.ts'
import { startTestWebServer } from '../../../../kit/web-server.ts'
import { ask } from '../../../../kit/wire.ts'

const HOSTILE = `<script>window.hacked = 1</script>"><img src=x onerror="window.hacked = 2">&lt;'`
const CORS = { 'access-control-allow-origin': '*' }
const LONG = 'Rosa came on a Sunday and stayed until it was warm again. '.repeat(20)

const shared = shareService({
  business: { ...business, site: { accent_color: '#ffd400' } },
  rows: someRows(),
})
const empty = shareService()
const trust = shareService({
  rows: [
    row({ source_id: 'a', date: '2026-03-03', verification: { level: 'transaction' } }),
    row({ source_id: 'b', date: '2026-03-02', verification: { level: 'invited' } }),
    row({ source_id: 'c', date: '2026-03-01', source: 'bbb', source_url: 'https://bbb.example/1' }),
  ],
})
const french = shareService({
  business: { ...business, locale: 'fr' },
  rows: rows(2, number => ({ date: `2026-03-${number === 0 ? '01' : '11'}` })),
})
const chromium = shareBrowser()

/** 57 reviews, 41 of them with 4 stars or more; the newest three are an answered, a hostile and a long one. */
function someRows() {
  const telling = [
    { text: LONG, rating: 5, date: '2026-03-01', date_precision: 'month', language: 'en' },
    { text: HOSTILE, author: HOSTILE, rating: 1, date: '2026-04-02', language: 'de' },
    { text: LONG, rating: 4, date: '2026-05-03', owner_reply: { text: LONG, date: '2026-05-04' } },
  ]
  return [
    ...telling.map((one, number) => row({ source_id: `t${number}`, ...one })),
    ...rows(54, number => ({
      rating: number < 39 ? 5 : 2,
      text: number === 0 ? null : `Review number ${number}.`,
    })),
  ]
}

/** How high the widget is before and after it has loaded. */
const RESERVED: [layout: string, width: number, height: number][] = [
  ['grid', 360, 1020],
  ['grid', 800, 692],
  ['grid', 1200, 440],
  ['list', 360, 864],
  ['list', 800, 608],
  ['carousel', 360, 576],
  ['carousel', 1200, 500],
  ['line', 360, 28],
]

interface Host {
  /** The page around the widget. */
  body: string
  css?: string
  options?: WindowOptions
  before?: (page: Page) => Promise<unknown>
  /** Where the script comes from. */
  origin?: string
}

interface Visit {
  page: Page
  host: string
  /** What the page complained of. */
  faults: string[]
  /** Every address that it asked for. */
  asked: string[]
}

/** A page of another origin that allows nothing but our script and its requests. */
async function visit(
  t: TestContext,
  { body, css = '', options = {}, before, origin = shared.url }: Host,
): Promise<Visit> {
  const policy = `default-src 'none'; script-src ${origin}; connect-src ${origin}; style-src 'self'; require-trusted-types-for 'script'`
  const side = await startTestWebServer(t, ({ url }, outgoing) => {
    const isPage = url === '/'
    outgoing.writeHead(isPage || url === '/host.css' ? 200 : 404, {
      'content-type': url === '/host.css' ? 'text/css' : 'text/html; charset=utf-8',
      'content-security-policy': policy,
    })
    outgoing.end(
      isPage
        ? `<!doctype html><html lang="en"><title>Host</title><link rel="stylesheet" href="/host.css"><body><main><h1>Host</h1>${body}<p>After.</p></main><script type="module" src="${origin}/widget.js"></script>`
        : css,
    )
  })
  const page = await borrowPage(t, chromium.browser, options)
  const faults: string[] = []
  const asked: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  page.on('request', request => asked.push(request.url()))
  await before?.(page)
  await page.goto(side.url)
  return { page, host: side.url, faults, asked }
}

const shownBy = (page: Page) => page.locator('reviews-widget [part~=count]')
const textOf = async (page: Page) => {
  await shownBy(page).waitFor()
  return await page.locator('reviews-widget section').innerText()
}

describe('the widget', () => {
  it('The widget shows the rating and the newest reviews on a page of another origin, and says how many of how many', async t => {
    const { page, faults, asked, host } = await visit(t, {
      body: '<reviews-widget></reviews-widget>',
    })
    const text = await textOf(page)
    assert.match(text, /^Reviews about Test & Sons Plumbing$/m)
    assert.match(text, /^4\.1\s+57 reviews$/m)
    assert.match(text, /^Showing 3 of 57 reviews$/m)
    assert.match(text, /^May 3, 2026$/m)
    assert.match(text, /^Mar 2026$/m)
    assert.equal(await page.locator('[part~=review]').count(), 3)
    assert.deepEqual(faults, [])
    const origins = new Set(asked.map(url => new URL(url).origin))
    assert.deepEqual([...origins].sort(), [host, shared.url].sort())
    assert.equal(asked.length, 5)
  })

  it('The widget says when it shows only some reviews, how many match, and how all are rated', async t => {
    const { page } = await visit(t, {
      body: '<reviews-widget limit="2" min-rating="4"></reviews-widget>',
    })
    assert.match(
      await textOf(page),
      /^Showing 2 of 41 matching reviews\. Average of all 57: 4\.1$/m,
    )
    const more = page.getByRole('link', { name: 'Read more reviews' })
    assert.match((await more.getAttribute('href'))!, /\/reviews\?min_rating=4$/)
  })

  it('The widget finds reviews by technician, service and words, and says when none match', async t => {
    const { page } = await visit(t, {
      body: '<reviews-widget technician="Rosa Méndez" query="sunday"></reviews-widget>',
    })
    assert.match(await textOf(page), /^Showing 2 of 2 matching reviews\. Average of all 57: 4\.1$/m)
    await page.evaluate(
      `document.querySelector('reviews-widget').setAttribute('service', 'water_heater')`,
    )
    await page.getByText('No reviews match. Average of all 57: 4.1').waitFor()
  })

  it('The widget follows its attributes, however many change at once', async t => {
    const { page, asked } = await visit(t, { body: '<reviews-widget limit="1"></reviews-widget>' })
    await textOf(page)
    const before = asked.length
    await page.evaluate(`(() => {
      const widget = document.querySelector('reviews-widget')
      widget.setAttribute('limit', '5')
      widget.setAttribute('min-rating', '5')
      widget.setAttribute('limit', '4')
    })()`)
    await page.getByText('Showing 4 of 40 matching reviews').waitFor()
    assert.equal(asked.length, before + 2)
  })

  it('The widget shows what others wrote as text, in its language, and never runs it', async t => {
    const { page, faults } = await visit(t, { body: '<reviews-widget></reviews-widget>' })
    assert.ok((await textOf(page)).includes(HOSTILE))
    assert.equal(await page.evaluate('window.hacked'), undefined)
    assert.equal(await page.locator('reviews-widget img, reviews-widget script').count(), 0)
    assert.equal(await page.getByText(HOSTILE).first().getAttribute('lang'), 'de')
    assert.deepEqual(faults, [])
  })

  it('The widget links to the pages of the reviews in a way that search engines do not count', async t => {
    const { page } = await visit(t, { body: '<reviews-widget></reviews-widget>' })
    await textOf(page)
    for (const link of await page.locator('reviews-widget a').all()) {
      assert.equal(await link.getAttribute('rel'), 'nofollow')
      const address = (await link.getAttribute('href'))!
      // The others lead to where a review was posted.
      if (address.startsWith(shared.url)) assert.equal((await fetch(address)).status, 200)
    }
    assert.equal(
      await page.getByRole('link', { name: /^Mar 2026: full review by Ada Moreno$/ }).count(),
      1,
    )
  })

  it('The widget passes axe in light and dark', async t => {
    const { page } = await visit(t, { body: '<reviews-widget theme="auto"></reviews-widget>' })
    await textOf(page)
    await loadAxe(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const violations = await page.evaluate(
        `axe.run('reviews-widget').then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`,
      )
      assert.deepEqual(violations, [], colorScheme)
    }
    assert.equal(
      await page.getByRole('heading', { level: 2 }).innerText(),
      'Reviews about Test & Sons Plumbing',
    )
    assert.equal(await page.getByRole('img', { name: '4.1 of 5 stars', exact: true }).count(), 1)
    assert.equal(await page.getByRole('list').getByRole('listitem').count(), 3)
  })

  const THEMES = ['auto', 'light', 'dark']
  for (const scheme of ['normal', 'dark', 'light dark'])
    it(`The widget is light or dark where it is told to be, or as the visitor prefers, on a page with the color scheme “${scheme}”`, async t => {
      const { page } = await visit(t, {
        body: THEMES.map(
          theme => `<reviews-widget limit="1" theme="${theme}"></reviews-widget>`,
        ).join(''),
        css: `:root { color-scheme: ${scheme} }`,
      })
      await allLoaded(page, THEMES.length)
      for (const reader of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: reader })
        const wanted = [reader, 'light', 'dark']
        for (const [place, theme] of THEMES.entries())
          assert.equal(
            await colorOf(page, `[theme="${theme}"] section`, 'backgroundColor'),
            wanted[place] === 'dark' ? DARK_PAPER : LIGHT_PAPER,
            `theme "${theme}", reader ${reader}`,
          )
      }
    })

  for (const [paper, ink] of [
    ['#fdf6e3', '#222222'],
    ['#101820', '#f2f2f2'],
  ] as const)
    it(`The widget without a theme takes font, text color and background from a page of ${ink} on ${paper}, and its stars stand out`, async t => {
      const css = `body { font-family: Georgia; background: ${paper}; color: ${ink} }`
      const { page } = await visit(t, { body: '<reviews-widget></reviews-widget>', css })
      await textOf(page)
      const style = (property: string) =>
        page.locator('reviews-widget section').evaluate(
          (box, name) =>
            // biome-ignore lint/suspicious/noExplicitAny: it runs in the page
            (globalThis as any).getComputedStyle(box)[name],
          property,
        )
      assert.equal(await style('fontFamily'), 'Georgia')
      assert.equal(await style('backgroundColor'), 'rgba(0, 0, 0, 0)')
      assert.equal(toHex(await colorOf(page, 'section', 'color')), ink)
      const star = toHex(await colorOf(page, 'svg .on >> nth=0', 'fill'))
      assert.ok(contrast(star, paper) >= 3, `${star} on ${paper}`)
    })

  it('The widget has no tick, and calls the word of the business its word', async t => {
    const { page } = await visit(t, {
      body: '<reviews-widget limit="3"></reviews-widget>',
      origin: trust.url,
    })
    await textOf(page)
    assert.deepEqual(await page.locator('[part~=trust]').allInnerTexts(), [
      'The business says: customer',
      'Invited by the business',
      'The business says it was posted on BBB',
    ])
    assert.equal(
      await page.getByRole('link', { name: 'it was posted on BBB' }).getAttribute('href'),
      'https://bbb.example/1',
    )
  })

  it('The widget writes dates as the pages of its language do', async t => {
    const { page } = await visit(t, {
      body: '<reviews-widget></reviews-widget>',
      origin: french.url,
    })
    const text = await textOf(page)
    assert.match(text, /^1er mars 2026$/m)
    assert.match(text, /^11 mars 2026$/m)
  })

  it('The widget as one line shows the rating of all reviews with one request', async t => {
    const { page, asked } = await visit(t, {
      body: '<reviews-widget layout="line" min-rating="5"></reviews-widget>',
    })
    const link = page.getByRole('link', { name: '4.1 of 5 stars 57 reviews' })
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), `${shared.url}/`)
    assert.equal(asked.filter(url => url.startsWith(shared.url)).length, 2)
    assert.ok((await heightOf(page)) < 40)
  })

  for (const [layout, columns] of [
    ['list', 1],
    ['grid', 3],
  ] as const)
    it(`The widget as a ${layout} on a wide page has ${columns === 1 ? 'one column' : 'three columns'}`, async t => {
      const { page } = await visit(t, {
        body: `<reviews-widget layout="${layout}"></reviews-widget>`,
        options: { viewport: { width: 1200, height: 900 } },
      })
      await textOf(page)
      const lefts = await page.locator('[part~=review]').evaluateAll(
        // biome-ignore lint/suspicious/noExplicitAny: it runs in the page
        reviews => reviews.map(review => Math.round((review as any).getBoundingClientRect().left)),
      )
      assert.equal(new Set(lefts).size, columns)
    })

  it('The carousel moves by buttons and by keyboard, and its buttons say when there is no more', async t => {
    const { page } = await visit(t, {
      body: '<reviews-widget layout="carousel" limit="5"></reviews-widget>',
      options: { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
    })
    await textOf(page)
    const list = page.getByRole('list')
    // biome-ignore lint/suspicious/noExplicitAny: it runs in the page
    const scrolled = () => list.evaluate(list => (list as any).scrollLeft as number)
    const [back, on] = ['Previous reviews', 'Next reviews'].map(name =>
      page.getByRole('button', { name }),
    )
    await page.locator('[part~=steps] [aria-disabled=true]').waitFor()
    assert.equal(await back!.getAttribute('aria-disabled'), 'true')
    await on!.click()
    await until(async () => (await scrolled()) > 200)
    await until(async () => (await back!.getAttribute('aria-disabled')) === 'false')
    await back!.press('Enter')
    await until(async () => (await scrolled()) === 0)
    await list.press('ArrowRight')
    await until(async () => (await scrolled()) > 0)
    for (let step = 0; step < 5; step++) await on!.press('Enter')
    await until(async () => (await on!.getAttribute('aria-disabled')) === 'true')
    const boxes = await Promise.all([back!, on!].map(button => button.boundingBox()))
    for (const box of boxes) assert.ok(box!.width >= 44 && box!.height >= 44)
  })

  it('The widget takes colors from the page and is readable with any of them', async t => {
    const accents = [
      '#ffd400',
      '#00ff66',
      '#ffffff',
      '#000000',
      '#0000ff',
      '#ff00ff',
      '#00ffff',
      '#ff6600',
    ]
    const css = accents
      .map((accent, place) => `.a${place} { --reviews-accent: ${accent} }`)
      .join('\n')
    const themes = { light: '#ffffff', dark: '#17191d' }
    const body = accents.flatMap((_, place) =>
      Object.keys(themes).map(
        theme => `<reviews-widget limit="1" class="a${place}" theme="${theme}"></reviews-widget>`,
      ),
    )
    const { page } = await visit(t, { body: body.join(''), css })
    await allLoaded(page, body.length)
    for (const place of accents.keys())
      for (const [theme, paper] of Object.entries(themes)) {
        const here = `.a${place}[theme=${theme}]`
        const link = toHex(await colorOf(page, `${here} [part~=more]`, 'color'))
        const star = toHex(await colorOf(page, `${here} .on >> nth=0`, 'fill'))
        assert.ok(contrast(link, paper) >= 4.5, `${accents[place]} ${theme}: ${link}`)
        assert.ok(contrast(star, paper) >= 3, `${accents[place]} ${theme}: ${star}`)
      }
  })

  it('The widget can be styled through its parts', async t => {
    const css = 'reviews-widget::part(author) { color: rgb(1, 2, 3) }'
    const { page } = await visit(t, { body: '<reviews-widget></reviews-widget>', css })
    await textOf(page)
    assert.equal(await colorOf(page, '[part~=author] >> nth=0', 'color'), 'rgb(1, 2, 3)')
    for (const part of [
      'rating',
      'stars',
      'list',
      'review',
      'author',
      'date',
      'trust',
      'text',
      'reply',
      'more',
      'count',
    ])
      assert.ok((await page.locator(`reviews-widget [part~=${part}]`).count()) > 0, part)
  })

  for (const [layout, width, height] of RESERVED)
    it(`The widget as a ${layout} keeps a page of ${width} px from jumping`, async t => {
      await using scripts = new AsyncDisposableStack()
      const { promise: measured, resolve: release } = Promise.withResolvers<void>()
      const { page } = await visit(t, {
        body: `<reviews-widget layout="${layout}" limit="3" min-rating="1"></reviews-widget>`,
        // What a page can do for the moment before the script is there.
        css: `body { margin: 8px } reviews-widget:not(:defined) { display: block; min-height: ${height}px }`,
        options: { viewport: { width, height: 900 } },
        before: async page => {
          scripts.use(await page.addInitScript(WATCH_SHIFTS))
          await page.route('**/widget.js', async route => slowly(() => route.continue()))
          await page.route('**/rating.json', async route => {
            await measured
            await route.continue()
          })
        },
      })
      await page.getByText('Loading reviews').waitFor()
      const reserved = await heightOf(page)
      release()
      await page.locator('reviews-widget [part~=rating]').waitFor()
      await page.evaluate('new Promise(resolve => setTimeout(resolve, 100))')
      assert.equal(await heightOf(page), reserved)
      assert.equal(reserved, height)
      assert.equal(await page.evaluate('window.shift'), 0)
      assert.ok(((await page.evaluate('document.documentElement.scrollWidth')) as number) <= width)
    })

  it('The widget shows its own content until the reviews arrive', async t => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    const { page, asked } = await visit(t, {
      body: '<reviews-widget><a href="/reviews">What our customers say</a></reviews-widget>',
      before: page =>
        page.route('**/rating.json', async route => {
          await opened
          await route.continue()
        }),
    })
    const fallback = page.getByText('What our customers say')
    await until(() => asked.some(url => url.endsWith('/rating.json')))
    assert.ok(await fallback.isVisible())
    open()
    await textOf(page)
    assert.ok(!(await fallback.isVisible()))
  })

  const FAILURES: [name: string, answer: (route: Route) => Promise<void>][] = [
    ['there is no connection', route => route.abort()],
    [
      'there is nothing but an error',
      route => route.fulfill({ status: 500, body: '{}', headers: CORS }),
    ],
    [
      'the response is no JSON',
      route => route.fulfill({ status: 200, body: '<p>', headers: CORS }),
    ],
  ]
  for (const [name, answer] of FAILURES)
    it(`The widget says so and links to the page when ${name}`, async t => {
      const { page } = await visit(t, {
        body: '<reviews-widget></reviews-widget>',
        before: page => page.route('**/api/reviews/search*', answer),
      })
      await page.getByText('The reviews could not be loaded.').waitFor()
      const link = page.getByRole('link', { name: `Read them at ${new URL(shared.url).host}` })
      assert.equal(await link.getAttribute('href'), `${shared.url}/`)
    })

  it('The widget says which attribute is wrong', async t => {
    const { page } = await visit(t, { body: '<reviews-widget min-rating="9"></reviews-widget>' })
    await page.getByText('The reviews could not be loaded: min_rating must be 5 or less.').waitFor()
    await page.evaluate(`document.querySelector('reviews-widget').setAttribute('min-rating', '5')`)
    await page.getByText('Showing 3 of 40 matching reviews').waitFor()
  })

  it('The widget says that there are no reviews yet', async t => {
    const { page, faults } = await visit(t, {
      body: '<reviews-widget></reviews-widget>',
      origin: empty.url,
    })
    const text = await textOf(page)
    assert.match(text, /^Reviews about Test & Sons Plumbing\s+No reviews yet\.$/)
    assert.deepEqual(faults, [])
  })

  it('The widget can be placed twice and loaded twice', async t => {
    const { page, faults } = await visit(t, {
      body: `<reviews-widget limit="1"></reviews-widget><reviews-widget limit="2"></reviews-widget><script type="module" src="${shared.url}/widget.js?again"></script>`,
    })
    await page.getByText('Showing 1 of 57 reviews').waitFor()
    await page.getByText('Showing 2 of 57 reviews').waitFor()
    assert.deepEqual(faults, [])
  })

  it('The widget stops fetching when it is removed, and fetches again when it is put back', async t => {
    const { page } = await visit(t, { body: '<reviews-widget></reviews-widget>' })
    await textOf(page)
    await page.evaluate(`(() => {
      const widget = document.querySelector('reviews-widget')
      widget.remove()
      widget.setAttribute('limit', '1')
      document.body.append(widget)
    })()`)
    await page.getByText('Showing 1 of 57 reviews').waitFor()
  })

  it('The widget is one script of less than 7 kB', async () => {
    const { body, headers } = await ask(shared.url, '/widget.js', {
      headers: { 'accept-encoding': 'gzip' },
    })
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    assert.ok(body.length < 7000, `${body.length} bytes`)
    assert.doesNotMatch(
      (await shared.client.get('/widget.js')).text,
      /^\s*import |innerHTML|https?:\/\/(?!www\.w3\.org)/m,
    )
  })
})

const allLoaded = async (page: Page, count: number) =>
  await shownBy(page)
    .nth(count - 1)
    .waitFor()

const LIGHT_PAPER = 'rgb(255, 255, 255)'
const DARK_PAPER = 'rgb(23, 25, 29)'

const WATCH_SHIFTS = `window.shift = 0
new PerformanceObserver(list => { for (const { value } of list.getEntries()) window.shift += value }).observe({ type: 'layout-shift', buffered: true })`

const slowly = (then: () => Promise<void>) =>
  new Promise<void>((resolve, reject) => setTimeout(() => then().then(resolve, reject), 150))

const heightOf = (page: Page) =>
  page.evaluate(
    `document.querySelector('reviews-widget').getBoundingClientRect().height`,
  ) as Promise<number>

const colorOf = (page: Page, selector: string, property: string) =>
  page
    .locator(`reviews-widget${/^[.[](?!part)/.test(selector) ? '' : ' '}${selector}`)
    .evaluate((element, name) => {
      // biome-ignore lint/suspicious/noExplicitAny: it runs in the page
      const { getComputedStyle, document } = globalThis as any
      const color = getComputedStyle(element)[name]
      const canvas = document.createElement('canvas').getContext('2d')
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join(', ')})`
    }, property) as Promise<string>

const toHex = (color: string) =>
  `#${color
    .match(/\d+/g)!
    .map(channel => Number(channel).toString(16).padStart(2, '0'))
    .join('')}`
