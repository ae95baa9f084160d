import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localeOf, sourceName } from '../../../../src/locale/locale.ts'
import type { SearchResult } from '../../../../src/model/dataset.ts'
import { business, row, rows } from '../../../kit/rows.ts'
import { shareService } from '../../../kit/shared.ts'
import { ask } from '../../../kit/wire.ts'

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
      text:
        number % 3 === 0
          ? `Rosa unclogged number ${number} in Old Town.`
          : `Bobby’s price ${number}. He was friendly.`,
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
    '?words=prices&sort=newest',
    '?words=Rosa+40&sort=relevance',
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
    assert.match(
      page,
      /There are only 5 pages\. <a href="\/reviews\?page=5">Go to the last page<\/a>/,
    )
    assert.equal(countOn(page), '95 reviews')
  })

  it('The list treats empty form fields as not filled in', async () => {
    assert.equal(
      countOn(await read('?query=&rating=&since=&until=&sort=newest')),
      '95 reviews, page 1 of 5',
    )
  })

  it('The form keeps the filters in effect', async () => {
    const page = await read(
      '?words=price&rating=2&has_reply=true&since=2020-01-05&sort=oldest&language=de',
    )
    assert.match(page, /name="words" list="names" value="price"/)
    assert.match(page, /<option value="2" selected>/)
    assert.match(page, /name="has_reply" value="true" form="filters" checked>/)
    assert.match(page, /name="since" form="filters" value="2020-01-05"/)
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
    assert.match(
      await read('?mentions_technician=Bobby'),
      /<option value="Bobby" selected>Bob Stone \(63\)</,
    )
    assert.doesNotMatch(page, /type="hidden"/)
  })

  it('The form offers an aspect that the insights do not list, by its label, if it was asked for', async () => {
    const page = await read('?aspect=general')
    assert.match(page, /<option value="general" selected>Overall \(\d+\)</)
    assert.match(page, /aria-label="Remove the filter Overall"><bdi>Overall</)
    assert.match(
      await read('?aspect=honesty'),
      /aria-label="Remove the filter Honesty"><bdi>Honesty</,
    )
    assert.doesNotMatch(await read(''), /Overall|Honesty/)
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
      /href="\/reviews\?rating=2&amp;sort=oldest" aria-label="Remove the filter “price”"><bdi>“price”/,
    )
    assert.match(
      page,
      /href="\/reviews\?query=price&amp;sort=oldest" aria-label="Remove the filter 2 stars">/,
    )
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
        for (const [, value, text, count] of select.matchAll(
          /value="([^"]+)"[^>]*>([^<]+) \((\d+)\)</g,
        )) {
          const asked = new URLSearchParams(question)
          asked.set(name!, value!)
          const { matched } = await search(`?${asked}`)
          assert.equal(Number(count), matched, `${name}: ${text}`)
        }
    })

  interface Chip {
    href: string
    text: string
    count: number
    isShown: boolean
  }

  const chipsOn = (page: string): Chip[] =>
    [
      ...page
        .split('id="views"')[1]!
        .split('</ul>')[0]!
        .matchAll(
          /href="([^"]+)"([^>]*)><bdi>([^<]+)<\/bdi> <span class="number" aria-hidden="true">(\d+)</g,
        ),
    ].map(([, href, current, text, count]) => ({
      href: href!.replaceAll('&amp;', '&'),
      text: text!,
      count: Number(count),
      isShown: current!.includes('aria-current'),
    }))

  it('The chips show all, critical and answered reviews, the most mentioned aspects and people', async () => {
    const chips = chipsOn(await read(''))
    assert.deepEqual(chips.slice(0, 3), [
      { href: '/reviews', text: 'All', count: 95, isShown: true },
      { href: '/reviews?critical=true', text: 'Critical', count: 38, isShown: false },
      { href: '/reviews?has_reply=true', text: 'With reply', count: 19, isShown: false },
    ])
    const pricing = chips.find(({ text }) => text === 'Pricing')!
    assert.equal(pricing.href, '/reviews?aspect=pricing')
    assert.deepEqual(
      chips.slice(-2).map(({ text, count }) => [text, count]),
      [
        ['Bob Stone', 63],
        ['Rosa Méndez', 32],
      ],
    )
  })

  it('Beside an aspect, two chips show its praise and its criticism', async () => {
    const sides = (page: string) =>
      chipsOn(page).filter(({ text }) => /^(Praise|Criticism)$/.test(text))
    assert.deepEqual(sides(await read('')), [])
    assert.deepEqual(
      sides(await read('?aspect=pricing&sentiment=negative')).map(({ href, isShown }) => [
        href,
        isShown,
      ]),
      [
        ['/reviews?aspect=pricing&sentiment=positive', false],
        ['/reviews?aspect=pricing', true],
      ],
    )
  })

  for (const question of [
    '',
    '?aspect=pricing&rating=5',
    '?rating=5&has_reply=true&query=price',
    '?max_rating=2&source=yelp&sort=oldest',
  ])
    it(`Every chip says how many reviews it leads to, beside ${question || 'no filter'}`, async () => {
      for (const { href, text, count, isShown } of chipsOn(await read(question)))
        if (!isShown)
          assert.equal((await search(href.slice('/reviews'.length))).matched, count, text)
    })

  it('A chip keeps the other filters, and the one in effect removes itself', async () => {
    const chipOf = (chips: Chip[], wanted: string) => chips.find(({ text }) => text === wanted)!
    const chips = chipsOn(await read('?critical=true&source=yelp&aspect=pricing&sentiment=neutral'))
    assert.deepEqual(chipOf(chips, 'All').href, '/reviews?source=yelp')
    for (const [text, href] of [
      ['Critical', '/reviews?source=yelp&aspect=pricing&sentiment=neutral'],
      ['Pricing', '/reviews?critical=true&source=yelp'],
    ] as const) {
      const chip = chipOf(chips, text)
      const asked = (path: string) => [...new URL(path, shared.url).searchParams].toSorted()
      assert.deepEqual([asked(chip.href), chip.isShown], [asked(href), true], text)
    }
  })

  it('A chip that would leave nothing is not offered', async () => {
    const chips = chipsOn(await read('?query=Rosa'))
    assert.ok(!chips.some(({ text }) => text === 'Bob Stone'))
    assert.ok(chips.some(({ text }) => text === 'Rosa Méndez'))
  })

  it('The list says how many reviews mention what was searched for', async () => {
    const count = async (query: string) =>
      /id="count" role="status">(.*?)<\/div>/
        .exec(await read(query))![1]!
        .replaceAll(/<[^>]+>/g, '')
    assert.equal(await count('?query=price+40'), '1 review mentions “price 40”')
    assert.equal(await count('?query=Rosa&sort=oldest'), '32 reviews mention “Rosa”, page 1 of 2')
    assert.equal(await count('?query=Rosa&rating=1'), '7 of 95 reviews')
  })

  it('The pages of the list can be reached by their numbers', async () => {
    const numbersOn = (page: string) =>
      [...page.matchAll(/aria-label="Page (\d+)" href="([^"]+)"/g)].map(([, number, href]) => [
        Number(number),
        href,
      ])
    assert.deepEqual(numbersOn(await read('?page=3&sort=oldest')), [
      [1, '/reviews?sort=oldest'],
      [2, '/reviews?sort=oldest&amp;page=2'],
      [3, '/reviews?sort=oldest&amp;page=3'],
      [4, '/reviews?sort=oldest&amp;page=4'],
      [5, '/reviews?sort=oldest&amp;page=5'],
    ])
    assert.deepEqual(
      numbersOn(await read('')).map(([number]) => number),
      [1, 2, 5],
    )
    const jump = (await read('?sort=oldest')).split('<form class="jump"')[1]!.split('</form>')[0]!
    assert.match(jump, /<input type="hidden" name="sort" value="oldest">/)
    assert.match(jump, /<input type="number" id="page" name="page"[^>]* max="5"/)
  })

  it('An empty list says how many reviews there are without each filter, the most first', async () => {
    const page = await read('?query=nowhere&rating=2&source=yelp')
    assert.match(page, /<p>No reviews match\. Try removing a filter\.<\/p>/)
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
    const { status, body, headers } = await ask(
      shared.url,
      '/reviews?rating=9&since=2020-02-30&words=x',
    )
    const page = body.toString()
    assert.equal(status, 400)
    assert.match(headers['content-type'] as string, /text\/html/)
    assert.match(page, /<li>Stars must be a number from 1 to 5\.<\/li>/)
    assert.match(page, /<li>From needs a date that exists/)
    assert.match(page, /name="words" list="names" value="x"/)
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
    assert.equal(await titleOf(''), 'All reviews about Test &amp; Sons Plumbing')
    assert.equal(await titleOf('?page=2'), 'All reviews about Test &amp; Sons Plumbing, page 2')
    assert.equal(
      await titleOf('?query=price&min_rating=4&source=google&page=2'),
      'Reviews matching 4 stars or more, “price”, Google, page 2',
    )
  })

  it('The list says how many filters are set, without opening them', async () => {
    const page = await read('?query=price&rating=2&has_reply=true&sort=oldest')
    assert.match(page, /<summary>More filters \(2\)<\/summary>/)
    assert.match(await read(''), /<summary>More filters<\/summary>/)
  })

  it('The list has headings to navigate by', async () => {
    const headings = [...(await read('?page=5')).matchAll(/<(h[1-6])/g)].map(([, name]) => name)
    assert.deepEqual(headings.slice(0, 3), ['h1', 'h2', 'h3'])
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
    assert.match(text, /^Reviews about \*\*Test & Sons Plumbing\*\*\.\n/)
    assert.match(
      text,
      /^\d of 5 stars, \w+ \d+, 2020, \[The business says it was posted on \w+\]\(https:[^)]+\)$/m,
    )
    assert.match(text, /^Mentioned in this review: \[Rosa Méndez\]\([^)]+\), \[Drain cleaning\]/m)
  })

  it('Search engines index the list itself but none of its views', async () => {
    assert.doesNotMatch(await read(''), /noindex/)
    assert.match(await read('?rating=5'), /<meta name="robots" content="noindex, follow">/)
    assert.doesNotMatch(await read('?rating=5'), /rel="canonical"/)
    assert.match(await read(''), /<link rel="canonical" href="http:\/\/localhost:\d+\/reviews">/)
  })

  it('The list has an ETag and compression like every other response', async () => {
    const first = await ask(shared.url, '/reviews?rating=5', {
      headers: { 'accept-encoding': 'br' },
    })
    assert.equal(first.headers['content-encoding'], 'br')
    const etag = first.headers.etag as string
    const again = await ask(shared.url, '/reviews?rating=5', {
      headers: { 'accept-encoding': 'br', 'if-none-match': etag },
    })
    assert.equal(again.status, 304)
  })
})

