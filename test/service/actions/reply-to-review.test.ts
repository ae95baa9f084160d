import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { replyToReview } from '../../../src/actions/reply-to-review.ts'
import { type Row, row } from '../../kit/rows.ts'
import { openTestStore } from '../../kit/store.ts'

const NOW = new Date('2026-06-01T23:30:00.000Z')
const WRITTEN = { text: 'Thank you, Ada!', date: '2026-06-01' }

/** A store with one review; `again` imports it once more, with a change. */
async function open(t: TestContext, change: Row = {}) {
  const kept = await openTestStore(t)
  const first = row({ source_id: 'r1', ...change })
  await kept.take([first])
  const { id } = (await kept.store.findInStates(['published', 'unverified']))[0]!
  return {
    ...kept,
    id,
    reply: (text: string | null, date?: string) =>
      replyToReview(kept.store, id, { text, date }, NOW),
    again: (more: Row = {}) => kept.take([{ ...first, ...more }]),
    stored: async () => (await kept.store.find(id))!.content.owner_reply,
    ops: async () => (await kept.store.entriesAbout(id)).map(({ op }) => op),
  }
}

describe('A reply that the owner writes', () => {
  it('A reply is stored with the day it is written, in a revision of its own, and the ledger records it', async t => {
    const { store, id, reply, ops } = await open(t)
    const { changed, before, review } = await reply('  Thank you, Ada!\n')
    assert.deepEqual([changed, before, review.content.owner_reply], [true, null, WRITTEN])
    const stored = (await store.find(id))!
    assert.deepEqual(
      [stored.content.owner_reply, stored.revision, stored.state],
      [WRITTEN, 2, 'published'],
    )
    assert.deepEqual(await ops(), ['add', 'reply'])
  })

  it('The day of a reply is that of the time zone of the business', async t => {
    const { store, reply, stored } = await open(t)
    const { BusinessFile } = await import('../../../src/model/business.ts')
    const business = BusinessFile.parse({ name: 'Test & Sons', time_zone: 'Asia/Tokyo' })
    await store.write(writer => writer.setBusiness(business))
    await reply('Thank you!')
    assert.equal((await stored())!.date, '2026-06-02')
  })

  it('A reply without a day is never before its review, whose day may be that of UTC', async t => {
    const { store, reply, stored } = await open(t, { date: '2026-06-01' })
    const { BusinessFile } = await import('../../../src/model/business.ts')
    const business = BusinessFile.parse({ name: 'Test & Sons', time_zone: 'Pacific/Pago_Pago' })
    await store.write(writer => writer.setBusiness(business))
    const evening = new Date('2026-06-01T03:00:00.000Z')
    const [review] = await store.findInStates(['published', 'unverified'])
    await replyToReview(store, review!.id, { text: 'Thank you!' }, evening)
    assert.equal((await stored())!.date, '2026-06-01')
    await assert.rejects(reply('Thank you again!', '2026-05-31'), /is before the review/)
  })

  it('The same reply again changes nothing', async t => {
    const { store, reply } = await open(t)
    await reply(WRITTEN.text)
    const version = await store.version()
    assert.equal((await reply(WRITTEN.text)).changed, false)
    assert.equal(await store.version(), version)
  })

  it('A reply to a review that is not shown is stored without a ledger entry', async t => {
    const { reply, stored, ops } = await open(t, { source: 'direct' })
    await reply(WRITTEN.text)
    assert.deepEqual([await stored(), await ops()], [WRITTEN, []])
  })

  it('A reply to an unknown, gone or erased review is rejected', async t => {
    const { store, id, reply } = await open(t)
    await assert.rejects(replyToReview(store, 'nothing', { text: 'Hello' }, NOW), {
      message: "There is no review nothing. The id is the last part of the review's address.",
    })
    await store.write(writer => writer.remove(id))
    await assert.rejects(reply('Hello'), {
      message: `${id} is not stored any more: it is gone from its source.`,
    })
    await store.write(async writer => writer.erase((await writer.find(id))!))
    await assert.rejects(reply('Hello'), {
      message: `${id} is not stored any more: it was erased.`,
    })
  })

  it('An empty reply, and one dated before the review or in the future, are rejected', async t => {
    const { reply, stored } = await open(t)
    await assert.rejects(reply(' \n'), { message: 'The reply is empty. Nothing was changed.' })
    await assert.rejects(reply('Hello', '2026-03-13'), /is before the review \(2026-03-14\)/)
    await assert.rejects(reply('Hello', '2026-06-02'), /is in the future/)
    await assert.rejects(reply('Hello', '2026-02-30'), /must be an existing date/)
    assert.equal(await stored(), null)
  })
})

