/** What a search finds as a table and as a feed: exactly the list that people see. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'

const QUESTIONS = [
  '',
  '?rating=5',
  '?query=number%204',
  '?words=drain+sink&sort=relevance',
  '?words=drain&sort=relevance&has_reply=true',
  '?mentions_technician=Bobby&sort=lowest',
  '?since=2020-01-10&until=2020-02-20&sort=oldest',
  '?critical=true',
  '?incentive=true',
  '?has_photos=true&sort=oldest',
  '?aspect=nowhere',
]

describe('What a search finds, as files', () => {
  const shared = shareService({
    rows: rows(130, number => ({
      date: day(Math.floor(number / 3)),
      rating: (number % 5) + 1,
      text: `Rosa fixed ${['the drain', 'the sink', 'a drain and a sink', 'it'][number % 4]}, number ${number}. ${number % 7 ? '' : 'Bobby was rude.'}`,
      incentive: [true, false, null][number % 3],
      photos:
        number % 10 === 0
          ? [{ url: `https://photos.example/${number}.jpg`, source_url: null }]
          : [],
      owner_reply: number % 6 === 0 ? { text: 'Thanks!', date: '2026-01-01' } : null,
    })),
  })
  const read = async (path: string) => await shared.client.get(path)

  async function searched(query: string): Promise<string[]> {
    const ids: string[] = []
    const first = `/api/reviews/search${query}${query ? '&' : '?'}limit=100`
    for (let path: string | null = first; path; ) {
      const { json }: { json: { reviews: { id: string }[]; next_cursor: string | null } } =
        await read(path)
      ids.push(...json.reviews.map(({ id }) => id))
      path = json.next_cursor && `${first}&cursor=${json.next_cursor}`
    }
    return ids
  }

  /** All pages of the feed: the reviews that its entries link to. */
  async function fed(query: string): Promise<string[]> {
    const ids: string[] = []
    for (let path: string | null = `/api/reviews/search.atom${query}`; path; ) {
      const { status, text } = await read(path)
      assert.equal(status, 200, text)
      const found = [
        ...text.matchAll(/<link rel="alternate"[^>]* href="[^"]*\/reviews\/(\w{26})"/g),
      ]
      ids.push(...found.map(([, id]) => id!))
      const next = /<link rel="next" [^>]*href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
      path = next ? next.slice(new URL(next).origin.length) : null
    }
    return ids
  }

  for (const query of QUESTIONS) {
    it(`The table for ${query || 'no filter'} has exactly what the search returns, in its order`, async () => {
      const { status, text, headers } = await read(`/api/reviews/search.csv${query}`)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
      const [head, ...lines] = text.trimEnd().split('\r\n')
      assert.match(head!, /^id,author,/)
      assert.deepEqual(
        lines.map(line => line.slice(0, 26)),
        await searched(query),
      )
    })

    it(`The feed for ${query || 'no filter'} has exactly what the search returns, newest first`, async () => {
      const found = new Set(await searched(query))
      const all = await searched('')
      assert.deepEqual(
        await fed(query),
        all.filter(id => found.has(id)),
      )
    })
  }

  it('A search by incentive finds what is stated, and not what is unknown', async () => {
    for (const [wanted, matched] of [
      [true, 44],
      [false, 43],
    ]) {
      const { json } = await read(`/api/reviews/search?incentive=${wanted}&limit=100`)
      assert.equal(json.matched, matched)
      assert.ok(
        json.reviews.every((review: { incentive: boolean | null }) => review.incentive === wanted),
      )
      assert.equal(
        (await read(`/api/reviews/stats?group_by=stars&incentive=${wanted}`)).json.matched,
        matched,
      )
    }
    assert.match((await read('/reviews?incentive=true')).text, /<bdi>rewarded<\/bdi>/)
  })

  it('A search for photos finds the reviews that have some, in the list and in the counts', async () => {
    for (const [wanted, matched] of [
      [true, 13],
      [false, 117],
    ]) {
      const { json } = await read(`/api/reviews/search?has_photos=${wanted}&limit=100`)
      assert.equal(json.matched, matched)
      assert.ok(
        json.reviews.every(({ photos }: { photos: unknown[] }) => photos.length > 0 === wanted),
      )
      const stats = await read(`/api/reviews/stats?group_by=stars&has_photos=${wanted}`)
      assert.equal(stats.json.matched, matched)
    }
    const page = await read('/reviews?has_photos=true')
    assert.match(page.text, /<bdi>with photos<\/bdi>/)
    assert.match(page.text, />1 photo on Google<\/a>/)
    assert.doesNotMatch(page.text, /<img[^>]+photos\.example/)
    assert.doesNotMatch(page.headers.get('content-security-policy')!, /photos\.example/)
  })

  it('A feed names its list and links to it, and is no topic', async () => {
    const { text } = await read('/api/reviews/search.atom?words=drain&rating=5&sort=lowest')
    assert.match(text, /<title>Reviews about [^<]+: 5 stars, the words “drain”<\/title>/)
    assert.match(
      text,
      /<link rel="alternate" type="text\/html" href="[^"]+\/reviews\?rating=5&amp;words=drain&amp;sort=newest"\/>/,
    )
    assert.doesNotMatch(text, /rel="hub"/)
  })

  it('Feeds of different lists have different ids, pages of one list the same', async () => {
    const idOf = async (path: string) => /<id>([^<]+)/.exec((await read(path)).text)![1]
    const { text } = await read('/api/reviews/search.atom?rating=5')
    assert.doesNotMatch(text, /rel="next"/)
    const first = await idOf('/api/reviews/search.atom')
    assert.notEqual(await idOf('/api/reviews/search.atom?rating=5'), first)
    const [, cursor] = /rel="next" [^>]*cursor=(\w+)/.exec(
      (await read('/api/reviews/search.atom')).text,
    )!
    assert.equal(await idOf(`/api/reviews/search.atom?cursor=${cursor}`), first)
  })

  for (const file of ['csv', 'atom'])
    for (const query of [
      'stars=1',
      'limit=5',
      'since=2026-02-01&until=2026-01-01',
      'sort=relevance',
    ])
      it(`The address search.${file} rejects ${query} like the search`, async () => {
        assert.equal((await read(`/api/reviews/search.${file}?${query}`)).status, 400)
      })

  it('A cursor that is not one is rejected', async () => {
    const { status, json } = await read('/api/reviews/search.atom?cursor=x')
    assert.deepEqual([status, json.issues[0].code], [400, 'invalid_cursor'])
  })

  it('The page of a list links to its table, its feed and itself', async () => {
    const { text } = await read('/reviews?words=drain&sort=relevance&page=2')
    const links = [...text.matchAll(/<a class="button"[^>]* href="([^"]+)"/g)].map(([, href]) =>
      href!.replaceAll('&amp;', '&'),
    )
    const query = '?words=drain&sort=relevance'
    for (const path of ['/api/reviews/search.csv', '/api/reviews/search.atom'])
      assert.ok(links.includes(path + query), `${path} in ${links}`)
    assert.ok(links.some(link => /^https?:\/\/.*\/reviews\?words=drain$/.test(link)))
  })

  it('The list of all reviews links to the files that a static host has, too', async () => {
    const { text } = await read('/reviews')
    assert.match(text, / href="\/reviews.csv" download/)
    assert.doesNotMatch(text, /search\.(?:csv|atom)/)
  })
})
