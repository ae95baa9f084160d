/** How long caches may keep what, and what a page may do. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

const REVIEWS = 'public, max-age=0, s-maxage=10, stale-if-error=600'
const FIGURES = 'public, max-age=0, s-maxage=10, stale-while-revalidate=60, stale-if-error=86400'
const ASSET = 'public, max-age=300, stale-while-revalidate=3600, stale-if-error=86400'
const IMMUTABLE = 'public, max-age=31536000, immutable'

describe('what caches may keep', () => {
  const shared = shareService({ rows: rows(3) })
  const headersOf = async (path: string) => (await shared.client.get(path)).headers
  const cachingOf = async (path: string) => (await headersOf(path)).get('cache-control')

  it('A cache never shows reviews while it asks for newer ones, and for ten minutes at most when the service fails', async () => {
    const [{ id }] = (
      (await shared.client.get('/reviews.json')).json as { reviews: [{ id: string }] }
    ).reviews
    for (const path of [
      '/',
      '/reviews',
      `/reviews/${id}`,
      `/embed/${id}`,
      '/embed/reviews',
      '/policy.md',
      '/reviews.json',
    ])
      assert.equal(await cachingOf(path), REVIEWS, path)
    for (const path of [
      '/feed.xml',
      '/api/feed.json',
      '/api/reviews/search',
      `/api/reviews/${id}`,
      '/insights.json',
    ])
      assert.equal(await cachingOf(path), REVIEWS, path)
  })

  it('Pictures of the rating may be shown while a cache asks for a newer one', async () => {
    for (const path of ['/badge.svg', '/badge-dark.svg'])
      assert.equal(await cachingOf(path), FIGURES, path)
  })

  it('Assets at lasting addresses may be kept for five minutes', async () => {
    for (const path of ['/site.css', '/embed.css', '/widget.js', '/favicon.svg'])
      assert.equal(await cachingOf(path), ASSET, path)
  })

  it('Pages load their assets from addresses that change with the content, and those may be kept forever', async () => {
    for (const [page, stable] of [
      ['/', '/site.css'],
      ['/embed/reviews', '/embed.css'],
      ['/reviews', '/assets/site/browser/live-search.js'],
    ] as const) {
      const [name, ending] = [stable.replace(/\.\w+$/, ''), stable.replace(/.*\./, '')]
      const { text } = await shared.client.get(page)
      const [, path] =
        new RegExp(`"(${name}\\.[0-9a-f]{12}\\.${ending})"`).exec(text) ?? assert.fail(page)
      assert.ok(!text.includes(`"${stable}"`), page)
      assert.equal(await cachingOf(path!), IMMUTABLE, path!)
      assert.equal((await shared.client.get(path!)).text, (await shared.client.get(stable)).text)
    }
  })

  it('A page of another version finds the current asset at its old fingerprint, and may not keep it', async () => {
    const { status, text, headers } = await shared.client.get('/site.0123456789ab.css')
    assert.deepEqual([status, headers.get('cache-control')], [200, ASSET])
    assert.equal(text, (await shared.client.get('/site.css')).text)
    for (const path of [
      '/site.0123.css',
      '/nothing.0123456789ab.css',
      '/site.0123456789ab.0123456789ab.css',
    ])
      assert.equal((await shared.client.get(path)).status, 404, path)
  })
})

describe('what a page may do', () => {
  const shared = shareService({ rows: rows(3) })

  it('Pages and frames may use no sensor, camera or payment', async () => {
    for (const path of ['/', '/reviews', '/embed', '/embed/reviews', '/nowhere']) {
      const { headers } = await shared.client.get(path, { accept: 'text/html' })
      const policy = headers.get('permissions-policy') ?? assert.fail(path)
      for (const feature of ['camera', 'geolocation', 'microphone', 'payment'])
        assert.ok(policy.split(', ').includes(`${feature}=()`), `${path}: ${feature}`)
      assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin', path)
    }
  })

  it('Pages share no window with other sites, and data has no such headers', async () => {
    for (const path of ['/', '/reviews'])
      assert.equal(
        (await shared.client.get(path)).headers.get('cross-origin-opener-policy'),
        'same-origin',
        path,
      )
    for (const path of ['/reviews.json', '/feed.xml', '/widget.js'])
      for (const name of ['cross-origin-opener-policy', 'permissions-policy'])
        assert.equal((await shared.client.get(path)).headers.get(name), null, path)
  })
})

describe('the head of a page', () => {
  const shared = shareService({ rows: rows(3, number => (number === 0 ? { text: null } : {})) })
  const linkedDataOn = async (path: string) =>
    [
      ...(await shared.client.get(path)).text.matchAll(
        /<script type="application\/ld\+json">(.*?)<\/script>/g,
      ),
    ].map(([, json]) => JSON.parse(json!))

  it('Pages name their icons and a color for each scheme, and the icons exist', async () => {
    const { text } = await shared.client.get('/policy')
    const icons = [...text.matchAll(/<link rel="(?:apple-touch-)?icon"[^>]* href="([^"]+)"/g)].map(
      ([, path]) => path!,
    )
    assert.deepEqual(icons.toSorted(), ['/apple-touch-icon.png', '/favicon.ico', '/favicon.svg'])
    for (const path of icons) assert.equal((await fetch(shared.url + path)).status, 200, path)
    const colors = [
      ...text.matchAll(
        /<meta name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="#\w{6}">/g,
      ),
    ]
    assert.deepEqual(
      colors.map(([, scheme]) => scheme),
      ['light', 'dark'],
    )
  })

  it('Every page below the home page has its breadcrumbs as linked data', async () => {
    assert.ok(!(await linkedDataOn('/')).some(data => data['@type'] === 'BreadcrumbList'))
    const [list] = await linkedDataOn('/technicians/rosa-m%C3%A9ndez')
    assert.deepEqual(
      list.itemListElement.map(({ name, item }: { name: string; item: string }) => [name, item]),
      [
        ['Home', `${shared.url}/`],
        ['People', `${shared.url}/technicians`],
        ['Rosa Méndez', `${shared.url}/technicians/rosa-m%C3%A9ndez`],
      ],
    )
    for (const path of ['/reviews', '/highlights', '/policy', '/technicians'])
      assert.equal((await linkedDataOn(path))[0]['@type'], 'BreadcrumbList', path)
  })

  it('The list of reviews describes the business with every review it shows, and a filtered list nothing', async () => {
    const [, business] = await linkedDataOn('/reviews')
    assert.equal(business['@id'], `${shared.url}/#business`)
    // Other sites collected these reviews.
    assert.equal(business.aggregateRating, undefined)
    assert.equal(business.review.length, 3)
    assert.deepEqual(await linkedDataOn('/reviews?rating=1'), [])
  })
})
