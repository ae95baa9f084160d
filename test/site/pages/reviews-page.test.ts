import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SearchResult } from '../../../src/model/dataset.ts'
import { business, row, rows } from '../../kit/rows.ts'
import { shareService } from '../../kit/shared.ts'
import { ask } from '../../kit/wire.ts'

const idsOn = (page: string) =>
  [...page.matchAll(/<article class="review card" id="review-(\w+)"/g)].map(([, id]) => id)
const countOn = (page: string) => /id="count" role="status">([^<]+)</.exec(page)?.[1] ?? ''

const dropsOn = (page: string) =>
  [...page.matchAll(/<li><a href="([^"]+)">Without <bdi>([^<]+)<\/bdi>: (\d+) reviews?</g)].map(
    ([, href, text, left]) => [href!.replaceAll('&amp;', '&'), text, Number(left)],
  )

describe('the list of reviews', () => {
  const shared = shareService({
    rows: rows(95, number => ({
      text: number % 3 === 0 ? `Rosa unclogged number ${number} in Old Town.` : `Bobby’s price ${number}.`,
      language: ['en', 'en-GB', 'de', null][number % 4],
      source: ['google', 'yelp'][number % 2],
      owner_reply: number % 5 === 0 ? { text: 'Thanks!', date: '2026-01-01' } : null,
    })),
  })
  const read = async (query: string) => (await shared.client.get(`/reviews${query}`)).text
  const search = async (query: string) =>
    (await (await fetch(`${shared.url}/api/reviews/search${query}`)).json()) as SearchResult

  const QUESTIONS = [
    '',
    '?query=ROSA',
    '?query=price+4',
    '?rating=5',
    '?min_rating=4&sort=lowest',
    '?since=2020-02-01&until=2020-02-20',
    '?mentions_technician=Bob%20Stone',
    '?mentions_service=drain_cleaning&sort=oldest',
    '?mentions_service_area=old_town&has_reply=true',
    '?has_reply=false&language=en',
    '?language=de&source=yelp&sort=highest',
    '?query=nowhere',
    '?max_rating=2',
    '?words=prices',
    '?aspect=pricing',
    '?aspect=Pricing&sentiment=neutral&max_rating=4',
    '?sentiment=negative',
    '?aspect=nowhere',
  ]

  for (const question of QUESTIONS)
    it(`The list of reviews shows what the API returns for ${question || 'no filter'}`, async () => {
      const page = await read(question)
      const { matched, reviews } = await search(question)
      assert.deepEqual(
        idsOn(page),
        reviews.map(({ id }) => id),
      )
      assert.ok(countOn(page).startsWith(String(matched)), countOn(page))
    })

  it('The pages of the list lead from the first review to the last', async () => {
    const all: unknown[] = []
    let next: string | undefined = '?sort=highest'
    for (let pages = 0; next !== undefined && pages < 10; pages++) {
      const page = await read(next)
      all.push(...idsOn(page))
      next = /rel="next" href="\/reviews([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    }
    const { reviews } = await search('?sort=highest&limit=100')
    assert.deepEqual(
      all,
      reviews.map(({ id }) => id),
    )
  })

  it('The list says which part of it a page shows', async () => {
    assert.equal(countOn(await read('?page=2')), '95 reviews, page 2 of 5')
    assert.equal(countOn(await read('?rating=1')), '19 of 95 reviews')
  })

  it('A page beyond the last says that there is nothing, and links back', async () => {
    const page = await read('?page=99')
    assert.deepEqual(idsOn(page), [])
    assert.match(page, /There are only 5 pages\. <a href="\/reviews\?page=5">Go to the last page<\/a>/)
    assert.equal(countOn(page), '95 reviews')
  })

  it('The list treats empty form fields as not filled in', async () => {
    assert.equal(countOn(await read('?query=&rating=&since=&until=&sort=newest')), '95 reviews, page 1 of 5')
  })

  it('The form keeps the filters in effect', async () => {
    const page = await read('?query=price&rating=2&has_reply=true&since=2020-01-05&sort=oldest&language=de')
    assert.match(page, /name="query" value="price"/)
    assert.match(page, /<option value="2" selected>/)
    assert.match(page, /name="has_reply" value="true" checked>/)
    assert.match(page, /name="since" value="2020-01-05"/)
    assert.match(page, /<option value="oldest" selected>/)
    assert.match(page, /<option value="de" selected>German \(\d\)/)
  })

  it('The form carries along filters that have no field', async () => {
    const page = await read(
      '?min_rating=4&has_reply=false&mentions_technician=Bobby&mentions_service_area=old_town',
    )
    const carried = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]+)"/g)].map(
      ([, ...pair]) => pair.join('='),
    )
    assert.deepEqual(carried, ['min_rating=4', 'mentions_service_area=old_town', 'has_reply=false'])
  })

  it('The form offers what was asked for by another name, and unknown names', async () => {
    const page = await read('?mentions_technician=Bobby&mentions_service=nowhere')
    assert.match(page, /<option value="Bobby" selected>Bob Stone \(0\)</)
    assert.match(page, /<option value="nowhere" selected>nowhere \(0\)</)
    assert.match(await read('?mentions_technician=Bobby'), /<option value="Bobby" selected>Bob Stone \(63\)</)
    assert.doesNotMatch(page, /type="hidden"/)
  })

  it('The form does not carry along what was wrong', async () => {
    const { body } = await ask(shared.url, '/reviews?min_rating=9&rating=4')
    assert.doesNotMatch(body.toString(), /type="hidden"/)
    assert.match(body.toString(), /<option value="4" selected>/)
  })

  it('The list offers to remove each filter in effect', async () => {
    const page = await read('?query=price&rating=2&sort=oldest')
    assert.match(
      page,
      /href="\/reviews\?rating=2&amp;sort=oldest"><span class="hidden">Remove the filter <\/span><bdi>“price”/,
    )
    assert.match(page, /href="\/reviews\?query=price&amp;sort=oldest">/)
  })

  for (const question of [
    '',
    '?query=price&max_rating=3',
    '?rating=2&aspect=pricing&sentiment=neutral&language=en',
  ])
    it(`Every option says how many reviews it would leave, beside ${question || 'no filter'}`, async () => {
      const page = await read(question)
      const selects = [...page.matchAll(/<select id="(\w+)".*?<\/select>/g)].filter(
        ([, name]) => name !== 'sort',
      )
      assert.deepEqual(
        selects.map(([, name]) => name),
        [
          'rating',
          'aspect',
          'sentiment',
          ...['mentions_technician', 'mentions_service', 'source', 'language'],
        ],
      )
      for (const [select, name] of selects)
        for (const [, value, text, count] of select.matchAll(/value="([^"]+)"[^>]*>([^<]+) \((\d+)\)</g)) {
          const asked = new URLSearchParams(question)
          asked.set(name!, value!)
          const { matched } = await search(`?${asked}`)
          assert.equal(Number(count), matched, `${name}: ${text}`)
        }
    })

  it('The list shows all, critical and answered reviews with one tap, each with its count', async () => {
    const viewsOn = (page: string) =>
      [
        ...page
          .split('id="views"')[1]!
          .split('</ul>')[0]!
          .matchAll(/href="([^"]+)"([^>]*)>([^<]+) <span class="number">(\d+)</g),
      ].map(([, href, current, text, count]) => [
        href!.replaceAll('&amp;', '&'),
        text,
        Number(count),
        current !== '',
      ])
    assert.deepEqual(viewsOn(await read('')), [
      ['/reviews', 'All', 95, true],
      ['/reviews?max_rating=2', 'Critical (1–2 stars)', 38, false],
      ['/reviews?has_reply=true', 'With reply', 19, false],
    ])
    for (const question of ['?rating=5&has_reply=true&query=price', '?max_rating=2&source=yelp&sort=oldest'])
      for (const [href, text, count] of viewsOn(await read(question)))
        assert.equal(
          (await search(String(href).slice('/reviews'.length))).matched,
          count,
          `${text} of ${question}`,
        )
    assert.deepEqual(
      viewsOn(await read('?max_rating=2&source=yelp')).map(([href, , , isShown]) => [href, isShown]),
      [
        ['/reviews?source=yelp', false],
        ['/reviews?source=yelp&max_rating=2', true],
        ['/reviews?max_rating=2&source=yelp&has_reply=true', false],
      ],
    )
  })

  it('An empty list says how many reviews there are without each filter, the most first', async () => {
    const page = await read('?query=nowhere&rating=2&source=yelp')
    assert.match(page, /<p>No reviews match\. Try removing a filter:<\/p>/)
    assert.deepEqual(dropsOn(page), [['/reviews?rating=2&source=yelp', '“nowhere”', 10]])
    const reviews = await read('?query=Rosa&mentions_technician=Bob+Stone')
    assert.deepEqual(dropsOn(reviews), [
      ['/reviews?mentions_technician=Bob+Stone', '“Rosa”', 63],
      ['/reviews?query=Rosa', 'Bob Stone', 32],
    ])
  })

  it('An empty list drops an opinion together with its aspect', async () => {
    const page = await read('?aspect=pricing&sentiment=negative&query=Rosa')
    for (const [href, , left] of dropsOn(page))
      assert.equal((await search(String(href).slice('/reviews'.length))).matched, left)
    assert.ok(dropsOn(page).some(([href]) => href === '/reviews?query=Rosa'))
  })

  it('An empty list suggests names for one that is unknown', async () => {
    const page = await read('?mentions_technician=Rosie')
    assert.match(
      page,
      /Nothing here goes by the name “<bdi>Rosie<\/bdi>”\. Did you mean <a href="\/reviews\?mentions_technician=Rosa\+M%C3%A9ndez"/,
    )
  })

  it('The list says in words what it is filtered by', async () => {
    const page = await read(
      '?aspect=pricing&sentiment=negative&max_rating=2&words=price&mentions_technician=Bobby',
    )
    const chips = page.split('id="chips"')[1]!.split('</ul>')[0]!
    assert.deepEqual(
      [...chips.matchAll(/<bdi>([^<]+)</g)].map(([, text]) => text),
      ['1–2 stars', 'the words “price”', 'Bob Stone', 'Pricing', 'criticized'],
    )
    assert.match(await read('?sentiment=negative'), /<bdi>negative overall</)
  })

  it('The list highlights hits', async () => {
    assert.match(await read('?query=PRICE%204'), /Bobby’s <mark>price 4<\/mark>/)
  })

  it('The list says what is wrong with a request, and keeps it', async () => {
    const { status, body, headers } = await ask(shared.url, '/reviews?rating=9&since=2020-02-30&query=x')
    const page = body.toString()
    assert.equal(status, 400)
    assert.match(headers['content-type'] as string, /text\/html/)
    assert.match(page, /<li>Stars must be 5 or less<\/li>/)
    assert.match(page, /<li>From must be a date that exists/)
    assert.match(page, /name="query" value="x"/)
  })

  it('A period that ends before it begins has no reviews, and the list says so', async () => {
    const page = await read('?since=2020-03-01&until=2020-02-01')
    assert.equal(countOn(page), '“From” is later than “To”, so no review can match.')
    assert.deepEqual(idsOn(page), [])
    assert.equal(countOn(await read('?since=2020-02-01&until=2020-02-01')), '1 of 95 reviews')
  })

  it('The list ignores spaces around the words', async () => {
    assert.equal(countOn(await read('?query=++price+4++')), countOn(await read('?query=price+4')))
    assert.equal(countOn(await read('?query=+++')), '95 reviews, page 1 of 5')
  })

  it('The title says which list it is', async () => {
    const titleOf = async (query: string) => /<title>([^<]+)</.exec(await read(query))![1]
    assert.equal(await titleOf(''), 'All reviews of Test &amp; Sons Plumbing')
    assert.equal(await titleOf('?page=2'), 'All reviews of Test &amp; Sons Plumbing, page 2')
    assert.equal(
      await titleOf('?query=price&min_rating=4&source=google&page=2'),
      'Reviews matching 4 stars or more, “price”, Google, page 2',
    )
  })

  it('The list says how many filters are set, without opening them', async () => {
    const page = await read('?query=price&rating=2&has_reply=true&sort=oldest')
    assert.match(page, /<details aria-label="Filters">\n<summary>Filters \(2\)<\/summary>/)
    assert.match(await read(''), /<summary>Filters<\/summary>/)
  })

  it('The list has headings to navigate by', async () => {
    const headings = [...(await read('?page=5')).matchAll(/<(h[1-6])/g)].map(([, name]) => name)
    assert.deepEqual(headings.slice(0, 4), ['h1', 'h2', 'h2', 'h3'])
  })

  it('The list has pages in Markdown, too', async () => {
    let next: string | undefined = '/reviews.md?rating=1&sort=oldest'
    const { text } = await shared.client.get(next)
    assert.doesNotMatch(text, /rel=|Previous/)
    let pages = 0
    for (next = '/reviews.md'; next !== undefined && pages < 10; pages++) {
      const page: string = (await shared.client.get(next)).text
      next = /\[Next\]\(http:\/\/localhost:\d+([^)]+)\)/.exec(page)?.[1]
    }
    assert.equal(pages, 5)
  })

  it('The list in Markdown says whose reviews they are, the facts of each, and whom it mentions', async () => {
    const { text } = await shared.client.get('/reviews.md?mentions_service_area=old_town')
    assert.match(text, /^Reviews of \*\*Test & Sons Plumbing\*\*\.\n/)
    assert.match(text, /^\d of 5 stars, \d+ \w+ 2020 on \w+, /m)
    assert.match(text, /^Mentioned in this review: \[Rosa Méndez\]\([^)]+\), \[Drain cleaning\]/m)
  })

  it('Search engines index the list itself but none of its views', async () => {
    assert.doesNotMatch(await read(''), /noindex/)
    assert.match(await read('?rating=5'), /<meta name="robots" content="noindex, follow">/)
    assert.doesNotMatch(await read('?rating=5'), /rel="canonical"/)
    assert.match(await read(''), /<link rel="canonical" href="http:\/\/localhost:\d+\/reviews">/)
  })

  it('The list has an ETag and compression like every other response', async () => {
    const first = await ask(shared.url, '/reviews?rating=5', { headers: { 'accept-encoding': 'br' } })
    assert.equal(first.headers['content-encoding'], 'br')
    const etag = first.headers.etag as string
    const again = await ask(shared.url, '/reviews?rating=5', {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    })
    assert.equal(again.status, 304)
  })
})

