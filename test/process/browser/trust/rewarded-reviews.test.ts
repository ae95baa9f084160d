import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { reviewAlert } from '../../../../src/alerts/alert.ts'
import type { Review } from '../../../../src/model/review.ts'
import { ogFactsOf } from '../../../../src/site/pictures/og-image.ts'
import { borrowPage } from '../../../kit/borrow-page.ts'
import { shareBrowser } from '../../../kit/browser.ts'
import { runCommand } from '../../../kit/command.ts'
import { shareDesk } from '../../../kit/desk.ts'
import { connect } from '../../../kit/mcp.ts'
import { row } from '../../../kit/rows.ts'
import { shareService } from '../../../kit/shared.ts'
import { buildSnapshot, readJson } from '../../../kit/snapshot-builder.ts'
import { openTestStore } from '../../../kit/store.ts'

const SAID = 'Given for a reward'
const PRAISE = 'Rosa was wonderful, she fixed the water heater quickly and explained the price.'
const rewarded = row({ source_id: 'r', author: 'Paid Pat', text: PRAISE, incentive: true })
const others = [
  row({ source_id: 'n', author: 'Plain Paul', date: '2026-03-01', incentive: false }),
  row({ source_id: 'u', author: 'Plain Una', date: '2026-03-02' }),
]

/** What search engines read says so, too. */
const withoutMarkup = (page: string) =>
  page.replaceAll(/<script type="application\/ld\+json">.*?<\/script>/gs, '')

describe('A review that was given for a reward', () => {
  const shared = shareService({ rows: [rewarded, ...others] })
  const desk = shareDesk({ rows: [rewarded, ...others] })
  const chromium = shareBrowser()
  const read = async (path: string) => (await fetch(shared.url + path)).text()
  const idOf = async (author: string): Promise<string> =>
    JSON.parse(await read('/reviews.json')).reviews.find((one: Review) => one.author === author).id

  it('It says so once on every page, in every frame and in every feed that shows it', async () => {
    const id = await idOf('Paid Pat')
    const paths = [
      ...[
        '/',
        '/reviews',
        '/reviews.md',
        '/technicians/rosa-m%C3%A9ndez',
        '/embed/reviews',
        `/embed/${id}`,
      ],
      ...[
        '/feed.xml',
        '/api/feed.json',
        '/changes.xml',
        '/api/changes.json',
        '/api/reviews/search.atom',
      ],
    ]
    for (const path of paths)
      assert.equal(withoutMarkup(await read(path)).split(SAID).length, 2, path)
    for (const path of [`/reviews/${id}`, `/reviews/${id}.md`])
      assert.match(await read(path), new RegExp(SAID), path)
    const plain = await idOf('Plain Paul')
    for (const path of [`/reviews/${plain}`, `/embed/${plain}`])
      assert.doesNotMatch(await read(path), new RegExp(SAID), path)
  })

  it('The widget says so, as a part that its owner can style and not remove from the text', async t => {
    const page = await borrowPage(t, chromium.browser)
    await page.goto(shared.url)
    await page.setContent(
      `<script type="module" src="${shared.url}/widget.js"></script><reviews-widget></reviews-widget>`,
    )
    const marks = page.locator('reviews-widget [part="incentive"]')
    await page.locator('reviews-widget li').nth(2).waitFor()
    assert.deepEqual(await marks.allInnerTexts(), [SAID])
    assert.match(
      await page.locator('reviews-widget li', { hasText: 'Paid Pat' }).innerText(),
      /reward/,
    )
  })

  it('The desk says so in its lists and on the page of the review', async () => {
    const { get, store } = desk.desk
    const published = await store.findInStates(['published'])
    const { id } = published.find(({ content }) => content.incentive)!
    for (const path of ['/', '/removal?query=Rosa', `/reviews/${id}`])
      assert.equal((await get(path)).body.split(SAID).length, 2, path)
  })

  it('Agents read it in the text, the title and the record', async () => {
    await using client = await connect(shared.url, 'modern')
    const ask = async (name: string, args: object): Promise<string> =>
      JSON.stringify(await client.callTool({ name, arguments: args }))
    const id = await idOf('Paid Pat')
    assert.match(
      await ask('search', { query: 'Rosa' }),
      /5 stars from Paid Pat, 2026-03-14, given for a rew/,
    )
    assert.match(await ask('fetch', { id }), /Given for a reward\./)
    assert.match(await ask('search_reviews', { query: 'Rosa' }), /incentive\\?":true/)
    assert.match(await ask('get_aspect_sentiment', { aspect: 'speed' }), /incentive\\?":true/)
  })

  it('Commands say so in lists and for the review', async t => {
    const { folder, take, store } = await openTestStore(t)
    await take([rewarded, ...others])
    const { id } = (await store.findInStates(['published'])).find(
      ({ content }) => content.incentive,
    )!
    const run = async (...args: string[]) =>
      (await runCommand([...args, '--database-url', folder.databaseUrl])).stdout
    assert.equal((await run('list')).split('given for a reward').length, 2)
    assert.match(await run('show', id), /Paid Pat \(google, given for a reward\)/)
  })

  it('An alert and a share image say so', async t => {
    const snapshot = await buildSnapshot(t, [rewarded])
    const [review] = readJson(snapshot, '/reviews.json').reviews
    assert.match(
      reviewAlert('Test', [review], 5, false).lines.join(),
      /2026-03-14, given for a reward: /,
    )
    assert.match(ogFactsOf(snapshot, `/reviews/${review.id}`)!.note, /Given for a reward/)
  })

  it('Search engines read it in the markup of the page', async () => {
    const page = await read(`/reviews/${await idOf('Paid Pat')}`)
    assert.match(
      page,
      /"description":"The business says it was posted on Google. Given for a reward"/,
    )
  })

  it('Summary, answers and quotes never use its words', async t => {
    const praise = Array.from({ length: 12 }, (_, number) =>
      row({ source_id: `p${number}`, author: `Pat ${number}`, text: PRAISE, incentive: true }),
    )
    const { insights } = await buildSnapshot(t, praise)
    assert.equal(insights.pull_quote, null)
    assert.doesNotMatch(JSON.stringify(insights.faq), /Rosa was wonderful/)
    const unpaid = praise.map(one => ({ ...one, incentive: null }))
    assert.notEqual((await buildSnapshot(t, unpaid)).insights.pull_quote, null)
  })
})
