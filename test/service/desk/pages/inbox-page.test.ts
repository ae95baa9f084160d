import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { shareDesk, type TestDesk } from '../../../kit/desk.ts'
import { row } from '../../../kit/rows.ts'
import { importInto } from '../../../kit/service.ts'

/** The authors under each heading. */
async function inboxOf(
  { call }: TestDesk,
  cookie: string,
): Promise<{ titles: string[]; lists: string[][]; body: string }> {
  const { body } = await call('/', { headers: { cookie } })
  const [, ...sections] = body.split('<h2>')
  return {
    titles: sections.map(section => section.slice(0, section.indexOf('<'))),
    lists: sections.map(section =>
      [...section.matchAll(/<bdi>([^<]+)<\/bdi>/g)].map(([, name]) => name!),
    ),
    body,
  }
}

const openAgain = async ({ openLink, newLink }: TestDesk) =>
  String((await openLink(await newLink())).headers['set-cookie']?.[0]).split(';')[0]!

const good = (name: string, day: number) =>
  row({ source_id: name, author: name, rating: 5, date: `2026-03-${String(day).padStart(2, '0')}` })

describe('The inbox', () => {
  const shared = shareDesk({
    rows: [
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) => good(name, index + 1)),
      row({ source_id: 'one', author: 'One star', rating: 1, date: '2026-01-03' }),
      row({ source_id: 'two', author: 'Two stars', rating: 2, date: '2026-01-02' }),
      row({
        source_id: 'three',
        author: 'Three stars',
        rating: 3,
        date: '2026-01-01',
        text: 'They came two hours late and the price was far too high.',
      }),
      row({
        source_id: 'replied',
        author: 'Replied',
        rating: 1,
        owner_reply: { text: 'Sorry.', date: '2026-02-01' },
      }),
      row({ source: 'yelp', source_id: 'y', author: 'Elsewhere', rating: 2, date: '2026-01-01' }),
      row({
        source: 'acme',
        source_id: 'z',
        author: 'Linked',
        rating: 2,
        date: '2025-12-31',
        source_url: 'https://acme.example/z',
      }),
      row({
        source: 'direct',
        author: 'By mail',
        rating: 2,
        date: '2025-12-30',
        verification: { level: 'invited' },
      }),
    ],
  })

  it('A first visit shows the five newest reviews, and critical ones without a reply: by their stars or their text', async () => {
    const { titles, lists, body } = await inboxOf(shared.desk, shared.desk.cookie)
    assert.deepEqual(titles, ['Newest reviews', 'Critical reviews without a reply'])
    assert.deepEqual(lists, [
      ['Replied', 'f', 'e', 'd', 'c'],
      ['One star', 'Two stars', 'Elsewhere', 'Three stars', 'Linked', 'By mail'],
    ])
    assert.match(body, /<p>6 reviews with one or two stars, or with criticism in the text\./)
    assert.match(body, /firsthand list --critical true --has-reply false/)
    assert.doesNotMatch(body, /are shown\.<\/p>/)
  })

  it('Each review leads to where its reply is written', async () => {
    const { body } = await inboxOf(shared.desk, shared.desk.cookie)
    assert.match(
      body,
      /<a href="https:\/\/business\.google\.com\/reviews" rel="noreferrer">Reply on Google<\/a>/,
    )
    assert.match(body, /<a href="https:\/\/biz\.yelp\.com\/" rel="noreferrer">Reply on Yelp<\/a>/)
    assert.match(body, /<a href="https:\/\/acme\.example\/z" rel="noreferrer">Reply on /)
    assert.match(body, /<a class="button" href="\/reviews\/\w{26}#reply">Reply<\/a>/)
    const [replied] = body.split('</article>')
    assert.match(replied!, /Replied[\s\S]*Your reply, /)
    assert.doesNotMatch(replied!, /Reply on/)
  })

  it('A later visit shows what was added since the last one, the last first', async () => {
    const { desk } = shared
    desk.clock.now = new Date()
    const first = await openAgain(desk)
    assert.deepEqual((await inboxOf(desk, first)).lists[0], [])
    desk.clock.now = new Date(Date.now() + 60_000)
    const cookie = await openAgain(desk)
    const visited = (await desk.store.deskNotes()).visited_at
    assert.equal(visited, desk.clock.now.toISOString())
    assert.match(
      (await inboxOf(desk, cookie)).body,
      /<h2>New since [^<]+<\/h2>\n<p>Nothing new\.<\/p>/,
    )
    for (const name of ['later', 'latest'])
      await importInto(desk.folder.databaseUrl, [good(name, 1)])
    assert.deepEqual((await inboxOf(desk, first)).lists[0], ['latest', 'later'])
    const { id } = (await desk.store.changesSince(0)).shown.find(
      ({ content }) => content.author === 'later',
    )!
    await desk.post(`/reviews/${id}/withhold`, { reason: 'spam', step: 'confirm' })
    assert.deepEqual(
      (await inboxOf(desk, first)).lists[0],
      ['latest'],
      'what is hidden is not listed',
    )
  })

  it('A list shows at most 20 reviews, and says so when there are more', async () => {
    const { desk } = shared
    const critical = (number: number) =>
      row({
        source_id: `n${number}`,
        author: `n${number}`,
        rating: 1,
        date: '2024-01-01',
        text: `n${number}`,
      })
    await importInto(
      desk.folder.databaseUrl,
      Array.from({ length: 14 }, (_, number) => critical(number)),
    )
    const full = await inboxOf(desk, desk.cookie)
    assert.equal(full.lists[1]!.length, 20)
    assert.doesNotMatch(full.body, /are shown/)
    await importInto(desk.folder.databaseUrl, [critical(20)])
    const more = await inboxOf(desk, desk.cookie)
    assert.equal(more.lists[1]!.length, 20)
    assert.match(more.body, /The newest 20 of 21 are shown\./)
  })
})

describe('An inbox without criticism', () => {
  const shared = shareDesk({ rows: [] })

  it('An empty database invites to an import, and good reviews need no reply', async () => {
    const { get, folder } = shared.desk
    const empty = (await get('/')).body
    assert.match(empty, /There are no reviews yet\. <a href="\/import">/)
    assert.match(empty, /go on with the <a href="\/setup">setup<\/a>/)
    assert.doesNotMatch(empty, /<h2>/)
    await importInto(folder.databaseUrl, [row({ rating: 3, text: null })])
    const { body } = await get('/')
    assert.match(body, /Every critical review has a reply\./)
    assert.match(body, /Rated without a comment\./)
  })
})