describe('the passages that count', () => {
  const shared = shareService({
    rows: [
      row({ source_id: 'a', text: 'Bobby came on time. It was far too expensive for us.', rating: 2 }),
      row({ source_id: 'b', text: 'Rosa unclogged it. The price was very fair.', rating: 5 }),
      row({ source_id: 'c', text: 'Fine.', rating: 2, tags: [{ label: 'Value', sentiment: 'negative' }] }),
      row({ source_id: 'd', text: `${'Hello there. '.repeat(150)}It was far too expensive.`, rating: 1 }),
    ],
  })
  const cardsOn = async (query: string) =>
    (await shared.client.get(`/reviews${query}`)).text.split('<article ').slice(1)

  it('The list highlights the passage that counted and labels it, however long the review is', async () => {
    const cards = (await cardsOn('?aspect=pricing&sentiment=negative')).filter(
      card => !card.includes('>Fine.<'),
    )
    assert.equal(cards.length, 2)
    for (const card of cards) {
      assert.match(card, /<p class="meta"><span class="key bad"><bdi>Criticism: Pricing<\/bdi><\/span> <\/p>/)
      assert.match(card, /<mark>It was far too expensive/)
    }
  })

  it('The list labels what counted only as a tag, and says so', async () => {
    const card = (await cardsOn('?aspect=pricing&sentiment=negative')).find(one => one.includes('>Fine.<'))!
    assert.match(card, /<bdi>Criticism: Pricing \(a tag, not in the text\)<\/bdi>/)
    assert.doesNotMatch(card, /<mark>/)
  })

  it('The list labels every kind of mention it was asked for', async () => {
    const [card] = await cardsOn('?aspect=pricing&mentions_technician=Rosa&mentions_service=drain_cleaning')
    assert.match(
      card!,
      /Technician: Rosa Méndez.+Service: Drain cleaning.+class="key good"><bdi>Praise: Pricing</,
    )
    assert.match(card!, /<mark>Rosa<\/mark> <mark>unclogged<\/mark> it\. <mark>The price was very fair/)
  })
})

describe('the list of reviews of another trade', () => {
  const shared = shareService({
    business: {
      ...business,
      site: {
        labels: {
          technician: { one: 'Lawyer', many: 'Lawyers' },
          service: { one: 'Practice area', many: 'Practice areas' },
        },
      },
    },
    rows: rows(3),
  })

  it('The list uses the words of the trade', async () => {
    const page = (await shared.client.get('/reviews')).text
    assert.match(page, /<label for="mentions_technician">Lawyer<\/label>/)
    assert.match(page, /<label for="mentions_service">Practice area<\/label>/)
    assert.match(page, /<a href="\/technicians">Lawyers<\/a>/)
    assert.doesNotMatch(page, /Technician/)
  })
})
