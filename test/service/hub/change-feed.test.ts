import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ChangeFeed } from '../../../src/model/feed.ts'
import { startBuilderProcess } from '../../../src/serve/builder-process.ts'
import { queryDatabase } from '../../kit/query-database.ts'
import { day, type Row, row, rows } from '../../kit/rows.ts'
import { until } from '../../kit/service.ts'
import { shareService } from '../../kit/shared.ts'
import { shareCallback, subscribe, untilHubIsReady } from '../../kit/subscribe.ts'

const BASE_URL = 'https://reviews.example.net'

describe('A subscriber to all changes', { concurrency: 1 }, () => {
  const callback = shareCallback()
  // More reviews than the feed of the newest shows.
  const shared = shareService({
    rows: rows(60),
    settings: { baseUrl: BASE_URL },
    startBuilder: startBuilderProcess,
  })

  before(async () => {
    await untilHubIsReady(shared.service)
    const response = await subscribe(shared.url, {
      'hub.mode': 'subscribe',
      'hub.topic': `${BASE_URL}/api/changes.json`,
      'hub.callback': callback.server.url('/changes'),
    })
    assert.equal(response.status, 202, response.text)
    const subscriptions = () =>
      queryDatabase(shared.service.folder.databaseUrl, 'select id from subscription')
    await until(async () => (await subscriptions()).length === 1)
  })

  /** The feed as delivered after an import. */
  async function deliveredAfter(list: Row[]): Promise<ChangeFeed> {
    const { server } = callback
    const earlier = server.deliveries().length
    await shared.service.importRows(list)
    await until(() => server.deliveries().length > earlier)
    return JSON.parse(String(server.deliveries().at(-1)!.body))
  }

  it('A subscriber to all changes gets a review dated 2019, older than all others', async () => {
    const { items } = await deliveredAfter([
      row({ source_id: 'old', date: '2019-05-05', text: 'Long ago.' }),
    ])
    assert.equal(items[0]!.content_text, 'Long ago.')
    assert.equal(items[0]!._change.seq, 61)
  })

  it('A subscriber to all changes gets the reply to an old review', async () => {
    const reply = { text: 'Thank you, late.', date: '2026-10-01' }
    const { items } = await deliveredAfter([
      row({
        source_id: 'r0',
        date: day(0),
        rating: 1,
        text: 'Review number 0.',
        owner_reply: reply,
      }),
    ])
    assert.equal(items[0]!._change.op, 'reply')
    assert.match(items[0]!.content_text, /^Review number 0\.\n\nReply from .+:\nThank you, late\.$/)
  })

  it('A subscriber to all changes gets all 70 reviews of one import', async () => {
    const { items } = await deliveredAfter(rows(70, number => ({ source_id: `seventy${number}` })))
    const isNew = ({ _change: { seq, op } }: ChangeFeed['items'][number]) =>
      op === 'add' && seq > 62
    assert.equal(items.filter(isNew).length, 70)
  })

  it('A subscriber to all changes gets an import of more than 100 by following the links of the pages', async () => {
    let page = await deliveredAfter(rows(210, number => ({ source_id: `many${number}` })))
    const lastKnown = 132
    const found: number[] = []
    for (;;) {
      found.push(...page.items.map(({ _change }) => _change.seq))
      if (found.at(-1)! <= lastKnown) break
      page = (await shared.client.get(page.next_url!.replace(BASE_URL, ''))).json
    }
    const fresh = found.filter(seq => seq > lastKnown)
    assert.deepEqual(
      fresh,
      Array.from({ length: 210 }, (_, index) => 342 - index),
    )
  })
})