describe('the search for words', () => {
  const shared = shareService({
    rows: [
      row({
        source_id: 'a',
        text: 'They were kind to my daughter and fixed the furnace.',
        language: 'en',
      }),
      row({ source_id: 'b', text: 'Our furnaces died twice.', language: 'en' }),
      row({ source_id: 'c', text: 'Rosa was quick.', language: 'en' }),
      row({
        source_id: 'd',
        text: 'Die Heizung läuft wieder, auch für die Kinder.',
        language: 'de',
        translation: { text: 'The heating works again, for the children too.', language: 'en' },
      }),
    ],
  })
  const read = async (query: string) => (await shared.client.get(`/reviews${query}`)).text
  const statusOn = (page: string) =>
    /id="count" role="status">(.*?)<\/div>/s.exec(page)![1]!.replaceAll(/<[^>]+>/g, '')

  it('Words are searched by relevance unless another order was chosen; without words, the newest come first', async () => {
    const ordersOn = (page: string) =>
      [
        .../<select id="sort".*?<\/select>/
          .exec(page)![0]
          .matchAll(/value="(\w*)"( selected)?>([^<]+)/g),
      ].map(([, value, selected, text]) => [value, text, selected !== undefined])
    const others = [
      ['oldest', 'Oldest first', false],
      ['highest', 'Best first', false],
      ['lowest', 'Worst first', false],
    ]
    assert.deepEqual(ordersOn(await read('')), [['', 'Newest first', true], ...others])
    for (const query of ['?words=furnace', '?words=furnace&sort=relevance'])
      assert.deepEqual(ordersOn(await read(query)), [
        ['', 'Most relevant first', true],
        ['newest', 'Newest first', false],
        ...others,
      ])
    assert.deepEqual(ordersOn(await read('?words=furnace&sort=newest'))[1], [
      'newest',
      'Newest first',
      true,
    ])
    // Enough of the words will do.
    assert.match(statusOn(await read('?words=the+quick+furnace+Rosa')), /^2 reviews match/)
    assert.match(statusOn(await read('?sort=relevance')), /^4 reviews$/)
  })

  it('Removing the words also removes their order', async () => {
    const page = await read('?words=nothing&rating=5&sort=oldest')
    assert.match(
      page,
      /href="\/reviews\?rating=5&amp;sort=oldest" aria-label="Remove the filter the words/,
    )
    assert.match(
      await read('?words=furnace&rating=5'),
      /href="\/reviews\?rating=5" aria-label="Remove the f/,
    )
  })

  it('The table, the feed and the page of the feed have the same reviews as the list', async () => {
    for (const [asked, sort] of [
      ['', 'relevance'],
      ['&sort=newest', 'newest'],
    ]) {
      const page = await read(`?words=the+furnace${asked}`)
      for (const kind of ['csv', 'atom'])
        assert.match(
          page,
          new RegExp(`href="/api/reviews/search.${kind}\\?words=the%20furnace&amp;sort=${sort}"`),
        )
      const feed = await shared.client.get(
        `/api/reviews/search.atom?words=the+furnace&sort=${sort}`,
      )
      assert.ok(
        feed.text.includes(`/reviews?words=the%20furnace&amp;sort=${sort}"`),
        feed.text.slice(0, 900),
      )
    }
  })

  it('The list says what it took for a typing error, which other words it matched, and where', async () => {
    assert.equal(
      statusOn(await read('?words=furnce')),
      '2 reviews match “furnce”\nNo review says “furnce”. Showing results for: furnace\nAlso matched: furnaces',
    )
    assert.equal(
      statusOn(await read('?words=furnace')),
      '2 reviews match “furnace”\nAlso matched: furnaces',
    )
    const page = await read('?words=child')
    assert.equal(statusOn(page), '2 reviews match “child”\nAlso matched: children, daughter')
    const cards = page.split('<article ').slice(1)
    assert.deepEqual(
      cards.map(card => card.includes('<bdi>Found in the translation</bdi>')),
      cards.map(card => card.includes('Translated from German')),
    )
  })

  it('The box completes names, and a name that is searched for leads to all its reviews', async () => {
    const page = await read('?words=Rosa')
    assert.match(
      page,
      /<datalist id="names"><option value="Rosa Méndez" data-name="mentions_technician" data-value="Rosa Méndez">/,
    )
    assert.match(
      page,
      /<p class="muted"><a href="\/reviews\?mentions_technician=Rosa\+M%C3%A9ndez">1 review mentions “<bdi>Rosa Méndez/,
    )
    assert.doesNotMatch(await read('?words=quick'), /<p class="muted"><a/)
  })

  it('An empty result says what to try: another word, or the letters', async () => {
    const page = await read('?words=furn')
    assert.match(page, /<p>No review mentions this\. Try a shorter or more common word\.<\/p>/)
    assert.match(page, /<a href="\/reviews\?query=furn">2 reviews contain the letters “<bdi>furn</)
    assert.doesNotMatch(await read('?words=financing'), /contain the letters|Without/)
  })

  it('An old address with a query works, and shows it beside the box', async () => {
    const page = await read('?query=furn')
    assert.equal(statusOn(page), '2 reviews mention “furn”')
    assert.match(page, /<input type="hidden" name="query" value="furn">/)
    assert.match(page, /aria-label="Remove the filter “furn”"/)
  })
})

