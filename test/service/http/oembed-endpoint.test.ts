import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { XMLValidator } from 'fast-xml-parser'
import { system } from '../../../src/model/system.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { business, row, rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'

const NAME = `Tom & "Daughters" <b>`

describe('oEmbed', () => {
  const shared = shareService({
    business: { ...business, name: NAME },
    rows: [row({ author: '<i>Ada', date: '2026-05-05' }), ...rows(3)],
    settings: { baseUrl: 'https://reviews.example' },
  })
  const BASE = 'https://reviews.example'
  const asked = (url: string, more = '') => `/oembed?url=${encodeURIComponent(url)}${more}`
  const ask = (url: string, more = '') => shared.client.get(asked(url, more))
  const idOf = async (place: number): Promise<string> =>
    (await shared.client.get('/reviews.json')).json.reviews[place].id

  it('The oEmbed endpoint returns a frame with the rating for the home page and the list of reviews', async () => {
    for (const path of [
      '/',
      '/reviews',
      '/%72eviews',
      '/?utm_source=x#top',
      '/reviews?min_rating=4',
    ]) {
      const { status, headers, json } = await ask(BASE + path)
      assert.equal(status, 200, path)
      assert.equal(headers.get('content-type'), 'application/json')
      assert.match(json.html, /^<iframe src="https:\/\/reviews\.example\/embed\/reviews" /)
      assert.equal(json.html.match(/<|>/g).length, 4)
      assert.equal(XMLValidator.validate(json.html), true, json.html)
      assert.deepEqual(
        { ...json, html: '' },
        {
          type: 'rich',
          version: '1.0',
          title: `Reviews about ${NAME}`,
          provider_name: NAME,
          provider_url: 'https://reviews.example/',
          cache_age: 300,
          html: '',
          width: 560,
          height: 540,
        },
      )
    }
  })

  it('The oEmbed endpoint returns a frame with the review for the page of a review', async () => {
    const id = await idOf(0)
    const { json } = await ask(`${BASE}/reviews/${id}`, '&format=json')
    assert.equal(json.title, `Review by <i>Ada about ${NAME}`)
    assert.ok(json.html.startsWith(`<iframe src="https://reviews.example/embed/${id}" `))
    assert.equal(json.html.match(/<|>/g).length, 4)
  })

  it('The frame fits into the given width and height', async () => {
    const { json } = await ask(`${BASE}/`, '&maxwidth=320&maxheight=9999')
    assert.deepEqual([json.width, json.height], [320, 540])
    assert.match(json.html, / width="320" height="540" /)
    assert.equal((await ask(`${BASE}/`, '&maxheight=100')).json.height, 100)
  })

  it('The oEmbed endpoint returns 404 for other sites and for pages that do not exist', async () => {
    const urls = [
      'https://elsewhere.example/',
      'https://reviews.example.evil.test/',
      'https://reviews.example:8443/',
      'https://reviews.example/nothing',
      'https://reviews.example/reviews.json',
      'https://reviews.example/reviews/01KKMT9200Z88TWY7HK8WBY3NF',
      'https://reviews.example/reviews/x',
      'reviews.example/',
      'javascript:alert(1)',
    ]
    for (const url of urls) {
      const { status, json } = await ask(url)
      assert.deepEqual([status, json.error], [404, 'not_found'], url)
    }
  })

  it('The oEmbed endpoint supports only JSON', async () => {
    for (const format of ['xml', 'yaml']) {
      const { status, json } = await ask(`${BASE}/`, `&format=${format}`)
      assert.deepEqual([status, json.error], [501, 'not_implemented'])
    }
  })

  it('The oEmbed endpoint says what is wrong with an invalid request', async () => {
    for (const [question, parameter] of [
      ['/oembed', 'url'],
      [asked(`${BASE}/`, '&maxwidth=0'), 'maxwidth'],
      [asked(`${BASE}/`, '&maxheight=tall'), 'maxheight'],
      [`/oembed?url=${'x'.repeat(2001)}`, 'url'],
    ]) {
      const { status, json } = await shared.client.get(question!)
      assert.equal(status, 400)
      assert.deepEqual(json.issues[0].path, [parameter])
    }
  })

  it('The oEmbed endpoint returns 304 to a client that has the response', async () => {
    const etag = (await ask(`${BASE}/`)).headers.get('etag')!
    const { status } = await shared.client.get(asked(`${BASE}/`), { 'if-none-match': etag })
    assert.equal(status, 304)
  })

  it('The oEmbed endpoint does not know a removed review, and its frame says that it has been removed', async () => {
    const id = await idOf(3)
    const store = await openStore(shared.service.folder.databaseUrl, system)
    await store.write(async writer => writer.withhold((await writer.find(id))!, 'spam'))
    await store.close()
    await until(async () => (await ask(`${BASE}/reviews/${id}`)).status === 404)
    const { text, headers } = await shared.client.get(`/embed/${id}`)
    assert.match(text, /This review has been removed/)
    assert.match(headers.get('content-security-policy')!, /frame-ancestors \*/)
  })
})