describe('The limits of a reply', () => {
  it('A reply may be dated the day of the review, and today', async t => {
    const { reply, stored } = await open(t)
    for (const date of ['2026-03-14', '2026-06-01']) {
      await reply('Hello', date)
      assert.equal((await stored())!.date, date)
    }
  })

  it('A reply may be dated before a review whose day is not known', async t => {
    const { reply, stored } = await open(t, { date_precision: 'month' })
    await reply('Hello', '2026-02-28')
    assert.equal((await stored())!.date, '2026-02-28')
  })

  it('A reply may have 20,000 characters and no more', async t => {
    const { reply, stored } = await open(t)
    await reply('x'.repeat(20_000))
    assert.equal((await stored())!.text.length, 20_000)
    await assert.rejects(reply('x'.repeat(20_001)), {
      message: 'The reply has 20001 characters; 20000 are allowed. Nothing was changed.',
    })
  })

  it('The same reply with another date is a change', async t => {
    const { reply, stored } = await open(t)
    await reply(WRITTEN.text)
    assert.equal((await reply(WRITTEN.text, '2026-05-31')).changed, true)
    assert.deepEqual(await stored(), { ...WRITTEN, date: '2026-05-31' })
  })
})

describe('An import after the owner wrote a reply', () => {
  for (const [name, change] of [
    ['lacks the reply', {}],
    ['states that there is none', { owner_reply: null }],
    ['edits the text and has no reply', { text: 'Warm again.', owner_reply: null }],
  ] as [string, Row][])
    it(`The reply survives an import that ${name}`, async t => {
      const { reply, again, stored } = await open(t)
      await reply(WRITTEN.text)
      await again(change)
      assert.deepEqual(await stored(), WRITTEN)
    })

  it('The reply survives imports with the older reply that it replaced', async t => {
    const older = { text: 'Thanks', date: '2026-03-15' }
    const { reply, again, stored } = await open(t, { owner_reply: older })
    await reply(WRITTEN.text)
    for (let time = 0; time < 2; time++) {
      await again({ owner_reply: older })
      assert.deepEqual(await stored(), WRITTEN)
    }
  })

  it('A new reply at the source replaces the one that was written here, and stays the one to follow', async t => {
    const { store, id, reply, again, stored } = await open(t)
    await reply(WRITTEN.text)
    const newer = { text: 'Thanks again!', date: '2026-06-03' }
    await again({ owner_reply: newer })
    assert.deepEqual(await stored(), newer)
    assert.equal((await store.find(id))!.own_reply, null)
    await again({ owner_reply: null })
    assert.equal(await stored(), null)
  })
})

describe('Removing a reply', () => {
  it('A reply that was written here can be removed, and an import with the one it replaced does not bring that back', async t => {
    const older = { text: 'Thanks', date: '2026-03-15' }
    const { reply, again, stored, ops } = await open(t, { owner_reply: older })
    await reply(WRITTEN.text)
    await reply(null)
    assert.equal(await stored(), null)
    await again({ owner_reply: older })
    assert.equal(await stored(), null)
    assert.deepEqual(await ops(), ['add', 'reply', 'reply'])
  })

  it('A reply from another site is removed there', async t => {
    const { reply, stored } = await open(t, { owner_reply: { text: 'Thanks', date: '2026-03-15' } })
    await assert.rejects(
      reply(null),
      /^StoreProblem: This reply was imported from google\. Remove it there/,
    )
    assert.notEqual(await stored(), null)
  })

  it('Erasing a review leaves nothing of the reply that was replaced', async t => {
    const { store, id, reply, query } = await open(t, {
      owner_reply: { text: 'Thanks', date: '2026-03-15' },
    })
    await reply(WRITTEN.text)
    const kept = async () =>
      (await query('select own_reply, replaced_reply from review')).flatMap(row =>
        Object.values(row),
      )
    assert.deepEqual(await kept(), [1, 'Thanks'])
    await store.write(async writer => writer.erase((await writer.find(id))!))
    assert.deepEqual(await kept(), [0, null])
  })
})