describe('the passages that count', () => {
  const shared = shareService({
    rows: [
      row({
        source_id: 'a',
        text: 'Bobby came on time. It was far too expensive for us.',
        rating: 2,
      }),
      row({ source_id: 'b', text: 'Rosa unclogged it. The price was very fair.', rating: 5 }),
      row({
        source_id: 'c',
        text: 'Fine.',
        rating: 2,
        tags: [{ label: 'Value', sentiment: 'negative' }],
      }),
      row({
        source_id: 'd',
        text: `${'Hello there. '.repeat(150)}It was far too expensive.`,
        rating: 1,
      }),
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
      assert.match(
        card,
        /<p class="meta"><span class="key bad"><bdi>Criticism: Pricing<\/bdi><\/span> <\/p>/,
      )
      assert.match(card, /<mark>It was far too expensive/)
    }
  })

  it('The list labels what counted only as a tag, and says so', async () => {
    const card = (await cardsOn('?aspect=pricing&sentiment=negative')).find(one =>
      one.includes('>Fine.<'),
    )!
    assert.match(card, /<bdi>Criticism: Pricing \(a tag, not in the text\)<\/bdi>/)
    assert.doesNotMatch(card, /<mark>/)
  })

  it('The list labels every kind of mention it was asked for', async () => {
    const [card] = await cardsOn(
      '?aspect=pricing&mentions_technician=Rosa&mentions_service=drain_cleaning',
    )
    assert.match(
      card!,
      /Person: Rosa Méndez.+Service: Drain cleaning.+class="key good"><bdi>Praise: Pricing</,
    )
    assert.match(
      card!,
      /<mark>Rosa<\/mark> <mark>unclogged<\/mark> it\. <mark>The price was very fair/,
    )
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
    assert.doesNotMatch(page, /Person:/)
  })
})

describe('the cards of the list', () => {
  const long = 'They came twice and were late both times. '.repeat(20).trim()
  const reviews = [
    row({ source_id: 'a', author: 'Ann', verification: { level: 'transaction', method: null } }),
    row({ source_id: 'b', author: 'Ben', verification: { level: 'invited', method: null } }),
    row({ source_id: 'c', author: 'Cy', source_url: 'https://www.google.com/c' }),
    row({ source_id: 'd', author: 'Di', source: 'yelp', text: null }),
    row({
      source_id: 'e',
      author: 'Eva',
      text: long,
      owner_reply: { text: long, date: '2026-03-16' },
    }),
    row({
      source_id: 'f',
      author: 'Fritz',
      text: 'Alles gut.',
      language: 'de',
      translation: { text: 'All good.', language: 'en' },
    }),
    row({
      source_id: 'g',
      author: 'Gus',
      text: 'Just fine.',
      language: 'en',
      translation: { text: 'Ganz gut.', language: 'de' },
    }),
    row({
      source_id: 'h',
      author: 'Hal',
      source: 'direct',
      verification: { level: 'transaction', method: null },
    }),
  ]
  const shared = shareService({ rows: reviews })
  const cardOf = async (author: string, query = '') =>
    (await shared.client.get(`/reviews${query}`)).text
      .split('<article ')
      .find(card => card.includes(`<bdi>${author}</bdi>`))!
  const metaOf = (card: string) =>
    /<time[^>]*>[^<]+<\/time> (.*)<\/p>/.exec(card)![1]!.replaceAll(/<\/?span>/g, '')

  const postedOn = (source: string) =>
    `<a href="https://www.${source}.com/reviews" rel="nofollow ugc noopener">The business says it was posted on ${sourceName(localeOf('en-US'), source)}</a>`

  it('No level of the owner gets a tick, and each is called the word of the business', async () => {
    assert.equal(
      metaOf(await cardOf('Ann')),
      `<a class="said" href="/policy#verified">The business says: customer</a> ${postedOn('google')}`,
    )
    assert.equal(
      metaOf(await cardOf('Ben')),
      `<a class="said" href="/policy#verified">Invited by the business</a> ${postedOn('google')}`,
    )
    assert.equal(
      metaOf(await cardOf('Cy')),
      '<a href="https://www.google.com/c" rel="nofollow ugc noopener">The business says it was posted on Google</a>',
    )
    assert.equal(metaOf(await cardOf('Di')), postedOn('yelp'))
    assert.match(
      metaOf(await cardOf('Hal')),
      />The business says: customer<\/a> Sent to the business$/,
    )
  })

  it('A rating without a text says so', async () => {
    assert.match(await cardOf('Di'), /<p class="muted">Rated without a comment\.<\/p>/)
  })

  it('A long text and a long reply are there in full, to be collapsed where a script can open them', async () => {
    const card = await cardOf('Eva')
    assert.equal(card.split(long).length - 1, 2)
    assert.match(card, /<p class="text fold wide" dir="auto" lang="en">/)
    assert.match(card, /<p class="text fold brief wide" dir="auto">/)
    assert.match(
      card,
      /<a class="more" [^>]*href="\/reviews\/\w+" aria-label="Show more of the review by Eva"/,
    )
    assert.match(card, /aria-label="Show more of the reply to Eva"/)
    assert.doesNotMatch(await cardOf('Ann'), /fold|class="more"/)
  })

  it('A text with a match further down is not collapsed', async () => {
    assert.doesNotMatch(await cardOf('Eva', '?query=late'), /class="text fold wide"/)
  })

  it('A translation into the language of the site comes first, with the original one tap away', async () => {
    const card = await cardOf('Fritz')
    assert.match(
      card,
      /<p class="meta">Translated from German<\/p>\n<p class="text" dir="auto" lang="en">All good\./,
    )
    assert.match(
      card,
      /<details class="other"><summary>Show the original<\/summary><p class="text" dir="auto" lang="de">Alles gut\./,
    )
  })

  it('The original is open where the match is in it', async () => {
    assert.match(
      await cardOf('Fritz', '?query=gut'),
      /<details class="other" open>.*<mark>gut<\/mark>/,
    )
  })

  it('A translation into another language stays behind the original', async () => {
    assert.match(
      await cardOf('Gus'),
      /<p class="text" dir="auto" lang="en">Just fine\.<\/p>\s+<details class="other"><summary>Show the translation<\/summary><p class="text" dir="auto" lang="de">Ganz gut\./,
    )
  })
})
